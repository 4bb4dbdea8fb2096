// Hats: a hat-guessing convention, after the idea of Cox et al. 2015. A hint encodes the sum
// of the hats of all players except its giver. Each player sees the others' hats, subtracts them,
// and knows its own. So every hint tells every other player about their hand.
#pragma once

#include "tamaya/families/convention/hat_hints.hpp"

namespace tamaya::hats {

struct Params {
    i32 risk;  // with lives to spare, it plays a card that is playable with this chance, in percent
};
FIELDS(Params, risk);

inline Flaw flaw(const Params& p) {
    return p.risk >= 1 && p.risk <= 100 ? kNoFlaw : Flaw{"risk", "1 to 100"};
}

// Why it moved, as Decision::fired counts.
enum class Step : u8 { play, discard_dead, hint, risk, discard_copy, discard_least, forced };
constexpr int kSteps = 7;
constexpr const char* kStepNames[kSteps] = {"play",         "discard_dead",  "hint",  "risk",
                                            "discard_copy", "discard_least", "forced"};

inline u32 extra_bytes(const Params&) { return sizeof(Beliefs); }

// One's own hand: the beliefs of all, less the cards that only this seat sees elsewhere.
struct OwnHand {
    CardSet possible[kMaxHand];  // 0 for an empty slot
};

inline OwnHand own_hand(const Beliefs& b, const View& v) {
    OwnHand own = {};
    for (u32 left = v.table.knowledge[v.me].present; left != 0; left &= left - 1) {
        const int slot = lowest_bit(left);
        own.possible[slot] = b.possible[v.me][slot] & v.unseen.present();
        if (own.possible[slot] == 0) own.possible[slot] = possible(v, slot);
    }
    return own;
}

// Cards that lie in the other hands.
inline CardSet seen_in_hands(const View& v) {
    CardSet cards = 0;
    for (int seat = 0; seat < v.table.setup.players; ++seat)
        for (int slot = 0; slot < v.table.setup.hand_size && seat != v.me; ++slot)
            if (holds(v.table, seat, slot)) cards |= bit(v.hands[seat].cards.get(slot));
    return cards;
}

inline int lowest_rank(CardSet cards) {
    int rank = 1;
    while (rank < kMaxRanks && !(cards & cards_of_rank(rank))) ++rank;
    return rank;
}

// The slot that must be playable and may have the lowest rank. Ties: the lowest slot.
inline int slot_to_play(const View& v, const OwnHand& own) {
    int best = -1, lowest = kMaxRanks + 1;
    for (int slot = 0; slot < v.table.setup.hand_size; ++slot) {
        const CardSet cards = own.possible[slot];
        if (cards == 0 || !is_subset(cards, v.playable) || lowest_rank(cards) >= lowest) continue;
        best = slot;
        lowest = lowest_rank(cards);
    }
    return best;
}

// The slot that is likeliest to be playable, with at least this chance in percent; -1 for none.
inline int slot_to_risk(const View& v, const OwnHand& own, int percent) {
    int best = -1, best_part = 0, best_whole = 1;
    for (int slot = 0; slot < v.table.setup.hand_size; ++slot) {
        const TwoCounts c = count(v.unseen, own.possible[slot] & v.playable, own.possible[slot]);
        if (c.second == 0 || c.first * 100 < percent * c.second) continue;
        if (c.first * best_whole <= best_part * c.second) continue;
        best = slot;
        best_part = c.first;
        best_whole = c.second;
    }
    return best;
}

// The lowest slot that must hold one of these cards.
inline int slot_within(const View& v, const OwnHand& own, CardSet cards) {
    for (int slot = 0; slot < v.table.setup.hand_size; ++slot)
        if (own.possible[slot] != 0 && is_subset(own.possible[slot], cards)) return slot;
    return -1;
}

// What losing a card costs: nothing if it is dead, little if another seat holds a copy, most if it
// is the last copy, and then the more the lower its rank.
inline int loss(const View& v, CardSet elsewhere, Card card) {
    if (v.dead & bit(card)) return 0;
    if (v.critical & bit(card)) return 60 - 6 * rank_of(card);
    return elsewhere & bit(card) ? 1 : 10 - rank_of(card);
}

// The slot whose loss is expected to cost least. Ties: the lowest.
inline int slot_to_lose(const View& v, const OwnHand& own) {
    const CardSet elsewhere = seen_in_hands(v);
    int best = -1, best_loss = 0, best_weight = 1;
    for (int slot = 0; slot < v.table.setup.hand_size; ++slot) {
        int expected = 0;
        const int weight = count(v.unseen, own.possible[slot]);
        for (CardSet left = own.possible[slot]; left != 0; left &= left - 1) {
            const Card card = static_cast<Card>(lowest_bit(left));
            expected += v.unseen.of(card) * loss(v, elsewhere, card);
        }
        if (weight == 0 || (best >= 0 && expected * best_weight >= best_loss * weight)) continue;
        best = slot;
        best_loss = expected;
        best_weight = weight;
    }
    return best;
}

// Discards that the team can afford before the deck runs out too soon to play every card. Teams of
// two and three hold fewer cards, need more hints, and stop discarding earlier.
inline int spare_discards(const View& v) {
    const Setup& s = v.table.setup;
    const int margin = s.players <= 3 ? 9 : 0;
    return deck_size(s) - max_score(s) - s.players * s.hand_size -
           count(v.table.discards, kAllCards) - margin;
}

inline Decision step(Step s, Move move) { return {move, static_cast<int>(s)}; }

// A discard, from the one that costs nothing to the one that may; the hand is not empty.
inline Decision discard_something(const View& v, const OwnHand& own) {
    const int dead_slot = slot_within(v, own, v.dead);
    if (dead_slot >= 0) return step(Step::discard_dead, discard(dead_slot));
    const int copy = slot_within(v, own, v.dead | seen_in_hands(v));
    if (copy >= 0) return step(Step::discard_copy, discard(copy));
    return step(Step::discard_least, discard(slot_to_lose(v, own)));
}

inline Decision decide_by(const Params& p, const Beliefs& b, const View& v) {
    const OwnHand own = own_hand(b, v);
    const int sure = slot_to_play(v, own);
    if (sure >= 0) return step(Step::play, play(sure));
    const MoveSet legal = legal_moves(v);
    const u64 all_discards = (1ull << kMaxHand) - 1;
    const bool may_discard = legal.bits & all_discards;
    const int dead_slot = slot_within(v, own, v.dead);
    if (may_discard && dead_slot >= 0 && spare_discards(v) > 0)
        return step(Step::discard_dead, discard(dead_slot));
    const Move hint = hint_of_hats(b, v);
    if (hint != kNoMove && (!may_discard || (seen_in_hands(v) & v.playable)))
        return step(Step::hint, hint);
    const int bold = v.table.lives > 1 ? slot_to_risk(v, own, v.table.deck > 0 ? p.risk : 1) : -1;
    if (bold >= 0) return step(Step::risk, play(bold));
    if (may_discard) return discard_something(v, own);
    return step(Step::forced, legal.at(legal.size() - 1));
}

inline Decision decide(const Params& p, const View& v, Memory& memory, Rng&) {
    Beliefs& b = kept<Beliefs>(memory);
    catch_up(b, v);
    return decide_by(p, b, v);
}

// Every game starts with new beliefs.
inline void carry_over(const Params&, const View&, Memory& memory) {
    kept<Beliefs>(memory).begun = false;
}

FAMILY(hats);

}  // namespace tamaya::hats
