// How long a search may think: by rollouts, by the clock, or by whichever ends first.
#pragma once

#include "tamaya/platform.hpp"

namespace tamaya {

// A question that the caller of a search answers while it runs: shall it stop?
struct StopSign {
    bool (*is_set)(void* context) = nullptr;  // null: never
    void* context = nullptr;

    bool operator()() const { return is_set != nullptr && is_set(context); }
};

struct Budget {
    u64 rollouts;     // 0: no limit
    u64 nanoseconds;  // 0: no limit
    u64 (*clock)();   // nanoseconds since some moment; null if only rollouts count
    u64 started;      // by that clock
    StopSign stop{};

    // Thousandths of the budget that are gone after so many rollouts; 1000: stop.
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

}  // namespace tamaya
