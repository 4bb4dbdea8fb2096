// One thread plays one game. NVRTC compiles this at run time, with the headers of the CPU's engine.
#include "tamaya/game_loop.hpp"

using namespace tamaya;

// `extra` holds `extra_bytes` bytes of memory for each seat of each game. Neighbouring threads play
// games of the same team, so they mostly take the same branches. Counters are integers and added
// atomically, so the order does not matter.
extern "C" __global__ void play_teams(const Setup* setup, const Policy* policies, const i32* teams,
                                      const u64* first_seeds, u32 games, u64 total, u8* extra,
                                      u32 extra_bytes, u8* scores, u8* bombed, u64* traces,
                                      unsigned long long* counters) {
    const u64 at = static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (at >= total) return;
    const u64 team = at / games;
    const int players = setup->players;
    const Policy* agents[kMaxPlayers];
    for (int i = 0; i < players; ++i) agents[i] = &policies[teams[team * players + i]];
    NativeSeat seats[kMaxPlayers];
    seat_agents(seats, players, agents, extra + at * players * extra_bytes, extra_bytes);
    Counters own[kMaxPlayers] = {};
    const Result result =
        play_game(*setup, sorted_deck(*setup), first_seeds[team] + at % games, seats, own);
    scores[at] = result.score;
    bombed[at] = result.end == End::bombed;
    traces[at] = result.trace;
    for (int seat = 0; seat < players; ++seat) {
        const u64* counted = reinterpret_cast<const u64*>(&own[seat]);
        for (int i = 0; i < kCounters; ++i)
            if (counted[i])
                atomicAdd(&counters[(team * players + seat) * kCounters + i],
                          static_cast<unsigned long long>(counted[i]));
    }
}
