// Counts what one seat saw the others do in a game. Meta-agents use this as evidence.
#pragma once

#include "tamaya/counters.hpp"

namespace tamaya {

// Two accounts of each other seat, in counters. Both hold only what the witness can know, so the
// counter `playability` stays 0.
//   whole      every move that was applied
//   published  as the program of Canaan et al. 2020 keeps it: hints, turns with a token, plays and
//              what was known about the played cards. Moves are counted at the witness's next turn,
//              from its second turn on. The knowledge of a player is that at the witness's last
//              turn, plus what the witness's own hint then said directly. A token returned by the
//              witness's own play is missed.
struct Witness {
    Counters whole[kMaxPlayers];
    Counters published[kMaxPlayers];
    Counters unnoted[kMaxPlayers];     // for the published account, since the witness's last turn
    Knowledge knowledge[kMaxPlayers];  // at the witness's last turn
    SlotSet told_color, told_rank;     // by the witness's last move
    u8 hinted_seat;                    // seat that received that hint
    u8 me;
    u8 tokens;       // hint tokens according to the published account
    bool has_moved;  // whether the witness has moved in this game
};

inline void add(Counters& sum, const Counters& more) {
    sum.turns_with_hint += more.turns_with_hint;
    sum.hints_with_token += more.hints_with_token;
    sum.plays += more.plays;
    sum.known_at_play += more.known_at_play;
}

// Called when the witness is to move: counts the events since its last turn.
inline void note(Witness& w, const Table& before) {
    for (int i = 0; i < before.setup.players; ++i) {
        if (w.has_moved) add(w.published[i], w.unnoted[i]);
        w.unnoted[i] = {};
        w.knowledge[i] = before.knowledge[i];
    }
    w.has_moved = true;
    w.tokens = before.hints;
    w.told_color = w.told_rank = 0;
}

inline void remember_own(Witness& w, const Event& event) {
    w.hinted_seat = event.target;
    if (event.kind == MoveKind::discard) ++w.tokens;
    if (event.kind == MoveKind::hint_color) w.told_color = event.touched;
    if (event.kind == MoveKind::hint_rank) w.told_rank = event.touched;
    if (event.kind == MoveKind::hint_color || event.kind == MoveKind::hint_rank) --w.tokens;
}

inline void record_published(Witness& w, const Event& event) {
    Counters& c = w.unnoted[event.actor];
    const bool hinted = event.kind == MoveKind::hint_color || event.kind == MoveKind::hint_rank;
    c.hints_with_token += hinted;
    c.turns_with_hint += hinted || w.tokens > 0;
    if (event.kind != MoveKind::play) return;
    const Knowledge& k = w.knowledge[event.actor];
    const bool was_hinted = w.hinted_seat == event.actor;
    const bool color =
        known_color(k, event.slot) >= 0 || (was_hinted && w.told_color >> event.slot & 1);
    const bool rank =
        known_rank(k, event.slot) >= 0 || (was_hinted && w.told_rank >> event.slot & 1);
    ++c.plays;
    c.known_at_play += static_cast<u64>(color + rank);
}

// Records a move: `v` is the actor's view before it, `tokens_after` the hint tokens after it.
inline void witness(Witness& w, const View& v, const Event& event, int tokens_after) {
    if (event.actor == w.me) {
        note(w, v.table);
        return remember_own(w, event);
    }
    if (event.kind == MoveKind::none) return;
    Counters& c = w.whole[event.actor];
    record(c, v, move_of(event, v.table.setup.players));
    c.misplays += event.kind == MoveKind::play && !event.scored;
    c.playability = 0;
    record_published(w, event);
    w.tokens = static_cast<u8>(tokens_after);
}

}  // namespace tamaya
