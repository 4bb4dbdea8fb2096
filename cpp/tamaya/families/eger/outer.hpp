// The baselines of Eger et al. 2017: Outer; inner, which is Outer without memory; and random. The
// first two play cards that must be playable, and hint playable cards.
//
// The originals play with one partner; with more, the cards of all partners are considered, the
// next seat first. If discarding is illegal, the last step repeats a hint about its random card.
#pragma once

#include "tamaya/families/eger/words.hpp"

namespace tamaya::eger {

// The hints that it gave about each card: bit 0 for a color, bit 1 for a rank. Only the intended
// card counts, not other touched cards. Stored in a seat's Memory; the first `seen` log events are
// included.
struct Told {
    static constexpr int kBits = 2 * kMaxHand;

    static int at(int seat, int slot) { return seat * kBits + 2 * slot; }
    static u32 of(const Memory& m, int seat, int slot) {
        return static_cast<u32>(m.words[0] >> at(seat, slot)) & 3;
    }
    static void add(Memory& m, int seat, int slot, int kind) {
        m.words[0] |= 1ull << (at(seat, slot) + kind);
    }

    // A card was used: later slots move down, unless the new card takes its place.
    static void drop(Memory& m, const Setup& s, int seat, int slot) {
        const u64 whole = (1ull << kBits) - 1;
        const u64 below = (1ull << (2 * slot)) - 1;
        const u64 own = m.words[0] >> at(seat, 0) & whole;
        const u64 above = s.refill == Refill::shift ? own >> 2 & ~below : own & ~(below << 2 | 3);
        m.words[0] &= ~(whole << at(seat, 0));
        m.words[0] |= ((own & below) | above) << at(seat, 0);
    }
};
static_assert(kMaxPlayers * Told::kBits <= 64);

// Processes the cards that were used since the last call.
inline void catch_up(const View& v, Memory& m) {
    for (; m.words[1] < v.table.turn; ++m.words[1]) {
        const Event& e = v.log.events[m.words[1]];
        if (e.kind == MoveKind::play || e.kind == MoveKind::discard)
            Told::drop(m, v.table.setup, e.actor, e.slot);
    }
}

// A card in a partner's hand.
struct Seen {
    u8 seat, offset, slot;
    Card card;
};

struct SeenCards {
    Seen at[(kMaxPlayers - 1) * kMaxHand];
    int count;
};

inline SeenCards partners_cards(const View& v) {
    SeenCards cards;
    cards.count = 0;
    for (int offset = 1; offset < v.table.setup.players; ++offset) {
        const int seat = seat_after(v.table, v.me, offset);
        for (int i = 0; i < v.table.setup.hand_size; ++i)
            if (has(v.table.knowledge[seat].present, i))
                cards.at[cards.count++] = {static_cast<u8>(seat), static_cast<u8>(offset),
                                           static_cast<u8>(i), v.hands[seat].cards.get(i)};
    }
    return cards;
}

inline Move hint_about(const View& v, const Seen& card, int kind) {
    return kind == 0 ? color_hint(v, card.offset, card.card) : rank_hint(card.offset, card.card);
}

// Gives a hint of a kind that was not yet given about this card, and remembers it.
template <typename From>
inline Move tell(const View& v, const Seen& card, Memory& m, bool ranks_first, From& draws) {
    const u32 given = Told::of(m, card.seat, card.slot);
    const int choice = ranks_first ? given < 2 : draws.below(given == 0 ? 2 : 1);
    const int kind = given == 1 ? 1 : choice;
    Told::add(m, card.seat, card.slot, kind);
    return hint_about(v, card, kind);
}

// The playable card to hint about: the highest rank among the cards about which a hint is left to
// give. Ties: the first. -1: none.
inline int worth_telling(const SeenCards& cards, CardSet playable, const Memory& m) {
    int best = -1;
    for (int i = 0; i < cards.count; ++i) {
        const Seen& c = cards.at[i];
        if (!(playable & bit(c.card)) || Told::of(m, c.seat, c.slot) == 3) continue;
        if (best < 0 || rank_of(c.card) > rank_of(cards.at[best].card)) best = i;
    }
    return best;
}

inline int first_playable(const SeenCards& cards, CardSet playable) {
    for (int i = 0; i < cards.count; ++i)
        if (playable & bit(cards.at[i].card)) return i;
    return -1;
}

// The last step: discards a random own card.
template <typename From>
inline Decision discard_any(const View& v, const SeenCards& cards, int random, From& draws) {
    if (may_discard(v)) return decided(discard(any_of(considered(v), draws)), Step::discard);
    if (v.table.hints > 0 && cards.count > 0)
        return decided(hint_about(v, cards.at[random], draws.below(2)), Step::forced);
    return decided(play(lowest_slot(v.table.knowledge[v.me].present)), Step::forced);
}

// The first steps of both agents; a move of kind `none` if none applies.
template <typename From>
inline Decision use_sure_card(const View& v, const Reading& reading, From& draws) {
    const Words w = words(v, reading);
    const SlotSet sure = surely(v, reading, w.playable);
    if (sure) return decided(play(lowest_slot(sure)), Step::play_sure);
    const SlotSet useless = surely(v, reading, w.useless);
    if (useless && may_discard(v))
        return decided(discard(any_of(useless, draws)), Step::discard_useless);
    return {kNoMove, 0};
}

// With `ranks_first`, it hints the color of a card only after its rank.
template <typename From>
OUT_OF_LINE Decision decide_outer(const View& v, const Reading& reading, bool ranks_first,
                                  Memory& m, From& draws) {
    catch_up(v, m);
    const Decision sure = use_sure_card(v, reading, draws);
    if (!(sure.move == kNoMove)) return sure;
    const SeenCards cards = partners_cards(v);
    const bool token = v.table.hints > 0;
    const int best = token ? worth_telling(cards, v.playable, m) : -1;
    if (best >= 0) return decided(tell(v, cards.at[best], m, ranks_first, draws), Step::hint);
    const int random = cards.count > 0 ? draws.first_of_shuffled(cards.count) : 0;
    if (token && cards.count > 0) {
        const Seen& card = cards.at[random];
        if (Told::of(m, card.seat, card.slot) != 3)
            return decided(tell(v, card, m, ranks_first, draws), Step::hint_any);
    }
    return discard_any(v, cards, random, draws);
}

template <typename From>
OUT_OF_LINE Decision decide_inner(const View& v, const Reading& reading, From& draws) {
    const Decision sure = use_sure_card(v, reading, draws);
    if (!(sure.move == kNoMove)) return sure;
    const SeenCards cards = partners_cards(v);
    if (v.table.hints > 0 && cards.count > 0) {
        const int first = first_playable(cards, v.playable);
        if (first >= 0) return decided(hint_about(v, cards.at[first], draws.below(2)), Step::hint);
        const int random = draws.below(cards.count);
        return decided(hint_about(v, cards.at[random], draws.below(2)), Step::hint_any);
    }
    return discard_any(v, cards, 0, draws);
}

// The random agent: a random legal move, all with the same probability.
template <typename From>
inline Decision decide_random(const View& v, From& draws) {
    const MoveSet moves = legal_moves(v);
    return decided(moves.at(draws.below(moves.size())), Step::any);
}

// Prepares the memory for the next game: Outer keeps its notes about slots, as the original does.
inline void keep_told(const View& last, Memory& m) {
    catch_up(last, m);
    m.words[1] = 0;
}

}  // namespace tamaya::eger
