// A seat that searches, and its beliefs about partners.
#pragma once

#include "tamaya/search/flat.hpp"
#include "tamaya/search/grow.hpp"
#include "tamaya/suspect.hpp"

namespace tamaya {

// Working memory of one part of a search.
struct Desk {
    Playout playout;
    Tree tree;
};

// One part of a search. The viewer must be to move. Parts with the same key sample different
// imagined games; together they form a larger search.
inline Candidates search(const Plan& plan, const double* const* mass, const View& v, u64 key,
                         int part, const Budget& budget, Desk& desk) {
    const Rng rng = {mix(key + static_cast<u64>(part) * kGolden), 0};
    return plan.method == Method::flat
               ? search_flat(plan, mass, v, key, budget, desk.playout, rng)
               : search_tree(plan, mass, v, budget, desk.playout, desk.tree, rng);
}

// Calls work(context, part) for all parts, in any order and possibly in parallel.
struct Crew {
    void (*run)(void* self, int parts, void (*work)(void* context, int part), void* context);
    void* self;
};

// Settings of a searching agent: plan, limits, and initial beliefs.
struct Searching {
    Plan plan;
    u64 rollouts;     // of all parts together; 0: no limit
    u64 nanoseconds;  // 0: no limit
    u64 (*clock)();
    int parts;
    int samples;          // positions sampled for each move of a partner
    double noise;         // share of moves that come from none of the models
    bool learns;          // whether beliefs are updated by partners' moves
    const double* prior;  // probabilities of the models: a row for all partners, or one per partner
    int prior_rows;
};

// A searching agent in one seat. The caller owns all memory.
struct SearchSeat {
    const Searching* searching;
    int me, players;
    Rng keys, doubts;
    double* beliefs;     // probabilities of the models for each of kMaxPlayers seats
    Desk* const* desks;  // one for each part
    Candidates* parts;   // results of each part
    Crew crew;
    StopSign stop;
    Extra extra;  // memory of models whose moves are compared with the partners'
};

inline double* belief(const SearchSeat& seat, int about) {
    return seat.beliefs + about * seat.searching->plan.model_count;
}

// Starts a game and forgets the previous one.
inline void begin(SearchSeat& seat, u64 key) {
    const Searching& searching = *seat.searching;
    const int count = searching.plan.model_count;
    seat.keys = {key, 0};
    seat.doubts = {mix(key ^ kGolden), 0};
    for (int i = 0; i < kMaxPlayers * count; ++i) seat.beliefs[i] = 0.0;
    for (int offset = 1; offset < seat.players; ++offset) {
        const int row = searching.prior_rows == 1 ? 0 : offset - 1;
        double* mass = belief(seat, (seat.me + offset) % seat.players);
        for (int i = 0; i < count; ++i) mass[i] = searching.prior[row * count + i];
    }
}

// What the parts of one search share.
struct Search {
    const SearchSeat& seat;
    const View& view;
    u64 key;
    u64 started;

    // Parts differ in their keys and share the rollouts.
    void part(int number) const {
        const Searching& searching = *seat.searching;
        const Budget budget = share_of(searching.rollouts, searching.parts, number,
                                       searching.nanoseconds, searching.clock, started, seat.stop);
        const double* mass[kMaxPlayers];
        for (int i = 0; i < kMaxPlayers; ++i) mass[i] = belief(seat, i);
        seat.parts[number] =
            search(searching.plan, mass, view, key, number, budget, *seat.desks[number]);
    }
};

// Runs all parts of a search. The result depends on the number of parts, not on who runs them.
inline const Candidates& think(SearchSeat& seat, const View& view) {
    const Searching& searching = *seat.searching;
    const Search whole = {seat, view, seat.keys.next(),
                          searching.nanoseconds > 0 ? searching.clock() : 0};
    seat.crew.run(
        seat.crew.self, searching.parts,
        [](void* context, int part) { static_cast<const Search*>(context)->part(part); },
        const_cast<Search*>(&whole));
    for (int i = 1; i < searching.parts; ++i) merge(seat.parts[0], seat.parts[i]);
    return seat.parts[0];
}

inline int chosen(const SearchSeat& seat, const Candidates& candidates) {
    return chosen(candidates, seat.searching->plan.verdict, seat.searching->plan.errors);
}

inline Move decide(SearchSeat& seat, const View& view) {
    const Candidates& candidates = think(seat, view);
    return candidates.at[chosen(seat, candidates)].move;
}

// Updates the beliefs after a move of another seat; `before` is the own view before the move.
inline void notice(SearchSeat& seat, const View& before, const Event& event) {
    const Searching& searching = *seat.searching;
    if (!searching.learns) return;
    Casebook book{};
    book.suspects = searching.plan.models;
    book.suspect_count = searching.plan.model_count;
    book.doubts[0] = {searching.noise, 1.0};
    book.doubt_count = 1;
    book.most_samples = searching.samples;
    book.samples = searching.samples;
    follow(book, belief(seat, before.table.current), before, event, seat.doubts, seat.extra);
}

}  // namespace tamaya
