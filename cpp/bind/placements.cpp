// Checks positions that are set up by hand.
#include "placements.hpp"

#include <cstring>
#include <initializer_list>

#include "setup_text.hpp"
#include "tamaya/placement.hpp"

namespace bind {

using namespace tamaya;

namespace {

u8 color_bits(const std::string& letters) {
    int bits = 0;
    for (const char letter : letters) bits |= 1 << parse_color(std::string(1, letter));
    return static_cast<u8>(bits);
}

void place_slot(Placement& p, const Setup& s, int seat, int slot, const PlacedSlot& placed) {
    const auto& [card, colors, ranks, color_hinted, rank_hinted] = placed;
    p.hands[seat][slot] = card ? card->card : kNoCard;
    p.colors[seat][slot] = color_bits(colors.utf8);
    for (const int rank : ranks) {
        if (rank < 1 || rank > kMaxRanks)
            throw NotationError("not a rank: " + std::to_string(rank) + " (expected 1 to 5)");
        p.ranks[seat][slot] |= static_cast<u8>(1 << (rank - 1));
    }
    if ((p.colors[seat][slot] & ~color_set(s)) || (p.ranks[seat][slot] & ~rank_set(s)))
        throw NotationError("a slot may be a color or rank that this set-up does not have");
    p.color_hinted[seat] |= static_cast<u8>(color_hinted << slot);
    p.rank_hinted[seat] |= static_cast<u8>(rank_hinted << slot);
}

void check_number(const char* name, int value, int low, int high) {
    if (value < low || value > high)
        throw NotationError(std::string(name) + " = " + std::to_string(value) + " (expected " +
                            std::to_string(low) + " to " + std::to_string(high) + ")");
}

// One hand for each seat and one entry for each slot; only `in_place` leaves gaps.
void check_hands(const Setup& s, const PlacedHands& hands) {
    if (hands.size() != s.players)
        throw NotationError(std::to_string(hands.size()) + " hands for " +
                            std::to_string(s.players) + " players");
    for (const std::vector<PlacedSlot>& hand : hands) {
        if (hand.size() != s.hand_size)
            throw NotationError(std::to_string(hand.size()) + " slots in a hand of " +
                                std::to_string(s.hand_size));
        bool empty_before = false;
        for (const PlacedSlot& slot : hand) {
            if (s.refill == Refill::shift && empty_before && std::get<0>(slot))
                throw NotationError(
                    "an empty slot before a card (only the refill 'in_place' leaves gaps)");
            empty_before |= !std::get<0>(slot);
        }
    }
}

// Throws unless every card of the game is in one place.
void check_all_there(const Setup& s, const PlacedHands& hands,
                     std::initializer_list<const std::vector<CardValue>*> piles) {
    std::vector<Card> all;
    for (const std::vector<CardValue>* pile : piles)
        for (const CardValue card : *pile) all.push_back(card.card);
    for (const std::vector<PlacedSlot>& hand : hands)
        for (const PlacedSlot& slot : hand)
            if (std::get<0>(slot)) all.push_back(std::get<0>(slot)->card);
    deck_of(s, all);
}

}  // namespace

State from_placement(const Setup& s, const PlacedHands& hands, const std::vector<CardValue>& played,
                     const std::vector<CardValue>& discards, const std::vector<CardValue>& deck,
                     int hints, int lives, int current) {
    check_hands(s, hands);
    check_all_there(s, hands, {&played, &discards, &deck});
    check_number("hints", hints, 0, s.max_hints);
    check_number("lives", lives, 1, s.max_lives);
    check_number("seat to move", current, 0, s.players - 1);
    Placement p{};
    for (const CardValue card : played) p.played |= bit(card.card);
    if (popcount(p.played) != static_cast<int>(played.size()) ||
        !is_subset(previous_rank(p.played), p.played))
        throw NotationError(
            "not fireworks: every color must contain the ranks from 1 upwards, each once");
    for (const CardValue card : discards) p.discards.add(bit(card.card));
    for (const CardValue card : deck) p.deck[p.deck_size++] = card.card;
    for (int seat = 0; seat < s.players; ++seat)
        for (int slot = 0; slot < s.hand_size; ++slot)
            place_slot(p, s, seat, slot, hands.at(seat).at(slot));
    p.hints = static_cast<u8>(hints);
    p.lives = static_cast<u8>(lives);
    p.current = static_cast<u8>(current);
    State state;
    std::memset(static_cast<void*>(&state), 0, sizeof state);
    place(state, s, p);
    return state;
}

}  // namespace bind
