// What the bindings of searching agents and of meta-agents share: limits, threads and results.
#pragma once

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <vector>

#include "bind.hpp"
#include "tamaya/search/seat.hpp"
#include "threads.hpp"

namespace bind {

// The result of a search, for Python.
struct Thought {
    tamaya::Move move;
    tamaya::Candidates candidates;
};

// The clock of time limits.
tamaya::u64 nanoseconds_now();

// Runs the parts of a search on a thread each.
tamaya::Crew thread_crew();

// A sign that stops a search when the call does.
tamaya::StopSign stop_sign_of(LongCall& call);

// Checks that a limit is in its range, and returns it; `rollouts` and `seconds` are 0 for no limit.
tamaya::u64 checked_rollouts(tamaya::i64 rollouts);
tamaya::u64 checked_nanoseconds(double seconds);
int checked_parts(int threads);

template <typename T>
T within(const char* name, T value, T low, T high) {
    if (!(value >= low && value <= high)) {
        // to_string would print six decimals even for integers.
        const auto text = [](T x) { return utf8_of(nb::str(nb::cast(x))); };
        throw TamayaError(std::string(name) + " = " + text(value) + " (expected " + text(low) +
                          " to " + text(high) + ")");
    }
    return value;
}

}  // namespace bind
