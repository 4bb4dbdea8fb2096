// Genes that play a card. Ties as in the original: it compares with >=, so the highest slot wins.
#pragma once

#include "tamaya/rules/published/words.hpp"

namespace tamaya::published {

RULE(play_if_certain, play, "",
     "Plays a card whose color and rank are known from hints and that fits.");
inline Move play_if_certain(const View& v, const Args&, Rng&) {
    const Knowledge& k = mine(v);
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (holds_card(k, i) && is_identified(k, i) &&
            is_in(v.playable, card_of(known_color(k, i), known_rank(k, i))))
            return play(i);
    return kNoMove;
}

RULE(play_probably_safe, play, "percent=60",
     "Plays the card most likely to fit, if that is at least {percent} %.");
inline Move play_probably_safe(const View& v, const Args& args, Rng&) {
    const int slot = likeliest(v, v.playable, percent(args[0]));
    return slot < 0 ? kNoMove : play(slot);
}

RULE(play_probably_safe_with_lives, play, "percent=60, lives=2",
     "With at least {lives} lives, plays the card most likely to fit, if that is {percent} % or "
     "more.");
inline Move play_probably_safe_with_lives(const View& v, const Args& args, Rng& rng) {
    return v.table.lives >= args[1] ? play_probably_safe(v, args, rng) : kNoMove;
}

RULE(play_hail_mary, play, "percent=0",
     "Never applies: the original tests whether deck and own hand together are empty.");
inline Move play_hail_mary(const View&, const Args&, Rng&) { return kNoMove; }

RULE(play_safe, play, "", "Plays the first card that must fit, given hints and visible cards.");
inline Move play_safe(const View& v, const Args&, Rng&) {
    const Knowledge& k = mine(v);
    const CardSet fits_or_seen = v.playable | ~v.unseen.present();
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (holds_card(k, i) && is_subset(possible(k, i), fits_or_seen)) return play(i);
    return kNoMove;
}

// Whether the original reads a hint that touched only slot s as "play s". For colors it tests for
// the card on top of the firework, which is one rank too low.
inline bool says_play(const View& v, const Event& e) {
    if (e.kind == MoveKind::hint_color) {
        const int top = height(v.table, e.value);
        return top >= 1 && is_in(v.unseen.present(), card_of(e.value, top));
    }
    for (int color = 0; color < kMaxColors; ++color)
        if ((color_set(v.table.setup) >> color & 1) && height(v.table, color) == e.value - 1 &&
            is_in(v.unseen.present(), card_of(color, e.value)))
            return true;
    return false;
}

RULE(play_unique_possible, play, "",
     "Plays the only card that an earlier hint touched, if it is still in the hand.");
inline Move play_unique_possible(const View& v, const Args&, Rng&) {
    const int all_slots = (1 << v.table.setup.hand_size) - 1;
    int renewed = 0;  // slots whose card was drawn after the event
    for (int i = v.table.turn - 1; i >= 0; --i) {
        const Event& e = v.log.events[i];
        if (e.actor == v.me) {
            if (e.kind == MoveKind::play || e.kind == MoveKind::discard) renewed |= 1 << e.slot;
            if (renewed == all_slots) return kNoMove;
            continue;
        }
        if (e.target != v.me || popcount(static_cast<u32>(e.touched)) != 1) continue;
        const bool checked = e.kind == MoveKind::hint_color;
        if (checked && (renewed & e.touched)) continue;
        if (says_play(v, e)) return play(lowest_bit(e.touched));
    }
    return kNoMove;
}

// Own slots that hints touched since the partner's last play or discard, as numbered then; with
// `single`, only hints that touched one slot.
inline int just_hinted(const View& v, bool single) {
    int slots = 0;
    for (int i = v.table.turn - 1; i >= 0; --i) {
        const Event& e = v.log.events[i];
        if (e.actor == v.me) continue;
        if (e.kind == MoveKind::play || e.kind == MoveKind::discard) break;
        if (e.target == v.me && (!single || popcount(static_cast<u32>(e.touched)) == 1))
            slots |= e.touched;
    }
    return slots;
}

RULE(play_just_hinted, play, "single=0, newest=0, lives=0, percent=0",
     "Plays the best of the cards hinted since the partner last played or discarded, if it must "
     "fit, "
     "or fits with {percent} % and more than {lives} lives are left.");
inline Move play_just_hinted(const View& v, const Args& args, Rng&) {
    int slots = just_hinted(v, args[0]);
    if (args[1]) slots &= 1 << newest(mine(v), v.table.setup.hand_size);
    Share best = {0, 1};
    int chosen = -1;
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        const Share fits = chance(v, i, v.playable);
        if ((slots >> i & 1) && at_least(fits, best)) best = fits, chosen = i;
    }
    if (chosen < 0) return kNoMove;
    const bool brave = at_least(best, percent(args[3])) && v.table.lives > args[2];
    return is_certain(best) || brave ? play(chosen) : kNoMove;
}

RULE(
    play_finesse, play, "",
    "With three or more players: plays the newest card when the next player was hinted a card that "
    "is one short of fitting.");
inline Move play_finesse(const View& v, const Args&, Rng&) {
    if (v.table.setup.players == 2 || v.table.turn == 0) return kNoMove;
    const Event& e = v.log.events[v.table.turn - 1];
    const int next = partner(v, 1);
    const bool hint = e.kind == MoveKind::hint_color || e.kind == MoveKind::hint_rank;
    if (!hint || e.target != next) return kNoMove;
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        const Card card = card_at(v, next, i);
        if ((e.touched >> i & 1) && card != kNoCard &&
            rank_of(card) == height(v.table, color_of(card)) + 2)
            return play(newest(mine(v), v.table.setup.hand_size));
    }
    return kNoMove;
}

RULE(play_finesse_told, play, "",
     "With three or more players: plays the only card that was hinted just before the last play.");
inline Move play_finesse_told(const View& v, const Args&, Rng&) {
    if (v.table.setup.players == 2 || v.table.turn < 2) return kNoMove;
    const Event& last = v.log.events[v.table.turn - 1];
    const Event& before = v.log.events[v.table.turn - 2];
    const bool hint = before.kind == MoveKind::hint_color || before.kind == MoveKind::hint_rank;
    if (last.kind != MoveKind::play || !hint || before.target != v.me) return kNoMove;
    if (popcount(static_cast<u32>(before.touched)) != 1) return kNoMove;
    return play(lowest_bit(before.touched));
}

RULE(legal_random, none, "", "Makes a random legal move.");
inline Move legal_random(const View& v, const Args&, Rng& rng) {
    const MoveSet moves = legal_moves(v);
    return moves.at(static_cast<int>(rng.below(static_cast<u32>(moves.size()))));
}

}  // namespace tamaya::published
