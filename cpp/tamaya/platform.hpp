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

#if defined(__CUDA_ARCH__) || defined(__CUDACC_RTC__)
inline int popcount(u32 x) { return __popc(x); }
inline int popcount(u64 x) { return __popcll(x); }
inline int lowest_bit(u64 x) { return __ffsll(static_cast<long long>(x)) - 1; }
#else
constexpr int popcount(u32 x) { return __builtin_popcount(x); }
constexpr int popcount(u64 x) { return __builtin_popcountll(x); }
// Index of the lowest set bit; x must not be 0.
constexpr int lowest_bit(u64 x) { return __builtin_ctzll(x); }
#endif

// Writes the eight bytes of a word, lowest first, to any address.
inline void store_bytes(u8* to, u64 word) {
#if defined(__CUDACC_RTC__)
    memcpy(to, &word, sizeof word);
#else
    __builtin_memcpy(to, &word, sizeof word);
#endif
}

constexpr int min(int a, int b) { return a < b ? a : b; }

}  // namespace tamaya
