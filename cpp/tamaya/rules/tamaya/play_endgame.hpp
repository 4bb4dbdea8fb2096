// Rules that take risks at the end of the game. Of the papers: the hail-Mary, which works here.
#pragma once

#include "tamaya/rules/tamaya/play_likely.hpp"

namespace tamaya::rules {

RULE(play_hail_mary, play, "percent=0, lives=2",
     "In the last round with at least {lives} lives, plays the card most likely to fit, from "
     "{percent} %.",
     "0, 1; 0, 2; 40, 1");
inline Move play_hail_mary(const View& v, const Args& args, Rng& rng) {
    if (v.table.deck > 0 || v.table.lives < args[1]) return kNoMove;
    return play_probably(v, args, rng);
}

RULE(play_late, play, "percent=60, deck=5",
     "With at most {deck} cards in the deck, plays the card most likely to fit, from {percent} %.",
     "30, 5; 60, 2");
inline Move play_late(const View& v, const Args& args, Rng& rng) {
    return v.table.deck <= args[1] ? play_probably(v, args, rng) : kNoMove;
}

RULE(play_for_pace, play, "percent=50, pace=0",
     "When at most {pace} more cards may be discarded without losing a point, plays the card most "
     "likely to fit, from {percent} %.",
     "30, 5; 60, 2");
inline Move play_for_pace(const View& v, const Args& args, Rng& rng) {
    return pace(v) <= args[1] ? play_probably(v, args, rng) : kNoMove;
}

}  // namespace tamaya::rules
