// Rules that interpret the hints received since the player's last turn. Of the papers:
// PlayUniquePossibleCard (play_hinted_only), PlayJustHinted, PlayFinesse.
#pragma once

#include "tamaya/rules/tamaya/hints.hpp"
#include "tamaya/rules/tamaya/play_likely.hpp"

namespace tamaya::rules {

// Looks at the hints received since the player's last turn, the latest first, and plays the card
// that `meant` returns; -1 means none. Own slots keep their numbers between own turns.
template <typename Meant>
inline Move play_meant(const View& v, Meant meant) {
    for (int i = v.table.turn - 1; i >= 0 && v.log.events[i].actor != v.me; --i) {
        const Event& e = v.log.events[i];
        if (e.target != v.me || e.touched == 0) continue;
        const int slot = meant(e);
        if (slot >= 0) return play(slot);
    }
    return kNoMove;
}

inline bool is_rank_hint(const Event& e) { return e.kind == MoveKind::hint_rank; }

RULE(play_hinted_only, play, "percent=0",
     "Plays the only card a hint touched since its last turn, if it fits with {percent} % or more.",
     "0; 50");
inline Move play_hinted_only(const View& v, const Args& args, Rng&) {
    return play_meant(v, [&](const Event& e) {
        return size(e.touched) == 1 ? likeliest_to_fit(v, e.touched, args[0]) : -1;
    });
}

RULE(play_hinted_newest, play, "percent=0",
     "Plays the newest card a hint touched since its last turn, if it fits with {percent} % or "
     "more.",
     "0; 50");
inline Move play_hinted_newest(const View& v, const Args& args, Rng&) {
    return play_meant(v, [&](const Event& e) {
        return likeliest_to_fit(v, only(newest_of(mine(v), e.touched)), args[0]);
    });
}

RULE(play_hinted_oldest, play, "percent=0",
     "Plays the oldest card a hint touched since its last turn, if it fits with {percent} % or "
     "more.",
     "0; 50");
inline Move play_hinted_oldest(const View& v, const Args& args, Rng&) {
    return play_meant(v, [&](const Event& e) {
        return likeliest_to_fit(v, only(oldest_of(mine(v), e.touched)), args[0]);
    });
}

RULE(
    play_hinted_likeliest, play, "percent=0",
    "Plays the likeliest to fit of the cards a hint touched since its last turn, from {percent} %.",
    "0; 50");
inline Move play_hinted_likeliest(const View& v, const Args& args, Rng&) {
    return play_meant(v, [&](const Event& e) { return likeliest_to_fit(v, e.touched, args[0]); });
}

RULE(play_hinted_color, play, "percent=0",
     "Plays the newest card a color hint touched since its last turn, if it fits with {percent} % "
     "or more.",
     "0; 40");
inline Move play_hinted_color(const View& v, const Args& args, Rng&) {
    return play_meant(v, [&](const Event& e) {
        if (is_rank_hint(e)) return -1;
        return likeliest_to_fit(v, only(newest_of(mine(v), e.touched)), args[0]);
    });
}

RULE(play_hinted_rank, play, "percent=0",
     "Plays the newest card a rank hint touched since its last turn, if it fits with {percent} % "
     "or more.",
     "0; 40");
inline Move play_hinted_rank(const View& v, const Args& args, Rng&) {
    return play_meant(v, [&](const Event& e) {
        if (!is_rank_hint(e)) return -1;
        return likeliest_to_fit(v, only(newest_of(mine(v), e.touched)), args[0]);
    });
}

// The focus of a hint, unless the hint may have been a save of the chop.
inline int called_to_play(const View& v, const Event& e) {
    const Focus focus = focus_of(mine(v), is_rank_hint(e), e.touched);
    const bool save =
        focus.on_chop && (possible(v, focus.slot) & saved_by(v, is_rank_hint(e), e.value));
    return save ? -1 : focus.slot;
}

RULE(play_focus, play, "percent=0",
     "Plays the card a hint was about, unless that may save the chop: the chop if touched, else "
     "the newest card touched first; from {percent} %.",
     "0; 50");
inline Move play_focus(const View& v, const Args& args, Rng&) {
    return play_meant(v, [&](const Event& e) {
        const int slot = called_to_play(v, e);
        return slot < 0 ? -1 : likeliest_to_fit(v, only(slot), args[0]);
    });
}

RULE(play_fresh, play, "percent=0",
     "Plays the newest card that a hint since its last turn touched for the first time, from "
     "{percent} %.",
     "0; 50");
inline Move play_fresh(const View& v, const Args& args, Rng&) {
    return play_meant(v, [&](const Event& e) {
        const Knowledge& k = mine(v);
        const SlotSet before = is_rank_hint(e) ? k.color_hinted : k.rank_hinted;
        const int slot = newest_of(k, without(e.touched, before));
        return slot < 0 ? -1 : likeliest_to_fit(v, only(slot), args[0]);
    });
}

RULE(play_hinted_again, play, "percent=0",
     "Plays the newest card that a hint since its last turn touched again, if it fits with "
     "{percent} % or more.",
     "0");
inline Move play_hinted_again(const View& v, const Args& args, Rng&) {
    return play_meant(v, [&](const Event& e) {
        const Knowledge& k = mine(v);
        const SlotSet before = is_rank_hint(e) ? k.color_hinted : k.rank_hinted;
        const int slot = newest_of(k, e.touched & before);
        return slot < 0 ? -1 : likeliest_to_fit(v, only(slot), args[0]);
    });
}

// The latest card that another player scored with since the own last turn; kNoCard if none.
inline Card just_played(const View& v) {
    for (int i = v.table.turn - 1; i >= 0 && v.log.events[i].actor != v.me; --i)
        if (v.log.events[i].scored) return v.log.events[i].card;
    return kNoCard;
}

RULE(play_following, play, "percent=0",
     "Plays the hinted card most likely to follow what a partner just played, from {percent} %.",
     "0; 40");
inline Move play_following(const View& v, const Args& args, Rng&) {
    const Card card = just_played(v);
    if (card == kNoCard) return kNoMove;
    const CardSet next = next_rank(bit(card)) & v.playable;
    return play_if_any(likeliest(v, hinted(mine(v)), next, percent(args[0])));
}

// Whether the focus of a hint is one rank away from fitting.
inline bool is_one_short(const View& v, CardSet maybe) {
    const CardSet short_by_one = next_rank(v.playable);
    return !(maybe & v.playable) && (maybe & short_by_one);
}

RULE(play_finesse, play, "",
     "Plays the newest unhinted card when a hint since its last turn was about a card one short of "
     "fitting, in its own hand or in that of the next player.");
inline Move play_finesse(const View& v, const Args&, Rng&) {
    const int next = partner(v, 1);
    for (int i = v.table.turn - 1; i >= 0 && v.log.events[i].actor != v.me; --i) {
        const Event& e = v.log.events[i];
        if (e.touched == 0 || (e.target != v.me && e.target != next)) continue;
        const int slot = focus_of(v.table.knowledge[e.target], is_rank_hint(e), e.touched).slot;
        const CardSet maybe =
            e.target == v.me ? possible(v, slot) : bit(card_at(v, next, slot)) & kAllCards;
        if (is_one_short(v, maybe)) return play_if_any(newest_of(mine(v), unhinted(mine(v))));
    }
    return kNoMove;
}

}  // namespace tamaya::rules
