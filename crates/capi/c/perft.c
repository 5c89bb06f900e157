/* Counts a tree on one thread and says how fast: perft GAME DEPTH [POSITION]. The yardstick of the C library. C11. */
#include <plywood.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void check(plywood_status status)
{
    if (status != PLYWOOD_STATUS_OK) {
        fprintf(stderr, "perft: %s\n", plywood_last_error());
        exit(2);
    }
}

static double now(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char **argv)
{
    const plywood_perft_options options = {.threads = 1};
    plywood_position *position;
    uint64_t nodes;
    double start;
    if (argc < 3) {
        fprintf(stderr, "perft: expected GAME DEPTH [POSITION]\n");
        return 2;
    }
    check(plywood_position_new(argv[1], argc > 3 ? argv[3] : NULL, &position));
    start = now();
    check(plywood_perft(position, NULL, (uint32_t)strtoul(argv[2], NULL, 10), &options, NULL, &nodes));
    printf("nodes %" PRIu64 " seconds %.3f\n", nodes, now() - start);
    check(plywood_position_free(position));
    return 0;
}
