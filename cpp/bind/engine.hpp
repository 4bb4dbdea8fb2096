// The hot loops, compiled once for any CPU and once for newer ones (engine_unit.cpp); the better
// one is chosen when the module is loaded.
#pragma once

#include "engine_unit.hpp"

namespace bind {

const EngineUnit& engine();

// "auto", "portable" or "x86-64-v3"; throws where this build or CPU lacks it.
void choose_engine(const char* name);

}  // namespace bind
