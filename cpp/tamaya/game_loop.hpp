// The game loop: whole games between seats of any kind.
#pragma once

#include "tamaya/apply.hpp"
#include "tamaya/counters.hpp"
#include "tamaya/seat.hpp"

namespace tamaya {

// How a game ended. `trace` is a hash of all moves: equal traces mean equal games.
struct Result {
    u8 score;  // points kept
    u8 lives;
    u8 hints;
    u8 turns;
    End end;
    u64 trace;
};
FIELDS(Result, score, lives, hints, turns, end, trace);

// Extends the hash of a game's moves by one move. The hash of no moves is 0.
constexpr u64 extend_trace(u64 trace, Move move) {
    const u64 id =
        static_cast<u64>(move.kind) << 16 | static_cast<u64>(move.index) << 8 | move.value;
    return (trace ^ (id + 1)) * 0x100000001B3ull;
}

inline Result result_of(const Table& t, u64 trace) {
    return {static_cast<u8>(score(t)), t.lives, t.hints, t.turn, t.end, mix(trace)};
}

// Plays until the game is over or, if `Watch::kLimited`, until `watch.goes_on()` is false. An
// illegal move forfeits the game. In each turn `watch.decided(seat, decision)` is called before the
// move, and `watch.moved(seat, decision, event, table)` after it.
template <typename Seat, typename Watch>
INLINE_ON_CPU inline void play_turns(State& state, Seat* seats, Watch& watch) {
    const int players = state.table.setup.players;
    while (!is_over(state.table)) {
        if constexpr (Watch::kLimited) {
            if (!watch.goes_on()) return;
        }
        const int actor = state.table.current;
        Seat& seat = seats[actor];
        if constexpr (Seat::kMayWatch) {
            for (int i = 0; i < players; ++i)
                if (i != actor && seats[i].watches()) seats[i].see(state, i);
        }
        seat.see(state, actor);
        const Decision decision = seat.decide();
        watch.decided(seat, decision);
        const Event& event = apply_or_forfeit(state, decision.move);
        watch.moved(seat, decision, event, state.table);
        if constexpr (Seat::kMayWatch) {
            for (int i = 0; i < players && event.kind != MoveKind::none; ++i)
                if (i != actor && seats[i].watches()) seats[i].notice(event);
        }
    }
}

// Counts what seats do and hashes the moves. `also(view, decision, event, table)` is called in each
// turn, with the actor's view before the move, its decision, the event, and the table afterwards.
template <typename Also>
struct Recorder {
    static constexpr bool kLimited = false;

    Counters* counters;  // one for each seat
    Also also;
    u64 trace = 0;

    template <typename Seat>
    void decided(const Seat& seat, const Decision& decision) {
        record(counters[seat.view.me], seat.view, decision.move);
    }
    template <typename Seat>
    void moved(const Seat& seat, const Decision& decision, const Event& event, const Table& table) {
        also(seat.view, decision, event, table);
        counters[seat.view.me].misplays += event.kind == MoveKind::play && !event.scored;
        trace = extend_trace(trace, move_of(event, table.setup.players));
    }
};

struct NothingElse {
    void operator()(const View&, const Decision&, const Event&, const Table&) const {}
};

// Plays a game to its end. The caller has called `begin` for all seats.
template <typename Seat, typename Also>
inline Result play_to_end(State& state, Seat* seats, Counters* counters, const Also& also) {
    Recorder<Also> recorder = {counters, also};
    play_turns(state, seats, recorder);
    return result_of(state.table, recorder.trace);
}

// Deals and plays the game of a seed. `deck` is the set-up's sorted deck.
template <typename Seat, typename Also = NothingElse>
inline Result play_game(const Setup& setup, Deck deck, u64 seed, Seat* seats, Counters* counters,
                        const Also& also = {}) {
    State state;
    shuffle(deck, seed);
    deal(state, setup, deck);
    for (int i = 0; i < setup.players; ++i)
        seats[i].begin(stream(seed, Purpose::agent, static_cast<u32>(i)).key);
    const Result result = play_to_end(state, seats, counters, also);
    if constexpr (Seat::kMayWatch) {
        for (int i = 0; i < setup.players; ++i) seats[i].end(state, i);
    }
    return result;
}

// Plays one game with each deck, on consecutive seeds from `first_seed`. The seats whose bit is set
// in `remembering` begin each game with their memory of the previous one, the others with none.
inline void play_in_a_row(const Setup& setup, const Deck* decks, u64 games, u64 first_seed,
                          NativeSeat* seats, u32 remembering, Result* results) {
    State state;
    Counters unused[kMaxPlayers] = {};
    for (u64 game = 0; game < games; ++game) {
        deal(state, setup, decks[game]);
        for (int i = 0; i < setup.players; ++i) {
            const u64 key = stream(first_seed + game, Purpose::agent, static_cast<u32>(i)).key;
            if (game > 0 && (remembering >> i & 1)) {
                seats[i].begin_with_memory(key);
            } else {
                seats[i].begin(key);
            }
        }
        results[game] = play_to_end(state, seats, unused, NothingElse{});
        for (int i = 0; i < setup.players; ++i) {
            seats[i].see(state, i);
            carry_over(*seats[i].policy, seats[i].view, seats[i].memory);
        }
    }
}

}  // namespace tamaya
