// Monte Carlo search without a tree: every move is tried in the same imagined positions with the
// same random numbers afterwards, which reduces the variance of the differences between moves.
#pragma once

#include "tamaya/search/budget.hpp"
#include "tamaya/search/playout.hpp"

namespace tamaya {

// The moves that are still tried; the default move is the first and always stays.
struct Race {
    Candidates all;
    int order[kWidest.size()];  // indices of the candidates, those still in the race first
    int left;

    Race(const View& v, Move standard) : all{}, left(0) {
        all.standard = -1;
        const MoveSet legal = legal_moves(v);
        if (legal.contains(standard)) enter(standard), all.standard = 0;
        for (int i = 0; i < legal.size(); ++i)
            if (all.standard < 0 || !(legal.at(i) == standard)) enter(legal.at(i));
    }

    void enter(Move move) {
        all.at[all.count] = {move, 0, 0, 0, 0};
        order[left++] = all.count++;
    }

    // Sorts by points and keeps half. All moves in the race were tried equally often. Ties keep
    // their order.
    void halve() {
        const int fixed = all.standard >= 0;
        for (int i = fixed + 1; i < left; ++i)
            for (int k = i; k > fixed; --k) {
                if (all.at[order[k]].points <= all.at[order[k - 1]].points) break;
                const int other = order[k];
                order[k] = order[k - 1];
                order[k - 1] = other;
            }
        left = fixed + (left - fixed + 1) / 2;
    }
};

constexpr int halvings(int candidates) {
    int n = 0;
    for (; candidates > 1; candidates = (candidates + 1) / 2) ++n;
    return n;
}

// Tries all moves still in the race in one imagined position.
inline void try_all(Race& race, Playout& p, const State& start, const Plan& plan, const Cast& cast,
                    u64 luck) {
    int standard = 0;
    for (int i = 0; i < race.left; ++i) {
        Candidate& c = race.all.at[race.order[i]];
        p.state = start;
        seat_anew(p, cast, start.table.setup.players, luck);
        apply_or_forfeit(p.state, c.move);
        const int points = play_on(p, plan);
        if (i == 0) standard = points;
        const int gain = points - standard;
        ++c.visits;
        c.points += static_cast<u64>(points);
        c.gain += gain;
        c.gain_squares += static_cast<u64>(gain * gain);
        ++race.all.rollouts;
    }
}

// The move of the agent's own policy; all parts of a search use the same.
inline Move standard_move(const Plan& plan, const View& v, u64 key, Extra extra) {
    if (plan.own == nullptr) return kNoMove;
    Memory memory = empty_memory(extra);
    Rng rng = {mix(key ^ kGolden), 0};
    return decide(*plan.own, v, memory, rng).move;
}

// Tries moves until the budget is spent. `imagine_start(start, rng)` samples a position and returns
// the models that play on from it.
template <typename ImagineStart>
inline Candidates race_moves(const Plan& plan, const View& v, Move standard, const Budget& budget,
                             Playout& p, Rng rng, const ImagineStart& imagine_start) {
    prepare(p, v);
    Race race(v, standard);
    const u64 rounds = static_cast<u64>(halvings(race.left));
    State start;
    for (u64 round = 1; race.left > 1;) {
        const Cast cast = imagine_start(start, rng);
        try_all(race, p, start, plan, cast, rng.next());
        const u64 spent = budget.spent(race.all.rollouts);
        if (spent >= 1000) break;
        for (; round < rounds && spent * rounds >= 1000 * round; ++round) race.halve();
    }
    if (race.all.rollouts == 0) race.all.at[0].visits = 1;  // only one move: no search needed
    return race.all;
}

inline Candidates search_flat(const Plan& plan, const double* const* mass, const View& v, u64 key,
                              const Budget& budget, Playout& p, Rng rng) {
    const Move standard = standard_move(plan, v, key, p.seats[v.me].memory.extra);
    return race_moves(plan, v, standard, budget, p, rng, [&](State& start, Rng& draws) {
        imagine(start, v, draws);
        return drawn_cast(plan, mass, v.table.setup.players, v.me, draws);
    });
}

}  // namespace tamaya
