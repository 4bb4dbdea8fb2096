// What the others will do after a hint, and which hint is best by that.
#pragma once

#include "tamaya/families/convention/ladder_meaning.hpp"

namespace tamaya::ladder {

inline int lowest_rank(CardSet cards) {
    int rank = 1;
    while (rank < kMaxRanks && !(cards & cards_of_rank(rank))) ++rank;
    return rank;
}

// The slot that a seat plays: a finessed card first, then the lowest rank. Ties: the newest; -1 for
// none.
inline int slot_to_play(const Notes& n, const Mind& mind, int seat) {
    const CardSet next = playable(n.table);
    int best = -1, best_rank = kMaxRanks + 1;
    for (u32 left = n.table.knowledge[seat].present; left != 0; left &= left - 1) {
        const int slot = lowest_bit(left);
        if (mind.of[slot] == 0 || !is_subset(mind.of[slot], next)) continue;
        const int rank = n.blind[seat] >> slot & 1 ? 0 : lowest_rank(mind.of[slot]);
        if (rank > best_rank) continue;
        best = slot;
        best_rank = rank;
    }
    return best;
}

// What happens if the others play all called cards, lap after lap.
struct Future {
    int plays;      // cards that score
    int misplays;   // cards that do not
    SlotSet first;  // seats that play in the first lap
};

// Plays a card of another seat in an imagined future; its slot stays empty.
inline void imagine_play(Notes& n, const Scene& scene, int seat, int slot, Future& future) {
    const Card card = scene.cards[seat][slot];
    const bool scores = playable(n.table) & bit(card);
    const u8 actor = static_cast<u8>(seat);
    const Event e = {MoveKind::play, actor, actor, static_cast<u8>(slot), 0, 0, card,
                     scores,         false, false};
    settle_waits(n, e);
    drop_unanswered(n, e);
    n.table.hidden.remove(bit(card));
    if (scores) n.table.played |= bit(card);
    n.table.knowledge[seat].present &= static_cast<SlotSet>(~(1 << slot));
    n.blind[seat] &= static_cast<SlotSet>(~(1 << slot));
    future.plays += scores;
    future.misplays += !scores;
}

// A seat does something else in an imagined future.
inline void imagine_pass(Notes& n, int seat) {
    const u8 actor = static_cast<u8>(seat);
    const Event e = {MoveKind::discard, actor, actor, 0, 0, 0, kNoCard, false, false, false};
    settle_waits(n, e);
    drop_unanswered(n, e);
}

// The viewer plays a card that it knows.
inline void play_own(Notes& n, const Scene& scene) {
    const Mind mind = mind_of(n, scene, scene.me);
    const int slot = slot_to_play(n, mind, scene.me);
    if (slot < 0 || !is_single(mind.of[slot])) return;
    n.table.played |= mind.of[slot];
    n.table.hidden.remove(mind.of[slot]);
    n.table.knowledge[scene.me].present &= static_cast<SlotSet>(~(1 << slot));
    n.blind[scene.me] &= static_cast<SlotSet>(~(1 << slot));
}

constexpr int kLaps = 4;

inline Future future_of(Notes n, const Scene& scene) {
    Future future = {};
    const int players = n.table.setup.players;
    for (int lap = 0; lap < kLaps; ++lap) {
        int moved = 0;
        for (int offset = 1; offset < players; ++offset) {
            const int seat = seat_after(n.table, scene.me, offset);
            const int slot = slot_to_play(n, mind_of(n, scene, seat), seat);
            if (slot < 0) {
                imagine_pass(n, seat);
                continue;
            }
            imagine_play(n, scene, seat, slot, future);
            if (lap == 0) future.first |= static_cast<SlotSet>(1 << seat);
            ++moved;
        }
        if (moved == 0) break;
        play_own(n, scene);
    }
    return future;
}

// How bad it would be to lose a card: 0 for not at all.
inline int danger(const Notes& n, const Scene& scene, int seat, int slot) {
    const Table& t = n.table;
    const CardSet card = bit(scene.cards[seat][slot]);
    if (dead(t) & card) return 0;
    if (critical(t) & card) return 16 - 2 * rank_of(scene.cards[seat][slot]);
    CardSet seen = 0;
    for (int other = 0; other < t.setup.players; ++other)
        for (int i = 0; i < t.setup.hand_size; ++i)
            if (other != seat || i != slot) seen |= bit(scene.cards[other][i]);
    if (seen & card) return 0;
    return cards_of_rank(2) & card ? 5 : playable(t) & card ? 3 : 0;
}

// The event of a hint that the viewer might give.
inline Event event_of(const View& v, Move hint) {
    const int target = seat_after(v.table, v.me, hint.index);
    const bool by_color = hint.kind == MoveKind::hint_color;
    const Hand& hand = v.hands[target];
    const u64 slots =
        slots_with_bit(by_color ? hand.colors : hand.ranks, by_color ? hint.value : hint.value - 1);
    return {
        hint.kind, v.me, static_cast<u8>(target), 0, hint.value, slot_set(slots), kNoCard, false,
        false,     false};
}

// Signalled cards of others that are not what their holders believe.
inline int misread(const Notes& n, const Scene& scene) {
    int sum = 0;
    for (int seat = 0; seat < n.table.setup.players; ++seat) {
        if (seat == scene.me) continue;
        const Mind mind = mind_of(n, scene, seat);
        for (u32 left = signalled_slots(n, seat); left != 0; left &= left - 1)
            sum += !(mind.of[lowest_bit(left)] & bit(scene.cards[seat][lowest_bit(left)]));
    }
    return sum;
}

// Newly touched cards that may be the same as a touched card of the viewer.
inline int doubts(const Notes& n, const Scene& scene, const Event& e) {
    const Mind mine = mind_of(n, scene, scene.me);
    CardSet own = 0;
    for (u32 left = signalled_slots(n, scene.me); left != 0; left &= left - 1)
        own |= mine.of[lowest_bit(left)];
    int sum = 0;
    for (u32 left = e.touched & ~static_cast<u32>(signalled_slots(n, e.target)); left != 0;
         left &= left - 1)
        sum += (own & bit(scene.cards[e.target][lowest_bit(left)])) != 0;
    return sum;
}

// What a hint is worth: gains and losses, found by trying some values in self-play.
constexpr int kPlay = 10, kMisplay = 50, kMisread = 12, kDoubt = 3;

// A hint that the viewer might give, and what it is worth.
struct Option {
    Move move;
    int value;
    int plays;        // more plays than without it
    int saves;        // danger to chops that it takes away
    Call call;        // the strongest kind of call that it makes
    bool helps_next;  // is the next player's chop in less danger?
};

constexpr Option kNoOption = {kNoMove, 0, 0, 0, Call::none, false};

inline Call strongest_call(const Notes& before, const Notes& after) {
    Call best = Call::hint;
    for (int seat = 0; seat < before.table.setup.players; ++seat)
        for (int slot = 0; slot < before.table.setup.hand_size; ++slot) {
            const Call call = after.calls[seat][slot];
            if (call != before.calls[seat][slot] && call > best) best = call;
        }
    return best;
}

// What an idle player is about to lose: the danger of their chop.
inline int danger_of_chop(const Notes& n, const Scene& scene, const Future& future, int seat) {
    const int chop = chop_of(n, seat);
    return chop < 0 || (future.first >> seat & 1) ? 0 : danger(n, scene, seat, chop);
}

inline Option option_of(const Notes& n, const View& v, const Scene& scene, const Future& without,
                        Move hint, int level) {
    const Event e = event_of(v, hint);
    Notes after = n;
    follow(after, scene, e, level);
    const Future future = future_of(after, scene);
    Option o = {hint, 0, future.plays - without.plays, 0, strongest_call(n, after), false};
    for (int offset = 1; offset < v.table.setup.players; ++offset) {
        const int seat = seat_after(v.table, v.me, offset);
        const int gain =
            danger_of_chop(n, scene, without, seat) - danger_of_chop(after, scene, future, seat);
        if (offset == 1 || seat == e.target) o.saves += gain;
        if (offset == 1) o.helps_next = gain > 0;
    }
    o.value = kPlay * o.plays + o.saves - kMisread * (misread(after, scene) - misread(n, scene)) -
              kDoubt * doubts(n, scene, e) - kMisplay * future.misplays;
    return o;
}

// The best hint; kNoMove if none is legal. Ties: the order of HLE's action ids.
inline Option best_option(const Notes& n, const View& v, const Scene& scene, const Future& without,
                          int level, bool for_next) {
    Option best = kNoOption;
    const MoveSet legal = legal_moves(v);
    for (int i = 0; i < legal.size(); ++i) {
        const Move move = legal.at(i);
        if (!is_hint(move)) continue;
        const Option o = option_of(n, v, scene, without, move, level);
        if (for_next && !o.helps_next) continue;
        if (best.move == kNoMove || o.value > best.value) best = o;
    }
    return best;
}

}  // namespace tamaya::ladder
