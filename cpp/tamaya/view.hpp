// What one seat may know. Agents receive only a View, so they cannot read hidden cards.
#pragma once

#include "tamaya/legal.hpp"

namespace tamaya {

struct View {
    Table table;
    Log log;
    Hand hands[kMaxPlayers];  // the viewer's own hand is blank
    u8 me;
    CardSet playable;   // can be played now
    CardSet dead;       // will never score
    CardSet critical;   // still needed, one copy left
    CardCounts unseen;  // cards that this seat does not see: the deck and its own hand
};

// Updates the view of a seat. The view is either new ({} with table.turn 0) or an earlier view of
// the same seat in the same game; only new events are copied then.
inline void look(View& v, const State& state, int seat) {
    const Table& t = state.table;
    for (int i = v.table.turn; i < t.turn; ++i) v.log.events[i] = state.log.events[i];
    v.table = t;
    v.me = static_cast<u8>(seat);
    v.playable = playable(t);
    v.dead = dead(t);
    v.critical = t.hidden.low & ~t.hidden.high & ~v.dead;
    v.hands[seat] = kEmptyHand;
    CardCounts unseen = t.hidden;  // in registers; bit 31 collects empty slots
    for (int other = 0; other < t.setup.players; ++other) {
        if (other == seat) continue;
        const Hand& hand = v.hands[other] = state.hands[other];
        for (int i = 0; i < kMaxHand; ++i) unseen.remove(bit(hand.cards.get(i)));
    }
    v.unseen = {unseen.low & kAllCards, unseen.high & kAllCards};
}

// Legal moves of the viewer: none while another seat is to move.
inline MoveSet legal_moves(const View& v) {
    if (v.me != v.table.current) return {0};
    return legal_moves(v.table, v.hands);
}

// The cards that an own slot can be, given hints and the visible cards.
inline CardSet possible(const View& v, int slot) {
    return possible(v.table.knowledge[v.me], slot) & v.unseen.present();
}

}  // namespace tamaya
