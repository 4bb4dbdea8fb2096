// The public part of a game, which every seat knows.
#pragma once

#include "tamaya/event.hpp"

namespace tamaya {

// Why a game is over. The order is the order of precedence.
enum class End : u8 {
    running,
    bombed,     // the last life was lost
    complete,   // every firework is finished
    last_turn,  // everyone had a turn after the last card was drawn
    forfeit,    // an illegal move (only where Setup::illegal is `end`)
};
constexpr int kEnds = 5;
constexpr const char* kEndNames[kEnds] = {"running", "bombed", "complete", "last_turn", "forfeit"};

// Public knowledge from hints about the hand of one seat. Card counting is not part of it.
struct Knowledge {
    Row colors;            // possible colors of each slot, bit c for color c
    Row ranks;             // possible ranks of each slot, bit r-1 for rank r
    Row stamps;            // age of each slot: larger is newer
    SlotSet present;       // slots that hold a card; without gaps under `shift`
    SlotSet color_hinted;  // slots that a color hint has touched
    SlotSet rank_hinted;   // slots that a rank hint has touched
    u8 next_stamp;

    friend constexpr bool operator==(const Knowledge&, const Knowledge&) = default;
};

struct Table {
    Setup setup;
    u8 turn;        // moves made so far
    u8 current;     // seat to move
    u8 hints;       // hint tokens available
    u8 lives;       // lives left
    u8 deck;        // cards left to draw
    u8 turns_left;  // remaining turns if the deck is empty; otherwise the number of players
    End end;
    CardSet cards;        // identities of this game
    CardSet played;       // the fireworks: played cards, of each color from 1 upwards
    CardCounts discards;  // discarded and misplayed
    CardCounts hidden;    // in the deck or in anybody's hand
    Knowledge knowledge[kMaxPlayers];

    friend constexpr bool operator==(const Table&, const Table&) = default;
};

// Upper bound of turns: every card outside the final hands is played or discarded once, and each
// hint spends a token from the start, from a discard, or from a completed suit.
constexpr int kMaxTurns = 160;
static_assert((kMaxDeck + kMaxPlayers) + (kMaxHintTokens + kMaxDeck + kMaxColors) < kMaxTurns);

// All events of the game so far, oldest first. There are Table::turn of them.
struct Log {
    Event events[kMaxTurns];
};

inline int score(const Table& t) { return popcount(t.played); }
inline int height(const Table& t, int color) { return popcount(t.played & cards_of_color(color)); }
inline bool is_over(const Table& t) { return t.end != End::running; }
inline int seat_after(const Table& t, int seat, int offset) {
    const int sum = seat + offset;
    return sum >= t.setup.players ? sum - t.setup.players : sum;
}

// Cards that can be played now.
inline CardSet playable(const Table& t) {
    return (next_rank(t.played) | kAllOnes) & t.cards & ~t.played;
}

// Cards that can never score: already played, or blocked by a card whose copies are all discarded.
inline CardSet dead(const Table& t) {
    CardSet blocked = t.cards & ~t.played & ~t.hidden.present();
    for (int i = 1; i < kMaxRanks; ++i) blocked |= next_rank(blocked);
    return t.played | (blocked & t.cards);
}

// Needed cards with only one copy left.
inline CardSet critical(const Table& t) { return t.hidden.low & ~t.hidden.high & ~dead(t); }

// The cards that a slot can be according to hints.
inline CardSet possible(const Knowledge& k, int slot) {
    return product(k.colors.get(slot), k.ranks.get(slot));
}

}  // namespace tamaya
