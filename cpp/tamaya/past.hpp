// Rebuilds earlier tables and hands of a game from its log. Agents that read hints by a convention
// need the hands at the time of a hint, and searches need the positions in which partners moved.
#pragma once

#include "tamaya/public_table.hpp"
#include "tamaya/view.hpp"

namespace tamaya {

inline bool uses_card(const Event& e) {
    return e.kind == MoveKind::play || e.kind == MoveKind::discard;
}
inline bool gives_hint(const Event& e) {
    return e.kind == MoveKind::hint_color || e.kind == MoveKind::hint_rank;
}
inline bool holds(const Table& t, int seat, int slot) {
    return t.knowledge[seat].present >> slot & 1;
}

// Every card gets a number when it is dealt or drawn. The numbers follow from the events alone.
struct Numbers {
    Row rows[kMaxPlayers];  // the number of the card in each slot
    u8 sizes[kMaxPlayers];  // cards in each hand
    u8 next;                // number of the next card drawn
};

inline Numbers first_numbers(const View& v) {
    const Setup& s = v.table.setup;
    Numbers n = {};
    for (int seat = 0; seat < s.players; ++seat) {
        for (int slot = 0; slot < s.hand_size; ++slot) n.rows[seat].set(slot, n.next++);
        n.sizes[seat] =
            static_cast<u8>(popcount(static_cast<u32>(v.table.knowledge[seat].present)));
    }
    for (int i = 0; i < v.table.turn; ++i) {
        const Event& e = v.log.events[i];
        n.sizes[e.actor] = static_cast<u8>(n.sizes[e.actor] + (uses_card(e) && !e.drew));
    }
    return n;
}

// The slot that the actor's next card enters, before the event is followed.
inline int slot_of_draw(const Numbers& n, const Setup& s, const Event& e) {
    return s.refill == Refill::shift ? n.sizes[e.actor] - 1 : e.slot;
}

inline void follow(Numbers& n, const Setup& s, const Event& e) {
    if (!uses_card(e)) return;
    Row& row = n.rows[e.actor];
    const int slot = slot_of_draw(n, s, e);
    if (s.refill == Refill::shift) row.close(e.slot, 0);
    if (e.drew) row.set(slot, n.next++);
    n.sizes[e.actor] = static_cast<u8>(n.sizes[e.actor] - !e.drew);
}

// The card of each number, as far as the viewer knows it now; kNoCard for the viewer's own hand and
// for the deck.
struct Faces {
    Card of[kMaxDeck];
};

// Fills in the cards that were in a hand at event `first` or later; `n` are the numbers then.
inline void see_faces(Faces& faces, const View& v, Numbers n, int first) {
    const Setup& s = v.table.setup;
    for (int i = 0; i < kMaxDeck; ++i) faces.of[i] = kNoCard;
    for (int i = first; i < v.table.turn; ++i) {
        const Event& e = v.log.events[i];
        if (uses_card(e)) faces.of[n.rows[e.actor].get(e.slot)] = e.card;
        follow(n, s, e);
    }
    for (int seat = 0; seat < s.players; ++seat)
        for (int slot = 0; slot < s.hand_size && seat != v.me; ++slot)
            if (holds(v.table, seat, slot))
                faces.of[n.rows[seat].get(slot)] = v.hands[seat].cards.get(slot);
}

// Numbers of the cards that were in a hand when it received a color hint, or a rank hint.
struct Hinted {
    u64 by_color, by_rank;
    Numbers today;
};

inline Hinted hinted_cards(const View& v) {
    const Setup& s = v.table.setup;
    Hinted hinted = {0, 0, first_numbers(v)};
    Numbers& n = hinted.today;
    for (int i = 0; i < v.table.turn; ++i) {
        const Event& e = v.log.events[i];
        u64& cards = e.kind == MoveKind::hint_color ? hinted.by_color : hinted.by_rank;
        const int slots = s.refill == Refill::shift ? n.sizes[e.target] : s.hand_size;
        for (int slot = 0; slot < slots && gives_hint(e); ++slot)
            cards |= 1ull << n.rows[e.target].get(slot);
        follow(n, s, e);
    }
    return hinted;
}

// Knowledge from hints about a card before the first event: the knowledge now if no hint of the log
// was given to its hand, otherwise none. `slot` is its slot now, `place` its slot then.
inline void recall_card(Knowledge& then, int place, const Knowledge& today, int slot, bool color,
                        bool rank) {
    if (!color) {
        then.colors.set(place, today.colors.get(slot));
        then.color_hinted |= static_cast<SlotSet>((today.color_hinted >> slot & 1) << place);
    }
    if (!rank) {
        then.ranks.set(place, today.ranks.get(slot));
        then.rank_hinted |= static_cast<SlotSet>((today.rank_hinted >> slot & 1) << place);
    }
}

inline void recall_knowledge(Table& opening, const View& v) {
    const Setup& s = v.table.setup;
    const Hinted hinted = hinted_cards(v);
    const Numbers first = first_numbers(v);
    for (int seat = 0; seat < s.players; ++seat) {
        const Knowledge& today = v.table.knowledge[seat];
        Knowledge& then = opening.knowledge[seat] = new_hand(s);
        if (s.refill == Refill::shift)
            then.present = static_cast<SlotSet>((1 << first.sizes[seat]) - 1);
        for (int slot = 0; slot < s.hand_size; ++slot) {
            const int number = hinted.today.rows[seat].get(slot);
            if (!(today.present >> slot & 1) || number >= s.players * s.hand_size) continue;
            recall_card(then, number - seat * s.hand_size, today, slot,
                        hinted.by_color >> number & 1, hinted.by_rank >> number & 1);
        }
    }
}

// The table before the first event of the log. If the game started from a position that was set up
// by hand, that is its table.
inline Table opening_table(const View& v) {
    Table t = v.table;
    for (int i = 0; i < v.table.turn; ++i) {
        const Event& e = v.log.events[i];
        if (gives_hint(e)) ++t.hints;
        if (!uses_card(e)) continue;
        t.hidden.add(bit(e.card));
        t.deck = static_cast<u8>(t.deck + e.drew);
        t.lives = static_cast<u8>(t.lives + (e.kind == MoveKind::play && !e.scored));
        t.hints = static_cast<u8>(t.hints - (e.kind == MoveKind::discard || e.token_returned));
        if (e.scored) {
            t.played &= ~bit(e.card);
        } else {
            t.discards.remove(bit(e.card));
        }
    }
    t.turn = 0;
    t.current = v.table.turn > 0 ? v.log.events[0].actor : v.table.current;
    t.turns_left = t.setup.players;
    t.end = End::running;
    recall_knowledge(t, v);
    return t;
}

}  // namespace tamaya
