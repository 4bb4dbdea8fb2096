// A rule is a function of a View that proposes a move, does not apply, or throws (some published
// rules do). Rules are registered where they are defined:
//
//   // Plays a card that must be playable. Ties: the lowest slot. Paper name: PlaySafeCard.
//   RULE(play_safe, play, "", "Plays a card that must be playable.")
//   inline Move play_safe(const View& v, const Args&, Rng&) { ... }
//
// RULE(name, gate, parameters, description, values). The build collects all rules
// (cpp/collect_rules.py) into the switch in rulebook.hpp; nothing else needs to be edited.
// Parameters are listed in order with their defaults: "percent=60, lives=1". `values` lists the
// arguments that evolution chooses from, like "40, 2; 60, 2"; without it, only the defaults.
#pragma once

#include "tamaya/view.hpp"

namespace tamaya {

#define RULE(name, gate, parameters, ...) static_assert(true)

// When a rule can apply.
enum class Gate : u8 {
    none,     // always
    play,     // always; the rule proposes plays
    hint,     // if a hint token is available
    discard,  // if discarding is legal
};

constexpr int kMaxArgs = 4;

// Small integers, in the order of the rule's parameters.
struct Args {
    i8 at[kMaxArgs];
    constexpr int operator[](int i) const { return at[i]; }
};

// Results that are not moves. kNoMove: the rule does not apply.
constexpr Move kThrows = {MoveKind::none, 1, 0};             // the original raises an exception
constexpr Move kIllegalHint = {MoveKind::hint_color, 1, 7};  // the original hints a null color

constexpr bool fires(Move move) { return move.kind != MoveKind::none; }

// The set of open gates: bit g stands for gate g.
inline u32 open_gates(const View& v) {
    const Setup& s = v.table.setup;
    const bool hint = v.table.hints > 0;
    const bool discard = v.table.hints < s.max_hints || s.discard_at_max;
    return 0b0011u | static_cast<u32>(hint) << 2 | static_cast<u32>(discard) << 3;
}

constexpr bool is_open(u32 open, Gate gate) { return open >> static_cast<u32>(gate) & 1; }

}  // namespace tamaya
