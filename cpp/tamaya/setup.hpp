// The rules of a game: all options that are fixed before the deal.
#pragma once

#include "tamaya/cards.hpp"

namespace tamaya {

constexpr int kMinPlayers = 2;
constexpr int kMaxPlayers = 5;
constexpr int kMaxHand = 5;
constexpr int kMaxHintTokens = 20;
constexpr int kMaxLives = 60;

enum class Refill : u8 {
    shift,     // cards close the gap and the new card enters at the end: slot 0 is the oldest
    in_place,  // the new card takes the empty slot; with an empty deck, the slot stays empty
};

enum class ExtraSuit : u8 {
    none,
    standard,  // a suit like the others
    single,    // one copy of each rank
    rainbow,   // touched by every color hint, never named itself
};

enum class Illegal : u8 {
    raise,  // an agent that returns an illegal move is an error
    end,    // the game ends there and the points are kept, as in the published programs
};

struct Setup {
    u8 players;
    u8 colors;  // ordinary colors, not counting an extra suit
    u8 ranks;
    ExtraSuit extra_suit;
    u8 hand_size;
    u8 max_hints;  // tokens at the start, and the maximum
    u8 max_lives;
    Refill refill;
    bool discard_at_max;  // whether discarding is legal with all hint tokens available
    u8 first_seat;
    Illegal illegal;
    u8 color_order[kMaxColors];  // the order in which agents scan colors, which breaks ties

    friend constexpr bool operator==(const Setup&, const Setup&) = default;
};

constexpr bool has_extra_suit(const Setup& s) { return s.extra_suit != ExtraSuit::none; }
constexpr bool is_rainbow(const Setup& s) { return s.extra_suit == ExtraSuit::rainbow; }
constexpr int suits(const Setup& s) { return s.colors + has_extra_suit(s); }

// Colors of the game, and those that a hint can name: bit c stands for color c.
constexpr u8 color_set(const Setup& s) {
    return static_cast<u8>(((1 << s.colors) - 1) | has_extra_suit(s) << kExtraColor);
}
constexpr u8 hint_colors(const Setup& s) {
    return is_rainbow(s) ? static_cast<u8>((1 << s.colors) - 1) : color_set(s);
}
constexpr u8 rank_set(const Setup& s) { return static_cast<u8>((1 << s.ranks) - 1); }

constexpr bool is_single_copy(const Setup& s, int color) {
    return s.extra_suit == ExtraSuit::single && color == kExtraColor;
}

// Copies of a rank in an ordinary suit: three 1s, one of the highest rank, two of the others.
constexpr int copies_of_rank(const Setup& s, int rank) {
    return rank == 1 ? 3 : rank == s.ranks ? 1 : 2;
}

constexpr int copies(const Setup& s, Card card) {
    return is_single_copy(s, color_of(card)) ? 1 : copies_of_rank(s, rank_of(card));
}

// Every card identity of the game.
constexpr CardSet identities(const Setup& s) { return product(color_set(s), rank_set(s)); }

constexpr int deck_size(const Setup& s) {
    const int suit = s.ranks == 1 ? 3 : 2 * s.ranks;
    return s.extra_suit == ExtraSuit::single ? s.colors * suit + s.ranks : suits(s) * suit;
}

constexpr int max_score(const Setup& s) { return suits(s) * s.ranks; }

constexpr int standard_hand_size(int players) { return players <= 3 ? 5 : 4; }

// The rules of the printed game, as in HLE and hanab.live.
constexpr Setup standard_setup(int players) {
    return {static_cast<u8>(players),
            5,
            5,
            ExtraSuit::none,
            static_cast<u8>(standard_hand_size(players)),
            8,
            3,
            Refill::shift,
            false,
            0,
            Illegal::raise,
            {0, 1, 2, 3, 4, 5}};
}

// The rules of the Java competition framework: slots are refilled in place, an illegal move ends
// the game, and colors are scanned red, blue, green, orange (our yellow), white.
constexpr Setup competition_setup(int players) {
    Setup s = standard_setup(players);
    s.refill = Refill::in_place;
    s.illegal = Illegal::end;
    constexpr u8 order[kMaxColors] = {0, 4, 2, 1, 3, 5};
    for (int i = 0; i < kMaxColors; ++i) s.color_order[i] = order[i];
    return s;
}

// The rules of the program of the 2017 human study: discarding is legal with all tokens available,
// and colors are scanned green, yellow, white, blue, red.
constexpr Setup eger_setup(int players) {
    Setup s = standard_setup(players);
    s.discard_at_max = true;
    constexpr u8 order[kMaxColors] = {2, 1, 3, 4, 0, 5};
    for (int i = 0; i < kMaxColors; ++i) s.color_order[i] = order[i];
    return s;
}

}  // namespace tamaya
