// Rules of the Python agents written for DeepMind's HLE (the agents of the 2020 paper's Tables I
// and II). "Known" means named by a hint; ruling out by other hints does not count. Ties: the
// lowest slot.
#pragma once

#include "tamaya/rules/published/hint.hpp"

namespace tamaya::hle {

inline bool names_color(const Knowledge& k, int slot) { return k.color_hinted >> slot & 1; }
inline bool names_rank(const Knowledge& k, int slot) { return k.rank_hinted >> slot & 1; }

RULE(play_if_certain, play, "", "Plays a card whose color and rank were both named and that fits.");
inline Move play_if_certain(const View& v, const Args&, Rng&) {
    const Knowledge& k = mine(v);
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (holds_card(k, i) && names_color(k, i) && names_rank(k, i) &&
            is_subset(possible(k, i), v.playable))
            return play(i);
    return kNoMove;
}

RULE(play_safe, play, "", "Plays a card that fits whatever the hints allow it to be.");
inline Move play_safe(const View& v, const Args&, Rng&) {
    const Knowledge& k = mine(v);
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (holds_card(k, i) && is_subset(possible(k, i), v.playable)) return play(i);
    return kNoMove;
}

// The slot with the highest probability, if it is high enough, else -1. Ties: the lowest slot.
inline int likeliest(const View& v, CardSet wanted, int threshold) {
    Chances chances = {v, wanted};
    Share best = {-1, 1};
    int chosen = -1;
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        const Share now = chances.of(i);
        if (now.whole > 0 && !at_least(best, now)) best = now, chosen = i;
    }
    return chosen >= 0 && at_least(best, percent(threshold)) ? chosen : -1;
}

RULE(play_probably_safe, play, "percent=60, lives=1",
     "With at least {lives} lives, plays the card most likely to fit, if that is {percent} % or "
     "more.");
inline Move play_probably_safe(const View& v, const Args& args, Rng&) {
    const int slot = v.table.lives >= args[1] ? likeliest(v, v.playable, args[0]) : -1;
    return slot < 0 ? kNoMove : play(slot);
}

RULE(play_hail_mary, play, "",
     "With the deck empty and lives to spare, plays the card most likely to fit.");
inline Move play_hail_mary(const View& v, const Args&, Rng&) {
    if (v.table.deck > 0 || v.table.lives < 2) return kNoMove;
    const int slot = likeliest(v, v.playable, 0);
    return slot < 0 ? kNoMove : play(slot);
}

// Hints what no hint has named of the card, rank first or color first; kNoMove if both were named.
inline Move unnamed(const View& v, int seat, int slot, bool rank_first) {
    const Knowledge& k = v.table.knowledge[seat];
    const Card card = card_at(v, seat, slot);
    const bool rank = !names_rank(k, slot), color = !names_color(k, slot);
    if (rank && (rank_first || !color)) return hint_rank_of(v, seat, card);
    return color ? hint_color_of(v, seat, card) : kNoMove;
}

// The first card of a set in any partner's hand whose color or rank was not named.
inline Move hint_first(const View& v, CardSet wanted, bool rank_first) {
    for (int step = 1; step < v.table.setup.players; ++step) {
        const int seat = published::partner(v, step);
        for (int i = 0; i < v.table.setup.hand_size; ++i) {
            if (!published::is_in(wanted, card_at(v, seat, i))) continue;
            const Move move = unnamed(v, seat, i, rank_first);
            if (fires(move)) return move;
        }
    }
    return kNoMove;
}

RULE(hint_playable, hint, "", "Gives a partner a hint about the first card that fits, rank first.");
inline Move hint_playable(const View& v, const Args&, Rng&) {
    return hint_first(v, v.playable, true);
}

RULE(hint_useless, hint, "",
     "With more than one token, gives a partner a hint about the first useless card, color first.");
inline Move hint_useless(const View& v, const Args&, Rng&) {
    return v.table.hints > 1 ? hint_first(v, v.dead, false) : kNoMove;
}

RULE(hint_unknown, hint, "",
     "Gives a partner a hint about the first card whose color or rank was not named.");
inline Move hint_unknown(const View& v, const Args&, Rng&) {
    return hint_first(v, v.table.cards, false);
}

RULE(hint_dispensable, hint, "tokens=3",
     "With fewer than {tokens} tokens, shows a partner that a card can be discarded.");
inline Move hint_dispensable(const View& v, const Args& args, Rng& rng) {
    return v.table.hints < args[0] ? published::hint_dispensable(v, args, rng) : kNoMove;
}

RULE(discard_osawa, discard, "",
     "Discards a card that is useless by what was named of it, or out of reach whatever it is.");
inline Move discard_osawa(const View& v, const Args&, Rng&) {
    const Knowledge& k = mine(v);
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        if (!holds_card(k, i)) continue;
        const int color = names_color(k, i) ? known_color(k, i) : -1;
        const int rank = names_rank(k, i) ? known_rank(k, i) : -1;
        if (published::is_useless(v, color, rank)) return discard(i);
    }
    const CardSet unreachable = v.dead & ~v.table.played;
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (holds_card(k, i) && is_subset(possible(k, i), unreachable)) return discard(i);
    return kNoMove;
}

RULE(discard_probably_useless, discard, "percent=60",
     "Discards the card most likely to be useless, if that is at least {percent} %.");
inline Move discard_probably_useless(const View& v, const Args& args, Rng&) {
    const int slot = likeliest(v, v.dead, args[0]);
    return slot < 0 ? kNoMove : discard(slot);
}

}  // namespace tamaya::hle
