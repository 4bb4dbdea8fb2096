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
    bool own_model_in_tree;  // as published: the own policy proposes all moves of the root
    bool skip_fives;         // as published: the tree has no hints about fives
    bool redeal;  // partners' hands are drawn anew, as they see them, for their turns in the tree
    bool strict;  // a game that loses the last life is worth nothing
    int tree_turns;     // turns from the root that have nodes
    int rollout_turns;  // turns after the tree, at most
    int widening;  // visits for each further child of an own node below the root; 0: all at once
    double exploration;    // weight of uncertainty against mean points, as a share of all points
    double errors;         // standard errors by which a move must beat the default one
    const Policy* own;     // moves for the searching seat in rollouts; null: any legal move
    const Policy* models;  // models of partners; null: any legal move
    int model_count;
};

// The model in each seat of an imagined game; null: any legal move.
struct Cast {
    const Policy* seats[kMaxPlayers];
};

// Draws a model by its probability.
inline int drawn_model(const double* mass, int count, Rng& rng) {
    double at = static_cast<double>(rng.next() >> 11) * (1.0 / 9007199254740992.0);
    for (int i = 0; i < count - 1; ++i) {
        if (at < mass[i]) return i;
        at -= mass[i];
    }
    return count - 1;
}

// `mass[seat]` holds the chances of the models for each partner; null: all alike.
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
