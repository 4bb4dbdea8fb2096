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
// Suspects that are this probable may be asked in more positions, together this many times a move.
constexpr double kPlausible = 0.01;
constexpr int kMoreQuestions = 400;

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
    const u8* whole_games;    // of each response: 1 if it must not begin within a game; may be null
    int suspect_count;
    int response_count;
    Doubt doubts[kMaxDoubts];  // equally likely at first
    int doubt_count;
    int samples;        // positions imagined for each move
    int most_samples;   // positions for plausible suspects; not below `samples`
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

// What suspects say about an observed move.
struct Answers {
    double agreed[kMaxSuspects];  // sum of the move's probabilities over the positions
    int positions[kMaxSuspects];  // in which the suspect was asked
};

// Asks suspects for the probability of the observed move in imagined positions. Suspects that
// compute no probabilities are asked for their move, which counts 0 or 1. `before` is the seat's
// own view when the partner was to move. The partner saw the seat's own hand, which is unknown, so
// it is sampled. If the move was a hint to that hand, only hands that the hint fits are sampled,
// which lowers the likelihood by the same factor for every suspect. Plausible suspects are asked
// in more positions: a move that depends on the hand is rarely seen in a few of them.
inline void agreements(const Casebook& book, const View& before, const Event& event,
                       const u16* asked, int count, const double* believed, Rng& rng, Extra extra,
                       Answers& answers) {
    int plausible = 0;
    for (int i = 0; i < count; ++i) {
        answers.agreed[i] = 0.0, answers.positions[i] = 0;
        plausible += believed[i] >= kPlausible;
    }
    const Setup& setup = before.table.setup;
    const Move seen = move_of(event, setup.players);
    Knowledge own = before.table.knowledge[before.me];
    if (is_hint(seen) && event.target == before.me) own = after_hint(own, setup, event);
    const int affordable = plausible == 0 ? 0 : kMoreQuestions / plausible;
    const int wanted = book.most_samples - book.samples;
    const int positions = book.samples + (wanted < affordable ? wanted : affordable);
    State state;
    View theirs;
    for (int sample = 0; sample < positions; ++sample) {
        imagine(state, before, own, rng);
        theirs.table.turn = 0;
        look(theirs, state, before.table.current);
        for (int i = 0; i < count; ++i) {
            if (sample >= book.samples && believed[i] < kPlausible) continue;
            Memory memory = empty_memory(extra);
            Rng draws = {rng.next(), 0};
            answers.agreed[i] += chance(book.suspects[asked[i]], theirs, seen, memory, draws);
            ++answers.positions[i];
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
    double beliefs[kMaxSuspects];
    Answers answers;
    const int count = worth_asking(book, mass, before, asked);
    for (int i = 0; i < count; ++i) beliefs[i] = believed(book, mass, asked[i]);
    agreements(book, before, event, asked, count, beliefs, rng, extra, answers);
    double was = 0.0, now = 0.0;
    for (int i = 0; i < count; ++i) {
        const double share = answers.agreed[i] / answers.positions[i];
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

// The meta-agent in one seat. The caller keeps the beliefs and `memories` from game to game. All
// responses that remember a partner do so, whichever of them is played: their memories hold
// `memory_bytes` for each response, and are all zero when an episode starts.
struct MetaSeat {
    const Casebook* book;
    double* mass[kMaxPlayers];  // the belief about each seat; null for its own
    int response;
    int first_response;  // of the game
    Rng rng;
    Rng doubts;   // for imagined positions, apart from the response's own draws
    Extra extra;  // memory for policies that are asked; the caller's
    u8* memories;
    u32 memory_bytes;
};

// The memory of a response: its own if it remembers earlier games, otherwise an empty one.
inline Memory memory_of(const MetaSeat& seat, int response) {
    if (!remembers(seat.book->responses[response])) return empty_memory(seat.extra);
    return {{},
            {seat.memories + static_cast<u64>(response) * seat.memory_bytes, seat.memory_bytes}};
}

// Bytes that a response needs to remember earlier games; at least those of every response.
inline u32 memory_bytes(const Casebook& book) {
    u32 most = 0;
    for (int r = 0; r < book.response_count; ++r) {
        const Policy& policy = book.responses[r];
        if (remembers(policy) && extra_bytes(policy) > most) most = extra_bytes(policy);
    }
    return most;
}

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

// The best response to all partners together. Within a game, those that must not begin there are
// left out, except the current one. Ties: the first.
inline int best_response(const Casebook& book, const Outlook& outlook, int current) {
    int best = current;
    double highest = current < 0 ? 0.0 : expected_score(book, outlook, current);
    for (int r = 0; r < book.response_count; ++r) {
        if (current >= 0 && r != current && book.whole_games && book.whole_games[r]) continue;
        const double expected = expected_score(book, outlook, r);
        if (best < 0 || expected > highest || (expected == highest && r < best))
            highest = expected, best = r;
    }
    return best;
}

// Starts a game; the beliefs are set. `key` is that of the seat's own random stream.
inline void begin(MetaSeat& seat, u64 key) {
    seat.rng = {key, 0};
    seat.doubts = {mix(key ^ kGolden), 0};
    Outlook outlook;
    look_out(outlook, seat);
    seat.response = seat.first_response = best_response(*seat.book, outlook, -1);
}

inline Decision decide(MetaSeat& seat, const View& v) {
    Memory memory = memory_of(seat, seat.response);
    return decide(seat.book->responses[seat.response], v, memory, seat.rng);
}

// Ends a game: responses that remember their partners add it to their memories.
inline void finish(MetaSeat& seat, const View& last) {
    for (int r = 0; r < seat.book->response_count; ++r) {
        const Policy& policy = seat.book->responses[r];
        if (!remembers(policy)) continue;
        Memory memory = memory_of(seat, r);
        carry_over(policy, last, memory);
    }
}

// Moves all memories on by a number of seats, for a game in which everybody sits elsewhere.
inline void move_seats(MetaSeat& seat, int players, int by) {
    for (int r = 0; r < seat.book->response_count; ++r) {
        const Policy& policy = seat.book->responses[r];
        if (!remembers(policy)) continue;
        Memory memory = memory_of(seat, r);
        move_seats(policy, players, by, memory);
    }
}

// Updates beliefs and response after another seat's move; `before` is the own view before it.
inline void notice(MetaSeat& seat, const View& before, const Event& event) {
    follow(*seat.book, seat.mass[before.table.current], before, event, seat.doubts, seat.extra);
    const Casebook& book = *seat.book;
    if (!book.within_games) return;
    Outlook outlook;
    look_out(outlook, seat);
    const int best = best_response(book, outlook, seat.response);
    const double gain =
        expected_score(book, outlook, best) - expected_score(book, outlook, seat.response);
    if (gain > book.patience * (before.table.setup.players - 1)) seat.response = best;
}

}  // namespace tamaya
