// Running counts of what a seat does, from public events.
#pragma once

#include "tamaya/rules/vocabulary.hpp"

namespace tamaya {

// "Hinted": a hint has touched the card. "Fresh": the latest hint to the seat since its own last
// move touched the card. "Known": known from hints alone.
enum class Habit : u8 {
    plays,                    // of all moves
    plays_hinted,             // of moves with a hinted card in hand: plays a hinted card
    plays_unhinted,           // of moves with an unhinted card in hand: plays an unhinted card
    plays_fresh,              // of moves after a hint: plays a fresh card
    plays_fresh_single,       // of moves after a hint about one card: plays it
    plays_fresh_color,        // of moves after a color hint: plays a fresh card
    plays_fresh_rank,         // of moves after a rank hint: plays a fresh card
    plays_newest_of_fresh,    // of plays from several fresh cards: plays the newest of them
    plays_known_playable,     // of moves with a card that must be playable: plays such a card
    plays_uncertain,          // of plays: the card was not known to be playable
    plays_at_one_life,        // of moves with one life left
    play_scores,              // of plays
    discards_with_token,      // of moves with a hint token at which discarding is allowed
    discards_oldest,          // of discards
    discards_newest,          // of discards
    discards_first_unhinted,  // of discards with an unhinted card in hand: the oldest of these
    discards_hinted,          // of discards
    discards_dead,            // of discards: the card could not score any more
    hints,                    // of moves with a hint token
    hints_color,              // of hints
    hints_one_card,           // of hints
    hints_new_card,           // of hints: touches a card that no hint had touched
    hints_highest_rank,       // of rank hints: names the highest rank
    hint_leads_to_points,     // of its hints whose receiver at once plays a touched card: it scores
};
constexpr int kHabits = 24;

struct HabitCounts {
    u16 occasions[kHabits];
    u16 yes[kHabits];

    void count(Habit habit, bool occasion, bool did) {
        const int i = static_cast<int>(habit);
        if (!occasion || occasions[i] == 0xFFFF) return;
        ++occasions[i];
        yes[i] = static_cast<u16>(yes[i] + did);
    }
    // (yes + 1/2) / (occasions + 1) in units of 1/255, rounded: 128 before the first occasion.
    u8 rate(int habit) const {
        const u32 halves = 2u * occasions[habit] + 2;
        return static_cast<u8>(((2u * yes[habit] + 1) * 255 + halves / 2) / halves);
    }
};

// The situation of the seat to move.
struct Occasion {
    Knowledge known;              // of its own hand
    SlotSet hinted[kMaxPlayers];  // of every hand
    SlotSet fresh;                // own cards that the latest hint touched
    MoveKind fresh_kind;          // kind of that hint, or none
    u8 fresh_from;                // seat that gave it
    CardSet playable, dead;
    bool token, may_discard, one_life;
};

inline bool is_hint(const Event& e) {
    return e.kind == MoveKind::hint_color || e.kind == MoveKind::hint_rank;
}

inline Occasion occasion(const Table& t, const Log& log) {
    Occasion at = {};
    at.known = t.knowledge[t.current];
    for (int seat = 0; seat < t.setup.players; ++seat)
        at.hinted[seat] = t.knowledge[seat].color_hinted | t.knowledge[seat].rank_hinted;
    at.fresh_kind = MoveKind::none;
    for (int i = t.turn - 1; i >= 0 && log.events[i].actor != t.current; --i) {
        const Event& e = log.events[i];
        if (!is_hint(e) || e.target != t.current) continue;
        at.fresh = e.touched;
        at.fresh_kind = e.kind;
        at.fresh_from = e.actor;
        break;
    }
    at.playable = playable(t);
    at.dead = dead(t);
    at.token = t.hints > 0;
    at.may_discard = t.hints < t.setup.max_hints || t.setup.discard_at_max;
    at.one_life = t.lives == 1;
    return at;
}

// Whether the slot is the oldest, or the newest, of these.
inline bool is_first_of(const Knowledge& k, SlotSet slots, int slot) {
    return (slots & ~slots_from(k.stamps, k.stamps.get(slot))) == 0;
}
inline bool is_last_of(const Knowledge& k, SlotSet slots, int slot) {
    return (slots & slots_from(k.stamps, k.stamps.get(slot) + 1)) == 0;
}

inline SlotSet known_playable(const Occasion& at) {
    SlotSet slots = 0;
    for (int i = 0; i < kMaxHand; ++i)
        if (holds_card(at.known, i) && is_subset(possible(at.known, i), at.playable))
            slots |= static_cast<SlotSet>(1 << i);
    return slots;
}

// Counts the habits of plays. `used` holds the played slot, or no slot.
inline void count_plays(HabitCounts& c, const Occasion& at, const Event& e, SlotSet hinted) {
    const bool plays = e.kind == MoveKind::play;
    const int used = plays ? 1 << e.slot : 0;
    const SlotSet certain = known_playable(at);
    const bool from_fresh = used & at.fresh;
    const bool single = is_single_bit(at.fresh);
    c.count(Habit::plays, true, plays);
    c.count(Habit::plays_hinted, hinted != 0, used & hinted);
    c.count(Habit::plays_unhinted, (at.known.present & ~hinted) != 0, used & ~hinted);
    c.count(Habit::plays_fresh, at.fresh_kind != MoveKind::none, from_fresh);
    c.count(Habit::plays_fresh_single, single, from_fresh);
    c.count(Habit::plays_fresh_color, at.fresh_kind == MoveKind::hint_color, from_fresh);
    c.count(Habit::plays_fresh_rank, at.fresh_kind == MoveKind::hint_rank, from_fresh);
    c.count(Habit::plays_newest_of_fresh, from_fresh && !single,
            is_last_of(at.known, at.fresh, e.slot));
    c.count(Habit::plays_known_playable, certain != 0, used & certain);
    c.count(Habit::plays_uncertain, plays, !(used & certain));
    c.count(Habit::plays_at_one_life, at.one_life, plays);
    c.count(Habit::play_scores, plays, e.scored);
}

inline void count_discards(HabitCounts& c, const Occasion& at, const Event& e, SlotSet hinted) {
    const bool discards = e.kind == MoveKind::discard;
    c.count(Habit::discards_with_token, at.token && at.may_discard, discards);
    if (!discards) return;
    const SlotSet unhinted = static_cast<SlotSet>(at.known.present & ~hinted);
    const bool of_unhinted = unhinted >> e.slot & 1;
    c.count(Habit::discards_oldest, true, is_first_of(at.known, at.known.present, e.slot));
    c.count(Habit::discards_newest, true, is_last_of(at.known, at.known.present, e.slot));
    c.count(Habit::discards_first_unhinted, unhinted != 0,
            of_unhinted && is_first_of(at.known, unhinted, e.slot));
    c.count(Habit::discards_hinted, true, !of_unhinted);
    c.count(Habit::discards_dead, true, at.dead & bit(e.card));
}

inline void count_hints(HabitCounts& c, const Occasion& at, const Event& e, int ranks) {
    const bool hints = is_hint(e);
    c.count(Habit::hints, at.token, hints);
    if (!hints) return;
    c.count(Habit::hints_color, true, e.kind == MoveKind::hint_color);
    c.count(Habit::hints_one_card, true, is_single_bit(e.touched));
    c.count(Habit::hints_new_card, true, e.touched & ~at.hinted[e.target]);
    c.count(Habit::hints_highest_rank, e.kind == MoveKind::hint_rank, e.value == ranks);
}

// Counts a move that was applied. `of_seat` holds the counts of every seat.
inline void count_habits(HabitCounts* of_seat, const Occasion& at, const Event& e, int ranks) {
    if (e.kind == MoveKind::none) return;
    HabitCounts& actor = of_seat[e.actor];
    const SlotSet hinted = static_cast<SlotSet>(at.hinted[e.actor] & at.known.present);
    count_plays(actor, at, e, hinted);
    count_discards(actor, at, e, hinted);
    count_hints(actor, at, e, ranks);
    if (e.kind == MoveKind::play && (at.fresh >> e.slot & 1))
        of_seat[at.fresh_from].count(Habit::hint_leads_to_points, true, e.scored);
}

}  // namespace tamaya
