// Applies moves to a state.
#pragma once

#include "tamaya/legal.hpp"

namespace tamaya {

// Updates the public knowledge about the target's hand: touched slots keep only the hinted value,
// the other slots lose it. Every color hint touches rainbow cards, so there "red" means "red or
// rainbow".
inline void give_hint(State& state, Move move, Event& event) {
    Table& t = state.table;
    event.target = static_cast<u8>(seat_after(t, t.current, move.index));
    event.value = move.value;
    --t.hints;
    const Hand& hand = state.hands[event.target];
    Knowledge& k = t.knowledge[event.target];
    const bool by_color = move.kind == MoveKind::hint_color;
    const int value = by_color ? move.value : move.value - 1;
    const u64 touched = slots_with_bit(by_color ? hand.colors : hand.ranks, value);
    event.touched = slot_set(touched);
    const u64 untouched_bytes = ~(touched * 0xFF);
    if (by_color) {
        const u64 meant = 1u << value | static_cast<u64>(is_rainbow(t.setup)) << kExtraColor;
        k.colors.bits &= (meant * kEachSlot) ^ untouched_bytes;
        k.color_hinted |= event.touched;
    } else {
        k.ranks.bits &= (kEachSlot << value) ^ untouched_bytes;
        k.rank_hinted |= event.touched;
    }
}

// Moves the played or discarded card to the fireworks or the discards, and updates the table.
inline void lay_down(Table& t, MoveKind kind, Card card, Event& event) {
    t.hidden.remove(bit(card));
    if (kind == MoveKind::play && (playable(t) & bit(card))) {
        t.played |= bit(card);
        event.scored = true;
        if (rank_of(card) == t.setup.ranks && t.hints < t.setup.max_hints) {
            ++t.hints;
            event.token_returned = true;
        }
        if (t.played == t.cards) t.end = End::complete;
        return;
    }
    t.discards.add(bit(card));
    if (kind == MoveKind::discard) {
        t.hints = static_cast<u8>(min(t.hints + 1, t.setup.max_hints));
    } else if (--t.lives == 0) {
        t.end = End::bombed;
    }
}

// Removes a card and closes the gap; returns the slot that is empty now.
inline int close_up(Hand& hand, Knowledge& k, int slot) {
    hand.cards.close(slot, kNoCard);
    hand.colors.close(slot, 0);
    hand.ranks.close(slot, 0);
    k.colors.close(slot, 0);
    k.ranks.close(slot, 0);
    k.stamps.close(slot, 0);
    k.present = close(k.present, slot);
    k.color_hinted = close(k.color_hinted, slot);
    k.rank_hinted = close(k.rank_hinted, slot);
    return popcount(static_cast<u32>(k.present));
}

// Removes a card and leaves its slot empty.
inline void leave_empty(Hand& hand, Knowledge& k, const Setup& s, int slot) {
    clear(hand, slot);
    forget(k, s, slot);
    k.present &= static_cast<SlotSet>(~(1 << slot));
}

// A play or discard. A game that ends with it (last life, last firework) ends before the draw.
inline void use_card(State& state, Move move, Event& event) {
    Table& t = state.table;
    Hand& hand = state.hands[t.current];
    Knowledge& k = t.knowledge[t.current];
    const bool in_place = t.setup.refill == Refill::in_place;
    event.slot = move.index;
    event.card = hand.cards.get(move.index);
    lay_down(t, move.kind, event.card, event);
    const int slot = in_place ? move.index : close_up(hand, k, move.index);
    if (t.deck > 0 && !is_over(t)) {
        draw(state, t.current, slot);
        event.drew = true;
    } else if (in_place) {
        leave_empty(hand, k, t.setup, slot);
    }
    ++k.next_stamp;
}

// Starts the log entry of a move. It is filled in place, because a copy would have to be packed
// into bytes and bits again.
inline Event& begin_turn(State& state, MoveKind kind) {
    const u8 seat = state.table.current;
    Event& event = state.log.events[state.table.turn];
    event = {kind, seat, seat, 0, 0, 0, kNoCard, false, false, false};
    return event;
}

inline void end_turn(State& state, bool deck_was_empty) {
    Table& t = state.table;
    ++t.turn;
    if (deck_was_empty && --t.turns_left == 0 && !is_over(t)) t.end = End::last_turn;
    t.current = static_cast<u8>(seat_after(t, t.current, 1));
}

// Applies a move and returns its log entry. The move must be legal and the game not over.
inline const Event& apply(State& state, Move move) {
    const bool deck_was_empty = state.table.deck == 0;
    Event& event = begin_turn(state, move.kind);
    if (is_hint(move)) {
        give_hint(state, move, event);
    } else {
        use_card(state, move, event);
    }
    end_turn(state, deck_was_empty);
    return event;
}

// Ends the game because the seat to move chose an illegal move.
inline const Event& forfeit(State& state) {
    const Event& event = begin_turn(state, MoveKind::none);
    state.table.end = End::forfeit;
    end_turn(state, false);
    return event;
}

// Applies the move, or ends the game if the move is illegal.
inline const Event& apply_or_forfeit(State& state, Move move) {
    return is_legal(state, move) ? apply(state, move) : forfeit(state);
}

}  // namespace tamaya
