// Samples whole positions that agree with a view, all with the same probability. Only hints and
// visible cards count as information, not the intentions of players.
#pragma once

#include "tamaya/view.hpp"

namespace tamaya {

// Counts the ways to assign different copies of cards to slots, if slot i holds one of masks[i].
// Copies of the same card are distinct. Inclusion-exclusion over the partitions of the slots into
// groups that share a copy: exact, with a few dozen steps per hand.
inline i64 ways(const CardCounts& copies, const CardSet* masks, int slots) {
    i64 shared[1 << kMaxHand];  // copies that fit all slots of a group
    i64 ways[1 << kMaxHand];
    CardSet common[1 << kMaxHand];
    common[0] = kAllCards;
    ways[0] = 1;
    for (int last = 0; last < slots; ++last) {
        for (int others = 0; others < 1 << last; ++others) {
            const int group = others | 1 << last;
            common[group] = common[others] & masks[last];
            shared[group] = count(copies, common[group]);
            ways[group] = 0;
            // The group that shares a copy with `last`: m other slots have the weight (-1)^m m!.
            for (int with = others;; with = (with - 1) & others) {
                i64 times = 1;
                for (int m = popcount(static_cast<u32>(with)); m > 0; --m) times *= -m;
                ways[group] += times * shared[with | 1 << last] * ways[others ^ with];
                if (with == 0) break;
            }
        }
    }
    return ways[(1 << slots) - 1];
}

// Samples the own cards and removes them from `unseen`. Slots that hints do not restrict stay
// empty; they are filled from the shuffled deck.
struct ImaginedHand {
    Card cards[kMaxHand];
    CardSet masks[kMaxHand];
    int slots[kMaxHand];  // slots that hints restrict
    int restricted;

    ImaginedHand(const Knowledge& k, int hand_size, CardCounts& unseen, Rng& rng) : restricted(0) {
        for (int i = 0; i < hand_size; ++i) {
            cards[i] = kNoCard;
            const CardSet allowed = possible(k, i);
            if (!(k.present >> i & 1) || is_subset(unseen.present(), allowed)) continue;
            masks[restricted] = allowed;
            slots[restricted++] = i;
        }
        for (int i = 0; i < restricted; ++i) cards[slots[i]] = drawn(i, unseen, rng);
    }

    // Samples the card of slot number i, weighted by the number of ways to fill the later slots.
    Card drawn(int i, CardCounts& unseen, Rng& rng) const {
        i64 weights[kCardKinds];
        Card kinds[kCardKinds];
        i64 total = 0;
        int count = 0;
        for (CardSet left = masks[i] & unseen.present(); left != 0; left &= left - 1) {
            const Card card = static_cast<Card>(lowest_bit(left));
            const i64 copies = unseen.of(card);
            unseen.remove(bit(card));
            total += weights[count] = copies * ways(unseen, masks + i + 1, restricted - i - 1);
            unseen.add(bit(card));
            kinds[count++] = card;
        }
        if (total <= 0) return kNoCard;  // contradictory hints, which no real game has
        i64 at = static_cast<i64>(rng.next() % static_cast<u64>(total));
        int chosen = 0;
        while (at >= weights[chosen]) at -= weights[chosen++];
        unseen.remove(bit(kinds[chosen]));
        return kinds[chosen];
    }
};

// Samples a position with this view in which the own cards agree with `own`: the knowledge of the
// view, or a refinement of it. The view must come from a real game; then such a position exists.
inline void imagine(State& state, const View& v, const Knowledge& own, Rng& rng) {
    const Setup& s = v.table.setup;
    state.table = v.table;
    for (int i = 0; i < v.table.turn; ++i) state.log.events[i] = v.log.events[i];
    for (int seat = 0; seat < kMaxPlayers; ++seat)
        state.hands[seat] = seat < s.players ? v.hands[seat] : kEmptyHand;
    CardCounts unseen = v.unseen;
    const ImaginedHand hand(own, s.hand_size, unseen, rng);
    Card pile[kMaxDeck];
    int size = 0;
    for (Card card = 0; card < kCardKinds; ++card)
        for (int i = 0; i < unseen.of(card); ++i) pile[size++] = card;
    for (int i = size - 1; i > 0; --i) {
        const u32 j = rng.below(static_cast<u32>(i + 1));
        const Card other = pile[j];
        pile[j] = pile[i];
        pile[i] = other;
    }
    int next = 0;
    for (int i = 0; i < s.hand_size; ++i) {
        if (!(v.table.knowledge[v.me].present >> i & 1)) continue;
        put(state.hands[v.me], s, i, hand.cards[i] == kNoCard ? pile[next++] : hand.cards[i]);
    }
    state.deck = sorted_deck(s);
    state.next_card = static_cast<u8>(state.deck.size - v.table.deck);
    for (int i = 0; i < v.table.deck; ++i) state.deck.cards[state.next_card + i] = pile[next + i];
}

inline void imagine(State& state, const View& v, Rng& rng) {
    imagine(state, v, v.table.knowledge[v.me], rng);
}

// Orders the used part of the deck as the log says the cards were drawn, so that replaying the
// moves leads to this position. `imagine` leaves that part sorted, because searches do not read it.
inline void order_dealt_cards(State& state) {
    const Setup& s = state.table.setup;
    u8 drawn[kMaxPlayers][kMaxHand];  // index in the deck of each slot's card
    u8 next = 0;
    for (int seat = 0; seat < s.players; ++seat)
        for (int slot = 0; slot < s.hand_size; ++slot) drawn[seat][slot] = next++;
    for (int turn = 0; turn < state.table.turn; ++turn) {
        const Event& event = state.log.events[turn];
        if (event.card == kNoCard) continue;
        u8* own = drawn[event.actor];
        int slot = event.slot;
        state.deck.cards[own[slot]] = event.card;
        if (s.refill == Refill::shift)
            for (; slot + 1 < s.hand_size; ++slot) own[slot] = own[slot + 1];
        if (event.drew) own[slot] = next++;
    }
    for (int seat = 0; seat < s.players; ++seat)
        for (int slot = 0; slot < s.hand_size; ++slot)
            if (state.table.knowledge[seat].present >> slot & 1)
                state.deck.cards[drawn[seat][slot]] = state.hands[seat].cards.get(slot);
}

}  // namespace tamaya
