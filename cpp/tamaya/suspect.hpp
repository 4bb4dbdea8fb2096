// The meta-agent: infers which of several known agents its partners are from their moves, and plays
// the best response to them.
#pragma once

#include "tamaya/imagine.hpp"
#include "tamaya/policy.hpp"

namespace tamaya {

constexpr int kMaxSuspects = 1024;
constexpr int kMaxDoubts = 8;
// With many suspects, unlikely ones are asked only in every eighth turn of a seat.
constexpr int kMany = 16;
constexpr double kUnlikely = 1e-6;
constexpr int kAskAllEvery = 8;

// A partner may resemble a suspect without being it. `noise` is the share of its moves that the
// suspect would not make. `trust` weighs the suspect's scores in what is expected of the partner;
// the rest of the weight is that of an unknown partner.
struct Doubt {
    double noise;  // above 0: no belief vanishes
    double trust;
};

// The hypotheses about partners, the responses to them, and how beliefs follow from moves.
struct Casebook {
    const Policy* suspects;   // hypotheses: agents that partners may be
    const Policy* responses;  // policies to choose from
    const double* scores;     // of response r with suspect h: scores[r * suspect_count + h]
    const double* anybody;    // of response r with an unknown partner
    const double* prior;      // of each suspect; adds up to 1
    int suspect_count;
    int response_count;
    Doubt doubts[kMaxDoubts];  // equally likely at first
    int doubt_count;
    int samples;        // positions imagined for each move
    double patience;    // expected points that a change of response must gain
    bool within_games;  // responses may change after every move, not only between games
};

// Size of a belief about one partner: probabilities mass[h * doubt_count + d] that add up to 1.
inline int belief_size(const Casebook& book) { return book.suspect_count * book.doubt_count; }

// Knowledge about a hand after a hint to it.
inline Knowledge after_hint(Knowledge k, const Setup& s, const Event& hint) {
    const bool by_color = hint.kind == MoveKind::hint_color;
    Row& row = by_color ? k.colors : k.ranks;
    const int extra = by_color && is_rainbow(s) ? 1 << kExtraColor : 0;
    const int meant = by_color ? 1 << hint.value | extra : 1 << (hint.value - 1);
    for (int i = 0; i < s.hand_size; ++i) {
        const int left = row.get(i) & (hint.touched >> i & 1 ? meant : ~meant);
        row.set(i, static_cast<u8>(left));
    }
    return k;
}

// Counts for each suspect asked in how many imagined positions it makes the observed move. `before`
// is the seat's own view when the partner was to move. The partner saw the seat's own hand, which
// is unknown, so it is sampled. If the move was a hint to that hand, only hands that the hint fits
// are sampled, which lowers the likelihood by the same factor for every suspect.
inline void agreements(const Casebook& book, const View& before, const Event& event,
                       const u16* asked, int count, Rng& rng, Extra extra, u32* agreed) {
    for (int i = 0; i < count; ++i) agreed[i] = 0;
    const Setup& setup = before.table.setup;
    const Move seen = move_of(event, setup.players);
    Knowledge own = before.table.knowledge[before.me];
    if (is_hint(seen) && event.target == before.me) own = after_hint(own, setup, event);
    State state;
    View theirs;
    for (int sample = 0; sample < book.samples; ++sample) {
        imagine(state, before, own, rng);
        theirs.table.turn = 0;
        look(theirs, state, before.table.current);
        for (int i = 0; i < count; ++i) {
            Memory memory = empty_memory(extra);
            Rng draws = {rng.next(), 0};
            agreed[i] += decide(book.suspects[asked[i]], theirs, memory, draws).move == seen;
        }
    }
}

// The belief about a partner who has not moved yet.
inline void suspect_all(const Casebook& book, double* mass) {
    for (int i = 0; i < belief_size(book); ++i)
        mass[i] = book.prior[i / book.doubt_count] / book.doubt_count;
}

inline double believed(const Casebook& book, const double* mass, int suspect) {
    double sum = 0.0;
    for (int d = 0; d < book.doubt_count; ++d) sum += mass[suspect * book.doubt_count + d];
    return sum;
}

// Lists the suspects to ask about a move. From time to time that is all of them, so that none is
// ruled out for good.
inline int worth_asking(const Casebook& book, const double* mass, const View& before, u16* asked) {
    const bool all = book.suspect_count <= kMany ||
                     before.table.turn / before.table.setup.players % kAskAllEvery == 0;
    int count = 0;
    for (int h = 0; h < book.suspect_count; ++h)
        if (all || believed(book, mass, h) >= kUnlikely) asked[count++] = static_cast<u16>(h);
    return count;
}

// Updates the belief about the partner who was to move in `before`. A move by noise is one of about
// twenty legal ones. Suspects that are not asked keep their share.
inline void follow(const Casebook& book, double* mass, const View& before, const Event& event,
                   Rng& rng, Extra extra) {
    u16 asked[kMaxSuspects];
    u32 agreed[kMaxSuspects];
    const int count = worth_asking(book, mass, before, asked);
    agreements(book, before, event, asked, count, rng, extra, agreed);
    double was = 0.0, now = 0.0;
    for (int i = 0; i < count; ++i) {
        const double share = static_cast<double>(agreed[i]) / book.samples;
        for (int d = 0; d < book.doubt_count; ++d) {
            const double noise = book.doubts[d].noise;
            double& belief = mass[asked[i] * book.doubt_count + d];
            was += belief;
            belief *= (1.0 - noise) * share + noise / 20.0;
            now += belief;
        }
    }
    for (int i = 0; i < count; ++i)
        for (int d = 0; d < book.doubt_count; ++d)
            mass[asked[i] * book.doubt_count + d] *= was / now;
    double total = 0.0;
    for (int i = 0; i < belief_size(book); ++i) total += mass[i];
    for (int i = 0; i < belief_size(book); ++i) mass[i] /= total;
}

// The meta-agent in one seat. The caller keeps the beliefs from game to game.
struct MetaSeat {
    const Casebook* book;
    double* mass[kMaxPlayers];  // the belief about each seat; null for its own
    int response;
    int first_response;  // of the game
    Rng rng;
    Rng doubts;   // for imagined positions, apart from the response's own draws
    Extra extra;  // memory for policies that are asked; the caller's
};

// Weights of the scores with each suspect and with an unknown partner, summed over all partners.
struct Outlook {
    double suspects[kMaxSuspects];
    double anybody;
};

inline void look_out(Outlook& outlook, const MetaSeat& seat) {
    const Casebook& book = *seat.book;
    for (int h = 0; h < book.suspect_count; ++h) outlook.suspects[h] = 0.0;
    outlook.anybody = 0.0;
    for (const double* mass : seat.mass) {
        if (mass == nullptr) continue;
        for (int i = 0; i < belief_size(book); ++i) {
            const double trust = book.doubts[i % book.doubt_count].trust;
            outlook.suspects[i / book.doubt_count] += mass[i] * trust;
            outlook.anybody += mass[i] * (1.0 - trust);
        }
    }
}

inline double expected_score(const Casebook& book, const Outlook& outlook, int response) {
    const double* scores = book.scores + response * book.suspect_count;
    double sum = outlook.anybody * book.anybody[response];
    for (int h = 0; h < book.suspect_count; ++h) sum += outlook.suspects[h] * scores[h];
    return sum;
}

// The best response to all partners together. Ties: the first.
inline int best_response(const Casebook& book, const Outlook& outlook) {
    int best = 0;
    double highest = expected_score(book, outlook, 0);
    for (int r = 1; r < book.response_count; ++r) {
        const double expected = expected_score(book, outlook, r);
        if (expected > highest) highest = expected, best = r;
    }
    return best;
}

// Starts a game; the beliefs are set. `key` is that of the seat's own random stream.
inline void begin(MetaSeat& seat, u64 key) {
    seat.rng = {key, 0};
    seat.doubts = {mix(key ^ kGolden), 0};
    Outlook outlook;
    look_out(outlook, seat);
    seat.response = seat.first_response = best_response(*seat.book, outlook);
}

inline Decision decide(MetaSeat& seat, const View& v) {
    Memory memory = empty_memory(seat.extra);
    return decide(seat.book->responses[seat.response], v, memory, seat.rng);
}

// Updates beliefs and response after another seat's move; `before` is the own view before it.
inline void notice(MetaSeat& seat, const View& before, const Event& event) {
    follow(*seat.book, seat.mass[before.table.current], before, event, seat.doubts, seat.extra);
    const Casebook& book = *seat.book;
    if (!book.within_games) return;
    Outlook outlook;
    look_out(outlook, seat);
    const int best = best_response(book, outlook);
    const double gain =
        expected_score(book, outlook, best) - expected_score(book, outlook, seat.response);
    if (gain > book.patience * (before.table.setup.players - 1)) seat.response = best;
}

}  // namespace tamaya
