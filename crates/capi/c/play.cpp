// The engine against itself until the game is over: play GAME NODES. C++17.
#include <plywood.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

void check(plywood_status status)
{
    if (status != PLYWOOD_STATUS_OK) throw std::runtime_error(plywood_last_error());
}

struct Free {
    void operator()(plywood_record *record) const { plywood_record_free(record); }
    void operator()(plywood_engine *engine) const { plywood_engine_free(engine); }
};

std::string best_move(const plywood_engine *engine)
{
    size_t size = 0;
    check(plywood_engine_best_move(engine, nullptr, 0, &size));
    std::string text(size, '\0');
    check(plywood_engine_best_move(engine, text.data(), text.size(), nullptr));
    text.pop_back();
    return text;
}

int play(const char *game, uint64_t nodes)
{
    plywood_record *started = nullptr;
    check(plywood_record_new(game, nullptr, nullptr, &started));
    const std::unique_ptr<plywood_record, Free> record(started);
    plywood_engine *made = nullptr;
    check(plywood_engine_new(game, 8, 1, &made));
    const std::unique_ptr<plywood_engine, Free> engine(made);

    plywood_limits limits{};
    limits.nodes = nodes;
    plywood_outcome outcome = PLYWOOD_OUTCOME_OPEN;
    for (int ply = 1; outcome == PLYWOOD_OUTCOME_OPEN; ply++) {
        plywood_report report{};
        check(plywood_search(engine.get(), record.get(), &limits, nullptr, nullptr, nullptr, nullptr, nullptr, &report));
        const std::string move = best_move(engine.get());
        check(plywood_record_play(record.get(), move.c_str()));
        std::printf("%d. %s (%+.2f, depth %u)\n", ply, move.c_str(), report.score / 100.0, report.depth);
        check(plywood_record_outcome(record.get(), &outcome));
    }
    const char *const results[] = {"", "White wins", "Black wins", "draw"};
    std::printf("%s\n", results[outcome]);
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 3) {
        std::fprintf(stderr, "play: expected GAME NODES\n");
        return 2;
    }
    try {
        return play(argv[1], std::strtoull(argv[2], nullptr, 10));
    } catch (const std::exception &error) {
        std::fprintf(stderr, "play: %s\n", error.what());
        return 2;
    }
}
