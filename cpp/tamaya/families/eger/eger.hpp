// The family of the agents of Eger et al. 2017: random, inner, Outer, Intentional, Full, and a
// sampler that recognises its own cards.
#pragma once

#include "tamaya/families/eger/recognition.hpp"

namespace tamaya::eger {

enum class Style : u8 { random, inner, outer, intentional, full, sample };
constexpr int kStyles = 6;
constexpr const char* kStyleNames[kStyles] = {"random",      "inner", "outer",
                                              "intentional", "full",  "sample"};

struct Params {
    i32 samples;  // of a sampler: hands drawn for each hint; 0 for the others
    Style style;
    bool counting;        // see Reading
    bool expendable;      // see Reading
    bool of_intentional;  // of a sampler: it models the giver of hints as Intentional, not Outer
};
FIELDS(Params, samples, style, counting, expendable, of_intentional);

inline Flaw flaw(const Params& p) {
    if (static_cast<int>(p.style) >= kStyles) return {"style", "0 to 5, a place in eger_styles()"};
    if (p.style != Style::sample) return p.samples == 0 ? kNoFlaw : Flaw{"samples", "0"};
    return p.samples >= 1 && p.samples <= 60'000 ? kNoFlaw : Flaw{"samples", "1 to 60000"};
}

// `draws` makes the random choices: Draws, or a struct that repeats the choices of another program.
template <typename From>
inline Decision decide_with(const Params& p, const View& v, Memory& memory, From& draws) {
    const Reading reading = {p.counting, p.expendable};
    switch (p.style) {
        case Style::random:
            return decide_random(v, draws);
        case Style::inner:
            return decide_inner(v, reading, draws);
        case Style::outer:
            return decide_outer(v, reading, false, memory, draws);
        case Style::intentional:
            return decide_intentional(v, reading, draws);
        case Style::full:
            return decide_full(v, reading, memory, draws);
        default:
            return decide_sample(v, reading, {p.samples, p.of_intentional}, memory, draws);
    }
}

inline Decision decide(const Params& p, const View& v, Memory& memory, Rng& rng) {
    Draws draws = {rng};
    return decide_with(p, v, memory, draws);
}

inline void carry_over(const Params& p, const View& last, Memory& memory) {
    if (p.style == Style::outer) keep_told(last, memory);
    if (p.style == Style::full) keep_hint(last, memory);
}

FAMILY(eger);

}  // namespace tamaya::eger
