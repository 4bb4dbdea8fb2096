// Moves at the edge to Python: checked, with a reason where they are refused.
#pragma once

#include "bind.hpp"

namespace bind {

// Carries out a move, or forfeits the game where the set-up says so, or throws.
EventValue apply_move(tamaya::State& state, tamaya::Move move);

// Why a move is not allowed now, as a whole sentence.
std::string complaint(const tamaya::State& state, tamaya::Move move);

}  // namespace bind
