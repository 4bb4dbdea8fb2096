// Shared functions of our rulebook. They treat all colors alike: ties go to the next seat, then to
// the lowest slot, then to ranks before colors.
#pragma once

#include "tamaya/rules/vocabulary.hpp"

namespace tamaya::rules {

inline bool is_in(CardSet set, Card card) { return set & kAllCards & bit(card); }
inline bool is_in(SlotSet slots, int slot) { return slots >> slot & 1; }
inline SlotSet only(int slot) { return static_cast<SlotSet>(1 << slot); }
inline SlotSet without(SlotSet slots, SlotSet others) {
    return static_cast<SlotSet>(slots & ~others);
}
inline int size(SlotSet slots) { return popcount(static_cast<u32>(slots)); }

// The other seats, beginning with the next player: step 1, 2, ... players - 1.
inline int partner(const View& v, int step) { return seat_after(v.table, v.me, step); }

inline Move play_if_any(int slot) { return slot < 0 ? kNoMove : play(slot); }
inline Move discard_if_any(int slot) { return slot < 0 ? kNoMove : discard(slot); }

// Slots by the hints that touched them.
inline SlotSet hinted(const Knowledge& k) {
    return static_cast<SlotSet>((k.color_hinted | k.rank_hinted) & k.present);
}
inline SlotSet unhinted(const Knowledge& k) { return without(k.present, hinted(k)); }

// The oldest or newest of a set of slots; -1 if it is empty.
OUT_OF_LINE_ON_GPU inline int oldest_of(const Knowledge& k, SlotSet slots) {
    int chosen = -1;
    for (int i = 0; i < kMaxHand; ++i)
        if (is_in(slots, i) && (chosen < 0 || k.stamps.get(i) < k.stamps.get(chosen))) chosen = i;
    return chosen;
}
OUT_OF_LINE_ON_GPU inline int newest_of(const Knowledge& k, SlotSet slots) {
    int chosen = -1;
    for (int i = 0; i < kMaxHand; ++i)
        if (is_in(slots, i) && (chosen < 0 || k.stamps.get(i) > k.stamps.get(chosen))) chosen = i;
    return chosen;
}

// The chop: the oldest card that no hint has touched, which its owner will discard next.
inline int chop(const Knowledge& k) { return oldest_of(k, unhinted(k)); }

// Own slots that must hold a card of a set, given hints and visible cards.
OUT_OF_LINE_ON_GPU inline SlotSet certain_slots(const View& v, CardSet wanted) {
    const Knowledge& k = mine(v);
    const CardSet unseen = v.unseen.present();
    int slots = 0;
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        const CardSet cards = possible(k, i) & unseen;
        if (holds_card(k, i) && cards != 0 && is_subset(cards, wanted)) slots |= 1 << i;
    }
    return static_cast<SlotSet>(slots);
}

// The own slot most likely to hold a card of a set, if the probability is at least `least`. A
// `least` of 0 requires that it is possible. Ties: the lowest slot.
OUT_OF_LINE_ON_GPU inline int likeliest(const View& v, SlotSet slots, CardSet wanted, Share floor) {
    Share best = floor;
    int chosen = -1;
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        const Share now = chance(v, i, wanted);
        if (!is_in(slots, i) || now.part == 0 || !at_least(now, best)) continue;
        if (chosen >= 0 && at_most(now, best)) continue;
        best = now, chosen = i;
    }
    return chosen;
}

// The slot least likely to hold a card of a set. Ties: the lowest slot.
inline int unlikeliest(const View& v, SlotSet slots, CardSet unwanted) {
    return likeliest(v, slots, ~unwanted & kAllCards, percent(0));
}

// The slot with the highest value; negative values are never chosen. Ties: the lowest slot.
template <typename Worth>
inline int worthiest(SlotSet slots, Worth worth) {
    int best = -1, chosen = -1;
    for (int i = 0; i < kMaxHand; ++i) {
        const int now = is_in(slots, i) ? worth(i) : -1;
        if (now > best) best = now, chosen = i;
    }
    return chosen;
}

// Cards in partners' hands, of which the own copy is not needed.
OUT_OF_LINE_ON_GPU inline CardSet held_by_partners(const View& v) {
    CardSet seen = 0;
    for (int step = 1; step < v.table.setup.players; ++step)
        for (int i = 0; i < v.table.setup.hand_size; ++i)
            seen |= bit(card_at(v, partner(v, step), i));
    return seen & kAllCards;
}

// Points that can still be scored.
inline int points_left(const View& v) { return popcount(v.table.cards & ~v.dead); }

// The pace: how many more discards are possible before points are lost for lack of turns.
OUT_OF_LINE_ON_GPU inline int pace(const View& v) {
    const int turns_after = v.table.deck > 0 ? v.table.setup.players : v.table.turns_left;
    return v.table.deck + turns_after - points_left(v);
}

// Cards that the owner of a hand may hold: those unseen by this seat, and the hand itself. (The
// owner also sees this seat's hand, which this seat cannot use.)
OUT_OF_LINE_ON_GPU inline CardSet unseen_by(const View& v, int seat) {
    CardSet cards = v.unseen.present();
    for (int i = 0; i < v.table.setup.hand_size; ++i) cards |= bit(card_at(v, seat, i));
    return cards & kAllCards;
}

// A partner's slots that must hold a card of a set, given this knowledge.
OUT_OF_LINE_ON_GPU inline SlotSet known_to_be(const View& v, int seat, const Knowledge& k,
                                              CardSet wanted) {
    const CardSet pool = unseen_by(v, seat);
    int slots = 0;
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (holds_card(k, i) && is_subset(possible(k, i) & pool, wanted)) slots |= 1 << i;
    return static_cast<SlotSet>(slots);
}

// A partner's slots that really hold a card of a set.
OUT_OF_LINE_ON_GPU inline SlotSet slots_of(const View& v, int seat, CardSet wanted) {
    int slots = 0;
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (is_in(wanted, card_at(v, seat, i))) slots |= 1 << i;
    return static_cast<SlotSet>(slots);
}

// Slots that a player who trusts hints will play: touched cards that fit unless they are useless.
OUT_OF_LINE_ON_GPU inline SlotSet trusted(const View& v, int seat, const Knowledge& k) {
    const SlotSet useless = known_to_be(v, seat, k, v.dead);
    const SlotSet fitting = known_to_be(v, seat, k, v.playable | v.dead);
    return static_cast<SlotSet>(without(fitting, useless) & hinted(k));
}

// Whether a partner knows of nothing to play.
OUT_OF_LINE_ON_GPU inline bool is_idle(const View& v, int seat) {
    const Knowledge& k = v.table.knowledge[seat];
    return (known_to_be(v, seat, k, v.playable) | trusted(v, seat, k)) == 0;
}

}  // namespace tamaya::rules
