// Rules that hint for other reasons: to show useless cards, to inform, or to pass a turn.
#pragma once

#include "tamaya/rules/tamaya/hints.hpp"

namespace tamaya::rules {

RULE(hint_useless, hint, "", "Gives the hint after which the most cards are known to be useless.");
inline Move hint_useless(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) { return size(shows(v, hint, v.dead)) - 1; });
}

RULE(hint_useless_when_short, hint, "tokens=4",
     "With fewer than {tokens} tokens, gives the hint after which the most cards are known to be "
     "useless.",
     "4");
inline Move hint_useless_when_short(const View& v, const Args& args, Rng& rng) {
    return v.table.hints < args[0] ? hint_useless(v, Args{}, rng) : kNoMove;
}

// Slots of a hand that hold the same card as another of its slots.
inline SlotSet repeated(const View& v, int seat) {
    SlotSet slots = 0;
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        for (int j = 0; j < i; ++j)
            if (card_at(v, seat, i) == card_at(v, seat, j) && card_at(v, seat, i) != kNoCard)
                slots |= static_cast<SlotSet>(only(i) | only(j));
    return slots;
}

RULE(hint_repeated, hint, "",
     "Hints at two copies of a card in a partner's hand, so that one can be discarded.");
inline Move hint_repeated(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        return size(static_cast<SlotSet>(hint.news & repeated(v, hint.seat))) - 2;
    });
}

RULE(hint_most, hint, "", "Gives the hint that touches the most cards.");
inline Move hint_most(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) { return size(hint.touched); });
}

RULE(hint_most_news, hint, "", "Gives the hint that says something new about the most cards.");
inline Move hint_most_news(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) { return size(hint.news) - 1; });
}

// The number of identities that a hint rules out, over the whole hand.
inline int ruled_out(const View& v, const Hint& hint) {
    int sum = 0;
    const CardSet pool = unseen_by(v, hint.seat);
    for (int i = 0; i < v.table.setup.hand_size; ++i)
        if (holds_card(hint.after, i))
            sum += popcount(possible(v.table.knowledge[hint.seat], i) & pool) -
                   popcount(possible(hint.after, i) & pool);
    return sum;
}

RULE(hint_informative, hint, "",
     "Gives the hint that rules out the most identities over the whole hand.");
inline Move hint_informative(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) { return ruled_out(v, hint) - 1; });
}

RULE(hint_identifying, hint, "",
     "Gives the hint after which the most needed cards are fully known.");
inline Move hint_identifying(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        int known = 0;
        for (int i = 0; i < v.table.setup.hand_size; ++i)
            known += is_in(hint.news, i) && is_identified(hint.after, i) &&
                     !is_in(v.dead, card_at(v, hint.seat, i));
        return known - 1;
    });
}

RULE(hint_unknown, hint, "color_first=1",
     "Gives the next player a hint about the lowest slot that is not fully known, color first "
     "(color_first=0: rank first).",
     "0; 1");
inline Move hint_unknown(const View& v, const Args& args, Rng&) {
    return best_hint_to(v, partner(v, 1), [&](const Hint& hint) {
        if (hint.news == 0) return -1;
        const bool preferred = hint.by_rank != (args[0] != 0);
        return 2 * (kMaxHand - lowest_bit(hint.news)) + preferred;
    });
}

// The least harmful hint: it should not mislead, then touch no card that nobody needs, then not
// touch the chop, then say as little new as possible.
inline int harmlessness(const View& v, const Hint& hint) {
    const SlotSet fresh = unhinted(v.table.knowledge[hint.seat]);
    const int touched_first = size(static_cast<SlotSet>(hint.touched & fresh));
    return 127 - 16 * size(misleads(v, hint)) - 4 * size(badly_touched(v, hint)) -
           2 * touched_first - size(hint.news);
}

RULE(hint_harmless, hint, "tokens=8",
     "With at least {tokens} tokens, or all of them, gives the hint that does the least harm.",
     "4; 8");
inline Move hint_harmless(const View& v, const Args& args, Rng&) {
    if (v.table.hints < min(args[0], v.table.setup.max_hints)) return kNoMove;
    return best_hint(v, [&](const Hint& hint) { return harmlessness(v, hint); });
}

RULE(hint_for_pace, hint, "pace=0",
     "When at most {pace} more cards may be discarded without losing a point, gives the hint that "
     "does the least harm.",
     "0; 2");
inline Move hint_for_pace(const View& v, const Args& args, Rng&) {
    if (pace(v) > args[0]) return kNoMove;
    return best_hint(v, [&](const Hint& hint) { return harmlessness(v, hint); });
}

RULE(hint_late, hint, "deck=3",
     "With at most {deck} cards in the deck, gives the hint that does the least harm.", "2; 6");
inline Move hint_late(const View& v, const Args& args, Rng&) {
    if (v.table.deck > args[0]) return kNoMove;
    return best_hint(v, [&](const Hint& hint) { return harmlessness(v, hint); });
}

RULE(hint_nothing_new, hint, "", "Passes the turn with a hint that says nothing new.");
inline Move hint_nothing_new(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) { return tells_nothing(v, hint) ? 0 : -1; });
}

RULE(hint_unmisleading, hint, "",
     "Gives the hint that says something new about the most needed cards and misleads about none.");
inline Move hint_unmisleading(const View& v, const Args&, Rng&) {
    return best_hint(v, [&](const Hint& hint) {
        const int good = size(without(hint.news, badly_touched(v, hint)));
        return misleads(v, hint) ? -1 : good - 1;
    });
}

RULE(hint_randomly, hint, "", "Gives a random hint to the next player.");
inline Move hint_randomly(const View& v, const Args&, Rng& rng) {
    const Hand& hand = v.hands[partner(v, 1)];
    const u32 ranks = any_slot(hand.ranks), colors = any_slot(hand.colors);
    const int count_ranks = popcount(ranks), count = count_ranks + popcount(colors);
    if (count == 0) return kNoMove;
    int n = static_cast<int>(rng.below(static_cast<u32>(count)));
    const bool by_rank = n < count_ranks;
    u32 values = by_rank ? ranks : colors;
    for (n = by_rank ? n : n - count_ranks; n > 0; --n) values &= values - 1;
    return by_rank ? hint_rank(1, lowest_bit(values) + 1) : hint_color(1, lowest_bit(values));
}

}  // namespace tamaya::rules
