// Checks moves from Python, and explains why a move is illegal.
#pragma once

#include "bind.hpp"

namespace bind {

// Applies a move. If it is illegal, forfeits the game or throws, as the set-up says.
EventValue apply_move(tamaya::State& state, tamaya::Move move);

// Why a move is illegal, as a whole sentence.
std::string complaint(const tamaya::State& state, tamaya::Move move);

}  // namespace bind
