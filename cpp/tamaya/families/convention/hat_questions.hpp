// A hat: a number that answers questions about a hand.
//
// The hats of a table lie in 0 .. M-1. Questions divide that range: each answer gets a part of it,
// the larger the likelier the answer, and the next question divides the part of the true answer.
// A question is about one slot and depends only on what everyone knows and on earlier answers. So a
// player who knows the hat can find the answers, and a player who sees the hand can find the hat.
#pragma once

#include "tamaya/families/convention/hat_beliefs.hpp"

namespace tamaya::hats {

constexpr int kMaxAnswers = 16;

// "To which of these sets does the card in this slot belong?"
struct Question {
    int slot;     // -1: there is nothing to ask
    int answers;  // 2 or more
    CardSet sets[kMaxAnswers];
    int ends[kMaxAnswers];  // where the part of each answer ends, counted from the range's start
};

// Divides a range among the answers: one value each, and the rest by weight.
inline void divide(Question& q, const CardCounts& hidden, int range) {
    int total = 0, weight = 0;
    for (int i = 0; i < q.answers; ++i) total += count(hidden, q.sets[i]);
    for (int i = 0; i < q.answers; ++i) {
        weight += count(hidden, q.sets[i]);
        q.ends[i] = i + 1 + (total > 0 ? (range - q.answers) * weight / total : 0);
    }
    q.ends[q.answers - 1] = range;
}

// Compares two slots by the share of wanted cards among those that they may be.
inline bool is_likelier(const CardCounts& hidden, CardSet a, CardSet b, CardSet wanted) {
    return count(hidden, a & wanted) * count(hidden, b) >
           count(hidden, b & wanted) * count(hidden, a);
}

// The slot that is likeliest to be playable, among slots that may or may not be. Ties: newest.
inline int likeliest_playable(const Table& t, const CardSet* hand, CardSet wanted) {
    int best = -1;
    for (int slot = t.setup.hand_size - 1; slot >= 0; --slot) {
        const CardSet cards = hand[slot];
        if ((cards & wanted) == 0 || is_subset(cards, wanted)) continue;
        if (best < 0 || is_likelier(t.hidden, cards, hand[best], wanted)) best = slot;
    }
    return best;
}

inline bool has_certain(const Table& t, const CardSet* hand, CardSet wanted) {
    for (int slot = 0; slot < t.setup.hand_size; ++slot)
        if (hand[slot] != 0 && is_subset(hand[slot], wanted)) return true;
    return false;
}

// Splits what a slot may be into sets of about equal weight: dead cards, then the others from those
// that can be played soonest.
inline void split(Question& q, const Table& t, CardSet cards, int most) {
    CardSet order[kMaxRanks + 1] = {cards & dead(t)};
    CardSet rest = cards & ~dead(t), layer = playable(t);
    for (int i = 1; i <= kMaxRanks; ++i) {
        order[i] = rest & layer;
        rest &= ~layer;
        layer = next_rank(layer);
    }
    const int total = count(t.hidden, cards);
    q.answers = 0;
    int before = 0;
    for (int i = 0; i <= kMaxRanks; ++i) {
        bool opens = true;  // a new layer opens a set if there is room
        for (CardSet left = order[i]; left != 0;) {
            const CardSet next = i == 0 ? left : left & (0u - left);
            left &= ~next;
            const bool room = q.answers < most;
            const bool full = before * most >= q.answers * total;
            if (q.answers == 0 || (room && (full || opens))) q.sets[q.answers++] = 0;
            opens = false;
            q.sets[q.answers - 1] |= next;
            before += count(t.hidden, next);
        }
    }
}

// The slot to ask about if some card is known to be playable: among slots that are neither known
// nor certainly useless, the one that is likeliest to be playable. Ties: newest.
inline int likeliest_unknown(const Table& t, const CardSet* hand) {
    const CardSet useless = dead(t);
    int best = -1;
    for (int slot = t.setup.hand_size - 1; slot >= 0; --slot) {
        const CardSet cards = hand[slot];
        if (is_subset(cards, useless) || is_single(cards)) continue;
        if (best < 0 || is_likelier(t.hidden, cards, hand[best], playable(t))) best = slot;
    }
    return best;
}

// The next question about a hand, with at most `range` answers.
inline Question next_question(const Table& t, const CardSet* hand, int range) {
    Question q;
    const CardSet wanted = playable(t);
    q.slot = has_certain(t, hand, wanted) ? -1 : likeliest_playable(t, hand, wanted);
    if (q.slot >= 0) {
        q.answers = 2;
        q.sets[0] = hand[q.slot] & wanted;
        q.sets[1] = hand[q.slot] & ~wanted;
    } else {
        q.slot = likeliest_unknown(t, hand);
        if (q.slot < 0) return q;
        split(q, t, hand[q.slot], min(range, kMaxAnswers));
        if (q.answers < 2) q.slot = -1;
    }
    if (q.slot >= 0) divide(q, t.hidden, range);
    return q;
}

constexpr int kMostQuestions = 2 * kMaxPlayers * kMaxHand;  // a bound: each tells something new

// Narrows the possible cards of a hand by its true cards, and returns its hat.
template <typename CardAt>
inline int hat_of(const Table& t, CardSet* hand, int range, const CardAt& card_at) {
    int hat = 0;
    for (int i = 0; i < kMostQuestions && range > 1; ++i) {
        const Question q = next_question(t, hand, range);
        if (q.slot < 0) break;
        int answer = 0;
        while (answer < q.answers - 1 && !(q.sets[answer] & bit(card_at(q.slot)))) ++answer;
        const int start = answer > 0 ? q.ends[answer - 1] : 0;
        hat += start;
        range = q.ends[answer] - start;
        hand[q.slot] = q.sets[answer];
    }
    return hat;
}

// Narrows the possible cards of a hand by its hat.
inline void wear(const Table& t, CardSet* hand, int range, int hat) {
    for (int i = 0; i < kMostQuestions && range > 1; ++i) {
        const Question q = next_question(t, hand, range);
        if (q.slot < 0) break;
        int answer = 0;
        while (answer < q.answers - 1 && hat >= q.ends[answer]) ++answer;
        const int start = answer > 0 ? q.ends[answer - 1] : 0;
        hat -= start;
        range = q.ends[answer] - start;
        hand[q.slot] = q.sets[answer];
    }
}

}  // namespace tamaya::hats
