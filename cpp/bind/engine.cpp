#include "engine.hpp"

#include <cstring>
#include <string>

#include "errors.hpp"

#ifdef TAMAYA_HAS_V3
#include <cpuid.h>
#endif

namespace bind {

namespace {

#ifdef TAMAYA_HAS_V3
// Instruction sets whose names older versions of clang refuse in __builtin_cpu_supports: bits of
// register ecx, by Intel's and AMD's manuals.
bool has_unnamed_sets() {
    constexpr unsigned kF16c = 1u << 29, kMovbe = 1u << 22, kCmpxchg16b = 1u << 13;
    constexpr unsigned kLzcnt = 1u << 5, kFirst = kF16c | kMovbe | kCmpxchg16b;
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & kFirst) != kFirst) return false;
    return __get_cpuid(0x80000001u, &a, &b, &c, &d) && (c & kLzcnt) != 0;
}

const EngineUnit* newer_unit() {
    // All instruction sets that -march=x86-64-v3 allows.
    const bool supported = __builtin_cpu_supports("sse3") && __builtin_cpu_supports("ssse3") &&
                           __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("sse4.2") &&
                           __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("avx") &&
                           __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
                           has_unnamed_sets();
    return supported ? &engine_v3 : nullptr;
}
#else
const EngineUnit* newer_unit() { return nullptr; }
#endif

const EngineUnit* best_unit() { return newer_unit() ? newer_unit() : &engine_portable; }

const EngineUnit*& chosen() {
    static const EngineUnit* unit = best_unit();
    return unit;
}

}  // namespace

const EngineUnit& engine() { return *chosen(); }

void choose_engine(const char* name) {
    if (std::strcmp(name, "auto") == 0) {
        chosen() = best_unit();
    } else if (std::strcmp(name, engine_portable.name) == 0) {
        chosen() = &engine_portable;
    } else if (newer_unit() && std::strcmp(name, newer_unit()->name) == 0) {
        chosen() = newer_unit();
    } else {
        throw UnknownNameError("no engine " + quoted(name) + " here (expected 'auto'" +
                               (newer_unit() ? ", 'x86-64-v3'" : "") + " or 'portable')");
    }
}

}  // namespace bind
