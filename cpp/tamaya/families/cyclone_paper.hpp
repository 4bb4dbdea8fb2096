// Cyclone with its twelve factors as the paper defines them (Kantack 2021, section 3), where the
// published program differs: every weight is multiplied by a probability or a quantity, hint tokens
// add value to hints, and cards that are given up count as unneeded.
//
// The curve of Figure 3 is one number per deficit: a card this far above its firework is given up
// when the deck has at most so many cards. All weights and the curve can be trained.
#pragma once

#include "tamaya/families/cyclone.hpp"

namespace tamaya::cyclone_paper {

// In the order of Table 1.
enum class Factor : u8 {
    play_playable,          // probability that the played card is playable
    misplay,                // probability that it is not, with fewer than two lives lost
    last_misplay,           // the same with two lives lost
    partner_playable,       // change of the probability that the partner plays a playable card
    partner_unplayable,     // the same for other cards
    safe_discard,           // probability that the discarded card is not endangered
    unneeded_discard,       // probability that it is unneeded or given up
    play_singled_out,       // the last hint singled the card out
    single_out_playable,    // the hint singles out a playable card
    single_out_unplayable,  // the hint singles out another card
    discard_singled_out,    // the last hint singled the card out
    hint_per_token,         // hint tokens before the hint
};
constexpr int kFactors = 12;
constexpr const char* kFactorNames[kFactors] = {
    "play_playable",       "misplay",
    "last_misplay",        "partner_playable",
    "partner_unplayable",  "safe_discard",
    "unneeded_discard",    "play_singled_out",
    "single_out_playable", "single_out_unplayable",
    "discard_singled_out", "hint_per_token",
};
constexpr int kDeficits = 4;  // of 2, 3, 4 and 5; a deficit of 1 is playable

struct Params {
    double weights[kFactors];
    double give_up[kDeficits];  // largest deck with which a card of deficit 2, 3, ... is given up

    double operator[](Factor f) const { return weights[static_cast<int>(f)]; }
};
FIELDS(Params, weights, give_up);

inline Flaw flaw(const Params& p) {
    for (const double weight : p.weights)
        if (!cyclone::is_finite(weight)) return {"weights", "finite numbers"};
    for (const double deck : p.give_up)
        if (!cyclone::is_finite(deck)) return {"give_up", "finite numbers"};
    return kNoFlaw;
}

// Cards that are too far above their firework for a deck of this size.
inline CardSet given_up(const Params& p, const View& v) {
    CardSet cards = 0, ahead = v.playable;
    for (int i = 0; i < kDeficits; ++i) {
        ahead = next_rank(ahead);
        if (v.table.deck <= p.give_up[i]) cards |= ahead;
    }
    return cards;
}

// The sets of cards in a position.
struct Position {
    const View& v;
    const Params& p;
    CardSet unneeded;
    CardSet safe;  // not endangered: played already, or another copy is in play
    SlotSet singled_out;

    Position(const View& view, const Params& params, Memory& memory)
        : v(view),
          p(params),
          unneeded(view.dead | given_up(params, view)),
          safe(view.table.played | view.table.hidden.high),
          singled_out(cyclone::own_hand(view, memory).singled_out) {}
};

template <typename Note>
inline double value_of_own(const Position& at, Move move, const Note& note) {
    const View& v = at.v;
    const CardSet cards = possible(v, move.index);
    const bool singled_out = at.singled_out >> move.index & 1;
    cyclone::Sum<Note> sum{note};
    const auto add = [&](Factor factor, double quantity) {
        sum.add(factor, at.p[factor] * quantity);
    };
    if (move.kind == MoveKind::play) {
        const double fits = cyclone::share(v.unseen, cards, v.playable);
        add(Factor::play_playable, fits);
        add(cyclone::lives_lost(v) < 2 ? Factor::misplay : Factor::last_misplay, 1.0 - fits);
        if (singled_out) add(Factor::play_singled_out, 1.0);
        return sum.value;
    }
    add(Factor::safe_discard, cyclone::share(v.unseen, cards, at.safe));
    add(Factor::unneeded_discard, cyclone::share(v.unseen, cards, at.unneeded));
    if (singled_out) add(Factor::discard_singled_out, 1.0);
    return sum.value;
}

template <typename Note>
inline double value_of_hint(const Position& at, const cyclone::Receiver& them, Move hint,
                            const Note& note) {
    const View& v = at.v;
    SlotSet named = 0;
    const cyclone::Tracked after = them.after(hint, named);
    cyclone::Sum<Note> sum{note};
    const auto add = [&](Factor factor, double quantity) {
        sum.add(factor, at.p[factor] * quantity);
    };
    for (u32 left = after.present; left != 0; left &= left - 1) {
        const int slot = lowest_bit(left);
        const CardSet before = cyclone::admitted(them.before, slot);
        const double more =
            cyclone::share(v.table.hidden, cyclone::admitted(after, slot), v.playable) -
            cyclone::share(v.table.hidden, before, v.playable);
        const bool playable = v.playable & bit(them.hand.cards.get(slot));
        add(playable ? Factor::partner_playable : Factor::partner_unplayable, more);
    }
    if (cyclone::is_single(named)) {
        const bool playable = v.playable & bit(them.hand.cards.get(lowest_bit(named)));
        add(playable ? Factor::single_out_playable : Factor::single_out_unplayable, 1.0);
    }
    add(Factor::hint_per_token, v.table.hints);
    return sum.value;
}

// Calls use(move, value) for each legal move in the order of action ids; before that,
// note(factor, term) for each term of the value.
template <typename Use, typename Note>
inline void each_move(const View& v, const Params& p, Memory& memory, const Use& use,
                      const Note& note) {
    const Position at(v, p, memory);
    const u64 legal = legal_moves(v).bits;
    const u64 first_hint = 1ull << kWidest.id(hint_color(1, 0));
    for (u64 left = legal & (first_hint - 1); left != 0; left &= left - 1) {
        const Move move = kWidest.move(lowest_bit(left));
        use(move, value_of_own(at, move, note));
    }
    cyclone::each_hint(v, legal & ~(first_hint - 1), [&](const cyclone::Receiver& them, Move move) {
        use(move, value_of_hint(at, them, move, note));
    });
}

OUT_OF_LINE inline Decision decide(const Params& p, const View& v, Memory& memory, Rng&) {
    Decision best = {kNoMove, 0};
    double highest = 0.0;
    each_move(
        v, p, memory,
        [&](Move move, double value) {
            if (best.move == kNoMove || value > highest) best.move = move, highest = value;
        },
        [](Factor, double) {});
    return best;
}

FAMILY(cyclone_paper);

}  // namespace tamaya::cyclone_paper
