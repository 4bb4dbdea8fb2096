// Limits of a search: rollouts, time, or both.
#pragma once

#include "tamaya/platform.hpp"

namespace tamaya {

// A callback by which the caller can stop a running search.
struct StopSign {
    bool (*is_set)(void* context) = nullptr;  // null: never
    void* context = nullptr;

    bool operator()() const { return is_set != nullptr && is_set(context); }
};

struct Budget {
    u64 rollouts;     // 0: no limit
    u64 nanoseconds;  // 0: no limit
    u64 (*clock)();   // nanoseconds since a fixed moment; null if there is no time limit
    u64 started;      // by that clock
    StopSign stop{};

    // Thousandths of the budget that are used after this many rollouts; 1000: stop.
    u64 spent(u64 done) const {
        if (stop()) return 1000;
        u64 gone = rollouts > 0 ? done * 1000 / rollouts : 0;
        if (nanoseconds > 0) {
            const u64 by_clock = (clock() - started) * 1000 / nanoseconds;
            if (by_clock > gone) gone = by_clock;
        }
        return gone;
    }
    bool is_spent(u64 done) const { return spent(done) >= 1000; }
};

// The budget of one part of a search: parts share the rollouts, and each has at least one.
inline Budget share_of(u64 rollouts, int parts, int part, u64 nanoseconds, u64 (*clock)(),
                       u64 started, StopSign stop) {
    const u64 count = static_cast<u64>(parts);
    const u64 share = (rollouts + count - 1 - static_cast<u64>(part)) / count;
    return {rollouts == 0 ? 0 : share < 1 ? 1 : share, nanoseconds, clock, started, stop};
}

}  // namespace tamaya
