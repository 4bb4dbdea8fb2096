// Ladder: a convention in three levels, in the manner of the H-Group's. Level 1: hints that say
// "play" or "save", read by chop and focus. Level 2: prompts. Level 3: finesses.
#pragma once

#include "tamaya/families/convention/ladder_choice.hpp"

namespace tamaya::ladder {

struct Params {
    i32 level;
};
FIELDS(Params, level);

inline Flaw flaw(const Params& p) {
    return p.level >= 1 && p.level <= 3 ? kNoFlaw : Flaw{"level", "1 to 3"};
}

// Why it moved, as Decision::fired counts.
enum class Step : u8 {
    play_certain,
    play_hinted,
    play_prompted,
    play_finessed,
    hint_play,
    hint_prompt,
    hint_finesse,
    hint_save,
    discard_dead,
    discard_chop,
    discard_least,
    stall,
    forced,
};
constexpr int kSteps = 13;
constexpr const char* kStepNames[kSteps] = {
    "play_certain",  "play_hinted",  "play_prompted", "play_finessed", "hint_play",
    "hint_prompt",   "hint_finesse", "hint_save",     "discard_dead",  "discard_chop",
    "discard_least", "stall",        "forced"};

constexpr int kLeastValue = 5;  // of a hint that is better than a discard

inline u32 extra_bytes(const Params&) { return sizeof(Notes); }
inline Decision step(Step s, Move move) { return {move, static_cast<int>(s)}; }

// One's own cards: what the convention says, less the cards seen elsewhere.
inline Mind own_mind(const Notes& n, const Scene& scene, const View& v) {
    Mind mind = mind_of(n, scene, v.me);
    for (u32 left = v.table.knowledge[v.me].present; left != 0; left &= left - 1) {
        const int slot = lowest_bit(left);
        const CardSet cards = mind.of[slot] & v.unseen.present();
        mind.of[slot] = cards != 0 ? cards : possible(v, slot);
    }
    return mind;
}

inline Decision play_of(const Notes& n, const View& v, int slot) {
    if (is_subset(possible(v, slot), v.playable)) return step(Step::play_certain, play(slot));
    switch (n.calls[v.me][slot]) {
        case Call::prompt:
            return step(Step::play_prompted, play(slot));
        case Call::finesse:
            return step(Step::play_finessed, play(slot));
        default:
            return step(Step::play_hinted, play(slot));
    }
}

inline Decision hint_of(const Option& o) {
    if (o.plays <= 0) return step(o.saves > 0 ? Step::hint_save : Step::stall, o.move);
    return step(o.call == Call::finesse  ? Step::hint_finesse
                : o.call == Call::prompt ? Step::hint_prompt
                                         : Step::hint_play,
                o.move);
}

// The slot that is least likely to be a last copy. Ties: the lowest.
inline int least_critical(const View& v) {
    const u32 present = v.table.knowledge[v.me].present;
    int best = lowest_bit(present), best_part = 0, best_whole = 1;
    for (u32 left = present; left != 0; left &= left - 1) {
        const CardSet cards = possible(v, lowest_bit(left));
        const TwoCounts c = count(v.unseen, cards & ~v.critical, cards);
        if (c.first * best_whole <= best_part * c.second) continue;
        best = lowest_bit(left);
        best_part = c.first;
        best_whole = c.second;
    }
    return best;
}

inline Decision discard_of(const Notes& n, const View& v) {
    for (u32 left = v.table.knowledge[v.me].present; left != 0; left &= left - 1)
        if (is_subset(possible(v, lowest_bit(left)), v.dead))
            return step(Step::discard_dead, discard(lowest_bit(left)));
    const int chop = chop_of(n, v.me);
    if (chop >= 0) return step(Step::discard_chop, discard(chop));
    return step(Step::discard_least, discard(least_critical(v)));
}

// The hint that keeps the next player from discarding a card that must be kept; kNoMove if there is
// no such danger or no such hint.
inline Option rescue(const Params& p, const Notes& n, const View& v, const Scene& scene,
                     const Future& without) {
    const int next = seat_after(v.table, v.me, 1);
    const bool urgent = danger_of_chop(n, scene, without, next) >= kLeastValue;
    if (!urgent || v.table.hints == 0) return kNoOption;
    const Option o = best_option(n, v, scene, without, p.level, true);
    return o.value > 0 ? o : kNoOption;
}

inline Decision decide_by(const Params& p, const Notes& n, const View& v) {
    Faces faces;
    see_faces(faces, v, n.numbers, n.seen);
    const Scene scene = scene_of(n, faces, v.me);
    const Future without = future_of(n, scene);
    const int slot = slot_to_play(n, own_mind(n, scene, v), v.me);
    const bool finessed = slot >= 0 && (n.blind[v.me] >> slot & 1);
    if (finessed) return play_of(n, v, slot);
    const Option save = rescue(p, n, v, scene, without);
    if (save.move != kNoMove) return hint_of(save);
    if (slot >= 0) return play_of(n, v, slot);
    const MoveSet legal = legal_moves(v);
    const bool may_discard = legal.bits & ((1ull << kMaxHand) - 1);
    const Option o =
        v.table.hints > 0 ? best_option(n, v, scene, without, p.level, false) : kNoOption;
    if (o.move != kNoMove && (o.value >= kLeastValue || !may_discard)) return hint_of(o);
    if (may_discard) return discard_of(n, v);
    return step(Step::forced, legal.size() > 0 ? legal.at(0) : kNoMove);
}

inline Decision decide(const Params& p, const View& v, Memory& memory, Rng&) {
    Notes& n = kept<Notes>(memory);
    catch_up(n, v, p.level);
    return decide_by(p, n, v);
}

inline void carry_over(const Params&, const View&, Memory& memory) {
    kept<Notes>(memory).begun = false;
}

FAMILY(ladder);

}  // namespace tamaya::ladder
