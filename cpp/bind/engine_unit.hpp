// The boundary between the engine units and the rest: plain pointers to trivially copyable structs,
// whose layout is the same in every unit.
#pragma once

struct EngineUnit {
    const char* name;
    void (*play_games)(const void* setup, const void* agents, unsigned long long first_seed,
                       unsigned long long games, void* results);
    void (*observe)(const void* state, int seat, unsigned char* out);
    void (*legal_mask)(const void* state, unsigned char* out);
};

extern "C" const EngineUnit engine_portable;
extern "C" const EngineUnit engine_v3;
