// The only header that depends on the compiler. Everything else is plain C++20 without the standard
// library, so NVRTC compiles the same files for a GPU that g++ compiles for a CPU.
#pragma once

namespace tamaya {

using u8 = unsigned char;
using i8 = signed char;
using u16 = unsigned short;
using i16 = short;
using u32 = unsigned int;
using u64 = unsigned long long;
using i64 = long long;
using i32 = int;

static_assert(sizeof(u16) == 2 && sizeof(u32) == 4 && sizeof(u64) == 8);

// Functions that must not be inlined: rules, because inlining them into each other spills
// registers; on the GPU also functions that many rules share, because inlining them makes run-time
// compilation take minutes. INLINE_ON_CPU: the game loop, which is a few percent faster if it is
// compiled for its kind of seats.
#if defined(__CUDACC_RTC__)
#define OUT_OF_LINE __noinline__
#define OUT_OF_LINE_ON_GPU __noinline__
#define INLINE_ON_CPU
#else
#define OUT_OF_LINE [[gnu::noinline]]
#define OUT_OF_LINE_ON_GPU
#define INLINE_ON_CPU [[gnu::always_inline]]
#endif

// AGENT_CODE: functions that contain the code of all agents, which takes a minute to compile. In
// the package only the engine units define them (TAMAYA_AGENTS_HERE), and the other files link with
// the portable unit (TAMAYA_AGENTS_ELSEWHERE). A program of one file includes them like all others.
#if defined(TAMAYA_AGENTS_HERE) || defined(TAMAYA_AGENTS_ELSEWHERE)
#define AGENT_CODE
#else
#define AGENT_CODE inline
#endif

// Whether reading a small table is faster than ten instructions. Not on a GPU, where threads read
// different entries.
#if defined(__CUDACC_RTC__)
constexpr bool kTablesAreFast = false;
#else
constexpr bool kTablesAreFast = true;
#endif

// popcount: number of set bits. lowest_bit: index of the lowest set bit of a word that is not 0.
#if defined(__CUDA_ARCH__) || defined(__CUDACC_RTC__)
inline int popcount(u32 x) { return __popc(x); }
inline int popcount(u64 x) { return __popcll(x); }
inline int lowest_bit(u64 x) { return __ffsll(static_cast<long long>(x)) - 1; }
#else
constexpr int lowest_bit(u64 x) { return __builtin_ctzll(x); }
#if defined(__POPCNT__) || defined(__aarch64__)
constexpr int popcount(u32 x) { return __builtin_popcount(x); }
constexpr int popcount(u64 x) { return __builtin_popcountll(x); }
#else
#define TAMAYA_COUNTS_BITS_ITSELF
// Without a popcount instruction the compiler calls a library function, which is three times
// slower: this counts in pairs of bits, then in fours, then in bytes, and adds the bytes by a
// multiplication.
constexpr u64 popcount_of_fours(u64 x) {
    x -= x >> 1 & 0x5555555555555555ull;
    return (x & 0x3333333333333333ull) + (x >> 2 & 0x3333333333333333ull);
}
constexpr u64 popcount_of_bytes(u64 x) {
    const u64 fours = popcount_of_fours(x);
    return (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0Full;
}
constexpr int popcount(u64 x) {
    return static_cast<int>(popcount_of_bytes(x) * 0x0101010101010101ull >> 56);
}
constexpr int popcount(u32 x) { return popcount(static_cast<u64>(x)); }
#endif
#endif

// Counts the set bits of two words, those of the second word twice; and the same restricted to each
// of two masks.
struct TwoCounts {
    int first, second;
};
#if defined(TAMAYA_COUNTS_BITS_ITSELF)
inline int popcount_once_and_twice(u32 once, u32 twice) {
    const u64 both = static_cast<u64>(twice) << 32 | once;
    return static_cast<int>(popcount_of_bytes(both) * 0x0101010102020202ull >> 56);
}
inline TwoCounts popcount_once_and_twice(u32 once, u32 twice, u32 first, u32 second) {
    // One mask in each half of a word. Four bits hold at most 4 + 2 * 4, and a byte at most the 96
    // of a half, so nothing overflows.
    const u64 masks = static_cast<u64>(second) << 32 | first;
    const u64 in_once = masks & (static_cast<u64>(once) << 32 | once);
    const u64 in_twice = masks & (static_cast<u64>(twice) << 32 | twice);
    const u64 fours = popcount_of_fours(in_once) + 2 * popcount_of_fours(in_twice);
    const u64 bytes = (fours & 0x0F0F0F0F0F0F0F0Full) + (fours >> 4 & 0x0F0F0F0F0F0F0F0Full);
    const u64 sums = bytes * 0x01010101ull >> 24 & 0x000000FF000000FFull;
    return {static_cast<int>(sums), static_cast<int>(sums >> 32)};
}
#else
inline int popcount_once_and_twice(u32 once, u32 twice) {
    return popcount(once) + 2 * popcount(twice);
}
inline TwoCounts popcount_once_and_twice(u32 once, u32 twice, u32 first, u32 second) {
    return {popcount_once_and_twice(once & first, twice & first),
            popcount_once_and_twice(once & second, twice & second)};
}
#endif

// Writes the eight bytes of a word, lowest first, to any address.
inline void store_bytes(u8* to, u64 word) {
#if defined(__CUDACC_RTC__)
    memcpy(to, &word, sizeof word);
#else
    __builtin_memcpy(to, &word, sizeof word);
#endif
}

// Byte i of a word, counted from the lowest. On a CPU this is one load; on a GPU, where words are
// in registers, a shift.
inline u8 byte_of(const u64& word, int i) {
#if defined(__CUDACC_RTC__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
    return static_cast<u8>(word >> (8 * i));
#else
    return reinterpret_cast<const u8*>(&word)[i];
#endif
}

// Correctly rounded, as IEEE 754 requires.
inline double square_root(double x) {
#if defined(__CUDACC_RTC__)
    return sqrt(x);
#else
    return __builtin_sqrt(x);
#endif
}

constexpr int min(int a, int b) { return a < b ? a : b; }

}  // namespace tamaya
