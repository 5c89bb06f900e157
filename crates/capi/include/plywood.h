/* plywood.h - Plywood as a C library: games, positions, moves, counts, searches.
 *
 * Every function returns a plywood_status and writes its results through pointers; plywood_last_error() has the words of what went wrong.
 * No pointer may be null but those that are said to be, and what is freed.
 *
 * Texts are UTF-8 and end with a zero byte. Buffers belong to the caller: a function writes what fits, and the size that is needed
 * (`required` counts the zero byte, `count` the items); with a null buffer it only tells the size. `required` may be null where there is
 * a buffer; `count` may not.
 *
 * Threads: functions on different handles may run at the same time. On one handle, functions that take it `const` may too; one that
 * changes it must run alone, and a call that comes in between gets PLYWOOD_STATUS_BUSY and does nothing. A plywood_cancel may be used
 * by every thread at any time.
 *
 * Callbacks run inside a call that is using its handles. They may call every function, on other handles freely; on those of the call only what
 * could run at the same time on another thread. So the engine of a search is PLYWOOD_STATUS_BUSY for everything, and the position of a
 * count can be looked at; the record of a search is free to be played on, because the search has its own copy. A cancel may be called and
 * reset; nothing that the call was given may be freed. The position that an evaluation gets can be looked at during the evaluation. A
 * callback must not leave by longjmp, and a C++ exception that leaves one ends the process.
 *
 * Made by cbindgen from the sources of Plywood: do not change it by hand.
 */

#ifndef PLYWOOD_H
#define PLYWOOD_H

#include <stddef.h>
#include <stdint.h>

/* A position of a game. */
typedef struct plywood_position plywood_position;
/* A game under way. */
typedef struct plywood_record plywood_record;
/* Who searches. */
typedef struct plywood_engine plywood_engine;
/* Stops counts and searches, from any thread. */
typedef struct plywood_cancel plywood_cancel;
/* All boards that a player of RBC must hold possible. */
typedef struct plywood_belief plywood_belief;

// The version of this interface; the name of the shared library ends with it. A program that was written for another one must not
// call anything else.
#define PLYWOOD_ABI 1

// The deepest count, in plies.
#define PLYWOOD_MAX_PERFT_DEPTH 64

// The most plies that a random game may have.
#define PLYWOOD_MAX_RANDOM_PLIES 100000

// The number of no square, and of both squares of a pass.
#define PLYWOOD_NO_SQUARE 255

// The most threads that a count or a search can have.
#define PLYWOOD_MAX_THREADS 1024

// The deepest search, in plies.
#define PLYWOOD_MAX_SEARCH_DEPTH 128

// What became of a call. `plywood_last_error` has the words.
typedef enum {
  // Done.
  PLYWOOD_STATUS_OK = 0,
  // A pointer that must not be null is.
  PLYWOOD_STATUS_NULL = 1,
  // A text is not UTF-8.
  PLYWOOD_STATUS_UTF8 = 2,
  // The pointer is no live handle of the kind that is asked for: of another kind, or freed. A freed handle is recognised as long as
  // fewer than 1,024 others were freed after it. Also: the position that an evaluation is given, to be changed or freed.
  PLYWOOD_STATUS_BAD_HANDLE = 3,
  // Another call is using the handle: one on another thread, or the one whose callback asks.
  PLYWOOD_STATUS_BUSY = 4,
  // An earlier call panicked inside this handle; it can only be freed.
  PLYWOOD_STATUS_BROKEN = 5,
  // A panic was caught: a fault of Plywood. The handles of the call are broken.
  PLYWOOD_STATUS_PANIC = 6,
  // The buffer of the caller is too small; the required size was written.
  PLYWOOD_STATUS_BUFFER_TOO_SMALL = 7,
  // No game has this name.
  PLYWOOD_STATUS_UNKNOWN_GAME = 8,
  // A position cannot be read.
  PLYWOOD_STATUS_BAD_POSITION = 9,
  // A move cannot be read, or is not legal here.
  PLYWOOD_STATUS_BAD_MOVE = 10,
  // The index is beyond the end.
  PLYWOOD_STATUS_OUT_OF_RANGE = 11,
  // An argument has no meaning: a mode, a rule, a device, or a number outside its range, such as a depth or threads.
  PLYWOOD_STATUS_BAD_ARGUMENT = 12,
  // The game does not have this: what begins with `plywood_rbc_` is for positions of rbc alone.
  PLYWOOD_STATUS_NOT_FOR_THIS_GAME = 13,
  // Memory or threads are not to be had.
  PLYWOOD_STATUS_NO_RESOURCES = 14,
  // The count was stopped; what it had so far was written. (A search that is stopped has a result, and returns `PLYWOOD_STATUS_OK`.)
  PLYWOOD_STATUS_STOPPED = 15,
  // The count does not fit into 64 bits.
  PLYWOOD_STATUS_OVERFLOW = 16,
  // The game is over.
  PLYWOOD_STATUS_GAME_OVER = 17,
  // No board of a belief agrees with the event. It may be that a sample has lost the true one.
  PLYWOOD_STATUS_CONTRADICTION = 18,
  // A belief would have more boards than its limit.
  PLYWOOD_STATUS_TOO_MANY_BOARDS = 19,
} plywood_status;

// What the boards of a belief are.
typedef enum {
  // All that agree with what the player was told.
  PLYWOOD_BELIEF_KIND_EXACT = 0,
  // Some of them: a sample was drawn when they were too many.
  PLYWOOD_BELIEF_KIND_SAMPLED = 1,
  // None: the player's king was taken, the game is over.
  PLYWOOD_BELIEF_KIND_LOST = 2,
} plywood_belief_kind;

// How a game stands.
typedef enum {
  // It goes on.
  PLYWOOD_OUTCOME_OPEN = 0,
  // White has won.
  PLYWOOD_OUTCOME_WHITE = 1,
  // Black has won.
  PLYWOOD_OUTCOME_BLACK = 2,
  // Nobody has won.
  PLYWOOD_OUTCOME_DRAW = 3,
} plywood_outcome;

// Why a game of RBC ended. Where several hold, the first counts.
typedef enum {
  // It goes on.
  PLYWOOD_RBC_REASON_OPEN = 0,
  // A player resigned.
  PLYWOOD_RBC_REASON_RESIGN = 1,
  // The clock of a player has fallen; also of one who took the king in the same turn.
  PLYWOOD_RBC_REASON_TIMEOUT = 2,
  // A king was captured.
  PLYWOOD_RBC_REASON_KING_CAPTURE = 3,
  // More full turns than the limit: a draw.
  PLYWOOD_RBC_REASON_TURN_LIMIT = 4,
  // Too many plies without capture or pawn move: a draw.
  PLYWOOD_RBC_REASON_MOVE_LIMIT = 5,
} plywood_rbc_reason;

// How a belief is kept. All zeros is fine: any number of boards, all cores, no histories.
typedef struct {
  // The most boards that may be held after an event, 24 bytes each; 0 = any number.
  uint64_t limit;
  // What is done where there would be more: 0 = the event is refused; else the belief goes on with so many of them, drawn at random, 1 to
  // `limit`.
  uint64_t sample;
  // From which samples are drawn; equal seeds draw alike.
  uint64_t seed;
  // Threads for long events and questions, 1 to `PLYWOOD_MAX_THREADS`; 0 = all cores. What comes out does not depend on them.
  uint32_t threads;
  // 1 = count for each board the ways that lead to it, 8 bytes more a board; 0 = do not.
  uint32_t histories;
} plywood_belief_options;

// A square that was sensed.
typedef struct {
  // The square.
  uint8_t square;
  // The letter of the piece there, as in FEN; 0 for none.
  char piece;
} plywood_rbc_sensed;

// What a sense around one square would tell.
typedef struct {
  // How many different things may be seen.
  uint64_t classes;
  // How many boards would be left at worst.
  uint64_t worst;
  // How many boards would be left on average.
  double expected;
  // The entropy of what is seen, in bits.
  double entropy;
  // The centre of the window.
  uint8_t square;
  // For a square on the rim, the one beside it whose window holds this whole window and more; else `PLYWOOD_NO_SQUARE`.
  uint8_t dominated_by;
} plywood_belief_centre;

// One thing that may become of a request.
typedef struct {
  // On how many boards it becomes this.
  uint64_t boards;
  // On how many of these it takes the king.
  uint64_t king_captures;
  // The share of the boards, 0 to 1.
  double chance;
  // The move that is made; both squares are `PLYWOOD_NO_SQUARE` where none is.
  uint8_t from;
  // The square on which it ends.
  uint8_t to;
  // What a pawn becomes: one of 'q' 'r' 'b' 'n'; 0 for nothing.
  uint8_t promotion;
  // The square of the piece that is taken; `PLYWOOD_NO_SQUARE` for none.
  uint8_t capture_square;
} plywood_belief_outcome;

// A move. Squares are numbered as `plywood_game_facts` says.
typedef struct {
  // The squares of the pieces that are taken, 0 to 63: bit n is square n.
  uint64_t captured_lo;
  // The squares of the pieces that are taken, from 64 on.
  uint64_t captured_hi;
  // The square that the piece leaves; `PLYWOOD_NO_SQUARE` for the pass of RBC.
  uint8_t from;
  // The square on which it ends; may be `from`.
  uint8_t to;
  // The target of the arrow of the Amazons, else `PLYWOOD_NO_SQUARE`.
  uint8_t arrow;
  // What a man or pawn becomes: 'k', or one of 'q' 'r' 'b' 'n' in RBC; 0 for nothing.
  uint8_t promotion;
} plywood_move;

// What becomes of a request.
typedef struct {
  // The move that is made, with the piece that it takes; both squares are `PLYWOOD_NO_SQUARE` where none is made.
  plywood_move taken;
  // The square of the piece that is taken, which both players are told; `PLYWOOD_NO_SQUARE` for none.
  uint8_t capture_square;
} plywood_rbc_result;

// What ends a game of RBC beside the board. `plywood_rbc_referee_init` fills it in.
typedef struct {
  // What the clocks of White and Black show, in milliseconds, at the end of a turn and after its increment: zero and below have fallen.
  // `INT64_MAX` where there is none.
  int64_t milliseconds[2];
  // Full turns that may be played; `UINT32_MAX` for any number.
  uint32_t turn_limit;
  // Plies without capture or pawn move at which the game is drawn; `UINT32_MAX` for none.
  uint32_t reversible_limit;
  // Who has resigned: 0 = nobody, 1 = White, 2 = Black.
  uint32_t resigned;
} plywood_rbc_referee;

// Told by the calling thread how much of a count is done, 0 to 1, some fifty times a second and so never of a quick one; anything but 0
// stops it.
typedef int32_t (*plywood_progress)(double done, void *user);

// With what a tree is counted, or random games are played. All zeros is fine: all cores, no table, nothing told.
typedef struct {
  // Threads, 1 to `PLYWOOD_MAX_THREADS`; 0 = all cores.
  uint32_t threads;
  // Size of the table in megabytes; 0 = none: every leaf is counted.
  uint64_t table_megabytes;
  // From which the keys of the table are made; with another one, another table must give the same count.
  uint64_t seed;
  // Told how much is done; may be null.
  plywood_progress progress;
  // Given to `progress` as it is.
  void *user;
} plywood_perft_options;

// Gets a first move and the leaves under it, on the calling thread; the text lives during the call.
typedef void (*plywood_divide_row)(const char *move_text, uint64_t nodes, void *user);

// What is known of a game.
typedef struct {
  // Files of its board, from a.
  uint32_t files;
  // Ranks of its board, from 1.
  uint32_t ranks;
  // How many squares are played on. They are numbered from 0, rank by rank from a1; on boards where one colour is
  // played on, only those have a number.
  uint32_t squares;
  // Kinds of pieces, each with a bitboard.
  uint32_t kinds;
  // Counting modes of perft.
  uint32_t modes;
  // Rules of play that can be switched.
  uint32_t rules;
  // Who moves first: 0 = White, 1 = Black.
  uint32_t first;
} plywood_facts;

// What random games came to.
typedef struct {
  // Games that were played.
  uint64_t games;
  // Those that White has won.
  uint64_t white;
  // Those that Black has won.
  uint64_t black;
  // Those that nobody has won.
  uint64_t draws;
  // Those that were given up.
  uint64_t unfinished;
  // The plies of all of them; divided by `games` it is their mean length.
  uint64_t plies;
} plywood_playout_counts;

// The pieces of one kind.
typedef struct {
  // Squares 0 to 63 with such a piece: bit n is square n.
  uint64_t lo;
  // The squares from 64 on.
  uint64_t hi;
  // The letter of the kind, as in positions: `w` `W` `b` `B` for men and kings, `Q` `q` `*` for amazons and arrows, the letters
  // of FEN in RBC.
  char letter;
} plywood_pieces;

// When a search ends; a zero is no limit. With no limit at all it goes on until it is solved or stopped.
typedef struct {
  // Depth in plies, 1 to `PLYWOOD_MAX_SEARCH_DEPTH`.
  uint32_t depth;
  // How many best moves are wanted, each with its line: 0 is 1, and more than there are moves is all of them.
  uint32_t multi_pv;
  // Nodes; kept exactly by one thread.
  uint64_t nodes;
  // Seconds after which no new depth is begun; not negative.
  double soft_seconds;
  // Seconds after which the search is cut short; not negative.
  double hard_seconds;
} plywood_limits;

// Says what a position is worth, in hundredths, from the side to move; it must depend on the position alone. All threads of the
// search call it, at the same time. The position lives during the call and can only be looked at: changing or freeing it is
// `PLYWOOD_STATUS_BAD_HANDLE`.
typedef int32_t (*plywood_evaluate)(const plywood_position *position, void *user);

// What a search found.
typedef struct {
  // In hundredths of a man, pawn or square, from the side to move.
  int32_t score;
  // 1 when the score tells a win or a loss and `mate` its distance, else 0.
  uint32_t decided;
  // Plies to the win (positive) or the loss (negative).
  int32_t mate;
  // 0 = the score is the value, 1 = the value is at least the score, 2 = at most.
  uint32_t bound;
  // The depth that was finished; 0 when not even the first was.
  uint32_t depth;
  // The longest line that was looked at.
  uint32_t selective_depth;
  // Which of the best moves this is, from 1.
  uint32_t rank;
  // Positions visited.
  uint64_t nodes;
  // Those among them that were visited after the depth had run out.
  uint64_t quiescence_nodes;
  // Positions that were found in the table.
  uint64_t table_hits;
  // Positions whose search the table made unneeded.
  uint64_t table_cutoffs;
  // Positions that were left before all moves had been tried.
  uint64_t cutoffs;
  // Those among them that were left after the first move.
  uint64_t first_move_cutoffs;
  // Seconds since the search began.
  double seconds;
} plywood_report;

// Told of every finished depth and of each of the best moves that are wanted, by the calling thread. `line` is the line of that move, moves
// with a space between them; `report` and `line` live during the call. Anything but 0 stops this search, and nothing else.
typedef int32_t (*plywood_info)(const plywood_report *report, const char *line, void *user);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the interface that the library has; compare it with `PLYWOOD_ABI`.
uint32_t plywood_abi_version(void);

// The version of Plywood as text, such as `0.1.0`. Never freed.
const char *plywood_version(void);

// The words of this thread's last call that failed; empty when none has, and once the thread is ending. Lives until the next one
// fails on this thread. Never freed.
const char *plywood_last_error(void);

// What a status says, in a few words that do not depend on the call: `bad move` for `PLYWOOD_STATUS_BAD_MOVE`, `no status` for a number
// that is none. Never freed.
const char *plywood_status_text(int32_t status);

// The belief of a player (0 = White, 1 = Black) before the first move of a game. `options` may be null. Free it with `plywood_belief_free`.
plywood_status plywood_belief_new(uint32_t side,
                                  const plywood_belief_options *options,
                                  plywood_belief **belief);

// The belief of a player who holds `count` boards possible, as texts of positions of rbc. They must agree in what he knows: his own pieces and
// castling rights, whose turn it is, the square that his own double push passed over.
plywood_status plywood_belief_from_boards(uint32_t side,
                                          const char *const *boards,
                                          size_t count,
                                          const plywood_belief_options *options,
                                          plywood_belief **belief);

// Another belief with the same boards, to be freed by itself. It costs next to nothing.
plywood_status plywood_belief_copy(const plywood_belief *belief, plywood_belief **copy);

// Frees a belief; null is fine.
plywood_status plywood_belief_free(plywood_belief *belief);

// The opponent has moved, and taken what stood on `capture_square` (`PLYWOOD_NO_SQUARE` for nothing; for en passant the square of the pawn).
// If it was the own king the belief is lost.
//
// As for all events: one that cannot be followed changes nothing. `PLYWOOD_STATUS_BAD_ARGUMENT`: it is not his turn, or no board at all
// can bring this; `PLYWOOD_STATUS_CONTRADICTION`: none of the boards that are held does, which for a sample is no fault of the caller;
// `PLYWOOD_STATUS_TOO_MANY_BOARDS`: more would be left than the limit; `PLYWOOD_STATUS_GAME_OVER`: the belief is lost;
// `PLYWOOD_STATUS_STOPPED`: by the cancel, which may be null.
plywood_status plywood_belief_opponent_moved(plywood_belief *belief,
                                             uint8_t capture_square,
                                             const plywood_cancel *cancel);

// The player has sensed around `square`, and saw this: each square of the window once, in any order. `PLYWOOD_NO_SQUARE` and a count of 0
// where he did not sense.
plywood_status plywood_belief_sensed(plywood_belief *belief,
                                     uint8_t square,
                                     const plywood_rbc_sensed *seen,
                                     size_t count,
                                     const plywood_cancel *cancel);

// The opponent's move and the sense after it at once: quicker, and without ever holding the boards that the sense refutes.
plywood_status plywood_belief_opponent_moved_and_sensed(plywood_belief *belief,
                                                        uint8_t capture_square,
                                                        uint8_t square,
                                                        const plywood_rbc_sensed *seen,
                                                        size_t count,
                                                        const plywood_cancel *cancel);

// The player has asked for `requested`; `taken` was made, and something was taken on `capture_square` (`PLYWOOD_NO_SQUARE` for nothing).
// Both moves may be null: the pass, and nothing.
plywood_status plywood_belief_moved(plywood_belief *belief,
                                    const char *requested,
                                    const char *taken,
                                    uint8_t capture_square,
                                    const plywood_cancel *cancel);

// How many boards are held.
plywood_status plywood_belief_size(const plywood_belief *belief, uint64_t *boards);

// What the boards are.
plywood_status plywood_belief_state(const plywood_belief *belief, plywood_belief_kind *state);

// The player, and whose turn it is: 0 = White, 1 = Black.
plywood_status plywood_belief_sides(const plywood_belief *belief, uint32_t *player, uint32_t *turn);

// The bytes that the boards take; copies share theirs until they are told something.
plywood_status plywood_belief_memory(const plywood_belief *belief, uint64_t *bytes);

// The text of board number `index`, its half-move clock at 0. The order depends on the events alone.
plywood_status plywood_belief_text(const plywood_belief *belief,
                                   uint64_t index,
                                   char *buffer,
                                   size_t capacity,
                                   size_t *required);

// All that the player knows for certain, as the text of a board without the pieces of the other side.
plywood_status plywood_belief_view(const plywood_belief *belief,
                                   char *buffer,
                                   size_t capacity,
                                   size_t *required);

// For each board, by its number, in how many ways the opponent can have brought it about; they stay at `UINT64_MAX`. None at all where
// histories are not counted.
plywood_status plywood_belief_weights(const plywood_belief *belief,
                                      uint64_t *weights,
                                      size_t capacity,
                                      size_t *count);

// Whether a board is held, 1 or 0; clocks do not count, nor an en-passant square that nobody can use.
plywood_status plywood_belief_contains(const plywood_belief *belief, const char *board, uint32_t *held);

// What a sense around each of the 64 squares would tell, by the number of the square.
plywood_status plywood_belief_senses(const plywood_belief *belief,
                                     plywood_belief_centre *centres,
                                     size_t capacity,
                                     size_t *count);

// The square where a sense tells most: the greatest entropy, then fewest boards left on average, then at worst; never on the rim.
plywood_status plywood_belief_best_sense(const plywood_belief *belief,
                                         uint8_t *square);

// All that may become of a request (null is the pass) on some board, the most likely first.
plywood_status plywood_belief_outcomes(const plywood_belief *belief,
                                       const char *request,
                                       plywood_belief_outcome *outcomes,
                                       size_t capacity,
                                       size_t *count);

// What becomes of a request on the true board; the position stays as it is.
plywood_status plywood_rbc_resolve(const plywood_position *position,
                                   const char *request,
                                   plywood_rbc_result *result);

// What a player sees who senses around the square `center`, 0 to 63: up to nine squares, the upper rank first.
plywood_status plywood_rbc_sense(const plywood_position *position,
                                 uint32_t center,
                                 plywood_rbc_sensed *seen,
                                 size_t capacity,
                                 size_t *count);

// Fills in the reference's defaults: nobody has resigned, no clocks, any number of turns, a draw at 100 plies without capture or pawn move.
plywood_status plywood_rbc_referee_init(plywood_rbc_referee *referee);

// How a game that stands so has ended by the rules of the reference, and why; `PLYWOOD_OUTCOME_OPEN` and `PLYWOOD_RBC_REASON_OPEN` while it goes on.
// A null `referee` stands for the reference's defaults; `reason` may be null.
plywood_status plywood_rbc_end_of_game(const plywood_position *position,
                                       const plywood_rbc_referee *referee,
                                       plywood_outcome *outcome,
                                       plywood_rbc_reason *reason);

// All that a player (0 = White, 1 = Black) knows of the board without sensing, as a position without the pieces of the
// other side.
plywood_status plywood_rbc_view(const plywood_position *position,
                                uint32_t side,
                                char *buffer,
                                size_t capacity,
                                size_t *required);

// A cancel that nobody has called. Free it with `plywood_cancel_free` when no call uses it.
plywood_status plywood_cancel_new(plywood_cancel **cancel);

// Stops the calls that were given this cancel, and those that will be until it is reset. From any thread.
plywood_status plywood_cancel_stop(const plywood_cancel *cancel);

// Makes a cancel fit for other calls.
plywood_status plywood_cancel_reset(const plywood_cancel *cancel);

// Frees a cancel; null is fine. No call may be using it.
plywood_status plywood_cancel_free(plywood_cancel *cancel);

// The leaves at `depth` (0 to `PLYWOOD_MAX_PERFT_DEPTH`) in a counting mode (null = the game's default). `options` and `cancel` may be
// null. A call that was stopped returns `PLYWOOD_STATUS_STOPPED` and what it had counted.
plywood_status plywood_perft(const plywood_position *position,
                             const char *mode,
                             uint32_t depth,
                             const plywood_perft_options *options,
                             const plywood_cancel *cancel,
                             uint64_t *nodes);

// The leaves at `depth` (1 to `PLYWOOD_MAX_PERFT_DEPTH`) under every first move, each given to `row`, sorted by the text of the move.
// `user` is given to `row` as it is. Otherwise as `plywood_perft`; the rows of a call that was stopped have what it had counted.
plywood_status plywood_divide(const plywood_position *position,
                              const char *mode,
                              uint32_t depth,
                              const plywood_perft_options *options,
                              const plywood_cancel *cancel,
                              plywood_divide_row row,
                              void *user);

// The number of games.
plywood_status plywood_game_count(size_t *count);

// The name of game `index`, from 0.
plywood_status plywood_game_name(size_t index, char *buffer, size_t capacity, size_t *required);

// What is known of a game.
plywood_status plywood_game_facts(const char *name, plywood_facts *facts);

// The rules of a game in one line.
plywood_status plywood_game_summary(const char *name, char *buffer, size_t capacity, size_t *required);

// The name of counting mode `index` of a game; 0 is its default.
plywood_status plywood_game_mode(const char *name,
                                 size_t index,
                                 char *buffer,
                                 size_t capacity,
                                 size_t *required);

// The name of rule of play `index` of a game; `on` gets 1 where it holds unless it is switched off, else 0.
plywood_status plywood_game_rule(const char *name,
                                 size_t index,
                                 char *buffer,
                                 size_t capacity,
                                 size_t *required,
                                 uint32_t *on);

// Rule of play `index` of a game in one line.
plywood_status plywood_game_rule_summary(const char *name,
                                         size_t index,
                                         char *buffer,
                                         size_t capacity,
                                         size_t *required);

// The name of a square of a game in the notation of its moves: `c3`, or `9` where draughts squares have numbers.
plywood_status plywood_square_name(const char *name,
                                   uint32_t square,
                                   char *buffer,
                                   size_t capacity,
                                   size_t *required);

// The number of the square of a game that has this name, by its letters or in the notation of the moves.
plywood_status plywood_square_number(const char *name, const char *square, uint32_t *number);

// Plays random moves on a record, until the game is over or `max_plies` (0 to `PLYWOOD_MAX_RANDOM_PLIES`) were played. Every legal move has the same
// chance; in rbc a request is drawn, and what becomes of it is played. It is game number `game` of those that `plywood_playouts` plays
// with this seed. `plies` gets how many were played, and may be null.
plywood_status plywood_record_play_random(plywood_record *record,
                                          uint64_t seed,
                                          uint64_t game,
                                          uint32_t max_plies,
                                          uint32_t *plies);

// Plays `games` random games (0 to 2^63 - 1) from the position of a record on, under its rules of play, and counts how they end; the record stays
// as it is. Each is given up after `max_plies` (0 to `PLYWOOD_MAX_RANDOM_PLIES`). The same seed gives the same counts, on every machine and with any
// number of threads. `options` and `cancel` may be null; the table of the options is not made. A call that was stopped
// returns `PLYWOOD_STATUS_STOPPED` and what it had counted.
plywood_status plywood_playouts(const plywood_record *record,
                                uint64_t games,
                                uint64_t seed,
                                uint32_t max_plies,
                                const plywood_perft_options *options,
                                const plywood_cancel *cancel,
                                plywood_playout_counts *result);

// A position of a game: from its text, or the start where `fen` is null. Free it with `plywood_position_free`.
plywood_status plywood_position_new(const char *name,
                                    const char *fen,
                                    plywood_position **position);

// Another position like this one, to be freed by itself.
plywood_status plywood_position_copy(const plywood_position *position, plywood_position **copy);

// Frees a position; null is fine. No other call may be using it.
plywood_status plywood_position_free(plywood_position *position);

// Whether two positions are the same position of the same game: `same` gets 1 or 0.
plywood_status plywood_position_same(const plywood_position *position,
                                     const plywood_position *other,
                                     uint32_t *same);

// The position as text, which `plywood_position_new` reads.
plywood_status plywood_position_text(const plywood_position *position,
                                     char *buffer,
                                     size_t capacity,
                                     size_t *required);

// Who is to move: 0 = White, 1 = Black.
plywood_status plywood_position_side(const plywood_position *position, uint32_t *side);

// A number that equal positions share and different ones hardly ever do; the same in every run of this version.
plywood_status plywood_position_key(const plywood_position *position,
                                    uint64_t *key);

// Where the pieces stand, a bitboard for each kind; always the same kinds in the same order.
plywood_status plywood_position_pieces(const plywood_position *position,
                                       plywood_pieces *pieces,
                                       size_t capacity,
                                       size_t *count);

// The piece on a square: its letter as in `plywood_pieces`, or 0 where none stands.
plywood_status plywood_position_piece(const plywood_position *position, uint32_t square, char *piece);

// The board as a picture of several lines, the top rank first, with Unicode's pieces, a dot for an empty square, the ranks at the left
// and the files below. There is no newline at its end.
plywood_status plywood_position_picture(const plywood_position *position,
                                        char *buffer,
                                        size_t capacity,
                                        size_t *required);

// How the game stands by the board alone; rules of play, such as repetition, are the business of a record.
plywood_status plywood_position_outcome(const plywood_position *position, plywood_outcome *outcome);

// The legal moves (RBC: the requests), in an order that depends on the position alone; none when the game is over.
plywood_status plywood_position_moves(const plywood_position *position,
                                      plywood_move *moves,
                                      size_t capacity,
                                      size_t *count);

// The text of move `index` of `plywood_position_moves`.
plywood_status plywood_position_move_text(const plywood_position *position,
                                          size_t index,
                                          char *buffer,
                                          size_t capacity,
                                          size_t *required);

// The squares on which the piece of move `index` of `plywood_position_moves` lands, in order, the one where it ends last: one for each piece of a
// capture in draughts and its relatives, of the least way in board order where several make the same move. Empty for the pass of RBC.
plywood_status plywood_position_landings(const plywood_position *position,
                                         size_t index,
                                         uint8_t *squares,
                                         size_t capacity,
                                         size_t *count);

// Reads a move that is legal here; `index` gets its place in `plywood_position_moves`.
plywood_status plywood_position_find_move(const plywood_position *position,
                                          const char *move_text,
                                          size_t *index);

// Plays move `index` of `plywood_position_moves`.
plywood_status plywood_position_play_index(plywood_position *position, size_t index);

// Plays the move that the text says.
plywood_status plywood_position_play_text(plywood_position *position, const char *move_text);

// Plays the move that is equal to `played`; a move of another position that is not legal here is refused.
plywood_status plywood_position_play_move(plywood_position *position, const plywood_move *played);

// A game that begins at a position, or at the start where `fen` is null. `rules` switches rules of play, such as
// `repetition=off three-kings=on`; null = all as usual. Free it with `plywood_record_free`.
plywood_status plywood_record_new(const char *name,
                                  const char *fen,
                                  const char *rules,
                                  plywood_record **record);

// A game that begins at `position`, which stays the caller's. `rules` as in `plywood_record_new`.
plywood_status plywood_record_from_position(const plywood_position *position,
                                            const char *rules,
                                            plywood_record **record);

// Another record of the same game so far, to be freed by itself.
plywood_status plywood_record_copy(const plywood_record *record, plywood_record **copy);

// Frees a record; null is fine. No other call may be using it.
plywood_status plywood_record_free(plywood_record *record);

// Whether rule of play `index` of the game (`plywood_game_rule`) holds in this record: `on` gets 1 or 0.
plywood_status plywood_record_rule(const plywood_record *record, size_t index, uint32_t *on);

// The moves that may be played, rules of play included, in the order of `plywood_record_legal_moves`; none when the game is over. RBC: those
// that do something on the true board, and the pass.
plywood_status plywood_record_moves(const plywood_record *record,
                                    plywood_move *moves,
                                    size_t capacity,
                                    size_t *count);

// The text of move `index` of `plywood_record_moves`.
plywood_status plywood_record_move_text(const plywood_record *record,
                                        size_t index,
                                        char *buffer,
                                        size_t capacity,
                                        size_t *required);

// The moves that may be played, rules of play included: their texts, sorted, with a space between them.
plywood_status plywood_record_legal_moves(const plywood_record *record,
                                          char *buffer,
                                          size_t capacity,
                                          size_t *required);

// Plays the move that the text says, if the rules of play allow it.
plywood_status plywood_record_play(plywood_record *record, const char *move_text);

// Plays move `index` of `plywood_record_moves`.
plywood_status plywood_record_play_index(plywood_record *record, size_t index);

// Plays the move that is equal to `played`, if the rules of play allow it.
plywood_status plywood_record_play_move(plywood_record *record, const plywood_move *played);

// Takes the last move back; `PLYWOOD_STATUS_OUT_OF_RANGE` when there is none.
plywood_status plywood_record_undo(plywood_record *record);

// How the game stands, rules of play included.
plywood_status plywood_record_outcome(const plywood_record *record, plywood_outcome *outcome);

// The position on the board, to be freed by itself.
plywood_status plywood_record_position(const plywood_record *record, plywood_position **position);

// The position on the board as text, which `plywood_position_new` and `plywood_record_new` read.
plywood_status plywood_record_text(const plywood_record *record,
                                   char *buffer,
                                   size_t capacity,
                                   size_t *required);

// Who is to move: 0 = White, 1 = Black.
plywood_status plywood_record_side(const plywood_record *record, uint32_t *side);

// How many moves were played.
plywood_status plywood_record_length(const plywood_record *record, size_t *length);

// The text of move `index` of those that were played, from 0.
plywood_status plywood_record_played(const plywood_record *record,
                                     size_t index,
                                     char *buffer,
                                     size_t capacity,
                                     size_t *required);

// What the position on the board is worth without looking ahead, in hundredths, from the side to move.
plywood_status plywood_record_evaluate(const plywood_record *record, int32_t *score);

// An engine for a game, with a table of `table_megabytes` (0 = the smallest there is) and `threads` threads, 1 to `PLYWOOD_MAX_THREADS`
// (0 = all cores). `PLYWOOD_STATUS_NO_RESOURCES` when the machine does not have them. Free it with `plywood_engine_free`.
plywood_status plywood_engine_new(const char *name,
                                  uint64_t table_megabytes,
                                  uint32_t threads,
                                  plywood_engine **engine);

// With how many threads the next search is done, as in `plywood_engine_new`. The table stays as it is.
plywood_status plywood_engine_set_threads(plywood_engine *engine, uint32_t threads);

// Frees an engine; null is fine. No search may be under way.
plywood_status plywood_engine_free(plywood_engine *engine);

// Forgets everything in the table, as before a new game.
plywood_status plywood_engine_clear(plywood_engine *engine);

// In exact mode (`exact` not 0) the score is that of full minimax; otherwise the devices that pay in the game are on, but for those
// that `plywood_engine_without` has switched off.
plywood_status plywood_engine_set_exact(plywood_engine *engine,
                                        uint32_t exact);

// Switches a device off for as long as the engine lives: `null-move`, `reductions`, `futility`, `probcut` or `aspiration`.
plywood_status plywood_engine_without(plywood_engine *engine,
                                      const char *device);

// Searches the position on the board of a record. `moves` are those to look at from the root, with spaces between them; null = all, and an
// empty text, which leaves nothing to search, is `PLYWOOD_STATUS_BAD_ARGUMENT`. `evaluate` replaces the evaluation of the game, and `info`
// hears of every depth; both, `cancel` and `report` may be null. `user` is given to both functions as it is. A search that is stopped is
// not an error: it reports what it has. What was found stays in the engine until its next search; a search that is refused changes nothing.
plywood_status plywood_search(plywood_engine *engine,
                              const plywood_record *record,
                              const plywood_limits *limits,
                              const char *moves,
                              plywood_evaluate evaluate,
                              plywood_info info,
                              void *user,
                              const plywood_cancel *cancel,
                              plywood_report *report);

// How many best moves the engine's last search found, each with a report and a line: `multi_pv`, or fewer where there are fewer moves or the
// search was cut short in its first depth. 0 before the first search.
plywood_status plywood_engine_ranks(const plywood_engine *engine,
                                    uint32_t *ranks);

// What the engine's last search found for the best move of rank `rank`, from 1; with several, all are of the same depth.
plywood_status plywood_engine_report(const plywood_engine *engine,
                                     uint32_t rank,
                                     plywood_report *report);

// The line of the best move of rank `rank`, from 1, of the engine's last search: moves with a space between them, the best move first.
plywood_status plywood_engine_line(const plywood_engine *engine,
                                   uint32_t rank,
                                   char *buffer,
                                   size_t capacity,
                                   size_t *required);

// The best move of the engine's last search. Empty before.
plywood_status plywood_engine_best_move(const plywood_engine *engine,
                                        char *buffer,
                                        size_t capacity,
                                        size_t *required);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PLYWOOD_H */
