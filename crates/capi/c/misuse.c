/* What must not be done with the library, and what it says to it. Prints the lines that were not as expected; run under valgrind and the
 * address sanitizer by check.sh. */
#include <plywood.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int faults = 0;

static void expect(const char *what, plywood_status got, plywood_status wanted, const char *words)
{
    if (got == wanted && (wanted == PLYWOOD_STATUS_OK || strstr(plywood_last_error(), words))) return;
    printf("%s: status %d, expected %d, words '%s'\n", what, (int)got, (int)wanted, plywood_last_error());
    faults++;
}

static void null_pointers(void)
{
    plywood_position *position = NULL;
    size_t count;
    uint64_t nodes;
    expect("no place", plywood_position_new("russian", NULL, NULL), PLYWOOD_STATUS_NULL, "place");
    expect("no game", plywood_position_new(NULL, NULL, &position), PLYWOOD_STATUS_NULL, "game");
    expect("null handle", plywood_position_moves(NULL, NULL, 0, &count), PLYWOOD_STATUS_NULL, "position");
    expect("null nodes", plywood_perft(position, NULL, 1, NULL, NULL, NULL), PLYWOOD_STATUS_NULL, "nodes");
    expect("null position", plywood_perft(NULL, NULL, 1, NULL, NULL, &nodes), PLYWOOD_STATUS_NULL, "position");
    expect("free null", plywood_position_free(NULL), PLYWOOD_STATUS_OK, "");
    expect("free null", plywood_record_free(NULL), PLYWOOD_STATUS_OK, "");
    expect("free null", plywood_engine_free(NULL), PLYWOOD_STATUS_OK, "");
    expect("free null", plywood_cancel_free(NULL), PLYWOOD_STATUS_OK, "");
}

static void bad_texts(void)
{
    plywood_position *position = (plywood_position *)1;
    expect("game", plywood_position_new("chess", NULL, &position), PLYWOOD_STATUS_UNKNOWN_GAME, "chess");
    if (position) printf("a failed call leaves no handle\n"), faults++;
    expect("utf8", plywood_position_new("\xff", NULL, &position), PLYWOOD_STATUS_UTF8, "UTF-8");
    expect("fen", plywood_position_new("russian", "W:We9", &position), PLYWOOD_STATUS_BAD_POSITION, "e9");
    expect("new", plywood_position_new("russian", NULL, &position), PLYWOOD_STATUS_OK, "");
    expect("move", plywood_position_play_text(position, "a1-h8"), PLYWOOD_STATUS_BAD_MOVE, "a1");
    expect("utf8 move", plywood_position_play_text(position, "c3\xc3"), PLYWOOD_STATUS_UTF8, "UTF-8");
    expect("index", plywood_position_play_index(position, 7), PLYWOOD_STATUS_OUT_OF_RANGE, "7");
    expect("free", plywood_position_free(position), PLYWOOD_STATUS_OK, "");
}

static void small_buffers(void)
{
    plywood_position *position;
    char text[8];
    size_t size = 0;
    plywood_move moves[4];
    expect("new", plywood_position_new("russian", NULL, &position), PLYWOOD_STATUS_OK, "");
    expect("small", plywood_position_text(position, text, sizeof text, &size), PLYWOOD_STATUS_BUFFER_TOO_SMALL, "8");
    if (strlen(text) != 7 || size < 30) printf("what fits is written\n"), faults++;
    expect("none", plywood_position_text(position, NULL, 0, NULL), PLYWOOD_STATUS_NULL, "size");
    expect("empty", plywood_position_text(position, text, 0, &size), PLYWOOD_STATUS_BUFFER_TOO_SMALL, "0");
    expect("few", plywood_position_moves(position, moves, 4, &size), PLYWOOD_STATUS_BUFFER_TOO_SMALL, "4");
    if (size != 7) printf("seven moves, not %zu\n", size), faults++;
    expect("size", plywood_position_moves(position, NULL, 0, &size), PLYWOOD_STATUS_OK, "");
    expect("free", plywood_position_free(position), PLYWOOD_STATUS_OK, "");
}

static void wrong_things(void)
{
    plywood_position *position, *other;
    plywood_record *record, *no_record;
    plywood_engine *engine, *no_engine;
    plywood_move moves[64];
    plywood_rbc_result result;
    plywood_limits limits = {0};
    size_t count;
    expect("new", plywood_position_new("russian", NULL, &position), PLYWOOD_STATUS_OK, "");
    expect("new", plywood_position_new("dameo", NULL, &other), PLYWOOD_STATUS_OK, "");
    expect("moves", plywood_position_moves(other, moves, 64, &count), PLYWOOD_STATUS_OK, "");
    expect("other's move", plywood_position_play_move(position, &moves[0]), PLYWOOD_STATUS_BAD_MOVE, "not legal");
    expect("no rbc", plywood_rbc_outcome(position, "pass", &result), PLYWOOD_STATUS_NOT_FOR_THIS_GAME, "rbc");
    expect("record", plywood_record_new("english", NULL, NULL, &record), PLYWOOD_STATUS_OK, "");
    expect("rule", plywood_record_new("english", NULL, "tea=on", &no_record), PLYWOOD_STATUS_BAD_ARGUMENT, "tea");
    expect("kind", plywood_position_moves((const plywood_position *)(const void *)record, NULL, 0, &count),
           PLYWOOD_STATUS_BAD_HANDLE, "no position");
    expect("engine", plywood_engine_new("russian", 1, 1, &engine), PLYWOOD_STATUS_OK, "");
    limits.depth = 3;
    expect("game", plywood_search(engine, record, &limits, NULL, NULL, NULL, NULL, NULL, NULL), PLYWOOD_STATUS_BAD_ARGUMENT,
           "english");
    expect("memory", plywood_engine_new("russian", UINT64_MAX, 1, &no_engine), PLYWOOD_STATUS_NO_RESOURCES, "");
    expect("undo", plywood_record_undo(record), PLYWOOD_STATUS_OUT_OF_RANGE, "no move");
    expect("free", plywood_record_free(record), PLYWOOD_STATUS_OK, "");
    expect("free", plywood_engine_free(engine), PLYWOOD_STATUS_OK, "");
    expect("free", plywood_position_free(other), PLYWOOD_STATUS_OK, "");
    expect("free", plywood_position_free(position), PLYWOOD_STATUS_OK, "");
    expect("free twice", plywood_position_free(position), PLYWOOD_STATUS_BAD_HANDLE, "freed");
    expect("freed", plywood_position_moves(position, moves, 64, &count), PLYWOOD_STATUS_BAD_HANDLE, "freed");
}

/* A callback that stops, one search while another thread asks for the same engine, a cancel from another thread. */

static int stop_at_once(const plywood_report *report, const char *line, void *seen)
{
    (void)line;
    *(uint32_t *)seen = report->depth;
    return 1;
}

static int32_t nothing(const plywood_position *position, void *asked)
{
    uint32_t side;
    (void)asked;
    return plywood_position_side(position, &side) == PLYWOOD_STATUS_OK && side == 0 ? 5 : -5;
}

struct work {
    plywood_engine *engine;
    plywood_record *record;
    plywood_cancel *cancel;
    plywood_status status;
};

static void *endless(void *argument)
{
    struct work *work = argument;
    plywood_limits limits = {0};
    do {
        work->status = plywood_search(work->engine, work->record, &limits, NULL, NULL, NULL, NULL, work->cancel, NULL);
    } while (work->status == PLYWOOD_STATUS_BUSY);
    return NULL;
}

static void threads(void)
{
    struct work work;
    plywood_limits limits = {0};
    plywood_report report;
    pthread_t thread;
    uint32_t seen = 0;
    size_t size;
    plywood_status status;
    expect("engine", plywood_engine_new("english", 1, 2, &work.engine), PLYWOOD_STATUS_OK, "");
    expect("record", plywood_record_new("english", NULL, NULL, &work.record), PLYWOOD_STATUS_OK, "");
    expect("cancel", plywood_cancel_new(&work.cancel), PLYWOOD_STATUS_OK, "");
    expect("stops", plywood_search(work.engine, work.record, &limits, NULL, nothing, stop_at_once, &seen, NULL, &report),
           PLYWOOD_STATUS_OK, "");
    if (seen == 0 || report.nodes == 0) printf("a stopped search reports\n"), faults++;
    if (pthread_create(&thread, NULL, endless, &work)) return;
    do {
        status = plywood_engine_line(work.engine, NULL, 0, &size);
    } while (status == PLYWOOD_STATUS_OK);
    expect("busy", status, PLYWOOD_STATUS_BUSY, "another thread");
    expect("busy free", plywood_engine_free(work.engine), PLYWOOD_STATUS_BUSY, "another thread");
    expect("stop", plywood_cancel_stop(work.cancel), PLYWOOD_STATUS_OK, "");
    pthread_join(thread, NULL);
    expect("stopped search", work.status, PLYWOOD_STATUS_OK, "");
    expect("free", plywood_engine_free(work.engine), PLYWOOD_STATUS_OK, "");
    expect("free", plywood_record_free(work.record), PLYWOOD_STATUS_OK, "");
    expect("free", plywood_cancel_free(work.cancel), PLYWOOD_STATUS_OK, "");
}

static void many_handles(void)
{
    static plywood_position *positions[5000];
    uint32_t same = 0;
    for (size_t i = 0; i < 5000; i++) {
        expect("new", i ? plywood_position_copy(positions[i - 1], &positions[i]) : plywood_position_new("amazons", NULL, &positions[i]),
               PLYWOOD_STATUS_OK, "");
    }
    expect("same", plywood_position_same(positions[0], positions[4999], &same), PLYWOOD_STATUS_OK, "");
    if (!same) printf("copies are the same\n"), faults++;
    for (size_t i = 0; i < 5000; i++) expect("free", plywood_position_free(positions[i]), PLYWOOD_STATUS_OK, "");
}

int main(void)
{
    if (plywood_abi_version() != PLYWOOD_ABI) return 2;
    null_pointers();
    bad_texts();
    small_buffers();
    wrong_things();
    threads();
    many_handles();
    printf("%d faults\n", faults);
    return faults != 0;
}
