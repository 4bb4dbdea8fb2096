// Integer counts of what a seat did in its games. All behaviour features are computed from them.
#pragma once

#include "tamaya/fields.hpp"
#include "tamaya/rules/vocabulary.hpp"

namespace tamaya {

constexpr int kCounters = 16;

// Sums over turns, taken from the view before the move. An illegal move counts as its kind.
struct Counters {
    u64 turns;
    u64 turns_with_hint;  // turns with a hint token available
    u64 hints;
    u64 hints_with_token;  // hints given with a token available (all but illegal ones)
    u64 color_hints;
    u64 plays;
    u64 known_at_play;   // colors and ranks known by hints of the played cards: 0 to 2 each
    u64 hinted_at_play;  // the same, but only direct hints count
    u64 playability;     // sum of the played cards' probabilities to be playable, in 2^-32
    u64 misplays;
    u64 newest_plays;  // the card played was the newest of the hand
    u64 oldest_plays;
    u64 discards;
    u64 discards_with_hint;  // discards with a hint token available
    u64 newest_discards;
    u64 oldest_discards;
};

FIELDS(Counters, turns, turns_with_hint, hints, hints_with_token, color_hints, plays, known_at_play,
       hinted_at_play, playability, misplays, newest_plays, oldest_plays, discards,
       discards_with_hint, newest_discards, oldest_discards);

static_assert(sizeof(Counters) == kCounters * sizeof(u64));

inline void record_play(Counters& c, const View& v, int slot) {
    const Knowledge& k = mine(v);
    ++c.plays;
    c.known_at_play += static_cast<u64>((known_color(k, slot) >= 0) + (known_rank(k, slot) >= 0));
    c.hinted_at_play +=
        static_cast<u64>((k.color_hinted >> slot & 1) + (k.rank_hinted >> slot & 1));
    const Share fits = chance(v, slot, v.playable);
    if (fits.whole > 0)
        c.playability += (static_cast<u64>(fits.part) << 32) / static_cast<u64>(fits.whole);
    c.newest_plays += is_newest(k, slot);
    c.oldest_plays += is_oldest(k, slot);
}

inline void record_discard(Counters& c, const View& v, int slot) {
    const Knowledge& k = mine(v);
    ++c.discards;
    c.discards_with_hint += v.table.hints > 0;
    c.newest_discards += is_newest(k, slot);
    c.oldest_discards += is_oldest(k, slot);
}

// Counts a move before it is applied.
inline void record(Counters& c, const View& v, Move move) {
    ++c.turns;
    c.turns_with_hint += v.table.hints > 0;
    if (is_hint(move)) {
        ++c.hints;
        c.hints_with_token += v.table.hints > 0;
        c.color_hints += move.kind == MoveKind::hint_color;
    } else if (move.kind == MoveKind::play) {
        record_play(c, v, move.index);
    } else if (move.kind == MoveKind::discard) {
        record_discard(c, v, move.index);
    }
}

}  // namespace tamaya
