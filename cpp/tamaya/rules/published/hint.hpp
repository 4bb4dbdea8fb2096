// Genes that give hints.
#pragma once

#include "tamaya/rules/published/words.hpp"

namespace tamaya::published {

RULE(hint_completing, hint, "",
     "Completes a partner's knowledge about a card that fits and whose color or rank is known.");
inline Move hint_completing(const View& v, const Args&, Rng&) {
    for (int step = 1; step < v.table.setup.players; ++step) {
        const int seat = partner(v, step);
        const Knowledge& k = v.table.knowledge[seat];
        for (int i = 0; i < v.table.setup.hand_size; ++i) {
            const bool color = known_color(k, i) >= 0, rank = known_rank(k, i) >= 0;
            if (color != rank && is_in(v.playable, card_at(v, seat, i)))
                return missing_rank_first(v, seat, i);
        }
    }
    return kNoMove;
}

RULE(hint_ones, hint, "", "Gives the next player a hint about a 1, rank first.");
inline Move hint_ones(const View& v, const Args&, Rng&) {
    const int seat = partner(v, 1);
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        const Card card = card_at(v, seat, i);
        if (card == kNoCard || rank_of(card) != 1) continue;
        const Move move = missing_rank_first(v, seat, i);
        if (fires(move)) return move;
    }
    return kNoMove;
}

// The original never uses the age in its name: the last fitting card decides, even if there is
// nothing to hint about it.
RULE(hint_last_playable, hint, "",
     "Gives a partner a hint about the last card that fits, color first, if something is missing.");
inline Move hint_last_playable(const View& v, const Args&, Rng&) {
    for (int step = 1; step < v.table.setup.players; ++step) {
        const int seat = partner(v, step);
        Move move = kNoMove;
        for (int i = 0; i < v.table.setup.hand_size; ++i)
            if (is_in(v.playable, card_at(v, seat, i))) move = missing_color_first(v, seat, i);
        if (fires(move)) return move;
    }
    return kNoMove;
}

inline Move first_playable(const View& v, int seat) {
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        if (!is_in(v.playable, card_at(v, seat, i))) continue;
        const Move move = missing_rank_first(v, seat, i);
        if (fires(move)) return move;
    }
    return kNoMove;
}

RULE(hint_playable, hint, "",
     "Gives any partner a hint about the first card that fits, rank first.");
inline Move hint_playable(const View& v, const Args&, Rng&) {
    for (int step = 1; step < v.table.setup.players; ++step) {
        const Move move = first_playable(v, partner(v, step));
        if (fires(move)) return move;
    }
    return kNoMove;
}

RULE(hint_playable_next, hint, "", "Gives the next player a hint about the first card that fits.");
inline Move hint_playable_next(const View& v, const Args&, Rng&) {
    return first_playable(v, partner(v, 1));
}

RULE(hint_useless, hint, "",
     "Gives a partner a hint about the first useless card, rank first; does not apply if that card "
     "is known.");
inline Move hint_useless(const View& v, const Args&, Rng&) {
    for (int step = 1; step < v.table.setup.players; ++step) {
        const int seat = partner(v, step);
        for (int i = 0; i < v.table.setup.hand_size; ++i) {
            if (!is_in(v.dead, card_at(v, seat, i))) continue;
            const Move move = missing_rank_first(v, seat, i);
            if (fires(move)) return move;
            break;
        }
    }
    return kNoMove;
}

// Whether a hint shows that a card is dispensable: its firework is finished, its rank is below all
// fireworks, or the missing color or rank shows that it was played.
inline Move dispensable(const View& v, int seat, int slot) {
    const Knowledge& k = v.table.knowledge[seat];
    const Card card = card_at(v, seat, slot);
    if (card == kNoCard) return kNoMove;
    const bool color = known_color(k, slot) >= 0, rank = known_rank(k, slot) >= 0;
    if (!color && is_finished(v.table, color_of(card))) return hint_color_of(v, seat, card);
    if (!rank && is_below_all(v.table, rank_of(card))) return hint_rank_of(v, seat, card);
    if (color != rank && is_in(v.table.played, card)) return missing_rank_first(v, seat, slot);
    return kNoMove;
}

RULE(hint_dispensable, hint, "", "Shows a partner that a card can be discarded.");
inline Move hint_dispensable(const View& v, const Args&, Rng&) {
    for (int seat = 0; seat < v.table.setup.players; ++seat) {
        if (seat == v.me) continue;
        for (int i = 0; i < v.table.setup.hand_size; ++i) {
            const Move move = dispensable(v, seat, i);
            if (fires(move)) return move;
        }
    }
    return kNoMove;
}

RULE(hint_dispensable_when_short, hint, "tokens=4",
     "With fewer than {tokens} tokens, shows a partner that a card can be discarded.");
inline Move hint_dispensable_when_short(const View& v, const Args& args, Rng& rng) {
    return v.table.hints < args[0] ? hint_dispensable(v, args, rng) : kNoMove;
}

RULE(hint_fives, hint, "", "Gives a partner a hint about 5s whose rank is unknown.");
inline Move hint_fives(const View& v, const Args&, Rng&) {
    for (int step = 1; step < v.table.setup.players; ++step) {
        const int seat = partner(v, step);
        const Knowledge& k = v.table.knowledge[seat];
        for (int i = 0; i < v.table.setup.hand_size; ++i) {
            const Card card = card_at(v, seat, i);
            if (card != kNoCard && rank_of(card) == 5 && known_rank(k, i) < 0)
                return hint_rank(step, 5);
        }
    }
    return kNoMove;
}

RULE(hint_ill_informed, hint, "",
     "Gives a partner a hint about the first card that fits or is useless and is not fully known.");
inline Move hint_ill_informed(const View& v, const Args&, Rng&) {
    for (int step = 1; step < v.table.setup.players; ++step) {
        const int seat = partner(v, step);
        for (int i = 0; i < v.table.setup.hand_size; ++i) {
            const Card card = card_at(v, seat, i);
            const bool can_discard = v.table.hints < v.table.setup.max_hints;
            if (!is_in(v.playable, card) && !(is_in(v.dead, card) && can_discard)) continue;
            const Move move = missing_rank_first(v, seat, i);
            if (fires(move)) return move;
        }
    }
    return kNoMove;
}

// Slots whose rank (or color) is unknown, as a 1 in each of their bytes.
inline u64 unknown_slots(const View& v, int seat, bool by_rank) {
    const Knowledge& k = v.table.knowledge[seat];
    u64 slots = 0;
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if ((by_rank ? known_rank(k, i) : known_color(k, i)) < 0) slots |= 1ull << (8 * i);
    return slots;
}

RULE(hint_most, hint, "new=0",
     "Gives the hint that touches the most cards (new=1: counting only what is not known yet).");
inline Move hint_most(const View& v, const Args& args, Rng&) {
    int best = 0;
    Move chosen = kNoMove;
    for (int seat = 0; seat < v.table.setup.players; ++seat) {
        if (seat == v.me) continue;
        for (int n = 0; n < kHintKinds; ++n) {
            const Hint hint = nth_hint(v, seat, n);
            const u64 counted =
                args[0] ? hint.touched & unknown_slots(v, seat, hint.by_rank) : hint.touched;
            if (popcount(counted) > best) best = popcount(counted), chosen = move_of(v, seat, hint);
        }
    }
    return chosen;
}

RULE(hint_playable_randomly, hint, "",
     "Gives the next player a hint about the first card that fits, color or rank at random.");
inline Move hint_playable_randomly(const View& v, const Args&, Rng& rng) {
    const int seat = partner(v, 1);
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        const Card card = card_at(v, seat, i);
        if (!is_in(v.playable, card)) continue;
        return rng.below(2) ? hint_rank_of(v, seat, card) : hint_color_of(v, seat, card);
    }
    return kNoMove;
}

RULE(hint_randomly, hint, "", "Hints the color or rank of a random card to the next player.");
inline Move hint_randomly(const View& v, const Args&, Rng& rng) {
    const int seat = partner(v, 1);
    u32 slots = v.table.knowledge[seat].present;
    if (slots == 0) return kNoMove;
    for (u32 n = rng.below(static_cast<u32>(popcount(slots))); n > 0; --n) slots &= slots - 1;
    const Card card = card_at(v, seat, lowest_bit(slots));
    return rng.below(2) ? hint_rank_of(v, seat, card) : hint_color_of(v, seat, card);
}

RULE(hint_unknown, hint, "",
     "Gives the next player a hint about the first card that is not fully known, color first.");
inline Move hint_unknown(const View& v, const Args&, Rng&) {
    const int seat = partner(v, 1);
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        if (card_at(v, seat, i) == kNoCard) continue;
        const Move move = missing_color_first(v, seat, i);
        if (fires(move)) return move;
    }
    return kNoMove;
}

RULE(hint_finesse, hint, "",
     "With three or more players: gives the player after next a hint about the card that follows "
     "the next player's newest card.");
inline Move hint_finesse(const View& v, const Args&, Rng&) {
    if (v.table.setup.players == 2) return kNoMove;
    const int next = partner(v, 1), after_next = partner(v, 2);
    const int slot = newest(v.table.knowledge[next], v.table.setup.hand_size);
    if (slot < 0 || !is_in(v.playable, card_at(v, next, slot))) return kNoMove;
    const CardSet wanted = next_rank(bit(card_at(v, next, slot)));
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        const Card card = card_at(v, after_next, i);
        if (!is_in(wanted, card)) continue;
        const Hand& hand = v.hands[after_next];
        if (popcount(slots_with_bit(hand.ranks, rank_of(card) - 1)) == 1)
            return hint_rank_of(v, after_next, card);
        if (popcount(slots_with_bit(hand.colors, color_of(card))) == 1)
            return hint_color_of(v, after_next, card);
    }
    return kNoMove;
}

}  // namespace tamaya::published
