// Whole games between native agents.
#pragma once

#include "tamaya/apply.hpp"
#include "tamaya/counters.hpp"
#include "tamaya/policy.hpp"

namespace tamaya {

// How a game ended. `trace` is a hash of all moves: equal traces mean equal games.
struct Result {
    u8 score;  // points on the table, kept when bombed
    u8 lives;
    u8 hints;
    u8 turns;
    End end;
    u64 trace;
};

// One seat's private side of a game in progress.
struct Seat {
    View view;
    Memory memory;
    Rng rng;
};

// Hash of a game's moves so far, as a number to go on from; 0 at the start.
constexpr u64 extend_trace(u64 trace, Move move) {
    const u64 id =
        static_cast<u64>(move.kind) << 16 | static_cast<u64>(move.index) << 8 | move.value;
    return (trace ^ (id + 1)) * 0x100000001B3ull;
}

inline Result result_of(const Table& t, u64 trace) {
    return {static_cast<u8>(score(t)), t.lives, t.hints, t.turn, t.end, mix(trace)};
}

// Plays a game on from where it stands, one native agent in each seat. An agent that gives an
// illegal move forfeits the game. Counts are added to `counters`, one for each seat; each turn
// `watch(view, decision, event, table)` is called: the actor's view before its move, what it
// decided, what everyone saw and the table after it.
template <typename Watch>
inline Result play_on(State& state, Seat* seats, const Policy* const* agents, Counters* counters,
                      const Watch& watch) {
    const Setup& setup = state.table.setup;
    u64 trace = 0;
    while (!is_over(state.table)) {
        const int actor = state.table.current;
        Seat& seat = seats[actor];
        look(seat.view, state, actor);
        const Decision decision = decide(*agents[actor], seat.view, seat.memory, seat.rng);
        const Move move = decision.move;
        record(counters[actor], seat.view, move);
        const Event& event = apply_or_forfeit(state, move);
        watch(seat.view, decision, event, state.table);
        counters[actor].misplays += event.kind == MoveKind::play && !event.scored;
        trace = extend_trace(trace, move_of(event, setup.players));
    }
    return result_of(state.table, trace);
}

// The game of a seed from its deal on; `deck` is the set-up's sorted deck.
template <typename Watch>
inline Result play_game(const Setup& setup, Deck deck, u64 seed, const Policy* const* agents,
                        Counters* counters, const Watch& watch) {
    State state;
    Seat seats[kMaxPlayers];
    shuffle(deck, seed);
    deal(state, setup, deck);
    for (int i = 0; i < setup.players; ++i) {
        seats[i].view.table.turn = 0;
        seats[i].memory = {};
        seats[i].rng = stream(seed, Purpose::agent, static_cast<u32>(i));
    }
    return play_on(state, seats, agents, counters, watch);
}

inline Result play_game(const Setup& setup, const Deck& deck, u64 seed, const Policy* const* agents,
                        Counters* counters) {
    return play_game(setup, deck, seed, agents, counters,
                     [](const View&, const Decision&, const Event&, const Table&) {});
}

// Plays a game with each deck, one after the other on seeds from `first_seed` on. Agents begin each
// with empty notes, or go on with those of the game before.
inline void play_in_a_row(const Setup& setup, const Deck* decks, u64 games, u64 first_seed,
                          const Policy* const* agents, bool forgetting, Result* results) {
    State state;
    Seat seats[kMaxPlayers] = {};
    Counters unused[kMaxPlayers] = {};
    for (u64 game = 0; game < games; ++game) {
        deal(state, setup, decks[game]);
        for (int i = 0; i < setup.players; ++i) {
            seats[i].view.table.turn = 0;
            if (forgetting) seats[i].memory = {};
            seats[i].rng = stream(first_seed + game, Purpose::agent, static_cast<u32>(i));
        }
        results[game] = play_on(state, seats, agents, unused,
                                [](const View&, const Decision&, const Event&, const Table&) {});
        for (int i = 0; i < setup.players; ++i) {
            look(seats[i].view, state, i);
            carry_over(*agents[i], seats[i].view, seats[i].memory);
        }
    }
}

}  // namespace tamaya
