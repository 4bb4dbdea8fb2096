// A tree of moves with information-set statistics: a node stands for the moves that led to it,
// whatever the hidden cards are, and a move competes only in positions where it was legal.
#pragma once

#include "tamaya/rng.hpp"
#include "tamaya/search/candidates.hpp"

namespace tamaya {

// Index 0 is the root; as a link it means "none".
struct Node {
    u64 points;     // sum over all games through this node
    u32 visits;     // games through this node
    u32 available;  // visits of the parent in which its move was legal
    u32 first;      // child
    u32 next;       // sibling
    u8 move;        // move that leads here, as its bit in a MoveSet
};

// The caller owns the memory of the nodes, which limits the size of the tree.
struct Tree {
    Node* nodes;
    u32 capacity;
    u32 size;

    void clear() {
        nodes[0] = {};
        size = 1;
    }
    bool is_full() const { return size == capacity; }
    // A new child; the tree must not be full.
    u32 add(u32 parent, int move) {
        nodes[size] = {0, 0, 1, 0, nodes[parent].first, static_cast<u8>(move)};
        nodes[parent].first = size;
        return size++;
    }
    u32 child(u32 parent, int move) const {
        u32 at = nodes[parent].first;
        while (at != 0 && nodes[at].move != move) at = nodes[at].next;
        return at;
    }
};

// The natural logarithm of an integer by its series: equal on every machine.
inline double natural_log(u32 n) {
    int exponent = 0;
    while (n >> exponent > 1) ++exponent;
    const double x = static_cast<double>(n) / static_cast<double>(1u << exponent);  // in [1, 2)
    const double z = (x - 1.0) / (x + 1.0), square = z * z;
    double sum = 0.0;
    for (int k = 19; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
    return 0.6931471805599453 * exponent + 2.0 * z * sum;
}

// The children of a node among the legal moves: those without a node, and the number of those with
// one.
struct Children {
    u64 closed;
    int open;
};

// Counts the moves as available.
inline Children survey(Tree& tree, u32 parent, MoveSet legal) {
    Children children = {legal.bits, 0};
    for (u32 at = tree.nodes[parent].first; at != 0; at = tree.nodes[at].next) {
        const u64 bit = 1ull << tree.nodes[at].move;
        if (!(legal.bits & bit)) continue;
        ++tree.nodes[at].available;
        ++children.open;
        children.closed &= ~bit;
    }
    return children;
}

// The legal child with the highest upper confidence bound; 0 if there is none. `best` is the
// maximum score of a game. Ties are broken by tiny noise.
inline u32 select(const Tree& tree, u32 parent, MoveSet legal, int best, double exploration,
                  Rng& rng) {
    u32 chosen = 0;
    double highest = -1.0;
    for (u32 at = tree.nodes[parent].first; at != 0; at = tree.nodes[at].next) {
        const Node& node = tree.nodes[at];
        if (!(legal.bits >> node.move & 1)) continue;
        const double mean = static_cast<double>(node.points) / node.visits / best;
        const double doubt = square_root(natural_log(node.available) / node.visits);
        const double noise = static_cast<double>(rng.next() >> 44) * 1e-12;
        const double bound = mean + exploration * doubt + noise;
        if (bound > highest) highest = bound, chosen = at;
    }
    return chosen;
}

// The moves of the root as candidates.
inline Candidates candidates_of(const Tree& tree) {
    Candidates candidates{};
    candidates.standard = -1;
    for (u32 at = tree.nodes[0].first; at != 0; at = tree.nodes[at].next) {
        const Node& node = tree.nodes[at];
        candidates.at[candidates.count++] = {kWidest.move(node.move), node.visits, node.points, 0,
                                             0};
    }
    candidates.rollouts = tree.nodes[0].visits;
    return candidates;
}

}  // namespace tamaya
