// What a hint means by the ladder convention.
//
// The *focus* of a hint is the chop if the hint touches it, otherwise the newest card that was not
// touched before, otherwise the newest touched card. The focus can be played, now or after called
// cards; or, if it was the chop, it must be saved: 5s and 2s (by rank) and last copies.
//
// From level 2 on, one card may be missing before the focus can be played, if somebody who moves
// before the holder of the focus has the missing card and it is touched: they are *prompted* to
// play it. From level 3 on, the missing card may be their newest untouched card: a *finesse*.
#pragma once

#include "tamaya/families/convention/ladder_notes.hpp"

namespace tamaya::ladder {

constexpr int kPrompts = 2, kFinesses = 3;  // levels

// A hint as the convention sees it.
struct Hint {
    int giver, target, focus;
    bool by_color, on_chop;
    int value;
};

inline int focus_of(const Notes& before, const Event& e) {
    const Knowledge& k = before.table.knowledge[e.target];
    const SlotSet fresh = static_cast<SlotSet>(e.touched & ~touched(k));
    const int chop = chop_of(before, e.target);
    if (chop >= 0 && (fresh >> chop & 1)) return chop;
    return newest_of(k, fresh != 0 ? fresh : e.touched);
}

// Fireworks after all called cards, as a seat expects them when it reads a hint. Of its own cards,
// of the giver's and of the viewer's only those count that can be one card only.
inline CardSet expected(const Notes& n, const Scene& scene, const Mind* minds, int seat,
                        int giver) {
    const Table& t = n.table;
    CardSet board = t.played;
    for (int round = 0; round < kMaxRanks; ++round)
        for (int owner = 0; owner < t.setup.players; ++owner)
            for (u32 left = signalled_slots(n, owner); left != 0; left &= left - 1) {
                const int slot = lowest_bit(left);
                const CardSet next = playable_on(t, board), cards = minds[owner].of[slot];
                const bool hidden = owner == seat || owner == giver || owner == scene.me;
                if (!is_subset(cards, next) || (hidden && !is_single(cards))) continue;
                board |= (hidden ? cards : bit(scene.cards[owner][slot])) & next;
            }
    return board;
}

// Cards that a hint on the chop may want to save.
inline CardSet worth_saving(const Notes& n, const Scene& scene, const Hint& h) {
    const Table& t = n.table;
    const CardSet fives = cards_of_rank(t.setup.ranks);
    if (h.by_color) return critical(t) & ~fives;
    if (h.value == t.setup.ranks) return fives & ~dead(t);
    if (h.value != 2) return critical(t);
    CardSet seen = 0;  // a 2 of which giver and target see another copy needs no saving
    for (int seat = 0; seat < t.setup.players; ++seat)
        for (int slot = 0; slot < t.setup.hand_size && seat != h.target && seat != h.giver; ++slot)
            seen |= bit(scene.cards[seat][slot]);
    return (cards_of_rank(2) & ~dead(t) & ~seen) | critical(t);
}

// The slot that a player is asked to play if they are to have this card: a touched card that may be
// it, from level 3 on otherwise their newest card that is not touched. `except` is not considered.
inline int connecting_slot(const Notes& n, const Mind& mind, int seat, CardSet cards, int level,
                           int except) {
    const Knowledge& k = n.table.knowledge[seat];
    const int keep = except >= 0 ? ~(1 << except) : ~0;
    SlotSet fitting = 0;
    for (u32 left = touched(k) & static_cast<u32>(keep); left != 0; left &= left - 1)
        if (mind.of[lowest_bit(left)] & cards) fitting |= static_cast<SlotSet>(left & (0u - left));
    if (fitting != 0) return newest_of(k, fitting);
    if (level < kFinesses) return -1;
    return newest_of(k, static_cast<SlotSet>(unsignalled_slots(n, seat) & keep));
}

// What the target knows of the focus by the hint alone, and what it may mean directly.
struct Reading {
    CardSet board;   // the fireworks that the target expects
    CardSet cards;   // what the focus may be
    CardSet direct;  // to be played without anybody's help, or to be saved
};

inline Reading reading_of(const Notes& n, const Scene& scene, const Mind* minds, const Hint& h) {
    Reading r;
    r.board = expected(n, scene, minds, h.target, h.giver);
    r.cards = plainly(n, h.target, h.focus, signalled_elsewhere(n, scene, h.target, h.giver));
    r.direct = r.cards & playable_on(n.table, r.board);
    if (h.on_chop) r.direct |= r.cards & worth_saving(n, scene, h);
    return r;
}

inline void call(Notes& n, const Mind& mind, int seat, int slot, CardSet cards) {
    const bool prompted = touched(n, seat) >> slot & 1;
    n.meant[seat][slot] = cards & mind.of[slot];
    n.calls[seat][slot] = prompted ? Call::prompt : Call::finesse;
    if (!prompted) n.blind[seat] |= static_cast<SlotSet>(1 << slot);
}

inline void wait_for(Notes& n, const Hint& h, int connector, int slot, CardSet with) {
    for (Wait& wait : n.waits) {
        if (wait.open && slot_of(n, wait.seat, wait.number) >= 0) continue;
        wait = {with,
                static_cast<u8>(h.target),
                n.numbers.rows[h.target].get(h.focus),
                static_cast<u8>(connector),
                n.numbers.rows[connector].get(slot),
                true};
        return;
    }
}

// Does somebody between giver and target, other than `seat`, show the card where it is asked for?
inline bool another_connects(const Notes& n, const Scene& scene, const Mind* minds, const Hint& h,
                             int seat, CardSet card, int level) {
    for (int offset = 1; offset < n.table.setup.players; ++offset) {
        const int other = seat_after(n.table, h.giver, offset);
        if (other == h.target) return false;
        if (other == seat || other == scene.me) continue;
        const int slot = connecting_slot(n, minds[other], other, card, level, -1);
        if (slot >= 0 && bit(scene.cards[other][slot]) == card) return true;
    }
    return false;
}

// The card that a seat is asked to play by a hint to another player; 0 for none.
inline CardSet asked_for(const Notes& n, const Scene& scene, const Mind* minds, const Hint& h,
                         const Reading& r, int seat, int level) {
    const Table& t = n.table;
    const CardSet focus = bit(scene.cards[h.target][h.focus]);
    const CardSet board = expected(n, scene, minds, seat, h.giver);
    const CardSet card = previous_rank(focus) & playable_on(t, board);
    if (card == 0 || (r.direct & focus) || (board & focus) || (dead(t) & focus)) return 0;
    for (u32 left = signalled_slots(n, seat); left != 0; left &= left - 1) {
        const CardSet own = minds[seat].of[lowest_bit(left)];
        if ((own & card) && is_subset(own, playable_on(t, board))) return 0;  // called already
    }
    if (another_connects(n, scene, minds, h, seat, card, level)) return 0;
    const int self = connecting_slot(n, minds[h.target], h.target, card, level, h.focus);
    const bool holds_both = self >= 0 && bit(scene.cards[h.target][self]) == card;
    return r.direct == 0 && holds_both ? CardSet{0} : card;
}

// Calls the card of whoever must play before the target, and lets the target wait for it.
inline CardSet connect_others(Notes& n, const Scene& scene, const Mind* minds, const Hint& h,
                              const Reading& r, int level) {
    CardSet all = 0;
    const CardSet further = r.cards & ~r.direct & next_rank(playable_on(n.table, r.board));
    for (int offset = 1; offset < n.table.setup.players; ++offset) {
        const int seat = seat_after(n.table, h.giver, offset);
        if (seat == h.target) break;
        const CardSet asked =
            h.target == scene.me ? CardSet{0} : asked_for(n, scene, minds, h, r, seat, level);
        const int own = asked != 0 ? connecting_slot(n, minds[seat], seat, asked, level, -1) : -1;
        for (CardSet left = previous_rank(further); left != 0; left &= left - 1) {
            const CardSet card = left & (0u - left);
            const int slot = connecting_slot(n, minds[seat], seat, card, level, -1);
            const bool shown = seat == scene.me ? asked == card
                                                : slot >= 0 && bit(scene.cards[seat][slot]) == card;
            if (slot < 0 || !shown || (all & next_rank(card))) continue;
            all |= next_rank(card);
            wait_for(n, h, seat, slot, next_rank(card));
        }
        if (own >= 0) call(n, minds[seat], seat, own, asked);
    }
    return all;
}

// The target has the missing card itself.
inline CardSet connect_itself(Notes& n, const Mind* minds, const Hint& h, const Reading& r,
                              int level) {
    const CardSet further = r.cards & next_rank(playable_on(n.table, r.board));
    const CardSet between = previous_rank(further);
    const int slot =
        between != 0 ? connecting_slot(n, minds[h.target], h.target, between, level, h.focus) : -1;
    if (slot < 0) return 0;
    call(n, minds[h.target], h.target, slot, between);
    wait_for(n, h, h.target, slot, further);
    return further;
}

// Adds the meaning of a hint; its facts have been added to the table.
inline void understand(Notes& n, const Scene& scene, const Hint& h, int level) {
    Mind minds[kMaxPlayers];
    for (int seat = 0; seat < n.table.setup.players; ++seat) minds[seat] = mind_of(n, scene, seat);
    const Reading r = reading_of(n, scene, minds, h);
    CardSet meant = r.direct;
    if (level >= kPrompts) meant |= connect_others(n, scene, minds, h, r, level);
    if (level >= kPrompts && meant == 0) meant = connect_itself(n, minds, h, r, level);
    n.meant[h.target][h.focus] = meant;
    n.calls[h.target][h.focus] = Call::hint;
    n.blind[h.target] &= static_cast<SlotSet>(~touched(n, h.target));
}

// Updates the notes after one event. The scene is that before the event.
inline void follow(Notes& n, const Scene& scene, const Event& e, int level) {
    settle_waits(n, e);
    drop_unanswered(n, e);
    if (gives_hint(e)) {
        const int focus = focus_of(n, e);
        const Hint h = {
            e.actor, e.target, focus, e.kind == MoveKind::hint_color, focus == chop_of(n, e.target),
            e.value};
        tamaya::follow(n.table, e);
        if (focus >= 0) understand(n, scene, h, level);
    } else {
        if (uses_card(e)) move_cards(n, e);
        follow(n.numbers, n.table.setup, e);
        tamaya::follow(n.table, e);
    }
    drop_outdated(n);
    ++n.seen;
}

// Brings a seat's notes up to date.
inline void catch_up(Notes& n, const View& v, int level) {
    if (!n.begun) {
        n = {};
        n.table = opening_table(v);
        n.numbers = first_numbers(v);
        n.begun = true;
    }
    Faces faces;
    see_faces(faces, v, n.numbers, n.seen);
    while (n.seen < v.table.turn) follow(n, scene_of(n, faces, v.me), v.log.events[n.seen], level);
}

}  // namespace tamaya::ladder
