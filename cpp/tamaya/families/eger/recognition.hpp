// Self-recognition after Osawa, by sampling as in the program of Eger et al. 2017: for which own
// hands would the partner have given this hint? Otherwise it plays like Outer, and hints ranks
// first.
//
// Hands are sampled slot by slot from the cards that hints allow, without played and discarded
// cards. Hands for which the giver would give the same hint are kept. For each slot, the most
// frequent card is determined; the slot with the highest frequency counts as that card in this
// turn. Ties: the lowest slot, the card scanned first.
//
// In the original, the simulated giver already knows what the receiver knows after the hint. So
// Intentional, which never repeats information, would never give the hint again, and samplers that
// model Intentional ignore hints. No games of the original were available for comparison.
#pragma once

#include "tamaya/families/eger/intentional.hpp"
#include "tamaya/families/eger/outer.hpp"

namespace tamaya::eger {

struct Recognition {
    i32 samples;
    bool of_intentional;  // the giver is modelled as Intentional; otherwise as Outer
};

// The card that an own slot is assumed to be; slot -1: none.
struct Recognised {
    int slot;
    Card card;
};

// The giver's view just before the hint, except for the knowledge; the own hand is still to be
// sampled.
inline View before_hint(const View& v, int giver) {
    View theirs = v;
    theirs.me = theirs.table.current = static_cast<u8>(giver);
    theirs.table.hints = static_cast<u8>(v.table.hints + 1);
    theirs.hands[giver] = kEmptyHand;
    return theirs;
}

template <typename From>
inline Card drawn_from(const CardCounts& copies, CardSet possible, From& draws) {
    int n = draws.below(count(copies, possible));
    for (CardSet left = possible & copies.present();; left &= left - 1) {
        const Card card = static_cast<Card>(lowest_bit(left));
        n -= copies.of(card);
        if (n < 0) return card;
    }
}

template <typename From>
inline Recognised recognise(const View& v, const Reading& reading, const Recognition& as,
                            const Event& hint, From& draws) {
    const Setup& s = v.table.setup;
    const Knowledge& k = v.table.knowledge[v.me];
    const Move given = move_of(hint, s.players);
    View theirs = before_hint(v, hint.actor);
    u16 times[kMaxHand][kCardKinds] = {};
    for (int sample = 0; sample < as.samples; ++sample) {
        Hand& mine = theirs.hands[v.me] = kEmptyHand;
        for (u32 left = k.present; left != 0; left &= left - 1) {
            const int slot = lowest_bit(left);
            put(mine, s, slot, drawn_from(v.table.hidden, possible(k, slot), draws));
        }
        Memory fresh = {};
        fresh.words[1] = v.table.turn;
        const Decision decision = as.of_intentional
                                      ? decide_intentional(theirs, reading, draws)
                                      : decide_outer(theirs, reading, false, fresh, draws);
        if (!(decision.move == given)) continue;
        for (u32 left = k.present; left != 0; left &= left - 1) {
            const int slot = lowest_bit(left);
            ++times[slot][mine.cards.get(slot)];
        }
    }
    Recognised best = {-1, kNoCard};
    int most = 0;
    for (int slot = 0; slot < s.hand_size; ++slot)
        for (int i = 0; i < kMaxColors * kMaxRanks; ++i) {
            const Card card = card_of(s.color_order[i / kMaxRanks], i % kMaxRanks + 1);
            if (times[slot][card] > most) best = {slot, card}, most = times[slot][card];
        }
    return best;
}

// The view with a slot assumed to be a card.
inline View taken_for(const View& v, const Recognised& taken) {
    View same = v;
    Knowledge& k = same.table.knowledge[v.me];
    k.colors.set(taken.slot, static_cast<u8>(1 << color_of(taken.card)));
    k.ranks.set(taken.slot, static_cast<u8>(1 << (rank_of(taken.card) - 1)));
    return same;
}

template <typename From>
OUT_OF_LINE Decision decide_sample(const View& v, const Reading& reading, const Recognition& as,
                                   Memory& m, From& draws) {
    const Event* hint = hint_received(v);
    const Recognised taken =
        hint ? recognise(v, reading, as, *hint, draws) : Recognised{-1, kNoCard};
    if (taken.slot < 0) return decide_outer(v, reading, true, m, draws);
    return decide_outer(taken_for(v, taken), reading, true, m, draws);
}

}  // namespace tamaya::eger
