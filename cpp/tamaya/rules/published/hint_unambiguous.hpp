// Genes that estimate what the partner would believe after a hint.
#pragma once

#include "tamaya/rules/published/words.hpp"

namespace tamaya::published {

// Counts the other cards that a hint about slot i touches and whose owner does not know that
// attribute: how many fit, and how many do not.
struct Company {
    int playable, unplayable;
    bool throws;  // the original fails on an empty slot
};

inline Company company(const View& v, int seat, int slot, bool by_rank) {
    const Knowledge& k = v.table.knowledge[seat];
    const Card card = card_at(v, seat, slot);
    Company company = {0, 0, false};
    for (int j = 0; j < v.table.setup.hand_size; ++j) {
        if (j == slot || (by_rank ? known_rank(k, j) : known_color(k, j)) >= 0) continue;
        const Card other = card_at(v, seat, j);
        if (other == kNoCard) return {0, 0, true};
        const bool same =
            by_rank ? rank_of(other) == rank_of(card) : color_of(other) == color_of(card);
        if (same) ++(is_in(v.playable, other) ? company.playable : company.unplayable);
    }
    return company;
}

inline Move unambiguous(const View& v, int seat, bool playable_first) {
    const Knowledge& k = v.table.knowledge[seat];
    Company best = {-1, 999, false};
    Move chosen = kNoMove;
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        const Card card = card_at(v, seat, i);
        if (!is_in(v.playable, card)) continue;
        for (int kind = 0; kind < 2; ++kind) {
            const bool by_rank = kind == 0;
            if ((by_rank ? known_rank(k, i) : known_color(k, i)) >= 0) continue;
            const Company now = company(v, seat, i, by_rank);
            if (now.throws) return kThrows;
            const bool more = now.playable > best.playable,
                       fewer = now.unplayable < best.unplayable;
            const bool better = playable_first
                                    ? more || (now.playable == best.playable && fewer)
                                    : fewer || (now.unplayable == best.unplayable && more);
            if (!better) continue;
            best = now;
            chosen = by_rank ? hint_rank_of(v, seat, card) : hint_color_of(v, seat, card);
        }
    }
    return chosen;
}

RULE(hint_unambiguous, hint, "playable_first=1",
     "Gives a partner a hint about a card that fits by the hint that touches the most other "
     "fitting cards (playable_first=0: the fewest cards that do not fit).");
inline Move hint_unambiguous(const View& v, const Args& args, Rng&) {
    for (int step = 1; step < v.table.setup.players; ++step) {
        const Move move = unambiguous(v, partner(v, step), args[0]);
        if (move != kNoMove) return move;
    }
    return kNoMove;
}

inline bool has_any(const View& v, int seat, CardSet wanted) {
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (is_in(wanted, card_at(v, seat, i))) return true;
    return false;
}

// Sums over the hand how the owner would judge each card after the hint, in doubles and in the
// original's order of operations.
inline double weighed(const View& v, int seat, const Knowledge& k, int good, int bad) {
    const CardCounts pool = partner_pool(v, seat);
    double sum = 0;
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        const Share fits = share_of(pool, possible(k, i), v.playable);
        const double q = static_cast<double>(fits.part) / static_cast<double>(fits.whole);
        sum += q * (is_in(v.playable, card_at(v, seat, i)) ? good : bad);
    }
    return sum;
}

RULE(hint_weighed, hint, "good=1, bad=0",
     "Gives the hint after which the partner most believes in the cards that fit (weight {good}) "
     "and "
     "in the others (weight {bad}).");
inline Move hint_weighed(const View& v, const Args& args, Rng&) {
    for (int step = 1; step < v.table.setup.players; ++step) {
        const int seat = partner(v, step);
        if (!has_any(v, seat, v.playable)) continue;
        if (has_empty_slot(v, seat)) return kThrows;
        double best = -100;
        Move chosen = kNoMove;
        for (int n = 0; n < kHintKinds; ++n) {
            const Hint hint = nth_hint(v, seat, n);
            if (hint.touched == 0) continue;
            const Knowledge k = after(v.table.knowledge[seat], hint);
            const double value = weighed(v, seat, k, args[0], args[1]);
            if (value > best) best = value, chosen = move_of(v, seat, hint);
        }
        if (fires(chosen)) return chosen;
    }
    return kNoMove;
}

// The original never updates its maximum, so its weights do not matter: the last card that fits
// decides.
RULE(hint_last_incomplete, hint, "",
     "Gives a partner a hint about the last card that fits and is not fully known, color first.");
inline Move hint_last_incomplete(const View& v, const Args&, Rng&) {
    for (int step = 1; step < v.table.setup.players; ++step) {
        const int seat = partner(v, step);
        const Knowledge& k = v.table.knowledge[seat];
        Move chosen = kNoMove;
        for (int i = 0; i < v.table.setup.hand_size; ++i) {
            const Card card = card_at(v, seat, i);
            if (!is_in(v.playable, card)) continue;
            if (known_rank(k, i) < 0) chosen = hint_rank_of(v, seat, card);
            if (known_color(k, i) < 0) {
                if (company(v, seat, i, false).throws) return kThrows;
                chosen = hint_color_of(v, seat, card);
            }
        }
        if (fires(chosen)) return chosen;
    }
    return kNoMove;
}

// Slots that their owner would judge useless with more than 99 %.
inline int believed_useless(const View& v, int seat, const Knowledge& k) {
    const CardCounts pool = partner_pool(v, seat);
    int slots = 0;
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        if (!holds_card(k, i)) continue;
        const Share useless = share_of(pool, possible(k, i), v.dead);
        slots += useless.whole > 0 && useless.part * 100 > 99 * useless.whole;
    }
    return slots;
}

RULE(hint_useless_cards, hint, "cards=1",
     "Shows a partner that at least {cards} cards are useless; if no hint does, the original gives "
     "an "
     "illegal one.");
inline Move hint_useless_cards(const View& v, const Args& args, Rng&) {
    for (int step = 1; step < v.table.setup.players; ++step) {
        const int seat = partner(v, step);
        const Knowledge& k = v.table.knowledge[seat];
        if (!has_any(v, seat, v.dead) || believed_useless(v, seat, k) > 0) continue;
        if (has_empty_slot(v, seat)) return kThrows;
        Move by_rank = kNoMove, by_color = kNoMove;
        for (int n = 0; n < kHintKinds; ++n) {
            const Hint hint = nth_hint(v, seat, n);
            if (hint.touched == 0 || believed_useless(v, seat, after(k, hint)) < args[0]) continue;
            (hint.by_rank ? by_rank : by_color) = move_of(v, seat, hint);
        }
        return fires(by_color) ? by_color : fires(by_rank) ? by_rank : kIllegalHint;
    }
    return kNoMove;
}

// The slot of a partner's hand that is most likely misjudged, or -1: a card that does not fit but
// probably seems to, or a card that fits but probably does not seem to.
inline int misjudged(const View& v, int seat, bool unplayable, int threshold) {
    const Knowledge& k = v.table.knowledge[seat];
    const CardCounts pool = partner_pool(v, seat);
    Share best = percent(threshold);
    int chosen = -1;
    for (int i = 0; i < v.table.setup.hand_size; ++i) {
        const Card card = card_at(v, seat, i);
        if (card == kNoCard || is_in(v.playable, card) == unplayable) continue;
        const Share fits = share_of(pool, possible(k, i), v.playable);
        if (unplayable ? at_least(fits, best) : at_most(fits, best)) best = fits, chosen = i;
    }
    return chosen;
}

// The original uses the loop counter as the partner's seat. In seat 1 of a two-player game that is
// its own seat, and reading its own hidden card throws.
RULE(
    hint_mistake, hint, "unplayable=1, percent=0",
    "Tells a partner about the card most likely to be misjudged (unplayable=1: it seems to fit and "
    "does not; 0: it fits and does not seem to). Works only in seat 0 of two players.");
inline Move hint_mistake(const View& v, const Args& args, Rng&) {
    if (v.table.setup.hand_size < kMaxHand) return kThrows;
    for (int number = 1; number < v.table.setup.players; ++number) {
        const int slot = misjudged(v, partner(v, number), args[0], args[1]);
        if (slot < 0) continue;
        if (number == v.me) {
            if (!is_identified(mine(v), slot)) return kThrows;
            continue;
        }
        if (card_at(v, number, slot) == kNoCard) return kThrows;
        const Move move = missing_rank_first(v, number, slot);
        if (fires(move)) return move;
    }
    return kNoMove;
}

}  // namespace tamaya::published
