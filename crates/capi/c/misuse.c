/* What must not be done with the library, and what it says to it; and that what can be done in several ways comes to the same. Prints the
 * lines that were not as expected; run under valgrind and the address sanitizer by check.sh. With `scarce` it asks for more than
 * there is, which check.sh sees to. */
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

static void holds(const char *what, int truth)
{
    if (truth) return;
    printf("%s: not so\n", what);
    faults++;
}

#define OK(call) expect(#call, call, PLYWOOD_STATUS_OK, "")

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
    expect("no rbc", plywood_rbc_resolve(position, "pass", &result), PLYWOOD_STATUS_NOT_FOR_THIS_GAME, "rbc");
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
        status = plywood_engine_line(work.engine, 1, NULL, 0, &size);
    } while (status == PLYWOOD_STATUS_OK);
    expect("busy", status, PLYWOOD_STATUS_BUSY, "another call");
    expect("busy free", plywood_engine_free(work.engine), PLYWOOD_STATUS_BUSY, "another call");
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

/* Every range that the header names. */

static void count_row(const char *move, uint64_t nodes, void *rows)
{
    (void)move;
    (void)nodes;
    ++*(uint64_t *)rows;
}

static void ranges(void)
{
    const uint32_t many = PLYWOOD_MAX_THREADS + 1;
    plywood_position *position;
    plywood_record *record;
    plywood_engine *engine, *none;
    plywood_limits limits = {0};
    plywood_perft_options options = {0};
    plywood_rbc_sensed seen[9];
    char text[99], piece;
    size_t size;
    uint64_t nodes, total = 0;
    OK(plywood_position_new("rbc", NULL, &position));
    OK(plywood_record_new("rbc", NULL, NULL, &record));
    OK(plywood_engine_new("rbc", 0, 1, &engine));

    expect("depth", plywood_perft(position, NULL, PLYWOOD_MAX_PERFT_DEPTH + 1, NULL, NULL, &nodes), PLYWOOD_STATUS_BAD_ARGUMENT, "65");
    expect("depth", plywood_perft(position, "boards", PLYWOOD_MAX_PERFT_DEPTH + 1, NULL, NULL, &nodes), PLYWOOD_STATUS_BAD_ARGUMENT,
           "65");
    expect("no depth", plywood_divide(position, NULL, 0, NULL, NULL, count_row, &total), PLYWOOD_STATUS_BAD_ARGUMENT, "depth 0");
    expect("depth", plywood_divide(position, NULL, PLYWOOD_MAX_PERFT_DEPTH + 1, NULL, NULL, count_row, &total),
           PLYWOOD_STATUS_BAD_ARGUMENT, "65");
    holds("a refused divide has no rows", total == 0);
    limits.depth = PLYWOOD_MAX_SEARCH_DEPTH + 1;
    expect("depth", plywood_search(engine, record, &limits, NULL, NULL, NULL, NULL, NULL, NULL), PLYWOOD_STATUS_BAD_ARGUMENT, "129");
    limits.depth = 1;
    limits.hard_seconds = -1;
    expect("time", plywood_search(engine, record, &limits, NULL, NULL, NULL, NULL, NULL, NULL), PLYWOOD_STATUS_BAD_ARGUMENT, "");

    options.threads = many;
    expect("threads", plywood_perft(position, NULL, 1, &options, NULL, &nodes), PLYWOOD_STATUS_BAD_ARGUMENT, "1025");
    expect("threads", plywood_engine_new("rbc", 0, many, &none), PLYWOOD_STATUS_BAD_ARGUMENT, "1025");
    expect("threads", plywood_engine_new("rbc", 0, 1000000000, &none), PLYWOOD_STATUS_BAD_ARGUMENT, "1000000000");
    expect("threads", plywood_engine_set_threads(engine, many), PLYWOOD_STATUS_BAD_ARGUMENT, "1025");
    options.threads = 1;
    options.table_megabytes = UINT64_C(1) << 40;
    expect("memory", plywood_perft(position, NULL, 1, &options, NULL, &nodes), PLYWOOD_STATUS_NO_RESOURCES, "memory");
    expect("memory", plywood_engine_new("rbc", UINT64_C(1) << 40, 1, &none), PLYWOOD_STATUS_NO_RESOURCES, "memory");

    expect("center", plywood_rbc_sense(position, 64, seen, 9, &size), PLYWOOD_STATUS_OUT_OF_RANGE, "63");
    expect("side", plywood_rbc_view(position, 2, text, sizeof text, NULL), PLYWOOD_STATUS_BAD_ARGUMENT, "1");
    expect("square", plywood_position_piece(position, 64, &piece), PLYWOOD_STATUS_OUT_OF_RANGE, "63");
    expect("square", plywood_position_piece(position, PLYWOOD_NO_SQUARE, &piece), PLYWOOD_STATUS_OUT_OF_RANGE, "255");
    expect("square", plywood_square_name("rbc", 64, text, sizeof text, NULL), PLYWOOD_STATUS_OUT_OF_RANGE, "63");
    expect("move", plywood_record_move_text(record, 999, text, sizeof text, NULL), PLYWOOD_STATUS_OUT_OF_RANGE, "999");
    expect("move", plywood_record_play_index(record, 999), PLYWOOD_STATUS_OUT_OF_RANGE, "999");
    expect("rank", plywood_engine_line(engine, 1, text, sizeof text, NULL), PLYWOOD_STATUS_OUT_OF_RANGE, "rank 1");

    OK(plywood_engine_set_threads(engine, 2));
    limits.hard_seconds = 0;
    OK(plywood_search(engine, record, &limits, NULL, NULL, NULL, NULL, NULL, NULL));
    expect("rank", plywood_engine_line(engine, 0, text, sizeof text, NULL), PLYWOOD_STATUS_OUT_OF_RANGE, "rank 0");
    expect("rank", plywood_engine_line(engine, 2, text, sizeof text, NULL), PLYWOOD_STATUS_OUT_OF_RANGE, "rank 2");
    OK(plywood_engine_free(engine));
    OK(plywood_record_free(record));
    OK(plywood_position_free(position));
}

/* A move that a program makes up itself, with the constant for no square. */
static void made_moves(void)
{
    const plywood_move pass = {.from = PLYWOOD_NO_SQUARE, .to = PLYWOOD_NO_SQUARE, .arrow = PLYWOOD_NO_SQUARE};
    plywood_position *position, *passed;
    plywood_record *record;
    uint32_t side, same;
    OK(plywood_position_new("rbc", NULL, &position));
    OK(plywood_record_from_position(position, NULL, &record));
    OK(plywood_position_play_move(position, &pass));
    OK(plywood_record_play_move(record, &pass));
    OK(plywood_record_side(record, &side));
    holds("Black is to move after a pass", side == 1);
    OK(plywood_record_position(record, &passed));
    OK(plywood_position_same(position, passed, &same));
    holds("a pass is a pass", same);
    OK(plywood_position_free(passed));
    OK(plywood_position_free(position));
    OK(plywood_record_free(record));
}

/* An `info` that ends its search leaves the cancel of the caller as it was. */
static void one_search_ends(void)
{
    plywood_engine *engine;
    plywood_record *record;
    plywood_position *position;
    plywood_cancel *cancel;
    plywood_limits limits = {0};
    plywood_report report;
    uint32_t seen = 0;
    uint64_t nodes;
    limits.depth = 4;
    OK(plywood_engine_new("english", 1, 1, &engine));
    OK(plywood_record_new("english", NULL, NULL, &record));
    OK(plywood_position_new("english", NULL, &position));
    OK(plywood_cancel_new(&cancel));
    OK(plywood_search(engine, record, &limits, NULL, NULL, stop_at_once, &seen, cancel, &report));
    holds("the search has ended", seen == 1 && report.depth < 4);
    OK(plywood_search(engine, record, &limits, NULL, NULL, NULL, NULL, cancel, &report));
    holds("the next one does not", report.depth == 4);
    OK(plywood_perft(position, NULL, 3, NULL, cancel, &nodes));
    holds("nor a count", nodes == 302); /* the third number of the perft table of English checkers */
    OK(plywood_cancel_stop(cancel));
    OK(plywood_search(engine, record, &limits, NULL, NULL, NULL, NULL, cancel, &report));
    holds("a cancel that was called stops at once", report.depth == 0);
    expect("count", plywood_perft(position, NULL, 3, NULL, cancel, &nodes), PLYWOOD_STATUS_STOPPED, "");
    OK(plywood_cancel_reset(cancel));
    OK(plywood_search(engine, record, &limits, NULL, NULL, NULL, NULL, cancel, &report));
    holds("until it is reset", report.depth == 4);
    OK(plywood_cancel_free(cancel));
    OK(plywood_position_free(position));
    OK(plywood_record_free(record));
    OK(plywood_engine_free(engine));
}

/* What callbacks may do, and what not. */

struct inside {
    plywood_engine *engine;
    plywood_record *record;
    uint32_t asked;
};

static int32_t keep_off(const plywood_position *position, void *user)
{
    struct inside *inside = user;
    plywood_position *lent = (plywood_position *)position;
    size_t moves;
    if (inside->asked++) return 0;
    expect("lent", plywood_position_free(lent), PLYWOOD_STATUS_BAD_HANDLE, "lent");
    expect("lent", plywood_position_play_index(lent, 0), PLYWOOD_STATUS_BAD_HANDLE, "lent");
    OK(plywood_position_moves(position, NULL, 0, &moves));
    return 0;
}

static int32_t ask_inside(const plywood_report *report, const char *line, void *user)
{
    struct inside *inside = user;
    uint32_t ranks;
    (void)line;
    expect("inside", plywood_engine_ranks(inside->engine, &ranks), PLYWOOD_STATUS_BUSY, "another call");
    if (report->depth == 1) OK(plywood_record_play_index(inside->record, 0));
    return 0;
}

static void row_inside(const char *move, uint64_t nodes, void *position)
{
    uint32_t side;
    (void)nodes;
    OK(plywood_position_side(position, &side));
    expect("row", plywood_position_play_text(position, move), PLYWOOD_STATUS_BUSY, "another call");
}

static void callbacks(void)
{
    struct inside inside = {0};
    plywood_limits limits = {0};
    plywood_position *position;
    size_t length;
    limits.depth = 2;
    OK(plywood_engine_new("russian", 1, 1, &inside.engine));
    OK(plywood_record_new("russian", NULL, NULL, &inside.record));
    OK(plywood_position_new("russian", NULL, &position));
    OK(plywood_search(inside.engine, inside.record, &limits, NULL, keep_off, ask_inside, &inside, NULL, NULL));
    holds("the evaluation was asked", inside.asked > 0);
    OK(plywood_record_length(inside.record, &length));
    holds("the record was played on", length == 1);
    OK(plywood_divide(position, NULL, 1, NULL, NULL, row_inside, position));
    OK(plywood_position_free(position));
    OK(plywood_record_free(inside.record));
    OK(plywood_engine_free(inside.engine));
}

/* What a search found stays until the next one, and is not lost to one that is refused. */
static void refused_searches(void)
{
    plywood_engine *engine;
    plywood_record *record, *other;
    plywood_limits limits = {0};
    char best[16], again[16];
    limits.depth = 3;
    OK(plywood_engine_new("russian", 1, 1, &engine));
    OK(plywood_record_new("russian", NULL, NULL, &record));
    OK(plywood_record_new("english", NULL, NULL, &other));
    OK(plywood_search(engine, record, &limits, "c3-d4", NULL, NULL, NULL, NULL, NULL));
    OK(plywood_engine_best_move(engine, best, sizeof best, NULL));
    holds("the only move", strcmp(best, "c3-d4") == 0);
    expect("illegal", plywood_search(engine, record, &limits, "a1-b2", NULL, NULL, NULL, NULL, NULL), PLYWOOD_STATUS_BAD_MOVE, "a1-b2");
    expect("no moves", plywood_search(engine, record, &limits, "", NULL, NULL, NULL, NULL, NULL), PLYWOOD_STATUS_BAD_ARGUMENT, "empty");
    expect("no moves", plywood_search(engine, record, &limits, " ", NULL, NULL, NULL, NULL, NULL), PLYWOOD_STATUS_BAD_ARGUMENT, "empty");
    expect("other", plywood_search(engine, other, &limits, NULL, NULL, NULL, NULL, NULL, NULL), PLYWOOD_STATUS_BAD_ARGUMENT, "english");
    OK(plywood_engine_best_move(engine, again, sizeof again, NULL));
    holds("it is still there", strcmp(best, again) == 0);
    OK(plywood_record_free(other));
    OK(plywood_record_free(record));
    OK(plywood_engine_free(engine));
}

/* Several best moves, each with its report and its line after the search. */
static void best_moves(void)
{
    plywood_engine *engine;
    plywood_record *record;
    plywood_limits limits = {0};
    plywood_report report, last;
    char lines[7][512];
    uint32_t ranks = 9, rank;
    limits.depth = 4;
    limits.multi_pv = 1000;
    OK(plywood_engine_new("russian", 1, 1, &engine));
    OK(plywood_record_new("russian", NULL, NULL, &record));
    OK(plywood_engine_ranks(engine, &ranks));
    holds("none before", ranks == 0);
    OK(plywood_search(engine, record, &limits, NULL, NULL, NULL, NULL, NULL, &report));
    OK(plywood_engine_ranks(engine, &ranks));
    holds("all seven moves", ranks == 7);
    last = report;
    for (rank = 1; rank <= ranks && rank <= 7; rank++) {
        uint32_t before;
        OK(plywood_engine_report(engine, rank, &report));
        OK(plywood_engine_line(engine, rank, lines[rank - 1], sizeof lines[0], NULL));
        holds("ranked", report.rank == rank && report.depth == 4 && report.score <= last.score);
        for (before = 1; before < rank; before++) holds("another move", strncmp(lines[before - 1], lines[rank - 1], 5) != 0);
        last = report;
    }
    limits.multi_pv = 0;
    OK(plywood_search(engine, record, &limits, NULL, NULL, NULL, NULL, NULL, &report));
    OK(plywood_engine_ranks(engine, &ranks));
    holds("one", ranks == 1);
    OK(plywood_record_free(record));
    OK(plywood_engine_free(engine));
}

/* How many nodes a search of english checkers takes without some devices, before and after exact mode. */
static uint64_t nodes_without(int devices, int exact_between)
{
    static const char *const names[] = {"null-move", "reductions", "futility", "probcut", "aspiration"};
    plywood_engine *engine;
    plywood_record *record;
    plywood_limits limits = {0};
    plywood_report report = {0};
    limits.depth = 7;
    OK(plywood_engine_new("english", 1, 1, &engine));
    OK(plywood_record_new("english", NULL, NULL, &record));
    for (int i = 0; i < devices; i++) OK(plywood_engine_without(engine, names[i]));
    if (exact_between) OK(plywood_engine_set_exact(engine, 1));
    if (exact_between) OK(plywood_engine_set_exact(engine, 0));
    OK(plywood_search(engine, record, &limits, NULL, NULL, NULL, NULL, NULL, &report));
    OK(plywood_record_free(record));
    OK(plywood_engine_free(engine));
    return report.nodes;
}

static void devices(void)
{
    const uint64_t without = nodes_without(5, 0);
    holds("devices save nodes", nodes_without(0, 0) < without);
    holds("what is off stays off", nodes_without(5, 1) == without);
}

/* Records: from a position, their rules, their text and their end. */
static void records(void)
{
    plywood_position *position;
    plywood_record *record;
    plywood_move moves[8];
    char text[64], name[32];
    size_t count, rule;
    uint32_t on, usual, side;
    plywood_outcome outcome;
    OK(plywood_position_new("russian", "W:Wa1:Bb2,c7", &position));
    OK(plywood_record_from_position(position, "repetition=off", &record));
    for (rule = 0; plywood_game_rule("russian", rule, name, sizeof name, NULL, &usual) == PLYWOOD_STATUS_OK; rule++) {
        OK(plywood_record_rule(record, rule, &on));
        holds("rules in force", on == (strcmp(name, "repetition") ? usual : 0));
        OK(plywood_game_rule_summary("russian", rule, NULL, 0, &count));
        holds("a rule has words", count > 1);
    }
    holds("there are rules", rule > 0);
    expect("rule", plywood_record_rule(record, rule, &on), PLYWOOD_STATUS_OUT_OF_RANGE, "rule");
    OK(plywood_record_moves(record, moves, 8, &count));
    holds("one capture", count == 1 && moves[0].from == 0 && moves[0].captured_lo == UINT64_C(1) << 4);
    OK(plywood_record_play_index(record, 0));
    OK(plywood_record_text(record, text, sizeof text, NULL));
    holds("its text", strcmp(text, "B:Wc3:Bc7") == 0);
    OK(plywood_record_side(record, &side));
    holds("Black is to move", side == 1);
    expect("not here", plywood_record_play_move(record, &moves[0]), PLYWOOD_STATUS_BAD_MOVE, "cannot be played");
    OK(plywood_record_played(record, 0, text, sizeof text, NULL));
    holds("what was played", strcmp(text, "a1:c3") == 0);
    OK(plywood_record_undo(record));
    OK(plywood_record_play_move(record, &moves[0]));
    OK(plywood_record_free(record));
    OK(plywood_position_free(position));

    OK(plywood_record_new("russian", "B:Wa1:B", NULL, &record));
    OK(plywood_record_outcome(record, &outcome));
    holds("Black has nothing left", outcome == PLYWOOD_OUTCOME_WHITE);
    OK(plywood_record_moves(record, NULL, 0, &count));
    holds("no moves", count == 0);
    expect("over", plywood_record_play_index(record, 0), PLYWOOD_STATUS_GAME_OVER, "over");
    expect("over", plywood_record_play(record, "a1-b2"), PLYWOOD_STATUS_GAME_OVER, "over");
    OK(plywood_record_free(record));
}

static int at_once(double done, void *calls)
{
    (void)done;
    return ++*(int *)calls > 1;
}

static void random_games(void)
{
    plywood_record *record, *copy;
    plywood_position *position;
    plywood_cancel *cancel;
    plywood_playout_counts counts, again;
    plywood_perft_options options = {0};
    plywood_outcome outcome;
    uint64_t ends[4] = {0}, all = 0;
    uint32_t plies;
    size_t length;
    int calls = 0;
    OK(plywood_record_new("russian", NULL, NULL, &record));
    OK(plywood_record_play(record, "c3-d4"));
    OK(plywood_playouts(record, 40, 7, 60, NULL, NULL, &counts));
    options.threads = 3;
    options.table_megabytes = UINT64_MAX; /* never made */
    OK(plywood_playouts(record, 40, 7, 60, &options, NULL, &again));
    holds("the same on any number of threads", memcmp(&counts, &again, sizeof counts) == 0);
    for (uint64_t game = 0; game < 40; game++) {
        OK(plywood_record_copy(record, &copy));
        OK(plywood_record_play_random(copy, 7, game, 60, &plies));
        OK(plywood_record_length(copy, &length));
        OK(plywood_record_outcome(copy, &outcome));
        holds("its plies", length == 1u + plies && plies <= 60 && (outcome != PLYWOOD_OUTCOME_OPEN || plies == 60));
        all += plies;
        ends[outcome]++;
        OK(plywood_record_free(copy));
    }
    holds("each by itself", counts.games == 40 && counts.unfinished == ends[PLYWOOD_OUTCOME_OPEN] && counts.white == ends[PLYWOOD_OUTCOME_WHITE]
        && counts.black == ends[PLYWOOD_OUTCOME_BLACK] && counts.draws == ends[PLYWOOD_OUTCOME_DRAW] && counts.plies == all);
    OK(plywood_record_length(record, &length));
    holds("the record stays as it is", length == 1);

    OK(plywood_playouts(record, 0, 7, 60, NULL, NULL, &counts));
    holds("no games", counts.games == 0);
    OK(plywood_record_play_random(record, 7, 0, 0, NULL));
    expect("plies", plywood_record_play_random(record, 7, 0, PLYWOOD_MAX_RANDOM_PLIES + 1, &plies), PLYWOOD_STATUS_BAD_ARGUMENT, "100001 plies");
    expect("plies", plywood_playouts(record, 1, 7, UINT32_MAX, NULL, NULL, &counts), PLYWOOD_STATUS_BAD_ARGUMENT, "plies");
    expect("games", plywood_playouts(record, UINT64_MAX, 7, 1, NULL, NULL, &counts), PLYWOOD_STATUS_BAD_ARGUMENT, "2^63");
    expect("null", plywood_playouts(record, 1, 7, 1, NULL, NULL, NULL), PLYWOOD_STATUS_NULL, "result");

    options.progress = at_once;
    options.user = &calls;
    expect("stopped", plywood_playouts(record, INT64_MAX, 7, 100, &options, NULL, &counts), PLYWOOD_STATUS_STOPPED, "interrupted");
    holds("what was played", calls == 2 && counts.games > 0 && counts.plies >= counts.games);
    OK(plywood_cancel_new(&cancel));
    OK(plywood_cancel_stop(cancel));
    expect("cancelled", plywood_playouts(record, INT64_MAX, 7, 100, NULL, cancel, &counts), PLYWOOD_STATUS_STOPPED, "interrupted");
    OK(plywood_cancel_free(cancel));
    OK(plywood_record_free(record));

    OK(plywood_position_new("russian", "B:Wa1:B", &position));
    OK(plywood_record_from_position(position, NULL, &record));
    OK(plywood_record_play_random(record, 7, 0, 10, &plies));
    holds("a game that is over", plies == 0);
    OK(plywood_record_free(record));
    OK(plywood_position_free(position));
}

static void ways(void)
{
    plywood_position *position;
    uint8_t squares[8], few[2];
    char names[16] = "", name[4];
    size_t index, count;
    OK(plywood_position_new("russian", "W:Wf6:Bc5,e5,c7,e7", &position));
    OK(plywood_position_find_move(position, "f6:h8", &index));
    OK(plywood_position_landings(position, index, squares, 8, &count));
    for (size_t n = 0; n < count; n++) {
        OK(plywood_square_name("russian", squares[n], name, sizeof name, NULL));
        strcat(names, name);
    }
    holds("the way of a capture", strcmp(names, "d8b6d4h8") == 0);
    expect("few", plywood_position_landings(position, index, few, 2, &count), PLYWOOD_STATUS_BUFFER_TOO_SMALL, "4");
    expect("none", plywood_position_landings(position, 99, squares, 8, &count), PLYWOOD_STATUS_OUT_OF_RANGE, "99");
    OK(plywood_position_free(position));
}

static void end_of(const char *fen, const plywood_rbc_referee *referee, plywood_outcome outcome, plywood_rbc_reason reason)
{
    plywood_position *position;
    plywood_outcome ended;
    plywood_rbc_reason why;
    OK(plywood_position_new("rbc", fen, &position));
    OK(plywood_rbc_end_of_game(position, referee, &ended, &why));
    if (ended != outcome || why != reason) printf("%s: ended %d, %d\n", fen, (int)ended, (int)why), faults++;
    OK(plywood_position_free(position));
}

static void ends_of_rbc(void)
{
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    static const char taken[] = "4R3/8/8/8/8/8/8/4K3 b - - 0 1";
    static const char worn_out[] = "4k3/8/8/8/8/8/8/4K3 w - - 100 90";
    plywood_rbc_referee referee;
    plywood_position *position;
    plywood_outcome outcome;
    end_of(start, NULL, PLYWOOD_OUTCOME_OPEN, PLYWOOD_RBC_REASON_OPEN);
    end_of(taken, NULL, PLYWOOD_OUTCOME_WHITE, PLYWOOD_RBC_REASON_KING_CAPTURE);
    end_of(worn_out, NULL, PLYWOOD_OUTCOME_DRAW, PLYWOOD_RBC_REASON_MOVE_LIMIT);
    OK(plywood_rbc_referee_init(&referee));
    end_of(worn_out, &referee, PLYWOOD_OUTCOME_DRAW, PLYWOOD_RBC_REASON_MOVE_LIMIT);
    referee.reversible_limit = UINT32_MAX;
    end_of(worn_out, &referee, PLYWOOD_OUTCOME_OPEN, PLYWOOD_RBC_REASON_OPEN);
    referee.turn_limit = 89;
    end_of(worn_out, &referee, PLYWOOD_OUTCOME_DRAW, PLYWOOD_RBC_REASON_TURN_LIMIT);
    referee.milliseconds[0] = 0; /* White took the king, but his flag had fallen. */
    end_of(taken, &referee, PLYWOOD_OUTCOME_BLACK, PLYWOOD_RBC_REASON_TIMEOUT);
    referee.resigned = 2;
    end_of(start, &referee, PLYWOOD_OUTCOME_WHITE, PLYWOOD_RBC_REASON_RESIGN);

    referee.resigned = 3;
    OK(plywood_position_new("rbc", NULL, &position));
    expect("nobody", plywood_rbc_end_of_game(position, &referee, &outcome, NULL), PLYWOOD_STATUS_BAD_ARGUMENT, "resigned");
    OK(plywood_rbc_end_of_game(position, NULL, &outcome, NULL));
    expect("null", plywood_rbc_end_of_game(position, NULL, NULL, NULL), PLYWOOD_STATUS_NULL, "outcome");
    expect("null", plywood_rbc_referee_init(NULL), PLYWOOD_STATUS_NULL, "referee");
    OK(plywood_position_free(position));
    OK(plywood_position_new("dameo", NULL, &position));
    expect("dameo", plywood_rbc_end_of_game(position, NULL, &outcome, NULL), PLYWOOD_STATUS_NOT_FOR_THIS_GAME, "rbc");
    OK(plywood_position_free(position));
}

/* What a window around a square shows of the board of the beginning. */
static size_t window(uint32_t center, plywood_rbc_sensed seen[9])
{
    plywood_position *position;
    size_t count = 0;
    OK(plywood_position_new("rbc", NULL, &position));
    OK(plywood_rbc_sense(position, center, seen, 9, &count));
    OK(plywood_position_free(position));
    return count;
}

static void beliefs(void)
{
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    static const char black_to_move[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    const char *const one[] = {start}, *const two[] = {start, black_to_move}, *const holes[] = {start, NULL};
    const char *const bad[] = {"nonsense"};
    const char *const taken[] = {"4k3/8/8/8/8/8/8/K3R3 w - - 0 1"};
    plywood_belief *belief, *copy;
    plywood_cancel *cancel;
    plywood_belief_options options = {0};
    plywood_belief_kind state;
    plywood_belief_centre centres[64];
    plywood_belief_outcome outcomes[4];
    plywood_rbc_sensed seen[9];
    uint64_t boards, bytes, weights[64];
    uint32_t held, player, turn;
    uint8_t square;
    char text[99];
    size_t count;

    expect("side", plywood_belief_new(2, NULL, &belief), PLYWOOD_STATUS_BAD_ARGUMENT, "a side");
    holds("no handle", belief == NULL);
    expect("null", plywood_belief_new(0, NULL, NULL), PLYWOOD_STATUS_NULL, "place");
    options.sample = 1;
    expect("sample", plywood_belief_new(0, &options, &belief), PLYWOOD_STATUS_BAD_ARGUMENT, "limit of 0");
    options.sample = 0;
    options.threads = PLYWOOD_MAX_THREADS + 1;
    expect("threads", plywood_belief_new(0, &options, &belief), PLYWOOD_STATUS_BAD_ARGUMENT, "1025 threads");
    options.threads = 2;
    options.histories = 2;
    expect("histories", plywood_belief_new(0, &options, &belief), PLYWOOD_STATUS_BAD_ARGUMENT, "histories");
    options.histories = 1;
    options.limit = 20;

    expect("none", plywood_belief_from_boards(0, NULL, 0, NULL, &belief), PLYWOOD_STATUS_BAD_ARGUMENT, "no boards");
    expect("null", plywood_belief_from_boards(0, NULL, 1, NULL, &belief), PLYWOOD_STATUS_NULL, "boards");
    expect("null", plywood_belief_from_boards(0, holes, 2, NULL, &belief), PLYWOOD_STATUS_NULL, "a board");
    expect("bad", plywood_belief_from_boards(0, bad, 1, NULL, &belief), PLYWOOD_STATUS_BAD_POSITION, "");
    expect("two", plywood_belief_from_boards(0, two, 2, NULL, &belief), PLYWOOD_STATUS_BAD_ARGUMENT, "differ");
    OK(plywood_belief_from_boards(1, one, 1, &options, &belief));
    OK(plywood_belief_sides(belief, &player, &turn));
    holds("Black, and White to move", player == 1 && turn == 0);
    expect("turn", plywood_belief_moved(belief, "e7e5", "e7e5", PLYWOOD_NO_SQUARE, NULL), PLYWOOD_STATUS_BAD_ARGUMENT, "White's turn");
    expect("turn", plywood_belief_outcomes(belief, NULL, NULL, 0, &count), PLYWOOD_STATUS_BAD_ARGUMENT, "White's turn");
    expect("square", plywood_belief_opponent_moved(belief, 64, NULL), PLYWOOD_STATUS_OUT_OF_RANGE, "64");
    expect("nothing there", plywood_belief_opponent_moved(belief, 12, NULL), PLYWOOD_STATUS_BAD_ARGUMENT, "e2");
    expect("nobody could", plywood_belief_opponent_moved(belief, 48, NULL), PLYWOOD_STATUS_CONTRADICTION, "none of 1 boards");
    expect("limit", plywood_belief_opponent_moved(belief, PLYWOOD_NO_SQUARE, NULL), PLYWOOD_STATUS_TOO_MANY_BOARDS, "limit of 20");
    OK(plywood_belief_size(belief, &boards));
    OK(plywood_belief_text(belief, 0, text, sizeof text, NULL));
    holds("as it was", boards == 1 && strcmp(text, start) == 0);
    count = window(28, seen);
    OK(plywood_belief_copy(belief, &copy));
    OK(plywood_belief_opponent_moved_and_sensed(copy, PLYWOOD_NO_SQUARE, 28, seen, count, NULL));
    OK(plywood_belief_size(copy, &boards));
    holds("fourteen leave e4 and what is around it as it is", boards == 14);
    OK(plywood_belief_free(copy));
    OK(plywood_belief_free(belief));

    options.sample = 7;
    OK(plywood_belief_new(1, &options, &belief));
    OK(plywood_belief_opponent_moved(belief, PLYWOOD_NO_SQUARE, NULL));
    OK(plywood_belief_size(belief, &boards));
    OK(plywood_belief_state(belief, &state));
    holds("a sample", boards == 7 && state == PLYWOOD_BELIEF_KIND_SAMPLED);
    OK(plywood_belief_free(belief));

    options.limit = options.sample = 0;
    OK(plywood_belief_new(1, &options, &belief));
    OK(plywood_belief_opponent_moved(belief, PLYWOOD_NO_SQUARE, NULL));
    OK(plywood_belief_size(belief, &boards));
    OK(plywood_belief_state(belief, &state));
    OK(plywood_belief_memory(belief, &bytes));
    holds("all", boards == 21 && state == PLYWOOD_BELIEF_KIND_EXACT && bytes >= 21 * 32 && bytes < 21 * 32 + 2000);
    OK(plywood_belief_weights(belief, weights, 64, &count));
    holds("one way to each", count == 21 && weights[0] == 1 && weights[20] == 1);
    expect("few", plywood_belief_weights(belief, weights, 4, &count), PLYWOOD_STATUS_BUFFER_TOO_SMALL, "21");
    expect("index", plywood_belief_text(belief, 21, text, sizeof text, NULL), PLYWOOD_STATUS_OUT_OF_RANGE, "21");
    OK(plywood_belief_contains(belief, black_to_move, &held));
    holds("he may have passed", held == 1);
    OK(plywood_belief_contains(belief, start, &held));
    holds("it is the other side's turn", held == 0);
    expect("bad", plywood_belief_contains(belief, "nonsense", &held), PLYWOOD_STATUS_BAD_POSITION, "");
    OK(plywood_belief_view(belief, text, sizeof text, NULL));
    holds("the own pieces", strcmp(text, "rnbqkbnr/pppppppp/8/8/8/8/8/8 b kq - 0 1") == 0);
    OK(plywood_belief_senses(belief, centres, 64, &count));
    OK(plywood_belief_best_sense(belief, &square));
    holds("where most is seen", count == 64 && square == 9 && centres[9].classes == 9 && centres[9].worst == 13
        && centres[0].dominated_by == 9 && centres[9].dominated_by == PLYWOOD_NO_SQUARE);
    expect("few", plywood_belief_senses(belief, centres, 63, &count), PLYWOOD_STATUS_BUFFER_TOO_SMALL, "64");
    OK(plywood_belief_outcomes(belief, "e7e5", outcomes, 4, &count));
    holds("nothing is in its way", count == 1 && outcomes[0].boards == 21 && outcomes[0].chance == 1.0 && outcomes[0].from == 52
        && outcomes[0].to == 36 && outcomes[0].capture_square == PLYWOOD_NO_SQUARE);
    expect("no request", plywood_belief_outcomes(belief, "e7e4", outcomes, 4, &count), PLYWOOD_STATUS_BAD_MOVE, "list");
    expect("no move", plywood_belief_outcomes(belief, "castle", outcomes, 4, &count), PLYWOOD_STATUS_BAD_MOVE, "castle");
    count = window(28, seen);
    expect("window", plywood_belief_sensed(belief, 29, seen, count, NULL), PLYWOOD_STATUS_BAD_ARGUMENT, "around f4");
    expect("null", plywood_belief_sensed(belief, 28, NULL, count, NULL), PLYWOOD_STATUS_NULL, "seen");
    expect("nothing", plywood_belief_sensed(belief, 28, NULL, 0, NULL), PLYWOOD_STATUS_BAD_ARGUMENT, "0 squares");
    seen[4].piece = 'x';
    expect("piece", plywood_belief_sensed(belief, 28, seen, count, NULL), PLYWOOD_STATUS_BAD_ARGUMENT, "'x'");
    seen[4].piece = -1;
    expect("piece", plywood_belief_sensed(belief, 28, seen, count, NULL), PLYWOOD_STATUS_BAD_ARGUMENT, "no piece");
    seen[4].piece = 'Q';
    expect("queen", plywood_belief_sensed(belief, 28, seen, count, NULL), PLYWOOD_STATUS_CONTRADICTION, "none of 21");
    seen[4].piece = 'P';
    seen[7].piece = 0;
    OK(plywood_cancel_new(&cancel));
    OK(plywood_cancel_stop(cancel));
    expect("stopped", plywood_belief_sensed(belief, 28, seen, count, cancel), PLYWOOD_STATUS_STOPPED, "interrupted");
    OK(plywood_cancel_reset(cancel));
    OK(plywood_belief_sensed(belief, PLYWOOD_NO_SQUARE, NULL, 0, cancel));
    OK(plywood_belief_size(belief, &boards));
    holds("who does not look sees nothing", boards == 21);
    OK(plywood_belief_moved(belief, NULL, NULL, PLYWOOD_NO_SQUARE, cancel));
    OK(plywood_cancel_free(cancel));
    expect("kind", plywood_cancel_stop((const plywood_cancel *)(const void *)belief), PLYWOOD_STATUS_BAD_HANDLE, "no cancel");
    OK(plywood_belief_free(belief));
    expect("freed", plywood_belief_size(belief, &boards), PLYWOOD_STATUS_BAD_HANDLE, "freed");
    OK(plywood_belief_free(NULL));
    expect("null", plywood_belief_size(NULL, &boards), PLYWOOD_STATUS_NULL, "belief");

    OK(plywood_belief_from_boards(1, taken, 1, NULL, &belief));
    OK(plywood_belief_opponent_moved(belief, 60, NULL));
    OK(plywood_belief_state(belief, &state));
    OK(plywood_belief_size(belief, &boards));
    holds("lost", state == PLYWOOD_BELIEF_KIND_LOST && boards == 0);
    expect("over", plywood_belief_sensed(belief, PLYWOOD_NO_SQUARE, NULL, 0, NULL), PLYWOOD_STATUS_GAME_OVER, "over");
    OK(plywood_belief_free(belief));
}

static void pictures(void)
{
    static const char *const drawn = " 4 ♛ · · ·\n 3 · · · ■\n 2 ♕ · · ·\n 1 · · · ·\n   a b c d";
    plywood_position *position;
    char text[256], piece;
    OK(plywood_position_new("amazons-4x4", "q3/3*/Q3/4 w", &position));
    OK(plywood_position_picture(position, text, sizeof text, NULL));
    holds("as it is drawn", strcmp(text, drawn) == 0);
    OK(plywood_position_piece(position, 12, &piece));
    holds("a4", piece == 'q');
    OK(plywood_position_piece(position, 11, &piece));
    holds("d3", piece == '*');
    OK(plywood_position_piece(position, 0, &piece));
    holds("a1", piece == 0);
    OK(plywood_position_free(position));
}

static void words(void)
{
    holds("words", strcmp(plywood_status_text(PLYWOOD_STATUS_BAD_MOVE), "bad move") == 0);
    holds("no words", strcmp(plywood_status_text(-1), "no status") == 0 && strcmp(plywood_status_text(9999), "no status") == 0);
}

/* A thread that fails and asks for the words while it is torn down, when those are gone. */

static pthread_key_t at_the_end;

static void ask_last(void *what)
{
    (void)what;
    holds("the words of a thread that ends", plywood_last_error()[0] == '\0');
    expect("fail", plywood_position_new("chess", NULL, NULL), PLYWOOD_STATUS_NULL, "");
}

static void *fail_once(void *argument)
{
    pthread_setspecific(at_the_end, &at_the_end);
    expect("fail", plywood_position_new("chess", NULL, NULL), PLYWOOD_STATUS_NULL, "place");
    return argument;
}

static void end_of_a_thread(void)
{
    pthread_t thread;
    if (pthread_key_create(&at_the_end, ask_last) || pthread_create(&thread, NULL, fail_once, NULL)) return;
    pthread_join(thread, NULL);
    pthread_key_delete(at_the_end);
}

/* With little memory, as check.sh gives it. */
static int scarce(void)
{
    plywood_engine *engine;
    plywood_position *position;
    plywood_perft_options options = {0};
    uint64_t nodes;
    OK(plywood_position_new("russian", NULL, &position));
    OK(plywood_engine_new("russian", 1, 1, &engine));
    expect("threads", plywood_engine_set_threads(engine, PLYWOOD_MAX_THREADS), PLYWOOD_STATUS_NO_RESOURCES, "1024 threads");
    OK(plywood_engine_free(engine));
    expect("threads", plywood_engine_new("russian", 1, PLYWOOD_MAX_THREADS, &engine), PLYWOOD_STATUS_NO_RESOURCES, "1024 threads");
    expect("table", plywood_engine_new("russian", 4096, 1, &engine), PLYWOOD_STATUS_NO_RESOURCES, "4096 MB");
    options.threads = PLYWOOD_MAX_THREADS;
    expect("threads", plywood_perft(position, NULL, 1, &options, NULL, &nodes), PLYWOOD_STATUS_NO_RESOURCES, "1024 threads");
    OK(plywood_position_free(position));
    printf("%d faults\n", faults);
    return faults != 0;
}

int main(int argc, char **argv)
{
    if (plywood_abi_version() != PLYWOOD_ABI) return 2;
    if (argc > 1 && strcmp(argv[1], "scarce") == 0) return scarce();
    null_pointers();
    bad_texts();
    small_buffers();
    wrong_things();
    ranges();
    made_moves();
    one_search_ends();
    callbacks();
    refused_searches();
    best_moves();
    devices();
    records();
    random_games();
    ways();
    ends_of_rbc();
    beliefs();
    pictures();
    words();
    end_of_a_thread();
    threads();
    many_handles();
    printf("%d faults\n", faults);
    return faults != 0;
}
