// The settings of a search, and the models of its partners.
#pragma once

#include "tamaya/policy.hpp"
#include "tamaya/search/candidates.hpp"

namespace tamaya {

enum class Method : u8 {
    flat,  // tries every move in the same imagined positions, then only the better half, and so on
    tree,  // grows a tree of moves by upper confidence bounds
};

struct Plan {
    Method method;
    Verdict verdict;
    bool models_in_tree;     // partners' turns in the tree ask their models; otherwise they search
    bool own_model_in_tree;  // published variant: the own policy proposes the moves of the root
    bool skip_fives;         // published variant: the tree has no hints about fives
    bool redeal;           // at a partner's turn in the tree, its hand is sampled from its own view
    bool strict;           // a bombed game has the value 0
    int tree_turns;        // turns from the root that have nodes
    int rollout_turns;     // maximum number of turns after the tree
    int widening;          // visits per further child of an own node below the root; 0: no limit
    double exploration;    // weight of the confidence bound, as a fraction of the maximum score
    double errors;         // standard errors by which a move must beat the default move
    const Policy* own;     // moves for the searching seat in rollouts; null: random legal moves
    const Policy* models;  // models of partners; null: random legal moves
    int model_count;
};

// The model in each seat of an imagined game; null: random legal moves. A seat may start with a
// memory of the real game; null: an empty one.
struct Cast {
    const Policy* seats[kMaxPlayers];
    const Memory* memories[kMaxPlayers];
};

// A random number from 0 to 1, without 1.
inline double unit(Rng& rng) {
    return static_cast<double>(rng.next() >> 11) * (1.0 / 9007199254740992.0);
}

// Draws a model by its probability.
inline int drawn_model(const double* mass, int count, Rng& rng) {
    double at = unit(rng);
    for (int i = 0; i < count - 1; ++i) {
        if (at < mass[i]) return i;
        at -= mass[i];
    }
    return count - 1;
}

// `mass[seat]` holds the probabilities of the models for each partner; null: uniform.
inline Cast drawn_cast(const Plan& plan, const double* const* mass, int players, int me, Rng& rng) {
    Cast cast = {};
    for (int seat = 0; seat < players; ++seat) {
        if (seat == me || plan.model_count == 0) continue;
        const int model = plan.model_count == 1 ? 0
                          : mass[seat] == nullptr
                              ? static_cast<int>(rng.below(static_cast<u32>(plan.model_count)))
                              : drawn_model(mass[seat], plan.model_count, rng);
        cast.seats[seat] = plan.models + model;
    }
    cast.seats[me] = plan.own;
    return cast;
}

}  // namespace tamaya
