// Genes that discard a card.
#pragma once

#include "tamaya/rules/published/words.hpp"

namespace tamaya::published {

RULE(discard_highest, discard, "", "Discards the card known to have the highest rank.");
inline Move discard_highest(const View& v, const Args&, Rng&) {
    const Knowledge& k = mine(v);
    int best = -1, chosen = -1;
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (holds_card(k, i) && known_rank(k, i) > best) best = known_rank(k, i), chosen = i;
    return chosen < 0 ? kNoMove : discard(chosen);
}

RULE(discard_if_certain, discard, "", "Discards a card known to have been played already.");
inline Move discard_if_certain(const View& v, const Args&, Rng&) {
    const Knowledge& k = mine(v);
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (holds_card(k, i) && is_identified(k, i) &&
            is_in(v.table.played, card_of(known_color(k, i), known_rank(k, i))))
            return discard(i);
    return kNoMove;
}

RULE(discard_least_likely_necessary, discard, "",
     "Discards the card least likely to be a needed last copy.");
inline Move discard_least_likely_necessary(const View& v, const Args&, Rng&) {
    Chances chances = {v, v.critical};
    Share best = {1, 1};
    int chosen = -1;
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        const Share needed = chances.of(i);
        if (at_most(needed, best)) best = needed, chosen = i;
    }
    return chosen < 0 ? kNoMove : discard(chosen);
}

RULE(discard_oldest, discard, "", "Discards the oldest card.");
inline Move discard_oldest(const View& v, const Args&, Rng&) {
    const int slot = oldest(v);
    return slot < 0 ? kNoMove : discard(slot);
}

// The original compares a slot's age with the number of the best slot so far.
RULE(discard_oldest_unhinted, discard, "",
     "Discards a card about which nothing is known; the original means the oldest one.");
inline Move discard_oldest_unhinted(const View& v, const Args&, Rng&) {
    const Knowledge& k = mine(v);
    int chosen = -1;
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        if (!holds_card(k, i) || (chosen >= 0 && k.stamps.get(i) > chosen)) continue;
        if (known_color(k, i) < 0 && known_rank(k, i) < 0) chosen = i;
    }
    return chosen < 0 ? kNoMove : discard(chosen);
}

RULE(discard_probably_useless, discard, "percent=60",
     "Discards the card most likely to be useless, if that is at least {percent} %.");
inline Move discard_probably_useless(const View& v, const Args& args, Rng&) {
    const int slot = likeliest(v, v.dead, percent(args[0]));
    return slot < 0 ? kNoMove : discard(slot);
}

RULE(discard_randomly, discard, "", "Discards a random card.");
inline Move discard_randomly(const View& v, const Args&, Rng& rng) {
    u32 slots = mine(v).present;
    if (slots == 0) return kNoMove;
    for (u32 n = rng.below(static_cast<u32>(popcount(slots))); n > 0; --n) slots &= slots - 1;
    return discard(lowest_bit(slots));
}

RULE(discard_safe, discard, "", "Discards a card that hints show to be useless.");
inline Move discard_safe(const View& v, const Args&, Rng&) {
    const Knowledge& k = mine(v);
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (holds_card(k, i) && is_useless(v, known_color(k, i), known_rank(k, i)))
            return discard(i);
    return kNoMove;
}

RULE(discard_unidentified, discard, "",
     "Discards the first card of which neither color nor rank is known.");
inline Move discard_unidentified(const View& v, const Args&, Rng&) {
    const Knowledge& k = mine(v);
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (holds_card(k, i) && known_color(k, i) < 0 && known_rank(k, i) < 0) return discard(i);
    return kNoMove;
}

RULE(discard_unreachable, discard, "",
     "Discards a card of known color whose rank must be higher than its firework can reach.");
inline Move discard_unreachable(const View& v, const Args&, Rng&) {
    const Knowledge& k = mine(v);
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        const int color = known_color(k, i);
        if (!holds_card(k, i) || color < 0) continue;
        int lowest = known_rank(k, i);
        if (lowest < 0) {
            const u32 unseen = v.unseen.present() >> (kMaxRanks * color) & k.ranks.get(i);
            lowest = unseen ? lowest_bit(unseen) + 1 : 0;
        }
        if (lowest > reach(v, color)) return discard(i);
    }
    return kNoMove;
}

RULE(discard_osawa, discard, "",
     "Discards a card that hints show to be useless, or else one of known color whose rank must be "
     "higher than its firework can reach.");
inline Move discard_osawa(const View& v, const Args& args, Rng& rng) {
    const Move move = discard_safe(v, args, rng);
    return fires(move) ? move : discard_unreachable(v, args, rng);
}

// Whether a partner knows of no useless card and of no card that fits.
inline bool is_blocked(const View& v, int seat) {
    const Knowledge& k = v.table.knowledge[seat];
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        if (!holds_card(k, i)) continue;
        if (is_useless(v, known_color(k, i), known_rank(k, i))) return false;
        if (is_identified(k, i) && is_in(v.playable, card_of(known_color(k, i), known_rank(k, i))))
            return false;
    }
    return true;
}

RULE(unblock, none, "",
     "Without tokens, when the partner has nothing safe to do: discards a useless card or plays a "
     "5.");
inline Move unblock(const View& v, const Args&, Rng&) {
    if (v.table.hints != 0) return kNoMove;
    const Knowledge& k = mine(v);
    Move chosen = kNoMove;
    for (int i = 0; i < v.table.setup.hand_size && !fires(chosen); ++i) {
        if (!holds_card(k, i)) continue;
        const int color = known_color(k, i), rank = known_rank(k, i);
        if (is_useless(v, color, rank)) {
            chosen = discard(i);
        } else if (rank == 5 && color >= 0 && height(v.table, color) == 4) {
            chosen = play(i);
        }
    }
    if (!fires(chosen)) return kNoMove;
    for (int step = 1; step < v.table.setup.players; ++step)
        if (is_blocked(v, partner(v, step))) return chosen;
    return kNoMove;
}

}  // namespace tamaya::published
