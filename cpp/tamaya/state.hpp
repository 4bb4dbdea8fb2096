// A whole game position, hidden cards included. Agents never receive one: see view.hpp.
#pragma once

#include "tamaya/rng.hpp"
#include "tamaya/table.hpp"

namespace tamaya {

// The cards of one seat. Empty slots hold kNoCard; no hint touches them.
struct Hand {
    Row cards;
    Row colors;  // colors whose hint touches the slot: bit c for color c
    Row ranks;   // rank whose hint touches the slot: bit r-1 for rank r

    friend constexpr bool operator==(const Hand&, const Hand&) = default;
};

constexpr Hand kEmptyHand = {row_of(kNoCard), {0}, {0}};

constexpr u8 hints_touching(const Setup& s, Card card) {
    const bool by_all = is_rainbow(s) && color_of(card) == kExtraColor;
    return by_all ? hint_colors(s) : static_cast<u8>(1 << color_of(card));
}

inline void put(Hand& hand, const Setup& s, int slot, Card card) {
    hand.cards.set(slot, card);
    hand.colors.set(slot, hints_touching(s, card));
    hand.ranks.set(slot, static_cast<u8>(1 << (rank_of(card) - 1)));
}

inline void clear(Hand& hand, int slot) {
    hand.cards.set(slot, kNoCard);
    hand.colors.set(slot, 0);
    hand.ranks.set(slot, 0);
}

// All cards of a game in drawing order.
struct Deck {
    Card cards[kMaxDeck];
    u8 size;
    CardCounts counts;
};

// All cards of the set-up by color and rank.
inline Deck sorted_deck(const Setup& s) {
    Deck deck{};
    for (Card card = 0; card < kCardKinds; ++card) {
        if (!(identities(s) & bit(card))) continue;
        for (int i = 0; i < copies(s, card); ++i) {
            deck.cards[deck.size++] = card;
            deck.counts.add(bit(card));
        }
    }
    return deck;
}

// Shuffles the deck: a pure function of the seed and the cards of the game.
inline void shuffle(Deck& deck, u64 seed) {
    Rng rng = stream(seed, Purpose::deck);
    u64 word = 0;
    for (int i = deck.size - 1; i > 0; --i) {
        word = (i & 1) ? rng.next() : word << 32;  // each word is used for two cards
        const u64 j = (word >> 32) * static_cast<u64>(i + 1) >> 32;
        const Card drawn = deck.cards[j];
        deck.cards[j] = deck.cards[i];
        deck.cards[i] = drawn;
    }
}

struct State {
    Table table;
    Log log;
    Hand hands[kMaxPlayers];
    Deck deck;
    u8 next_card;  // index in `deck` of the card drawn next
};

// Marks a slot as newly drawn: every card is possible, and it is the newest of its hand.
inline void forget(Knowledge& k, const Setup& s, int slot) {
    k.colors.set(slot, color_set(s));
    k.ranks.set(slot, rank_set(s));
    k.stamps.set(slot, k.next_stamp);
    k.color_hinted &= static_cast<SlotSet>(~(1 << slot));
    k.rank_hinted &= static_cast<SlotSet>(~(1 << slot));
}

// A hand of new cards: slot 0 is the oldest.
inline Knowledge new_hand(const Setup& s) {
    const u64 filled = (1ull << (8 * s.hand_size)) - 1;
    return {{row_of(color_set(s)).bits & filled},
            {row_of(rank_set(s)).bits & filled},
            {0x0706050403020100ull & filled},
            static_cast<SlotSet>((1 << s.hand_size) - 1),
            0,
            0,
            s.hand_size};
}

// The start of a game: seat 0 receives the first cards of the deck, then seat 1, and so on. The
// deck must hold exactly the cards of the set-up.
inline void deal(State& state, const Setup& s, const Deck& deck) {
    Table& t = state.table;
    t = {};
    t.setup = s;
    t.current = s.first_seat;
    t.hints = s.max_hints;
    t.lives = s.max_lives;
    t.turns_left = s.players;
    t.cards = identities(s);
    t.hidden = deck.counts;
    state.deck = deck;
    state.next_card = 0;
    for (int seat = 0; seat < kMaxPlayers; ++seat) {
        state.hands[seat] = kEmptyHand;
        if (seat >= s.players) continue;
        t.knowledge[seat] = new_hand(s);
        for (int slot = 0; slot < s.hand_size; ++slot)
            put(state.hands[seat], s, slot, deck.cards[state.next_card++]);
    }
    t.deck = static_cast<u8>(deck.size - state.next_card);
}

// Puts the next card of the deck into an empty slot.
inline void draw(State& state, int seat, int slot) {
    Table& t = state.table;
    Knowledge& k = t.knowledge[seat];
    put(state.hands[seat], t.setup, slot, state.deck.cards[state.next_card++]);
    --t.deck;
    forget(k, t.setup, slot);
    k.present |= static_cast<SlotSet>(1 << slot);
}

inline int strict_score(const Table& t) { return t.end == End::bombed ? 0 : score(t); }

}  // namespace tamaya
