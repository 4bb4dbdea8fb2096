#include "thoughts.hpp"

#include <algorithm>
#include <chrono>

namespace bind {

using namespace tamaya;

namespace {

constexpr i64 kMaxRollouts = 1'000'000'000;
constexpr int kMaxThreads = 64;

void run_parts(void*, int parts, void (*work)(void* context, int part), void* context) {
    if (parts == 1) return work(context, 0);
    LongCall call(false);
    call.run(static_cast<u64>(parts), parts,
             [&](u64 part, int) { work(context, static_cast<int>(part)); });
}

bool is_stopped(void* call) { return static_cast<LongCall*>(call)->is_stopped(); }

// Candidates for Python: move, visits, mean points, best first.
std::vector<std::tuple<Move, u32, double>> ranked(const Thought& thought) {
    std::vector<std::tuple<Move, u32, double>> rows;
    for (int i = 0; i < thought.candidates.count; ++i) {
        const Candidate& c = thought.candidates.at[i];
        rows.emplace_back(c.move, c.visits, mean(c));
    }
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        if (std::get<1>(a) != std::get<1>(b)) return std::get<1>(a) > std::get<1>(b);
        return std::get<2>(a) > std::get<2>(b);
    });
    return rows;
}

}  // namespace

u64 nanoseconds_now() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<u64>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

Crew thread_crew() { return {run_parts, nullptr}; }

StopSign stop_sign_of(LongCall& call) { return {is_stopped, &call}; }

u64 checked_rollouts(i64 rollouts) {
    return static_cast<u64>(within<i64>("rollouts", rollouts, 0, kMaxRollouts));
}

u64 checked_nanoseconds(double seconds) {
    return static_cast<u64>(within("seconds", seconds, 0.0, 86400.0) * 1e9);
}

int checked_parts(int threads) { return within("threads", threads, 1, kMaxThreads); }

void bind_thoughts(nb::module_& m) {
    nb::class_<Thought>(m, "Thought",
                        "A move, and the statistics of all moves that the search tried.")
        .def_prop_ro(
            "move", [](const Thought& t) { return t.move; }, "The chosen move.")
        .def_prop_ro(
            "rollouts", [](const Thought& t) { return t.candidates.rollouts; },
            "Imagined games in all.")
        .def_prop_ro("candidates", ranked, "(move, visits, mean points), most visits first.");
}

}  // namespace bind
