// Game objects to text and back. Positions are read back in Python (tamaya/position.py), the rest
// here.
#pragma once

#include <string>
#include <vector>

#include "tamaya/state.hpp"

namespace bind {

using tamaya::Card;
using tamaya::Deck;
using tamaya::Hand;
using tamaya::Move;
using tamaya::Setup;
using tamaya::Table;

inline constexpr char kColorLetters[] = "rygwbm";
inline constexpr const char* kSeatNames[] = {"alice", "bob", "cathy", "donald", "emily"};

std::string card_text(Card card);  // "r1"; "??" for kNoCard
Card parse_card(const std::string& text);

std::string move_text(Move move);  // "play 0", "discard 4", "hint +1 r", "hint +2 3"
Move parse_move(const std::string& text);

int parse_color(const std::string& text);  // "r" -> 0

// A sequence of cards, with or without spaces: "r1y1 g5".
std::vector<Card> parse_cards(const std::string& text);

// A deck in drawing order; throws if it does not hold exactly the cards of the set-up.
Deck deck_of(const Setup& setup, const std::vector<Card>& cards);

// A position as a few lines of text; `hands` holds the visible cards, and kNoCard for the others.
std::string position_text(const Table& table, const Hand* hands);

}  // namespace bind
