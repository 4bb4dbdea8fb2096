// Counter-based random numbers: every draw is a pure function of (seed, purpose, index, counter),
// so results do not depend on threads, order or device.
#pragma once

#include "tamaya/platform.hpp"

namespace tamaya {

constexpr u64 kGolden = 0x9E3779B97F4A7C15ull;

// The finaliser of SplitMix64: a bijection that spreads every input bit over the whole word.
constexpr u64 mix(u64 x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

// What a stream is for. Streams of one seed but different purposes are unrelated.
enum class Purpose : u32 {
    deck = 1,
    agent = 2,
    question = 3,
    series = 4,   // seeds of the games of one row of a vector
    partner = 5,  // partners of these games
    colors = 6,   // permutations of colors for learners
    sample = 7,   // random actions of learners
};

struct Rng {
    u64 key;
    u64 counter;

    constexpr u64 next() { return mix(key + ++counter * kGolden); }

    // Uniform in 0 .. n-1, for n up to a few thousand (the bias is below n / 2^32).
    constexpr u32 below(u32 n) { return static_cast<u32>(((next() >> 32) * n) >> 32); }
};

// The stream of a seed for one purpose; `index` distinguishes, for example, the streams of the
// seats. Adding x makes the key one-way: the seed, and so the deck, cannot be computed from an
// agent's key.
constexpr Rng stream(u64 seed, Purpose purpose, u32 index = 0) {
    const u64 tag = static_cast<u64>(purpose) << 32 | index;
    const u64 x = mix(seed + kGolden) ^ mix(tag * kGolden);
    return {mix(x) + x, 0};
}

}  // namespace tamaya
