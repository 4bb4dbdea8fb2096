// Tree search: plays imagined games one after the other; each adds a node to the tree.
#pragma once

#include "tamaya/search/budget.hpp"
#include "tamaya/search/playout.hpp"
#include "tamaya/search/redeal.hpp"
#include "tamaya/search/tree.hpp"

namespace tamaya {

constexpr u64 kHintsAboutFives = [] {
    u64 bits = 0;
    for (int offset = 1; offset < kMaxPlayers; ++offset)
        bits |= 1ull << kWidest.id(hint_rank(offset, 5));
    return bits;
}();

// One imagined game within the tree.
struct Descent {
    const Plan& plan;
    Tree& tree;
    Playout& p;
    const Cast& cast;
    Rng& rng;
    int me;
    u32 path[kMaxTurns + 1];
    int depth;

    // Whether the model of the seat to move decides instead of the tree.
    bool is_modelled() const {
        const int seat = p.state.table.current;
        if (seat == me) return plan.own_model_in_tree;
        return plan.models_in_tree && cast.seats[seat] != nullptr;
    }

    MoveSet moves() const {
        const MoveSet legal = legal_moves(p.state);
        return {plan.skip_fives ? legal.bits & ~kHintsAboutFives : legal.bits};
    }

    // Whether another move of this node may be tried for the first time.
    bool may_open(u32 node, const Children& children) const {
        if (children.closed == 0 || tree.is_full()) return false;
        if (children.open == 0 || node == 0 || plan.widening == 0) return true;
        return static_cast<u32>(children.open * plan.widening) <= tree.nodes[node].visits;
    }

    // The move to try first: with progressive widening the policy's move, otherwise a random one.
    int opened(const Children& children) {
        const MoveSet closed = {children.closed};
        if (plan.widening > 0 && children.open == 0 && cast.seats[p.state.table.current]) {
            const Move first = asked(p);
            if (closed.contains(first)) return kWidest.id(first);
        }
        return kWidest.id(closed.at(static_cast<int>(rng.below(static_cast<u32>(closed.size())))));
    }

    // The next node and its move; 0 if the game leaves the tree.
    u32 next(u32 node, Move& move, bool& is_new) {
        if (is_modelled()) {
            move = asked(p);
            if (!is_legal(p.state, move)) return 0;
            const u32 child = tree.child(node, kWidest.id(move));
            if (child != 0) return child;
            is_new = true;
            return tree.is_full() ? 0 : tree.add(node, kWidest.id(move));
        }
        const MoveSet legal = moves();
        const Children children = survey(tree, node, legal);
        u32 child = 0;
        if (may_open(node, children)) {
            child = tree.add(node, opened(children));
            is_new = true;
        } else {
            child =
                select(tree, node, legal, max_score(p.state.table.setup), plan.exploration, rng);
        }
        move =
            child == 0 ? any_of(legal_moves(p.state), rng) : kWidest.move(tree.nodes[child].move);
        return child;
    }

    // Descends until a node is added, or the tree or the game ends; `path` holds the nodes.
    void down() {
        path[0] = 0;
        depth = 0;
        for (bool is_new = false; !is_new && depth < plan.tree_turns && !is_over(p.state.table);) {
            const int seat = p.state.table.current;
            const bool dealt = plan.redeal && seat != me;
            Redeal before = {};
            if (dealt) {
                look(p.seats[seat].view, p.state, seat);
                before = redeal(p.state, p.seats[seat].view, rng);
            }
            Move move = kNoMove;
            const u32 child = next(path[depth], move, is_new);
            apply_or_forfeit(p.state, move);
            if (dealt && fires(move)) give_back(p.state, before, move, rng);
            if (child == 0) return;
            path[++depth] = child;
        }
    }
};

inline Candidates search_tree(const Plan& plan, const double* const* mass, const View& v,
                              const Budget& budget, Playout& p, Tree& tree, Rng rng) {
    const int players = v.table.setup.players;
    prepare(p, v);
    tree.clear();
    for (u64 done = 0; done == 0 || !budget.is_spent(done); ++done) {
        imagine(p.state, v, rng);
        const Cast cast = drawn_cast(plan, mass, players, v.me, rng);
        seat_anew(p, cast, players, rng.next());
        Descent descent = {plan, tree, p, cast, rng, v.me, {}, 0};
        descent.down();
        const u64 points = static_cast<u64>(play_on(p, plan));
        for (int i = 0; i <= descent.depth; ++i) {
            Node& node = tree.nodes[descent.path[i]];
            ++node.visits;
            node.points += points;
        }
    }
    return candidates_of(tree);
}

}  // namespace tamaya
