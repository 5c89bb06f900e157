/* The legal moves of a position with the leaves under each: divide.c GAME DEPTH [POSITION]. C99. */
#include <plywood.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void check(plywood_status status)
{
    if (status != PLYWOOD_STATUS_OK) {
        fprintf(stderr, "divide: %s\n", plywood_last_error());
        exit(2);
    }
}

static void print_row(const char *move, uint64_t nodes, void *total)
{
    printf("%s: %" PRIu64 "\n", move, nodes);
    *(uint64_t *)total += nodes;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "divide: expected GAME DEPTH [POSITION]\n");
        return 2;
    }
    plywood_position *position;
    uint64_t total = 0;
    check(plywood_position_new(argv[1], argc > 3 ? argv[3] : NULL, &position));
    check(plywood_divide(position, NULL, (uint32_t)strtoul(argv[2], NULL, 10), NULL, NULL, print_row, &total));
    printf("\nNodes searched: %" PRIu64 "\n", total);
    check(plywood_position_free(position));
    return 0;
}
