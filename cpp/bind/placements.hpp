// Positions set up by hand, as Python describes them.
#pragma once

#include <nanobind/stl/tuple.h>

#include "bind.hpp"

namespace bind {

// One slot of a position set up by hand: its card, possible colors and ranks, hinted or not.
using PlacedSlot = std::tuple<std::optional<CardValue>, Text, std::vector<int>, bool, bool>;
using PlacedHands = std::vector<std::vector<PlacedSlot>>;

// Throws if the position is invalid or a card of the game is missing.
tamaya::State from_placement(const tamaya::Setup& s, const PlacedHands& hands,
                             const std::vector<CardValue>& played,
                             const std::vector<CardValue>& discards,
                             const std::vector<CardValue>& deck, int hints, int lives, int current);

}  // namespace bind
