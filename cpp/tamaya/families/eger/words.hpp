// Shared functions of the agents of Eger et al. 2017, as in their program: only hints determine
// what a card may be, and a card is useless if it has been played.
#pragma once

#include "tamaya/families/family.hpp"

namespace tamaya::eger {

// Options that follow the paper instead of its program.
struct Reading {
    bool counting;    // visible cards are ruled out; in the program, only hints count
    bool expendable;  // useless: can never score; expendable: another copy is left; a hinted
                      // card that may be either is discarded. In the program, useless: already
                      // played; expendable: no copy discarded; only hinted cards that may be
                      // useless are discarded.
};

// The sets of cards in a position.
struct Words {
    CardSet playable;
    CardSet useless;
    CardSet expendable;
    CardSet dropped;  // a player discards a hinted card that may be one of these and cannot be
                      // playable
};

inline Words words(const View& v, const Reading& reading) {
    const Table& t = v.table;
    if (reading.expendable) {
        const CardSet expendable = t.hidden.high;
        return {v.playable, v.dead, expendable, v.dead | expendable};
    }
    const CardSet highest = cards_of_rank(t.setup.ranks);
    return {v.playable, t.played, t.cards & ~highest & ~t.discards.present(), t.played};
}

// The cards that a seat may hold, as far as the viewer knows what that seat sees.
inline CardSet uncounted(const View& v, const Reading& reading, int seat) {
    if (!reading.counting) return kAllCards;
    CardSet cards = v.unseen.present();
    if (seat == v.me) return cards;
    for (int i = 0; i < kMaxHand; ++i) cards |= bit(v.hands[seat].cards.get(i));
    return cards & kAllCards;
}

inline bool has(SlotSet slots, int slot) { return slots >> slot & 1; }
inline SlotSet only(int slot) { return static_cast<SlotSet>(1 << slot); }
inline int lowest_slot(SlotSet slots) { return lowest_bit(slots); }
inline int highest_slot(SlotSet slots) {
    int slot = 0;
    while (slots >> (slot + 1)) ++slot;
    return slot;
}

// Own slots that must hold a card of a set.
inline SlotSet surely(const View& v, const Reading& reading, CardSet wanted) {
    const Knowledge& k = v.table.knowledge[v.me];
    const CardSet mask = uncounted(v, reading, v.me);
    SlotSet slots = 0;
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (has(k.present, i) && is_subset(possible(k, i) & mask, wanted)) slots |= only(i);
    return slots;
}

inline bool may_discard(const View& v) {
    const bool allowed = v.table.hints < v.table.setup.max_hints || v.table.setup.discard_at_max;
    return allowed && v.table.knowledge[v.me].present;
}

// The slots that an agent considers for a discard. With two players the program always uses the
// number of cards of seat 0, which matters in the last turn.
inline SlotSet considered(const View& v) {
    const SlotSet own = v.table.knowledge[v.me].present;
    if (v.table.setup.players != 2) return own;
    const int counted = popcount(static_cast<u32>(v.table.knowledge[0].present));
    const SlotSet those = static_cast<SlotSet>(own & ((1 << counted) - 1));
    return those ? those : own;
}

// The step of an agent that decided.
enum class Step : u8 {
    answer_by_play,
    answer_by_discard,
    play_sure,
    discard_useless,
    hint,
    hint_any,
    discard,
    forced,  // no applicable step is legal
    any,
};

constexpr Decision decided(Move move, Step step) { return {move, static_cast<int>(step)}; }

// Random choices of the agents. A struct with the same functions can repeat the choices of another
// program.
struct Draws {
    Rng& rng;
    int below(int n) { return static_cast<int>(rng.below(static_cast<u32>(n))); }
    int first_of_shuffled(int n) { return below(n); }
};

// A random slot of the set.
template <typename From>
inline int any_of(SlotSet slots, From& draws) {
    int n = draws.below(popcount(static_cast<u32>(slots)));
    SlotSet left = slots;
    for (; n > 0; --n) left &= static_cast<SlotSet>(left - 1);
    return lowest_slot(left);
}

// A hint of the card's color. For a rainbow card, the first color that a hint can name.
inline Move color_hint(const View& v, int offset, Card card) {
    const Setup& s = v.table.setup;
    int color = color_of(card);
    for (int i = 0; !(hint_colors(s) >> color & 1) && i < kMaxColors; ++i) color = s.color_order[i];
    return hint_color(offset, color);
}
inline Move rank_hint(int offset, Card card) { return hint_rank(offset, rank_of(card)); }

}  // namespace tamaya::eger
