// The search of a meta-agent. It tries moves in imagined games with partners drawn from its
// beliefs, and leaves the move of its response only for a gain beyond doubt.
#pragma once

#include "tamaya/search/flat.hpp"
#include "tamaya/search/seat.hpp"
#include "tamaya/search/testimony.hpp"
#include "tamaya/suspect.hpp"

namespace tamaya {

// Settings of the search.
struct Investigation {
    Plan plan;        // how rollouts end, and how the move is chosen
    u64 rollouts;     // of all parts together; 0: no limit
    u64 nanoseconds;  // 0: no limit
    u64 (*clock)();
    int parts;
    int hands;  // own hands that are compared with the partners' moves for each imagined game
};

// Working memory of one part.
struct InvestigationDesk {
    Playout playout;
    Recollection past;
};

// How the meta-agent in a seat searches. The caller owns all memory.
struct Investigator {
    const Investigation* settings;  // null: no search
    InvestigationDesk* const* desks;
    Candidates* parts;
    Testimony* testimony;
    Crew crew;
    StopSign stop;
};

// Draws who the partners are. If a partner only resembles a suspect, then it may be anybody, and
// its moves say nothing about the own hand.
inline Guess drawn_guess(const MetaSeat& seat, int players, Rng& rng) {
    const Casebook& book = *seat.book;
    Guess guess = {};
    for (int i = 0; i < players; ++i) {
        if (seat.mass[i] == nullptr) continue;
        const int drawn = drawn_model(seat.mass[i], belief_size(book), rng);
        const Doubt& doubt = book.doubts[drawn % book.doubt_count];
        const bool trusted = unit(rng) < doubt.trust;
        const int suspect =
            trusted ? drawn / book.doubt_count : drawn_model(book.prior, book.suspect_count, rng);
        guess.cast.seats[i] = book.suspects + suspect;
        guess.noise[i] = trusted ? doubt.noise : 1.0;
    }
    return guess;
}

// What the parts of one search share.
struct Inquiry {
    const Investigator& by;
    const MetaSeat& seat;
    const View& view;
    Move standard;
    Memory memory;  // of the response
    u64 key;
    u64 started;

    void part(int number) const {
        const Investigation& settings = *by.settings;
        InvestigationDesk& desk = *by.desks[number];
        prepare(desk.past, view);
        const int players = view.table.setup.players;
        const Budget budget = share_of(settings.rollouts, settings.parts, number,
                                       settings.nanoseconds, settings.clock, started, by.stop);
        by.parts[number] = race_moves(
            settings.plan, view, standard, budget, desk.playout,
            {mix(key + static_cast<u64>(number) * kGolden), 0}, [&](State& start, Rng& rng) {
                Guess guess = drawn_guess(seat, players, rng);
                imagine(start, view, *by.testimony, guess, settings.hands, desk.past, rng);
                guess.cast.seats[view.me] = seat.book->responses + seat.response;
                guess.cast.memories[view.me] = &memory;
                return guess.cast;
            });
    }
};

// Searches, starting from the move of the response. The result depends on the number of parts, not
// on who runs them.
inline const Candidates& investigate(const Investigator& by, MetaSeat& seat, const View& v,
                                     Move standard) {
    const Investigation& settings = *by.settings;
    gather(*by.testimony, v);
    const Inquiry whole = {by,
                           seat,
                           v,
                           standard,
                           memory_of(seat, seat.response),
                           seat.doubts.next(),
                           settings.nanoseconds > 0 ? settings.clock() : 0};
    by.crew.run(
        by.crew.self, settings.parts,
        [](void* context, int part) { static_cast<const Inquiry*>(context)->part(part); },
        const_cast<Inquiry*>(&whole));
    for (int i = 1; i < settings.parts; ++i) merge(by.parts[0], by.parts[i]);
    return by.parts[0];
}

inline Move chosen_move(const Investigator& by, const Candidates& all) {
    return all.at[chosen(all, by.settings->plan.verdict, by.settings->plan.errors)].move;
}

// The move of the meta-agent, after a search if it searches. `fired` is that of the response.
inline Decision decide(const Investigator& by, MetaSeat& seat, const View& v) {
    Decision decision = decide(seat, v);
    if (by.settings == nullptr || !fires(decision.move)) return decision;
    decision.move = chosen_move(by, investigate(by, seat, v, decision.move));
    return decision;
}

}  // namespace tamaya
