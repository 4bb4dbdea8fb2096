// Intentional and Full of Eger et al. 2017 with a learned Predict step: a model of people says how
// likely the partner makes each move after a hint, where the originals have a fixed rule.
//
// A hint is worth the expected value of the partner's next move, minus the same if we discard
// instead. A move that meets the goal of its card is worth what the originals count for it; a move
// against the goal costs `cost`. The best hint is given if it is worth at least `percent`
// hundredths of a point.
//
// The partner sees our hand and we do not, so predictions are averaged over `hands` sampled hands.
// They are drawn from a stream that depends only on the moves of the game: the same position always
// has the same predictions, so they can be explained afterwards.
#pragma once

#include "tamaya/apply.hpp"
#include "tamaya/families/eger/intentional.hpp"
#include "tamaya/families/person/model.hpp"
#include "tamaya/imagine.hpp"

namespace tamaya::foresight {

constexpr int kMostHands = 256;

// The blob is the model of people.
struct Params {
    i32 hands;                  // sampled own hands
    i32 cost;                   // points that a move against the goals costs
    i32 percent;                // the least worth of a hint, in hundredths of a point
    bool full;                  // answers hints like Full
    bool counting, expendable;  // see eger::Reading
};
FIELDS(Params, hands, cost, percent, full, counting, expendable);

inline Flaw flaw(const Params& p, const Blob& blob) {
    if (p.hands < 1 || p.hands > kMostHands) return {"hands", "1 to 256"};
    if (p.cost < 0 || p.cost > 1000) return {"cost", "0 to 1000"};
    if (p.percent < -10'000 || p.percent > 10'000) return {"percent", "-10000 to 10000"};
    return person::flaw(person::Params{}, blob);
}

// A hint and what the model expects of its receiver, summed over the sampled hands.
struct Foreseen {
    Move move;
    double worth;  // mean value of the next move, minus that if we discard instead
    double plays[kMaxHand], discards[kMaxHand];  // probability that each slot is used next
};

// The value of a partner's move for the goals of its cards.
inline double value_of(const eger::Goal* goals, Move move, int cost) {
    const eger::Goal goal = goals[move.index];
    if (move.kind == MoveKind::play) return goal == eger::Goal::play ? 3.0 : -cost;
    if (goal == eger::Goal::discard) return 2.0;
    return goal == eger::Goal::may_discard ? 1.0 : -cost;
}

// What the receiver does next in a position, if it is its turn. Nothing if the game is over.
inline double react(const Params& p, const person::Model& model, State& state, int seat,
                    const eger::Goal* goals, Foreseen* seen) {
    if (is_over(state.table)) return 0.0;
    state.table.current = static_cast<u8>(seat);
    View theirs = {};
    look(theirs, state, seat);
    const person::Sight at(theirs);
    const person::Moves all(theirs, at);
    if (all.count == 0) return 0.0;
    double of[person::kMostMoves];
    person::chances(model, at, all, of);
    double value = 0.0;
    for (int m = 0; m < all.count; ++m) {
        const Move move = all.move[m];
        if (is_hint(move)) continue;
        value += of[m] * value_of(goals, move, p.cost);
        if (seen == nullptr) continue;
        (move.kind == MoveKind::play ? seen->plays : seen->discards)[move.index] += of[m];
    }
    return value;
}

// The stream of sampled hands in a position: a function of the public moves.
inline Rng hands_of(const View& v) {
    u64 key = mix(v.table.turn + kGolden);
    for (int i = 0; i < v.table.turn; ++i) {
        const Event& e = v.log.events[i];
        const u64 what = static_cast<u64>(e.kind) << 40 | static_cast<u64>(e.slot) << 32 |
                         static_cast<u64>(e.value) << 24 | static_cast<u64>(e.touched) << 16 |
                         static_cast<u64>(e.card) << 8 | e.target;
        key = mix(key ^ mix(what + kGolden));
    }
    return {key, 0};
}

// The goals for the cards of a partner.
struct Goals {
    eger::Goal of[kMaxHand];

    Goals(const View& v, const eger::Words& w, int seat) {
        for (int i = 0; i < kMaxHand; ++i) of[i] = eger::goal_of(w, v.hands[seat].cards.get(i));
    }
};

constexpr int kMostHints = (kMaxPlayers - 1) * (kMaxColors + kMaxRanks);

// All hints that tell a touched card something new, with what the model expects.
struct Foresight {
    Foreseen hints[kMostHints];
    int count = 0;
    int spare;  // the slot that would be discarded instead of a hint; -1: discarding is illegal

    Foresight(const Params& p, const person::Model& model, const View& v) {
        const eger::Reading reading = {p.counting, p.expendable};
        spare = eger::may_discard(v) ? eger::least_valuable(v, reading) : -1;
        eger::each_hint(v, reading, [&](const eger::Weighed& hint) {
            if (hint.news) hints[count++] = {hint.move, 0.0, {}, {}};
        });
        const eger::Words w = eger::words(v, reading);
        Rng rng = hands_of(v);
        for (int i = 0; i < p.hands && count > 0; ++i) {
            State sampled;
            imagine(sampled, v, rng);
            sampled.table.current = v.me;
            for (int offset = 1; offset < v.table.setup.players; ++offset)
                hear(p, model, v, sampled, offset, w);
        }
        for (int h = 0; h < count; ++h) {
            hints[h].worth /= p.hands;
            for (double& chance : hints[h].plays) chance /= p.hands;
            for (double& chance : hints[h].discards) chance /= p.hands;
        }
    }

    // Adds the reactions of one partner in one sampled position.
    void hear(const Params& p, const person::Model& model, const View& v, const State& sampled,
              int offset, const eger::Words& w) {
        const int seat = seat_after(v.table, v.me, offset);
        const Goals goals(v, w, seat);
        State next = sampled;
        if (spare >= 0) apply(next, discard(spare));
        const double silent = react(p, model, next, seat, goals.of, nullptr);
        for (int h = 0; h < count; ++h) {
            if (hints[h].move.index != offset) continue;
            next = sampled;
            apply(next, hints[h].move);
            hints[h].worth += react(p, model, next, seat, goals.of, &hints[h]) - silent;
        }
    }

    // The hint that is worth most, if it is worth enough; kNoMove otherwise. Ties: the first.
    Move best(double least) const {
        Move move = kNoMove;
        double most = 0.0;
        for (int h = 0; h < count; ++h)
            if (hints[h].worth >= least && (move == kNoMove || hints[h].worth > most))
                move = hints[h].move, most = hints[h].worth;
        return move;
    }
};

constexpr double kAnything = -1e9;

// The steps after the plays: as the originals, but hints are chosen by foresight.
template <typename From>
inline Decision hint_or_discard(const Params& p, const person::Model& model, const View& v,
                                const eger::Words& w, From& draws) {
    const eger::Reading reading = {p.counting, p.expendable};
    const SlotSet useless = eger::surely(v, reading, w.useless);
    if (useless && v.table.hints < v.table.setup.max_hints)
        return eger::decided(discard(eger::any_of(useless, draws)), eger::Step::discard_useless);
    if (v.table.hints > 0) {
        const Foresight foresight(p, model, v);
        const Move hint = foresight.best(foresight.spare >= 0 ? p.percent / 100.0 : kAnything);
        if (!(hint == kNoMove)) return eger::decided(hint, eger::Step::hint);
    }
    return eger::discard_something(v, reading);
}

OUT_OF_LINE inline Decision decide(const Params& p, const Blob& blob, const View& v, Memory& memory,
                                   Rng& rng) {
    const eger::Reading reading = {p.counting, p.expendable};
    if (p.full) {
        const Decision answered = eger::answer_hint(v, reading, memory);
        if (!(answered.move == kNoMove)) return answered;
    }
    const eger::Words w = eger::words(v, reading);
    const SlotSet sure = eger::surely(v, reading, w.playable);
    if (sure) {
        const int slot = p.full ? eger::lowest_slot(sure) : eger::highest_slot(sure);
        return eger::decided(play(slot), eger::Step::play_sure);
    }
    eger::Draws draws = {rng};
    return hint_or_discard(p, person::model_of(blob), v, w, draws);
}

FAMILY(foresight);

}  // namespace tamaya::foresight
