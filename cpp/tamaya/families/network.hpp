// Learned networks as native agents: the legal action that the network prefers. Ties: the first in
// the order of HLE's action ids. The blob of an agent is a Network, or several for games of
// different sizes.
#pragma once

#include "tamaya/families/family.hpp"
#include "tamaya/network.hpp"
#include "tamaya/public_table.hpp"

namespace tamaya::network {

struct Params {
    bool watches;  // whether the network uses the habits of the other seats
    u8 noise;      // percent of turns with a random legal move instead
};
FIELDS(Params, watches, noise);

// What a seat remembers of the others: the table after the last counted event, and the counts of
// all remembered games.
struct Watcher {
    Table table;
    HabitCounts habits[kMaxPlayers];
    u32 game;
    bool begun;
};

inline u32 extra_bytes(const Params& params) { return params.watches ? sizeof(Watcher) : 0; }

inline const Network& network_of(const Blob& blob) {
    return *static_cast<const Network*>(blob.bytes);
}

inline Flaw flaw(const Params& params, const Blob& blob) {
    if (blob.size < sizeof(Network) || !are_sound(network_of(blob), blob.size))
        return {"blob", "networks of this version"};
    const bool counts = network_of(blob).observation == static_cast<u32>(ObservationKind::counts);
    if (params.watches != counts) return {"watches", "whether the network sees habits"};
    return params.noise > 100 ? Flaw{"noise", "0 to 100"} : kNoFlaw;
}

// Counts the new events.
inline void catch_up(Watcher& w, const View& v) {
    if (!w.begun) w.table = first_table(v.table.setup);
    w.begun = true;
    while (w.table.turn < v.table.turn) {
        const Event& event = v.log.events[w.table.turn];
        const Occasion before = occasion(w.table, v.log);
        count_habits(w.habits, before, event, v.table.setup.ranks);
        follow(w.table, event);
    }
}

inline void carry_over(const Params& params, const View& last, Memory& memory) {
    if (!params.watches || memory.extra.size < sizeof(Watcher)) return;
    Watcher& w = kept<Watcher>(memory);
    catch_up(w, last);
    w.begun = false;
    ++w.game;
}

inline void move_seats(const Params& params, int players, int by, Memory& memory) {
    if (!params.watches || memory.extra.size < sizeof(Watcher)) return;
    Watcher& w = kept<Watcher>(memory);
    HabitCounts before[kMaxPlayers];
    for (int i = 0; i < players; ++i) before[i] = w.habits[i];
    for (int i = 0; i < players; ++i) w.habits[(i + by) % players] = before[i];
}

// The observation of the network as words. A seat without memory counts the events of this game.
inline void write_words(const Params& params, const Network& n, const View& v, Memory& memory,
                        u32* row) {
    const ObservationKind kind = static_cast<ObservationKind>(n.observation);
    if (!params.watches) return write_row(v, kind, {nullptr, 0}, row);
    Watcher alone = {};
    const bool remembers = memory.extra.size >= sizeof(Watcher);
    Watcher& w = remembers ? kept<Watcher>(memory) : alone;
    catch_up(w, v);
    write_row(v, kind, {w.habits, static_cast<int>(w.game)}, row);
}

OUT_OF_LINE inline Decision decide(const Params& params, const Blob& blob, const View& v,
                                   Memory& memory, Rng& rng) {
    const Network* n = network_for(network_of(blob), v.table.setup);
    const MoveSet legal = legal_moves(v);
    if (n == nullptr || legal.bits == 0) return {kNoMove, 0};
    if (params.noise > 0 && rng.below(100) < params.noise)
        return {legal.at(static_cast<int>(rng.below(static_cast<u32>(legal.size())))), 1};
    u32 row[kMaxRowWords];
    i32 preferences[65];
    write_words(params, *n, v, memory, row);
    evaluate(*n, row, preferences);
    const ActionIds ids = action_ids(v.table.setup);
    int best = -1;
    for (int id = 0; id < ids.size(); ++id)
        if (legal.contains(ids.move(id)) && (best < 0 || preferences[id] > preferences[best]))
            best = id;
    return {ids.move(best), 0};
}

FAMILY(network);

}  // namespace tamaya::network
