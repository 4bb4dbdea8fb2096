// Rules that play a card that probably fits. Of the papers: PlayProbablySafeCard (play_probably).
#pragma once

#include "tamaya/rules/tamaya/words.hpp"

namespace tamaya::rules {

inline int likeliest_to_fit(const View& v, SlotSet slots, int at_least_percent) {
    return likeliest(v, slots, v.playable, percent(at_least_percent));
}

RULE(play_probably, play, "percent=60",
     "Plays the card most likely to fit, if that is at least {percent} %.",
     "0; 25; 40; 50; 60; 70; 80; 90");
inline Move play_probably(const View& v, const Args& args, Rng&) {
    return play_if_any(likeliest_to_fit(v, mine(v).present, args[0]));
}

RULE(play_probably_with_lives, play, "percent=60, lives=2",
     "With at least {lives} lives, plays the card most likely to fit, if that is {percent} % or "
     "more.",
     "40, 2; 60, 2; 80, 2; 25, 3; 50, 3");
inline Move play_probably_with_lives(const View& v, const Args& args, Rng& rng) {
    return v.table.lives >= args[1] ? play_probably(v, args, rng) : kNoMove;
}

RULE(play_probably_hinted, play, "percent=50",
     "Plays the hinted card most likely to fit, if that is at least {percent} %.", "30; 60");
inline Move play_probably_hinted(const View& v, const Args& args, Rng&) {
    return play_if_any(likeliest_to_fit(v, hinted(mine(v)), args[0]));
}

RULE(play_probably_newest, play, "percent=40",
     "Plays the newest card if it fits with at least {percent} %.", "20; 40");
inline Move play_probably_newest(const View& v, const Args& args, Rng&) {
    const int slot = newest(mine(v), v.table.setup.hand_size);
    return slot < 0 ? kNoMove : play_if_any(likeliest_to_fit(v, only(slot), args[0]));
}

RULE(play_probably_out_of_hints, play, "percent=50",
     "Without hint tokens, plays the card most likely to fit, if that is {percent} % or more.",
     "30; 60");
inline Move play_probably_out_of_hints(const View& v, const Args& args, Rng& rng) {
    return v.table.hints == 0 ? play_probably(v, args, rng) : kNoMove;
}

RULE(play_probably_at_all_hints, play, "percent=50",
     "With all hint tokens available, plays the card most likely to fit, if that is {percent} % or "
     "more.",
     "30");
inline Move play_probably_at_all_hints(const View& v, const Args& args, Rng& rng) {
    return v.table.hints == v.table.setup.max_hints ? play_probably(v, args, rng) : kNoMove;
}

// The probability that a slot fits, given that it is not useless.
inline Share chance_if_useful(const View& v, int slot) {
    if (!holds_card(mine(v), slot)) return {0, 0};
    return share_of(v.unseen, possible(v, slot) & ~v.dead, v.playable);
}

RULE(play_probably_trusted, play, "percent=60",
     "Plays the hinted card most likely to fit if useless cards are never hinted, from {percent} "
     "%.",
     "30; 60; 80");
inline Move play_probably_trusted(const View& v, const Args& args, Rng&) {
    Share best = percent(args[0]);
    int chosen = -1;
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        const Share now = chance_if_useful(v, i);
        if (!is_in(hinted(mine(v)), i) || now.part == 0 || !at_least(now, best)) continue;
        if (chosen < 0 || !at_most(now, best)) best = now, chosen = i;
    }
    return play_if_any(chosen);
}

RULE(play_without_loss, play, "percent=50",
     "Plays a card that fits with at least {percent} % and of which nothing is lost otherwise.",
     "20; 60");
inline Move play_without_loss(const View& v, const Args& args, Rng&) {
    const SlotSet harmless = certain_slots(v, v.playable | ~v.critical);
    return play_if_any(likeliest_to_fit(v, harmless, args[0]));
}

RULE(play_ones, play, "percent=50",
     "Plays the oldest card known to be a 1 if it fits with at least {percent} %.", "20; 60");
inline Move play_ones(const View& v, const Args& args, Rng&) {
    const SlotSet ones = certain_slots(v, cards_of_rank(1));
    SlotSet fitting = 0;
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (is_in(ones, i) && at_least(chance(v, i, v.playable), percent(args[0])))
            fitting |= only(i);
    return play_if_any(oldest_of(mine(v), fitting));
}

RULE(play_randomly, play, "", "Plays a random card.");
inline Move play_randomly(const View& v, const Args&, Rng& rng) {
    u32 slots = mine(v).present;
    if (slots == 0) return kNoMove;
    for (u32 n = rng.below(static_cast<u32>(popcount(slots))); n > 0; --n) slots &= slots - 1;
    return play(lowest_bit(slots));
}

}  // namespace tamaya::rules
