// Rules that play a card that is known to fit. Of the papers: PlaySafeCard (play_safe),
// PlayIfCertain (play_identified).
#pragma once

#include "tamaya/rules/tamaya/words.hpp"

namespace tamaya::rules {

RULE(play_safe, play, "",
     "Plays a card that must fit, given hints and visible cards: the lowest slot.");
inline Move play_safe(const View& v, const Args&, Rng&) {
    const SlotSet safe = certain_slots(v, v.playable);
    return safe ? play(lowest_bit(safe)) : kNoMove;
}

RULE(play_identified, play, "",
     "Plays a card whose color and rank are known from hints and that fits.");
inline Move play_identified(const View& v, const Args&, Rng&) {
    const Knowledge& k = mine(v);
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (holds_card(k, i) && is_identified(k, i) &&
            is_in(v.playable, card_of(known_color(k, i), known_rank(k, i))))
            return play(i);
    return kNoMove;
}

RULE(play_safe_newest, play, "", "Plays the newest of the cards that must fit.");
inline Move play_safe_newest(const View& v, const Args&, Rng&) {
    return play_if_any(newest_of(mine(v), certain_slots(v, v.playable)));
}

RULE(play_safe_top, play, "", "Plays a card that must complete its suit, which returns a token.");
inline Move play_safe_top(const View& v, const Args&, Rng&) {
    const CardSet top = v.playable & cards_of_rank(v.table.setup.ranks);
    const SlotSet safe = certain_slots(v, top);
    return safe ? play(lowest_bit(safe)) : kNoMove;
}

RULE(play_safe_for_partner, play, "",
     "Plays a card that must fit and may be followed by a card that a partner holds.");
inline Move play_safe_for_partner(const View& v, const Args&, Rng&) {
    const CardSet awaited = previous_rank(held_by_partners(v));
    const SlotSet safe = certain_slots(v, v.playable);
    return play_if_any(likeliest(v, safe, awaited, percent(0)));
}

RULE(play_safe_critical, play, "",
     "Plays a card that must fit and may be the last copy, before anything happens to it.");
inline Move play_safe_critical(const View& v, const Args&, Rng&) {
    const SlotSet safe = certain_slots(v, v.playable);
    return play_if_any(likeliest(v, safe, v.critical, percent(0)));
}

// Own hinted slots that must fit if they are not useless.
inline SlotSet my_trusted(const View& v) {
    const SlotSet fitting = certain_slots(v, v.playable | v.dead);
    return without(static_cast<SlotSet>(fitting & hinted(mine(v))), certain_slots(v, v.dead));
}

RULE(play_trusted, play, "",
     "Plays a hinted card that must fit unless it is useless: nobody hints useless cards.");
inline Move play_trusted(const View& v, const Args&, Rng&) {
    const SlotSet slots = my_trusted(v);
    return play_if_any(likeliest(v, slots, v.playable, percent(0)));
}

}  // namespace tamaya::rules
