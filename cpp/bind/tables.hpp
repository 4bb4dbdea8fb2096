// Tables of native agents for the engine.
#pragma once

#include <vector>

#include "engine.hpp"
#include "policies.hpp"
#include "tamaya/setup.hpp"

namespace bind {

// Extra memory for seats, a multiple of 64 bytes each; empty if none is needed.
class ExtraMemory {
  public:
    ExtraMemory(int seats, tamaya::u32 bytes)
        : bytes_((bytes + 63) / 64 * 64),
          room_(static_cast<std::size_t>(seats) * bytes_ / 64 + 1) {}

    tamaya::u8* start() { return room_.data()->bytes; }
    tamaya::u32 bytes() const { return bytes_; }
    tamaya::Extra seat(int i) { return {start() + static_cast<std::size_t>(i) * bytes_, bytes_}; }

  private:
    struct alignas(64) Line {
        tamaya::u8 bytes[64];
    };
    tamaya::u32 bytes_;
    std::vector<Line> room_;
};

// A table for one thread. Setup and policies must outlive it.
class NativeTable {
  public:
    NativeTable(const tamaya::Setup& setup, tamaya::u32 extra_bytes)
        : extra_(setup.players + 1, extra_bytes), table_{&setup, {}, nullptr, extra_.bytes()} {}

    void seat(int i, const tamaya::Policy& policy) { table_.policies[i] = &policy; }
    const EngineTable& engine_table() {
        table_.extra = extra_.start();
        return table_;
    }

  private:
    ExtraMemory extra_;
    EngineTable table_;
};

// A table with one native agent for each seat; throws if there are more or fewer.
NativeTable table_of(const tamaya::Setup& setup, const Policies& policies);

}  // namespace bind
