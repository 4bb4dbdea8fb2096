// What the moves of partners say about the own cards. Partners see these cards, so a model of a
// partner makes some moves only if it sees certain cards.
#pragma once

#include "tamaya/imagine.hpp"
#include "tamaya/past.hpp"
#include "tamaya/search/plan.hpp"

namespace tamaya {

constexpr int kMaxMoments = 16;

// A move of a partner, and the position before it. The own cards of today are missing in `hands`.
struct Moment {
    Table table;
    Hand hands[kMaxPlayers];
    Row numbers;  // of the own cards then
    Event event;
};

// The latest moves of partners who saw a card that is still in the own hand.
struct Testimony {
    Moment moments[kMaxMoments];
    int count;    // of all such moves; only the last kMaxMoments of them are kept
    Row numbers;  // of the own cards today
};

inline u64 numbers_in(const Row& row, SlotSet present) {
    u64 numbers = 0;
    for (int slot = 0; slot < kMaxHand; ++slot)
        if (present >> slot & 1) numbers |= 1ull << row.get(slot);
    return numbers;
}

// The hands at a time, as far as the viewer knows them today.
inline void recall_hands(Hand* hands, const Table& t, const Numbers& n, const Faces& faces) {
    for (int seat = 0; seat < kMaxPlayers; ++seat) {
        hands[seat] = kEmptyHand;
        for (int slot = 0; seat < t.setup.players && slot < t.setup.hand_size; ++slot) {
            if (!holds(t, seat, slot)) continue;
            const Card card = faces.of[n.rows[seat].get(slot)];
            if (card != kNoCard) put(hands[seat], t.setup, slot, card);
        }
    }
}

inline void gather(Testimony& all, const View& v) {
    const Setup& s = v.table.setup;
    Numbers n = first_numbers(v), today = n;
    for (int i = 0; i < v.table.turn; ++i) follow(today, s, v.log.events[i]);
    const u64 own = numbers_in(today.rows[v.me], v.table.knowledge[v.me].present);
    Faces faces;
    see_faces(faces, v, n, 0);
    Table t = opening_table(v);
    all.numbers = today.rows[v.me];
    all.count = 0;
    for (int i = 0; i < v.table.turn; ++i) {
        const Event& e = v.log.events[i];
        const u64 seen = numbers_in(n.rows[v.me], t.knowledge[v.me].present);
        if (e.actor != v.me && e.kind != MoveKind::none && (seen & own) != 0) {
            Moment& moment = all.moments[all.count++ % kMaxMoments];
            moment.table = t;
            moment.numbers = n.rows[v.me];
            moment.event = e;
            recall_hands(moment.hands, t, n, faces);
        }
        follow(n, s, e);
        follow(t, e);
    }
}

// Fills in the own cards of today where they were then.
inline void fill_own(Hand& then, const Testimony& all, const Moment& moment, int me,
                     const Hand& today, SlotSet present) {
    const Setup& s = moment.table.setup;
    for (int slot = 0; slot < s.hand_size; ++slot) {
        if (!holds(moment.table, me, slot)) continue;
        for (int now = 0; now < s.hand_size; ++now)
            if ((present >> now & 1) && all.numbers.get(now) == moment.numbers.get(slot))
                put(then, s, slot, today.cards.get(now));
    }
}

// Who may sit in the other seats: models, and the share of moves in which a partner differs from
// its model. With 1 its moves say nothing.
struct Guess {
    Cast cast;
    double noise[kMaxPlayers];
};

// Working memory for questions about the past. `theirs.log` holds the log of the game.
struct Recollection {
    View theirs;
    State then;
    State other;
    Extra extra;
};

// The probability that the guessed models made the moves of the testimony, if `own` is the own
// hand. A move by noise is one of about twenty legal ones.
inline double likelihood(const Testimony& all, const View& v, const Hand& own, const Guess& guess,
                         Recollection& desk, Rng& rng) {
    const int players = v.table.setup.players;
    const SlotSet present = v.table.knowledge[v.me].present;
    double product = 1.0;
    for (int i = 0; i < all.count && i < kMaxMoments; ++i) {
        const Moment& moment = all.moments[i];
        const int actor = moment.event.actor;
        const double noise = guess.noise[actor];
        if (guess.cast.seats[actor] == nullptr || noise >= 1.0) continue;
        desk.then.table = moment.table;
        for (int seat = 0; seat < players; ++seat) desk.then.hands[seat] = moment.hands[seat];
        fill_own(desk.then.hands[v.me], all, moment, v.me, own, present);
        desk.theirs.table.turn = moment.table.turn;
        look(desk.theirs, desk.then, actor);
        Memory memory = empty_memory(desk.extra);
        Rng draws = {rng.next(), 0};
        const Move seen = move_of(moment.event, players);
        const double share = chance(*guess.cast.seats[actor], desk.theirs, seen, memory, draws);
        product *= (1.0 - noise) * share + noise / 20.0;
    }
    return product;
}

inline void prepare(Recollection& desk, const View& v) {
    for (int i = 0; i < v.table.turn; ++i) desk.theirs.log.events[i] = v.log.events[i];
}

// Samples a position that agrees with the view. The own hand is one of several that agree with the
// hints, drawn by its likelihood.
inline void imagine(State& state, const View& v, const Testimony& all, const Guess& guess,
                    int hands, Recollection& desk, Rng& rng) {
    double total = 0.0;
    for (int i = 0; i < hands; ++i) {
        imagine(desk.other, v, rng);
        const double weight = likelihood(all, v, desk.other.hands[v.me], guess, desk, rng);
        total += weight;
        if (unit(rng) * total <= weight) state = desk.other;
    }
}

}  // namespace tamaya
