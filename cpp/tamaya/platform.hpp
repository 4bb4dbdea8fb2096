// The only header that knows the compiler. Everything else is plain C++20 without the standard
// library, so that NVRTC compiles the same files for a GPU as g++ does for a CPU.
#pragma once

namespace tamaya {

using u8 = unsigned char;
using i8 = signed char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;
using i32 = int;

static_assert(sizeof(u16) == 2 && sizeof(u32) == 4 && sizeof(u64) == 8);

// Functions that are called rather than copied into their callers: rules, which inlined into one
// another would save every register; on the GPU also what many rules share, since compiling it into
// all of them at run time takes minutes.
#if defined(__CUDACC_RTC__)
#define OUT_OF_LINE __noinline__
#define OUT_OF_LINE_ON_GPU __noinline__
#else
#define OUT_OF_LINE [[gnu::noinline]]
#define OUT_OF_LINE_ON_GPU
#endif

// Is it faster to read a small table than to spend ten instructions on its entry? Not for threads
// that would all read different ones.
#if defined(__CUDACC_RTC__)
constexpr bool kTablesAreFast = false;
#else
constexpr bool kTablesAreFast = true;
#endif

// popcount: number of set bits; with two words, those of the second count double. lowest_bit: index
// of the lowest set bit of a word that is not 0.
#if defined(__CUDA_ARCH__) || defined(__CUDACC_RTC__)
inline int popcount(u32 x) { return __popc(x); }
inline int popcount(u64 x) { return __popcll(x); }
inline int popcount_once_and_twice(u32 once, u32 twice) { return __popc(once) + 2 * __popc(twice); }
inline int lowest_bit(u64 x) { return __ffsll(static_cast<long long>(x)) - 1; }
#else
constexpr int lowest_bit(u64 x) { return __builtin_ctzll(x); }
#if defined(__POPCNT__) || defined(__aarch64__)
constexpr int popcount(u32 x) { return __builtin_popcount(x); }
constexpr int popcount(u64 x) { return __builtin_popcountll(x); }
constexpr int popcount_once_and_twice(u32 once, u32 twice) {
    return popcount(once) + 2 * popcount(twice);
}
#else
// Without an instruction for it the compiler would call a library; this costs a third of that:
// count in pairs of bits, then in fours, then in bytes, and add up the bytes by a multiplication.
constexpr u64 popcount_of_bytes(u64 x) {
    x -= x >> 1 & 0x5555555555555555ull;
    x = (x & 0x3333333333333333ull) + (x >> 2 & 0x3333333333333333ull);
    return (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Full;
}
constexpr int popcount(u64 x) {
    return static_cast<int>(popcount_of_bytes(x) * 0x0101010101010101ull >> 56);
}
constexpr int popcount(u32 x) { return popcount(static_cast<u64>(x)); }
constexpr int popcount_once_and_twice(u32 once, u32 twice) {
    const u64 both = static_cast<u64>(twice) << 32 | once;
    return static_cast<int>(popcount_of_bytes(both) * 0x0101010102020202ull >> 56);
}
#endif
#endif

// Writes the eight bytes of a word, lowest first, to any address.
inline void store_bytes(u8* to, u64 word) {
#if defined(__CUDACC_RTC__)
    memcpy(to, &word, sizeof word);
#else
    __builtin_memcpy(to, &word, sizeof word);
#endif
}

// Byte i of a word, counted from the lowest. From memory that is one instruction; on the GPU, where
// words are in registers, a shift.
inline u8 byte_of(const u64& word, int i) {
#if defined(__CUDACC_RTC__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
    return static_cast<u8>(word >> (8 * i));
#else
    return reinterpret_cast<const u8*>(&word)[i];
#endif
}

constexpr int min(int a, int b) { return a < b ? a : b; }

}  // namespace tamaya
