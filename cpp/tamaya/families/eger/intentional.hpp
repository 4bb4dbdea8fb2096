// Intentional and Full of Eger et al. 2017. They set a goal for each of the partner's cards, and
// choose the hint whose expected reaction fits the goals. Full also interprets hints in this way.
//
// The originals play with one partner; with more, the best hint to any partner is chosen, the next
// seat first. If discarding is illegal, they never react to a hint by a discard, and give the least
// misleading hint instead of discarding.
#pragma once

#include "tamaya/families/eger/words.hpp"

namespace tamaya::eger {

// The goal for a partner's card.
enum class Goal : u8 { play, discard, may_discard, keep };

inline Goal goal_of(const Words& w, Card card) {
    if (w.playable & bit(card)) return Goal::play;
    if (w.useless & bit(card)) return Goal::discard;
    return w.expendable & bit(card) ? Goal::may_discard : Goal::keep;
}

// The expected reaction of a player to a hint about a card with these possible identities.
enum class Reaction : u8 { none, play, discard };

inline Reaction reaction_to(const Words& w, CardSet possible) {
    if (possible & w.playable) return Reaction::play;
    return possible & w.dropped ? Reaction::discard : Reaction::none;
}

// A hint and its expected effects.
struct Weighed {
    Move move;
    SlotSet touched;
    SlotSet plays, discards;  // cards that the partner is expected to play, or to discard
    SlotSet against;          // those that contradict the goals
    bool news;                // the hint says something new about a touched card
    int score;

    bool is_valid() const { return news && (plays | discards) && !against; }
};

// A partner to whom hints are evaluated.
struct Partner {
    const Knowledge& k;
    const Hand& hand;
    CardSet mask;
    Goal goals[kMaxHand];
    int offset;

    Partner(const View& v, const Reading& reading, const Words& w, int away)
        : k(v.table.knowledge[seat_after(v.table, v.me, away)]),
          hand(v.hands[seat_after(v.table, v.me, away)]),
          mask(uncounted(v, reading, seat_after(v.table, v.me, away))),
          offset(away) {
        for (int i = 0; i < kMaxHand; ++i) goals[i] = goal_of(w, hand.cards.get(i));
    }

    // `meant` are the colors, or ranks, that the hint leaves possible for touched cards.
    Weighed weigh(const Words& w, Move move, int value, u32 meant) const {
        const bool by_color = move.kind == MoveKind::hint_color;
        const SlotSet touched =
            slot_set(slots_with_bit(by_color ? hand.colors : hand.ranks, value));
        Weighed hint = {move, touched, 0, 0, 0, false, 0};
        for (u32 left = touched; left != 0; left &= left - 1) {
            const int slot = lowest_bit(left);
            u32 colors = k.colors.get(slot), ranks = k.ranks.get(slot);
            u32& possible = by_color ? colors : ranks;
            hint.news |= (possible & meant) != possible;
            possible &= meant;
            note(hint, slot, reaction_to(w, product(colors, ranks) & mask));
        }
        return hint;
    }

    void note(Weighed& hint, int slot, Reaction reaction) const {
        const Goal goal = goals[slot];
        if (reaction == Reaction::play) {
            hint.plays |= only(slot);
            hint.score += 3;
            if (goal != Goal::play) hint.against |= only(slot);
        } else if (reaction == Reaction::discard) {
            hint.discards |= only(slot);
            hint.score += goal == Goal::discard ? 2 : 1;
            if (goal == Goal::play || goal == Goal::keep) hint.against |= only(slot);
        }
    }
};

// Calls use(hint) for each hint that touches a card, in tie-breaking order: the next seat first,
// colors before ranks.
template <typename Use>
inline void each_hint(const View& v, const Reading& reading, const Use& use) {
    const Setup& s = v.table.setup;
    const Words w = words(v, reading);
    const u32 wild = static_cast<u32>(is_rainbow(s)) << kExtraColor;
    for (int offset = 1; offset < s.players; ++offset) {
        const Partner partner(v, reading, w, offset);
        const u32 colors = any_slot(partner.hand.colors), ranks = any_slot(partner.hand.ranks);
        for (int i = 0; i < kMaxColors; ++i) {
            const int color = s.color_order[i];
            if (colors >> color & 1)
                use(partner.weigh(w, hint_color(offset, color), color, 1u << color | wild));
        }
        for (int i = 0; i < s.ranks; ++i)
            if (ranks >> i & 1) use(partner.weigh(w, hint_rank(offset, i + 1), i, 1u << i));
    }
}

// The valid hint with the highest score; kNoMove if there is none. Ties: the first.
inline Move best_hint(const View& v, const Reading& reading) {
    Move best = kNoMove;
    int score = 0;
    each_hint(v, reading, [&](const Weighed& hint) {
        if (hint.is_valid() && hint.score > score) best = hint.move, score = hint.score;
    });
    return best;
}

// The hint with the fewest reactions against the goals, of those the highest score; kNoMove if no
// partner holds a card. Ties: the first.
inline Move least_misleading(const View& v, const Reading& reading) {
    Move best = kNoMove;
    int fewest = kMaxHand + 1, score = 0;
    each_hint(v, reading, [&](const Weighed& hint) {
        const int against = popcount(static_cast<u32>(hint.against));
        if (against > fewest || (against == fewest && hint.score <= score)) return;
        best = hint.move, fewest = against, score = hint.score;
    });
    return best;
}

// The value of discarding an own slot. The original compares doubles, so the terms are added in its
// order: by colors in scan order, then by ranks.
inline double discard_value(const View& v, const CardCounts& copies, CardSet possible) {
    const Setup& s = v.table.setup;
    const int all = count(copies, possible);
    double sum = 0.0;
    for (int i = 0; i < kMaxColors; ++i) {
        const int color = s.color_order[i];
        const int top = height(v.table, color);
        CardSet left = possible & copies.present() & cards_of_color(color);
        for (; left != 0; left &= left - 1) {
            const Card card = static_cast<Card>(lowest_bit(left));
            const int rank = rank_of(card), n = copies.of(card), gap = rank - top;
            const double p = static_cast<double>(n) / all;
            if (gap <= 0) {
                sum += p * 0.5;
                continue;
            }
            double lost = s.ranks + 1 - rank;
            if (n > 1) lost = p * lost / (gap * gap);
            if (rank == s.ranks) lost += 0.5;
            sum -= p * lost;
        }
    }
    return sum;
}

// The copies that a discard value counts.
inline const CardCounts& counted(const View& v, const Reading& reading) {
    return reading.counting ? v.unseen : v.table.hidden;
}

// The slot with the highest discard value. Ties: the lowest slot.
inline int least_valuable(const View& v, const Reading& reading) {
    const Knowledge& k = v.table.knowledge[v.me];
    const SlotSet slots = considered(v);
    int best = -1;
    double highest = 0.0;
    CardSet seen[kMaxHand];
    for (u32 left = slots; left != 0; left &= left - 1) {
        const int slot = lowest_bit(left);
        seen[slot] = possible(k, slot);
        bool again = false;  // slots with the same possible cards have the same value
        for (u32 before = slots & ((1u << slot) - 1); before != 0; before &= before - 1)
            again |= seen[lowest_bit(before)] == seen[slot];
        if (again) continue;
        const double value = discard_value(v, counted(v, reading), seen[slot]);
        if (best < 0 || value > highest) best = slot, highest = value;
    }
    return best;
}

// The last hint that the viewer received since its previous turn, as an event; or none.
inline const Event* hint_received(const View& v) {
    for (int i = v.table.turn - 1; i >= 0 && v.log.events[i].actor != v.me; --i) {
        const Event& e = v.log.events[i];
        if (e.target == v.me && (e.kind == MoveKind::hint_color || e.kind == MoveKind::hint_rank))
            return &e;
    }
    return nullptr;
}

// A hint from the end of the previous game that Full has not reacted to. Stored in a seat's Memory.
struct OldHint {
    static u64 packed(MoveKind kind, int value) {
        return static_cast<u64>(kind) << 8 | static_cast<u64>(value) | 1ull << 16;
    }
    static bool is_there(const Memory& m) { return m.words[0] != 0; }
    static MoveKind kind(const Memory& m) { return static_cast<MoveKind>(m.words[0] >> 8 & 0xFF); }
    static int value(const Memory& m) { return static_cast<int>(m.words[0] & 0xFF); }
};

// Full's immediate reaction to a hint; kNoMove if there is none.
inline Decision answer(const View& v, const Reading& reading, MoveKind kind, int value) {
    const Knowledge& k = v.table.knowledge[v.me];
    const Words w = words(v, reading);
    const CardSet mask = uncounted(v, reading, v.me);
    const bool by_color = kind == MoveKind::hint_color;
    SlotSet plays = 0, discards = 0;
    for (u32 left = k.present; left != 0; left &= left - 1) {
        const int slot = lowest_bit(left);
        const u32 known = by_color ? k.colors.get(slot) : k.ranks.get(slot);
        if (!(known >> (by_color ? value : value - 1) & 1)) continue;
        const Reaction reaction = reaction_to(w, possible(k, slot) & mask);
        if (reaction == Reaction::play) plays |= only(slot);
        if (reaction == Reaction::discard) discards |= only(slot);
    }
    if (plays) return decided(play(lowest_slot(plays)), Step::answer_by_play);
    if (discards && may_discard(v))
        return decided(discard(lowest_slot(discards)), Step::answer_by_discard);
    return {kNoMove, 0};
}

inline Decision answer_hint(const View& v, const Reading& reading, Memory& m) {
    const Memory before = m;
    m.words[0] = 0;
    const Event* hint = hint_received(v);
    if (hint != nullptr) return answer(v, reading, hint->kind, hint->value);
    if (OldHint::is_there(before))
        return answer(v, reading, OldHint::kind(before), OldHint::value(before));
    return {kNoMove, 0};
}

// The last step of both agents: discards the card that they need least, or makes another legal move
// if discarding is illegal.
inline Decision discard_something(const View& v, const Reading& reading) {
    if (may_discard(v)) return decided(discard(least_valuable(v, reading)), Step::discard);
    const Move hint = v.table.hints > 0 ? least_misleading(v, reading) : kNoMove;
    if (!(hint == kNoMove)) return decided(hint, Step::forced);
    return decided(play(lowest_slot(v.table.knowledge[v.me].present)), Step::forced);
}

// The steps of both agents if there is no card to play.
template <typename From>
inline Decision hint_or_discard(const View& v, const Reading& reading, const Words& w,
                                From& draws) {
    const SlotSet useless = surely(v, reading, w.useless);
    if (useless && v.table.hints < v.table.setup.max_hints)
        return decided(discard(any_of(useless, draws)), Step::discard_useless);
    if (v.table.hints > 0) {
        const Move hint = best_hint(v, reading);
        if (!(hint == kNoMove)) return decided(hint, Step::hint);
    }
    return discard_something(v, reading);
}

template <typename From>
OUT_OF_LINE Decision decide_intentional(const View& v, const Reading& reading, From& draws) {
    const Words w = words(v, reading);
    const SlotSet sure = surely(v, reading, w.playable);
    if (sure) return decided(play(highest_slot(sure)), Step::play_sure);
    return hint_or_discard(v, reading, w, draws);
}

template <typename From>
OUT_OF_LINE Decision decide_full(const View& v, const Reading& reading, Memory& m, From& draws) {
    const Decision answered = answer_hint(v, reading, m);
    if (!(answered.move == kNoMove)) return answered;
    const Words w = words(v, reading);
    const SlotSet sure = surely(v, reading, w.playable);
    if (sure) return decided(play(lowest_slot(sure)), Step::play_sure);
    return hint_or_discard(v, reading, w, draws);
}

// Prepares the memory for the next game: Full still reacts to a hint that it received after its
// last turn.
inline void keep_hint(const View& last, Memory& m) {
    const Event* hint = hint_received(last);
    if (hint != nullptr) m.words[0] = OldHint::packed(hint->kind, hint->value);
}

}  // namespace tamaya::eger
