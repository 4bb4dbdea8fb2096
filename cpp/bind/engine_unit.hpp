// The boundary between the engine units and the rest: plain pointers to trivially copyable structs,
// whose layout is the same in every unit.
#pragma once

// Where the answers to the next position go; told its game and how many moves are legal in it.
using TakeAnswers = signed char* (*)(void* context, unsigned long long game, int choices);

struct EngineUnit {
    const char* name;
    // Plays games first_seed .. first_seed + games - 1. `agents` is an array of pointers to
    // policies; counters of game i are added to counters[i * stride ...], one for each seat.
    void (*play_games)(const void* setup, const void* const* agents, unsigned long long first_seed,
                       unsigned long long games, void* results, void* counters, int stride);
    // Adds up how often each rule of each seat's list decided: fired[seat * stride + rule].
    void (*count_fires)(const void* setup, const void* const* agents, unsigned long long first_seed,
                        unsigned long long games, unsigned long long* fired, int stride);
    // Plays games, and in every turn asks each of `count` policies what it would do: an action id,
    // or -1 if it gives up or its move is not legal.
    void (*ask)(const void* setup, const void* const* agents, unsigned long long first_seed,
                unsigned long long games, const void* asked, unsigned long long count,
                void* context, TakeAnswers take);
    // Plays one game and writes two accounts, [2][seats] counters, of what the seat `me` saw.
    void (*witness_game)(const void* setup, const void* const* agents, unsigned long long seed,
                         int me, void* result, void* accounts);
    // One part of a search (search/seat.hpp): plan, beliefs by seat, view, key, number of the
    // part, budget, and a desk to work at; writes what was found.
    void (*search)(const void* plan, const double* const* mass, const void* view,
                   unsigned long long key, int part, const void* budget, void* desk, void* found);
    void (*observe)(const void* state, int seat, unsigned char* out);
    void (*legal_mask)(const void* state, unsigned char* out);
    // Places first .. first + count - 1 of a VectorPlan and its VectorArrays (vector.hpp): deals
    // their first games, or carries out their actions; shows them to their learners.
    void (*vector_begin)(const void* plan, const void* arrays, unsigned long long first,
                         unsigned long long count);
    void (*vector_step)(const void* plan, const void* arrays, unsigned long long first,
                        unsigned long long count);
    void (*vector_show)(const void* plan, const void* arrays, unsigned long long first,
                        unsigned long long count);
};

extern "C" const EngineUnit engine_portable;
extern "C" const EngineUnit engine_v3;
