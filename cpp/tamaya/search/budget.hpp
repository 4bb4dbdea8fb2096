// How long a search may think: by rollouts, by the clock, or by whichever ends first.
#pragma once

#include "tamaya/platform.hpp"

namespace tamaya {

struct Budget {
    u64 rollouts;     // 0: no limit
    u64 nanoseconds;  // 0: no limit
    u64 (*clock)();   // nanoseconds since some moment; null if only rollouts count
    u64 started;      // by that clock

    // Thousandths of the budget that are gone after so many rollouts; 1000: stop.
    u64 spent(u64 done) const {
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
