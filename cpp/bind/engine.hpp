// The hot loops, compiled for any CPU and for newer CPUs (engine_unit.cpp). The faster version is
// chosen when the module is loaded.
#pragma once

#include "engine_unit.hpp"

namespace bind {

const EngineUnit& engine();

// "auto", "portable" or "x86-64-v3"; throws if this build or CPU does not support it.
void choose_engine(const char* name);

}  // namespace bind
