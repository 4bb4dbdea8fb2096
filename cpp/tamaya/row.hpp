// One small number for each slot of a hand, packed into a word.
#pragma once

#include "tamaya/platform.hpp"

namespace tamaya {

constexpr u64 kEachSlot = 0x0101010101010101ull;  // the value 1 in each slot

// A set of slots: bit i stands for slot i.
using SlotSet = u8;

// Byte i belongs to slot i. Operations on all slots at once are single instructions.
struct Row {
    u64 bits;

    u8 get(int slot) const { return byte_of(bits, slot); }
    constexpr void set(int slot, u8 value) {
        bits = (bits & ~(0xFFull << (8 * slot))) | static_cast<u64>(value) << (8 * slot);
    }
    // Removes the slot; later slots move down by one, and `last` enters at the top.
    constexpr void close(int slot, u8 last) {
        const u64 below = (1ull << (8 * slot)) - 1;
        bits = (bits & below) | ((bits >> 8) & ~below) | static_cast<u64>(last) << 56;
    }
    friend constexpr bool operator==(const Row&, const Row&) = default;
};

constexpr Row row_of(u8 value) { return {value * kEachSlot}; }

// The bitwise or over all slots.
constexpr u8 any_slot(Row row) {
    u64 x = row.bits | row.bits >> 32;
    x |= x >> 16;
    return static_cast<u8>(x | x >> 8);
}

// The slots whose byte has bit `index` set, as a 1 in each of their bytes ...
constexpr u64 slots_with_bit(Row row, int index) { return (row.bits >> index) & kEachSlot; }

// ... and the same as a set of slots.
constexpr SlotSet slot_set(u64 one_in_each) {
    return static_cast<SlotSet>((one_in_each * 0x0102040810204080ull) >> 56);
}

// The slots whose byte is at least `least`; all bytes must be below 128.
constexpr SlotSet slots_from(Row row, int least) {
    constexpr u64 top_bits = kEachSlot << 7;  // a bit survives unless its byte is too small
    return slot_set(((row.bits | top_bits) - static_cast<u64>(least) * kEachSlot) >> 7 & kEachSlot);
}

// Removes a slot from a set of slots; later slots move down.
constexpr SlotSet close(SlotSet slots, int slot) {
    const int below = (1 << slot) - 1;
    return static_cast<SlotSet>((slots & below) | ((slots >> 1) & ~below));
}

}  // namespace tamaya
