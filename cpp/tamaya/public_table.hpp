// Rebuilds the public part of a game from its events.
#pragma once

#include "tamaya/apply.hpp"

namespace tamaya {

// The table before the first move.
inline Table first_table(const Setup& s) {
    Table t = {};
    t.setup = s;
    t.current = s.first_seat;
    t.hints = s.max_hints;
    t.lives = s.max_lives;
    t.turns_left = s.players;
    t.cards = identities(s);
    t.hidden = sorted_deck(s).counts;
    t.deck = static_cast<u8>(deck_size(s) - s.players * s.hand_size);
    for (int seat = 0; seat < s.players; ++seat) t.knowledge[seat] = new_hand(s);
    return t;
}

// Applies a hint, given the slots that it touched.
inline void follow_hint(Table& t, const Event& e) {
    Knowledge& k = t.knowledge[e.target];
    const bool by_color = e.kind == MoveKind::hint_color;
    const int value = by_color ? e.value : e.value - 1;
    const u32 meant = 1u << value | static_cast<u32>(by_color && is_rainbow(t.setup))
                                        << kExtraColor;
    --t.hints;
    Row& sets = by_color ? k.colors : k.ranks;
    for (int slot = 0; slot < t.setup.hand_size; ++slot) {
        const u32 kept = e.touched >> slot & 1 ? meant : ~meant;
        sets.set(slot, static_cast<u8>(sets.get(slot) & kept));
    }
    (by_color ? k.color_hinted : k.rank_hinted) |= e.touched;
}

// Applies a play or discard.
inline void follow_card(Table& t, const Event& e) {
    Knowledge& k = t.knowledge[e.actor];
    Event again = e;
    lay_down(t, e.kind, e.card, again);
    const bool in_place = t.setup.refill == Refill::in_place;
    Hand nobody = kEmptyHand;
    const int slot = in_place ? e.slot : close_up(nobody, k, e.slot);
    if (e.drew) {
        --t.deck;
        forget(k, t.setup, slot);
        k.present |= static_cast<SlotSet>(1 << slot);
    } else if (in_place) {
        leave_empty(nobody, k, t.setup, slot);
    }
    ++k.next_stamp;
}

// Applies an event to the table.
inline void follow(Table& t, const Event& e) {
    const bool deck_was_empty = t.deck == 0;
    if (e.kind == MoveKind::hint_color || e.kind == MoveKind::hint_rank) {
        follow_hint(t, e);
    } else if (e.kind != MoveKind::none) {
        follow_card(t, e);
    }
    ++t.turn;
    if (deck_was_empty && e.kind != MoveKind::none && --t.turns_left == 0 && !is_over(t))
        t.end = End::last_turn;
    if (e.kind == MoveKind::none) t.end = End::forfeit;
    t.current = static_cast<u8>(seat_after(t, t.current, 1));
}

}  // namespace tamaya
