// Self-recognition after Osawa, as the program of Eger et al. 2017 samples it: which hand would
// have made me give that hint? Otherwise it plays as Outer, and hints ranks rather than colours.
//
// Hands are drawn slot by slot from what hints allow, less cards played and discarded; those for
// which the giver would hint the same are kept. Of each slot the card drawn most often is noted,
// and the slot whose card was drawn most often counts as that card for this turn. Ties: the lowest
// slot, the card scanned first.
//
// In the original the giver's idea of one's own hand is already that after the hint. So
// Intentional, which gives no hint without news, is never recognised, and its samplers play as if
// they had not been hinted. No games of the original were there to compare with.
#pragma once

#include "tamaya/families/eger/intentional.hpp"
#include "tamaya/families/eger/outer.hpp"

namespace tamaya::eger {

struct Recognition {
    i32 samples;
    bool of_intentional;  // the giver is thought to be Intentional; otherwise Outer
};

// A card that one's slot is taken for; slot -1: none.
struct Recognised {
    int slot;
    Card card;
};

// The giver's side of the table just before the hint, but for the knowledge; one's own hand is
// still to be drawn.
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

// The view of somebody who takes a slot for a card.
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
