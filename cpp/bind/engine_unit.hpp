// The boundary between the engine units and the rest: plain pointers to trivially copyable structs,
// whose layout is the same in every unit.
#pragma once

// Returns where to write the answers to the next position, given its game and number of legal
// moves.
using TakeAnswers = signed char* (*)(void* context, unsigned long long game, int choices);

// The set-up, and the policies by seat. `extra` holds `extra_bytes` bytes of memory for each seat,
// and the same number for policies that are asked.
struct EngineTable {
    const void* setup;
    const void* policies[5];
    unsigned char* extra;
    unsigned extra_bytes;
};

struct EngineUnit {
    const char* name;
    // Plays games first_seed .. first_seed + games - 1. Counters of game i are added to
    // counters[i * stride ...], one for each seat.
    void (*play_games)(const EngineTable& table, unsigned long long first_seed,
                       unsigned long long games, void* results, void* counters, int stride);
    // Lets native agents move in games of open_game.hpp, one after the other; `counters` has one
    // for each seat of each game.
    void (*let_natives_move)(void* games, unsigned long long count, void* counters);
    // Adds up how often each rule of each seat's list decided: fired[seat * stride + rule].
    void (*count_fires)(const EngineTable& table, unsigned long long first_seed,
                        unsigned long long games, unsigned long long* fired, int stride);
    // Plays games, and in every turn asks each of `count` policies for its move: an action id, or
    // -1 if it gives up or its move is illegal.
    void (*ask)(const EngineTable& table, unsigned long long first_seed, unsigned long long games,
                const void* asked, unsigned long long count, void* context, TakeAnswers take);
    // Plays one game and writes two accounts, [2][seats] counters, of what the seat `me` saw.
    void (*witness_game)(const EngineTable& table, unsigned long long seed, int me, void* result,
                         void* accounts);
    // Plays one game with each deck in order; seats whose bit is set remember the previous game.
    void (*play_in_a_row)(const EngineTable& table, const void* decks, unsigned long long games,
                          unsigned long long first_seed, unsigned remembering, void* results);
    // Plays the game of a seed with seats of any kind (any_seat.hpp); adds to their counters.
    void (*play_seats)(const void* setup, void* seats, unsigned long long seed, void* result,
                       void* counters);
    // Searches for the move of a search seat (search/seat.hpp); returns the statistics.
    const void* (*think)(void* seat, const void* view);
    // The same for a meta-agent (search/investigate.hpp), starting from the move of its response.
    const void* (*investigate)(const void* investigator, void* seat, const void* view,
                               const void* standard);
    void (*observe)(const void* state, int seat, unsigned char* out);
    void (*legal_mask)(const void* state, unsigned char* out);
    // Places first .. first + count - 1 of a VectorPlan and its VectorArrays (vector.hpp): deals
    // their first games, or applies their actions; writes the outputs for their learners.
    void (*vector_begin)(const void* plan, const void* arrays, unsigned long long first,
                         unsigned long long count);
    void (*vector_step)(const void* plan, const void* arrays, unsigned long long first,
                        unsigned long long count);
    void (*vector_show)(const void* plan, const void* arrays, unsigned long long first,
                        unsigned long long count);
};

extern "C" const EngineUnit engine_portable;
extern "C" const EngineUnit engine_v3;
