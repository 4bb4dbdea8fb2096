// Who would have moved like that? A seat that finds out which of several known agents its partners
// are, and plays what goes best with them.
#pragma once

#include "tamaya/agents.hpp"
#include "tamaya/imagine.hpp"

namespace tamaya {

constexpr int kMaxSuspects = 1024;

// What is known before anybody is met, and how beliefs follow from moves.
struct Casebook {
    const Policy* suspects;   // whom partners may be
    const Policy* responses;  // what can be played with them
    const double* scores;     // of response r with suspect h: scores[r * suspect_count + h]
    int suspect_count;
    int response_count;
    int samples;        // positions imagined for each move
    double noise;       // share of moves that anybody may make for no reason: no belief becomes 0
    double patience;    // expected points that a change of response must gain
    bool within_games;  // responses may change after every move, not only between games
};

// In how many imagined positions would each suspect have made the move? `before` is one's own view
// when the partner was to move: what the partner saw of one's own hand is drawn, not known.
inline void agreements(const Casebook& book, const View& before, Move seen, Rng& rng, u32* found) {
    for (int i = 0; i < book.suspect_count; ++i) found[i] = 0;
    State state;
    View theirs;
    for (int sample = 0; sample < book.samples; ++sample) {
        imagine(state, before, rng);
        theirs.table.turn = 0;
        look(theirs, state, before.table.current);
        for (int i = 0; i < book.suspect_count; ++i) {
            Memory memory = {};
            Rng own = {rng.next(), 0};
            found[i] += decide(book.suspects[i], theirs, memory, own).move == seen;
        }
    }
}

// The belief about one partner: `mass` is never negative and adds up to 1.
inline void suspect_all(double* mass, int count) {
    for (int i = 0; i < count; ++i) mass[i] = 1.0 / count;
}

// The partner who was to move in `before` has moved. A move that an agent would not make is taken
// for noise: one of about twenty that are legal.
inline void follow(const Casebook& book, double* mass, const View& before, Move seen, Rng& rng) {
    u32 found[kMaxSuspects];
    agreements(book, before, seen, rng, found);
    const double by_chance = book.noise / 20.0;
    double total = 0.0;
    for (int i = 0; i < book.suspect_count; ++i) {
        const double share = static_cast<double>(found[i]) / book.samples;
        mass[i] *= (1.0 - book.noise) * share + by_chance;
        total += mass[i];
    }
    for (int i = 0; i < book.suspect_count; ++i) mass[i] /= total;
}

// One seat of one game. Beliefs belong to whoever keeps them from game to game.
struct MetaSeat {
    const Casebook* book;
    double* mass[kMaxPlayers];  // the belief about each seat; null for one's own
    int response;
    Rng rng;
    Rng doubts;  // for imagined positions, apart from the response's own draws
};

inline double expected_score(const MetaSeat& seat, int response) {
    const Casebook& book = *seat.book;
    double sum = 0.0;
    for (int other = 0; other < kMaxPlayers; ++other) {
        if (seat.mass[other] == nullptr) continue;
        for (int h = 0; h < book.suspect_count; ++h)
            sum += seat.mass[other][h] * book.scores[response * book.suspect_count + h];
    }
    return sum;
}

// The best response to all partners together. Ties: the first.
inline int best_response(const MetaSeat& seat) {
    int best = 0;
    double highest = expected_score(seat, 0);
    for (int r = 1; r < seat.book->response_count; ++r) {
        const double expected = expected_score(seat, r);
        if (expected > highest) highest = expected, best = r;
    }
    return best;
}

// The beliefs must be set before. `key` is that of the seat's own stream.
inline void begin(MetaSeat& seat, u64 key) {
    seat.rng = {key, 0};
    seat.doubts = {mix(key ^ kGolden), 0};
    seat.response = best_response(seat);
}

inline Decision decide(MetaSeat& seat, const View& v) {
    Memory memory = {};
    return decide(seat.book->responses[seat.response], v, memory, seat.rng);
}

// Another seat has moved; `before` is one's own view just before.
inline void notice(MetaSeat& seat, const View& before, Move seen) {
    follow(*seat.book, seat.mass[before.table.current], before, seen, seat.doubts);
    if (!seat.book->within_games) return;
    const int best = best_response(seat);
    const double gain = expected_score(seat, best) - expected_score(seat, seat.response);
    if (gain > seat.book->patience * (before.table.setup.players - 1)) seat.response = best;
}

}  // namespace tamaya
