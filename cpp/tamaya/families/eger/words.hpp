// The words of the agents of Eger et al. 2017, as their program means them: hints alone tell what a
// card may be, and a card is useless once it was played.
#pragma once

#include "tamaya/families/family.hpp"

namespace tamaya::eger {

// Where to follow the paper instead of its program.
struct Reading {
    bool counting;    // cards seen elsewhere are ruled out; in the program hints alone tell
    bool expendable;  // useless: can never score; expendable: another copy is left; and a hinted
                      // card that may be either is discarded. In the program, useless: played
                      // already; expendable: no copy discarded; only what may be useless is
                      // discarded.
};

// The cards that the words mean in a position.
struct Words {
    CardSet playable;
    CardSet useless;
    CardSet expendable;
    CardSet dropped;  // whoever is hinted a card that may be one of these, and none playable,
                      // discards it
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

// The cards that a seat does not see for certain elsewhere, as far as the viewer can tell.
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

// One's own cards that are certainly in a set of cards.
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

// The slots that an agent considers for a discard. With two players the program counts the cards of
// seat 0 whoever decides, which matters in the last turn.
inline SlotSet considered(const View& v) {
    const SlotSet own = v.table.knowledge[v.me].present;
    if (v.table.setup.players != 2) return own;
    const int counted = popcount(static_cast<u32>(v.table.knowledge[0].present));
    const SlotSet those = static_cast<SlotSet>(own & ((1 << counted) - 1));
    return those ? those : own;
}

// Which step of an agent decided.
enum class Step : u8 {
    answer_by_play,
    answer_by_discard,
    play_sure,
    discard_useless,
    hint,
    hint_any,
    discard,
    forced,  // no step applies that the rules allow
    any,
};

constexpr Decision decided(Move move, Step step) { return {move, static_cast<int>(step)}; }

// Random choices of the agents. A struct with the same functions can follow those of another
// program.
struct Draws {
    Rng& rng;
    int below(int n) { return static_cast<int>(rng.below(static_cast<u32>(n))); }
    int first_of_shuffled(int n) { return below(n); }
};

// One of the slots, each with the same chance.
template <typename From>
inline int any_of(SlotSet slots, From& draws) {
    int n = draws.below(popcount(static_cast<u32>(slots)));
    SlotSet left = slots;
    for (; n > 0; --n) left &= static_cast<SlotSet>(left - 1);
    return lowest_slot(left);
}

// A hint of the card's colour; a card of no colour of its own is named by the first that
// a hint can name.
inline Move color_hint(const View& v, int offset, Card card) {
    const Setup& s = v.table.setup;
    int color = color_of(card);
    for (int i = 0; !(hint_colors(s) >> color & 1) && i < kMaxColors; ++i) color = s.color_order[i];
    return hint_color(offset, color);
}
inline Move rank_hint(int offset, Card card) { return hint_rank(offset, rank_of(card)); }

}  // namespace tamaya::eger
