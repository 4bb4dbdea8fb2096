// A seat that searches, and what it believes of its partners.
#pragma once

#include "tamaya/search/flat.hpp"
#include "tamaya/search/grow.hpp"
#include "tamaya/suspect.hpp"

namespace tamaya {

// Memory that a search works in.
struct Desk {
    Playout playout;
    Tree tree;
};

// One part of a search for the move of the viewer, who must be to move. Parts of one key look at
// different imagined games; together they are a larger search.
inline Candidates search(const Plan& plan, const double* const* mass, const View& v, u64 key,
                         int part, const Budget& budget, Desk& desk) {
    const Rng rng = {mix(key + static_cast<u64>(part) * kGolden), 0};
    return plan.method == Method::flat
               ? search_flat(plan, mass, v, standard_move(plan, v, key), budget, desk.playout, rng)
               : search_tree(plan, mass, v, budget, desk.playout, desk.tree, rng);
}

// Which models would have moved like that? `before` is the own view when the partner was to move.
inline void follow(const Plan& plan, int samples, double noise, double* mass, const View& before,
                   const Event& event, Rng& rng) {
    Casebook book{};
    book.suspects = plan.models;
    book.suspect_count = plan.model_count;
    book.doubts[0] = {noise, 1.0};
    book.doubt_count = 1;
    book.samples = samples;
    follow(book, mass, before, event, rng);
}

}  // namespace tamaya
