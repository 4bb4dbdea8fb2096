// What every player knows about every hand if all players follow the hat convention.
#pragma once

#include "tamaya/families/family.hpp"
#include "tamaya/past.hpp"

namespace tamaya::hats {

// Public: all seats that follow the convention compute the same beliefs. Stored in a seat's extra
// memory.
struct Beliefs {
    Table table;                              // before event `seen`
    Numbers numbers;                          // of the cards, before event `seen`
    CardSet possible[kMaxPlayers][kMaxHand];  // possible cards of each slot; 0 for an empty slot
    u16 seen;                                 // number of events processed so far
    bool begun;
};

inline bool is_single(CardSet cards) { return cards != 0 && (cards & (cards - 1)) == 0; }

inline void begin(Beliefs& b, const View& v) {
    b.table = opening_table(v);
    b.numbers = first_numbers(v);
    for (int seat = 0; seat < kMaxPlayers; ++seat)
        for (int slot = 0; slot < kMaxHand; ++slot)
            b.possible[seat][slot] =
                holds(b.table, seat, slot) ? possible(b.table.knowledge[seat], slot) : CardSet{0};
    b.seen = 0;
    b.begun = true;
}

// Cards of which known slots hold all copies that are left, and how many slots are known.
struct Located {
    CardSet all_copies;
    int slots;
};

inline Located located(const Beliefs& b) {
    CardCounts rest = b.table.hidden;
    CardSet singles = 0;
    int slots = 0;
    for (int seat = 0; seat < b.table.setup.players; ++seat)
        for (int slot = 0; slot < b.table.setup.hand_size; ++slot) {
            const CardSet cards = b.possible[seat][slot];
            if (!is_single(cards)) continue;
            ++slots;
            singles |= cards;
            if (rest.present() & cards) rest.remove(cards);
        }
    return {singles & ~rest.present(), slots};
}

inline void count_cards(Beliefs& b, const Located& all) {
    const Table& t = b.table;
    for (int seat = 0; seat < t.setup.players; ++seat)
        for (int slot = 0; slot < t.setup.hand_size; ++slot) {
            CardSet& cards = b.possible[seat][slot];
            if (!holds(t, seat, slot)) continue;
            cards &= t.hidden.present();
            if (!is_single(cards)) cards &= ~all.all_copies;
            if (cards == 0) cards = possible(t.knowledge[seat], slot) & t.hidden.present();
        }
}

// Counts cards: a card whose copies are all on the table or in known slots is in no other slot. If
// no card is left for a slot (somebody did not follow the convention), every card that the hints
// allow is possible again.
inline void count_cards(Beliefs& b) {
    int known = -1;
    for (int round = 0; round < kMaxHand; ++round) {
        const Located all = located(b);
        if (all.slots == known) return;
        known = all.slots;
        count_cards(b, all);
    }
}

// A card left a hand: the others close up as the set-up says, and the new one may be anything.
inline void move_cards(Beliefs& b, const Event& e) {
    const Setup& s = b.table.setup;
    CardSet* hand = b.possible[e.actor];
    const int slot = slot_of_draw(b.numbers, s, e);
    for (int i = e.slot; i < slot; ++i) hand[i] = hand[i + 1];
    hand[slot] = e.drew ? b.table.cards : 0;
}

// Updates the beliefs after one event. If it is a hint, `hear` has already used its number.
inline void follow(Beliefs& b, const Event& e) {
    if (uses_card(e)) move_cards(b, e);
    follow(b.numbers, b.table.setup, e);
    tamaya::follow(b.table, e);
    if (gives_hint(e))
        for (int slot = 0; slot < b.table.setup.hand_size; ++slot)
            b.possible[e.target][slot] &= possible(b.table.knowledge[e.target], slot);
    count_cards(b);
    ++b.seen;
}

// The card in a slot as the viewer sees it today; kNoCard in the viewer's own hand.
inline Card face(const Beliefs& b, const Faces& faces, int seat, int slot) {
    return faces.of[b.numbers.rows[seat].get(slot)];
}

}  // namespace tamaya::hats
