// The number that a hint encodes in the hat convention. It depends on the receiver and the kind of
// hint.
//
// Each receiver has a marked slot. A hint names the marked card's rank (0) or color (1), or it does
// not touch the marked card (2). If the receiver certainly can get rank hints and color hints that
// do not touch the marked card, these are two numbers: rank (2) and color (3).
#pragma once

#include "tamaya/families/convention/hat_questions.hpp"

namespace tamaya::hats {

// The slot about which least is known. Ties: the newest.
inline int marked_slot(const Beliefs& b, int seat) {
    int best = 0, most = 0;
    for (int slot = b.table.setup.hand_size - 1; slot >= 0; --slot) {
        const int cards = popcount(b.possible[seat][slot]);
        if (cards <= most) continue;
        best = slot;
        most = cards;
    }
    return best;
}

// Colors and ranks that every card of a hand may have, and cards that all of them may be.
struct Common {
    CardSet cards;
    CardSet colors;  // the 1 of each such color
    CardSet ranks;   // cards of each such rank
};

inline CardSet spread_over_color(CardSet cards) {
    CardSet spread = 0;
    for (int color = 0; color < kMaxColors; ++color)
        if (cards & cards_of_color(color)) spread |= cards_of_color(color);
    return spread;
}
inline CardSet spread_over_rank(CardSet cards) {
    CardSet spread = 0;
    for (int rank = 1; rank <= kMaxRanks; ++rank)
        if (cards & cards_of_rank(rank)) spread |= cards_of_rank(rank);
    return spread;
}

inline Common common(const Beliefs& b, int seat) {
    Common c = {kAllCards, kAllCards, kAllCards};
    int slots = 0;
    for (int slot = 0; slot < b.table.setup.hand_size; ++slot) {
        if (!holds(b.table, seat, slot)) continue;
        const CardSet cards = b.possible[seat][slot];
        c.cards &= cards;
        c.colors &= spread_over_color(cards);
        c.ranks &= spread_over_rank(cards);
        ++slots;
    }
    CardSet enough = 0;  // cards with a copy for each slot
    for (int card = 0; card < kCardKinds; ++card)
        if (b.table.hidden.of(static_cast<Card>(card)) >= slots)
            enough |= bit(static_cast<Card>(card));
    c.cards &= enough;
    return c;
}

// How many numbers hints to this seat can encode.
inline int numbers_of(const Beliefs& b, int seat) {
    if (b.table.knowledge[seat].present == 0) return 0;
    const Common c = common(b, seat);
    if (is_rainbow(b.table.setup)) return 2;  // a rainbow card answers to every color
    return c.cards != 0 ? 2 : c.colors != 0 || c.ranks != 0 ? 3 : 4;
}

// How many numbers hints by this seat can encode. The hats of the others are added modulo this.
inline int all_numbers(const Beliefs& b, int giver) {
    int sum = 0;
    for (int seat = 0; seat < b.table.setup.players; ++seat)
        if (seat != giver) sum += numbers_of(b, seat);
    return sum;
}

// The number of a hint, counted from its receiver's first number.
inline int kind_of(bool by_color, bool touches_marked, int numbers) {
    if (touches_marked) return by_color;
    return min(numbers == 4 && by_color ? 3 : 2, numbers - 1);
}

// The first number of a receiver. Seats between the giver and the receiver have lower numbers.
inline int first_number(const Beliefs& b, int giver, int target) {
    const Table& t = b.table;
    int sum = 0;
    for (int offset = 1; offset < t.setup.players; ++offset) {
        const int seat = seat_after(t, giver, offset);
        if (seat == target) break;
        sum += numbers_of(b, seat);
    }
    return sum;
}

inline int number_of(const Beliefs& b, const Event& e) {
    const bool touches = e.touched >> marked_slot(b, e.target) & 1;
    const int kind = kind_of(e.kind == MoveKind::hint_color, touches, numbers_of(b, e.target));
    return first_number(b, e.actor, e.target) + kind;
}

// Returns the hat of a seat whose cards the viewer sees, and narrows the seat's possible cards.
inline int put_on(Beliefs& b, const Faces& faces, int seat, int range) {
    return hat_of(b.table, b.possible[seat], range,
                  [&](int slot) { return face(b, faces, seat, slot); });
}

// Does so for all seats except the giver of a hint and the viewer; returns the sum of the hats.
inline int put_on_others(Beliefs& b, const Faces& faces, int giver, int me, int range) {
    int sum = 0;
    for (int seat = 0; seat < b.table.setup.players; ++seat)
        if (seat != giver && seat != me) sum += put_on(b, faces, seat, range);
    return sum;
}

// Narrows the possible cards of all receivers by the number that a hint encodes.
inline void hear(Beliefs& b, const Faces& faces, const Event& e, int me) {
    const int range = all_numbers(b, e.actor);
    if (range < 2) return;
    const int number = number_of(b, e);
    const int others = put_on_others(b, faces, e.actor, me, range);
    if (e.actor == me) return;
    wear(b.table, b.possible[me], range, ((number - others) % range + range) % range);
}

// Brings a seat's beliefs up to date.
inline void catch_up(Beliefs& b, const View& v) {
    if (!b.begun) {
        begin(b, v);
        count_cards(b);
    }
    Faces faces;
    see_faces(faces, v, b.numbers, b.seen);
    while (b.seen < v.table.turn) {
        const Event& e = v.log.events[b.seen];
        if (gives_hint(e)) hear(b, faces, e, v.me);
        follow(b, e);
    }
}

// How many possible cards a hint leaves to its receiver.
inline int left_after(const Beliefs& b, int seat, bool by_color, int index, SlotSet touched) {
    const CardSet named = by_color ? cards_of_color(index) : cards_of_rank(index + 1);
    int sum = 0;
    for (int slot = 0; slot < b.table.setup.hand_size; ++slot)
        sum += popcount(b.possible[seat][slot] & (touched >> slot & 1 ? named : ~named));
    return sum;
}

// The hint to a seat that encodes this number and leaves the fewest possible cards; kNoMove if
// there is none. `after` are the beliefs once everyone knows the hats. Ties: colors first.
inline Move hint_to(const Beliefs& b, const Beliefs& after, const View& v, int seat, int kind) {
    const int offset = (seat - v.me + v.table.setup.players) % v.table.setup.players;
    const int marked = marked_slot(b, seat), numbers = numbers_of(b, seat);
    const MoveSet legal = legal_moves(v);
    Move best = kNoMove;
    int fewest = 0;
    for (int i = 0; i < kMaxColors + kMaxRanks; ++i) {
        const bool by_color = i < kMaxColors;
        const int index = by_color ? i : i - kMaxColors;
        const Move hint = by_color ? hint_color(offset, index) : hint_rank(offset, index + 1);
        const Hand& hand = v.hands[seat];
        const SlotSet touched =
            slot_set(slots_with_bit(by_color ? hand.colors : hand.ranks, index));
        if (!legal.contains(hint) || kind_of(by_color, touched >> marked & 1, numbers) != kind)
            continue;
        const int cards = left_after(after, seat, by_color, index, touched);
        if (best != kNoMove && cards >= fewest) continue;
        best = hint;
        fewest = cards;
    }
    return best;
}

// The hint that encodes the sum of the hats; kNoMove if there is none.
inline Move hint_of_hats(const Beliefs& b, const View& v) {
    const int range = all_numbers(b, v.me);
    if (v.table.hints == 0 || range < 2) return kNoMove;
    Beliefs after = b;
    Faces faces;
    see_faces(faces, v, b.numbers, b.seen);
    int number = put_on_others(after, faces, v.me, v.me, range) % range;
    for (int offset = 1; offset < v.table.setup.players; ++offset) {
        const int seat = seat_after(v.table, v.me, offset);
        const int numbers = numbers_of(b, seat);
        if (number < numbers) return hint_to(b, after, v, seat, number);
        number -= numbers;
    }
    return kNoMove;
}

}  // namespace tamaya::hats
