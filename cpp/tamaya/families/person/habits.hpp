// Input features of a position for models of people: earlier events, and the person's habits. The
// other features of positions are in sight.hpp.
#pragma once

#include "tamaya/families/person/words.hpp"

namespace tamaya::person {

// Features of the position that all moves share.
struct Scene {
    float always;
    float tokens, no_token, one_token, all_tokens;
    float one_life, two_lives;
    float deck, no_deck, last_turn;
    float score, opening;
    float got_hint, saw_play, saw_misplay, saw_discard;  // the partner's last move
    float gave_hint, played, misplayed, discarded;       // the own last move
    float sure_plays, surest_play, surest_touched;       // of own cards
    float sure_trash;
    float hint_touched, hint_by_rank, hint_new;  // the hint just received
    float hinted_cards;                          // own cards with a named color or rank
    float partner_playable, partner_knows_play, partner_may_play;
    float partner_chop_critical, partner_hinted;
    float hint_habit, play_habit, misplay_habit, moves_made;
    float newest_habit;     // share of reactions to hints about several cards that play the newest
    float color_habit;      // share of own hints that name a color
    float trust;            // share of cards played after a hint that scored
    float partner_answers;  // share of own hints after which a touched card was played
    float partner_misplays;
    float hint_ignored;  // the own last move was a hint, and the partner did not play a card
};

constexpr int kSceneMarks = sizeof(Scene) / sizeof(float);

// The share of `part` in `all`, scaled to -1 (none) .. 1 (all); 0 if `all` is 0.
inline float lean(int part, int all) {
    return static_cast<float>(2 * part - all) / (static_cast<float>(all) + 1);
}

// The earlier moves of the seat to move, from the log.
struct Habits {
    int moves = 0, hints = 0, color_hints = 0, plays = 0, misplays = 0;
    int of_several = 0, newest_of_several = 0;  // plays after hints about several cards
    int trusted = 0, kept = 0;                  // cards played after a hint; those that scored
    int hinted = 0, answered = 0;  // own hints; those after which a touched card was played
    int partner_misplays = 0;
    float used[2][kMaxHand] = {};  // share of earlier discards and plays from each slot,
    float used_oldest[2] = {}, used_newest[2] = {};  // from the oldest and newest unhinted slot
    const Event* last = nullptr;                     // the own last move
    const Event* before = nullptr;                   // the last move of any player

    explicit Habits(const View& v) {
        const Table& t = v.table;
        SlotSet touched = 0;           // own cards that a hint named
        const Event* asked = nullptr;  // a hint since the own last move
        for (int i = 0; i < t.turn; ++i) {
            const Event& e = v.log.events[i];
            before = &e;
            if (e.actor != v.me) {
                if (is_hint(e) && e.target == v.me) asked = &e, touched |= e.touched;
                watch(e);
                continue;
            }
            last = &e;
            ++moves;
            hints += is_hint(e);
            color_hints += e.kind == MoveKind::hint_color;
            if (e.kind == MoveKind::play || e.kind == MoveKind::discard) {
                use(t.setup, e, touched, asked);
                touched = t.setup.refill == Refill::shift
                              ? close(touched, e.slot)
                              : static_cast<SlotSet>(touched & ~(1 << e.slot));
            }
            asked = nullptr;
        }
        const int discards = moves - hints - plays;
        const float all[2] = {static_cast<float>(discards) + 1, static_cast<float>(plays) + 1};
        for (int kind = 0; kind < 2; ++kind) {
            for (float& share : used[kind]) share /= all[kind];
            used_oldest[kind] /= all[kind];
            used_newest[kind] /= all[kind];
        }
    }

    static bool is_hint(const Event& e) {
        return e.kind == MoveKind::hint_color || e.kind == MoveKind::hint_rank;
    }

    // A partner's move.
    void watch(const Event& e) {
        partner_misplays += e.kind == MoveKind::play && !e.scored;
        if (last == nullptr || !is_hint(*last) || last->target != e.actor) return;
        ++hinted;
        answered += e.kind == MoveKind::play && has(last->touched, e.slot);
    }

    // An own card is played or discarded.
    void use(const Setup& s, const Event& e, SlotSet touched, const Event* asked) {
        const int kind = e.kind == MoveKind::play;
        plays += kind;
        misplays += kind == 1 && !e.scored;
        used[kind][e.slot] += 1;
        const SlotSet blank = static_cast<SlotSet>(~touched & ((1 << s.hand_size) - 1));
        used_oldest[kind] += flag(blank && e.slot == lowest(blank));
        used_newest[kind] += flag(blank && e.slot == highest(blank));
        if (asked == nullptr || kind == 0 || !has(asked->touched, e.slot)) return;
        ++trusted;
        kept += e.scored;
        if (size(asked->touched) < 2) return;
        ++of_several;
        newest_of_several += e.slot == highest(asked->touched);
    }

    // The own last move, if it was a hint.
    const Event* given() const { return last != nullptr && is_hint(*last) ? last : nullptr; }

    void tell(Scene& s) const {
        if (last != nullptr) {
            s.gave_hint = flag(is_hint(*last));
            s.played = flag(last->kind == MoveKind::play && last->scored);
            s.misplayed = flag(last->kind == MoveKind::play && !last->scored);
            s.discarded = flag(last->kind == MoveKind::discard);
        }
        if (before != nullptr) {
            s.saw_play = flag(before->kind == MoveKind::play && before->scored);
            s.saw_misplay = flag(before->kind == MoveKind::play && !before->scored);
            s.saw_discard = flag(before->kind == MoveKind::discard);
            s.hint_ignored = flag(given() != nullptr && before->kind != MoveKind::play);
        }
        const float n = static_cast<float>(moves) + 2.5f;
        s.hint_habit = (static_cast<float>(hints) + 1.0f) / n;
        s.play_habit = (static_cast<float>(plays) + 0.75f) / n;
        s.misplay_habit = static_cast<float>(misplays) / 3;
        s.moves_made = static_cast<float>(moves) / 30;
        s.newest_habit = lean(newest_of_several, of_several);
        s.color_habit = lean(color_hints, hints);
        s.trust = lean(kept, trusted);
        s.partner_answers = lean(answered, hinted);
        s.partner_misplays = static_cast<float>(partner_misplays) / 3;
    }
};

}  // namespace tamaya::person
