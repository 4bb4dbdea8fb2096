// Samples hands from their owner's point of view. The searching seat knows its partners' cards, but
// a partner in the tree must not use its own cards. So the partner gets a sampled hand that fits
// its knowledge, moves, and then gets its real cards back, as far as they are left.
#pragma once

#include "tamaya/apply.hpp"
#include "tamaya/imagine.hpp"

namespace tamaya {

struct Redeal {
    int seat;
    Hand known;  // its real cards
    SlotSet present;
};

// `v` is the view of the seat to move.
inline Redeal redeal(State& state, const View& v, Rng& rng) {
    const Redeal before = {v.me, state.hands[v.me], state.table.knowledge[v.me].present};
    imagine(state, v, rng);
    return before;
}

// The slot of a card after the move; -1 if it was used.
inline int slot_after(const Setup& s, Move move, int slot) {
    if (is_hint(move)) return slot;
    if (slot == move.index) return -1;
    return s.refill == Refill::shift && slot > move.index ? slot - 1 : slot;
}

// Gives the real cards back after the move. If the move used a real card from the sampled hand, it
// is replaced by another card that hints allow, if there is one.
inline void give_back(State& state, const Redeal& before, Move move, Rng& rng) {
    const Setup& s = state.table.setup;
    Hand& hand = state.hands[before.seat];
    const Knowledge& k = state.table.knowledge[before.seat];
    CardCounts pool = {0, 0};
    for (int i = 0; i < s.hand_size; ++i)
        if (k.present >> i & 1) pool.add(bit(hand.cards.get(i)));
    for (int i = state.next_card; i < state.deck.size; ++i) pool.add(bit(state.deck.cards[i]));
    Card kept[kMaxHand];
    for (int i = 0; i < s.hand_size; ++i) kept[i] = kNoCard;
    for (int i = 0; i < s.hand_size; ++i) {
        const int to = slot_after(s, move, i);
        const Card card = before.known.cards.get(i);
        if (!(before.present >> i & 1) || to < 0 || !(pool.present() & bit(card))) continue;
        kept[to] = card;
        pool.remove(bit(card));
    }
    Card pile[kMaxDeck];
    int size = 0;
    for (Card card = 0; card < kCardKinds; ++card)
        for (int i = 0; i < pool.of(card); ++i) pile[size++] = card;
    for (int i = size - 1; i > 0; --i) {
        const u32 j = rng.below(static_cast<u32>(i + 1));
        const Card other = pile[j];
        pile[j] = pile[i];
        pile[i] = other;
    }
    for (int i = 0; i < s.hand_size; ++i) {
        if (!(k.present >> i & 1) || kept[i] != kNoCard) continue;
        int at = size - 1;
        while (at > 0 && !(possible(k, i) & bit(pile[at]))) --at;
        kept[i] = pile[at];
        pile[at] = pile[--size];
    }
    for (int i = 0; i < s.hand_size; ++i)
        if (k.present >> i & 1) put(hand, s, i, kept[i]);
    for (int i = 0; i < size; ++i) state.deck.cards[state.next_card + i] = pile[i];
}

}  // namespace tamaya
