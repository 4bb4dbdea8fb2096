// Positions set up by hand, like chess problems, without the moves that led there.
#pragma once

#include "tamaya/state.hpp"

namespace tamaya {

// The place of every card. Cards that are in no other place are in the deck, in the given order.
struct Placement {
    Card hands[kMaxPlayers][kMaxHand];  // kNoCard: no card
    u8 colors[kMaxPlayers][kMaxHand];   // possible colors by hints
    u8 ranks[kMaxPlayers][kMaxHand];    // possible ranks by hints, bit r-1 for rank r
    u8 color_hinted[kMaxPlayers];       // slots, as sets
    u8 rank_hinted[kMaxPlayers];
    CardSet played;
    CardCounts discards;
    Card deck[kMaxDeck];  // next card first
    u8 deck_size;
    u8 hints, lives, current;
};

// Builds the position. Every card of the game must be in exactly one place. Slot 0 is the oldest
// card of each hand.
inline void place(State& state, const Setup& s, const Placement& p) {
    Deck deck = sorted_deck(s);
    deal(state, s, deck);
    Table& t = state.table;
    t.played = p.played;
    t.discards = p.discards;
    t.hints = p.hints;
    t.lives = p.lives;
    t.current = p.current;
    t.deck = p.deck_size;
    t.hidden = {0, 0};
    state.next_card = static_cast<u8>(deck.size - p.deck_size);
    for (int i = 0; i < p.deck_size; ++i) {
        state.deck.cards[state.next_card + i] = p.deck[i];
        t.hidden.add(bit(p.deck[i]));
    }
    for (int seat = 0; seat < s.players; ++seat) {
        Knowledge& k = t.knowledge[seat];
        k.color_hinted = p.color_hinted[seat];
        k.rank_hinted = p.rank_hinted[seat];
        for (int slot = 0; slot < s.hand_size; ++slot) {
            const Card card = p.hands[seat][slot];
            k.colors.set(slot, card == kNoCard ? 0 : p.colors[seat][slot]);
            k.ranks.set(slot, card == kNoCard ? 0 : p.ranks[seat][slot]);
            if (card == kNoCard) {
                clear(state.hands[seat], slot);
                k.present &= static_cast<SlotSet>(~(1 << slot));
            } else {
                put(state.hands[seat], s, slot, card);
                t.hidden.add(bit(card));
            }
        }
    }
}

}  // namespace tamaya
