// Integer layers of networks. Sums are exact, so every machine and instruction set gives the same
// results.
#pragma once

#include "tamaya/platform.hpp"

#if defined(__x86_64__) && !defined(__CUDACC_RTC__)
#include <immintrin.h>
#endif

namespace tamaya {

// Inputs of a dense layer are in 0 .. this number, so that they also fit into a signed byte.
constexpr int kMaxActivation = 127;
constexpr int kMaxUnits = 2048;  // per layer

// sums[u] += the sum of weights[row][u] over the rows listed.
#if defined(__CUDACC_RTC__)
inline void add_rows(const i16* weights, int units, const u16* rows, int count, i32* sums) {
    for (int u = 0; u < units; u += 4) {  // four units at a time, in registers
        i32 partial[4] = {};
        for (int i = 0; i < count; ++i) {
            const i16* row = weights + static_cast<u64>(rows[i]) * static_cast<u64>(units) + u;
            for (int k = 0; k < 4; ++k) partial[k] += row[k];
        }
        for (int k = 0; k < 4; ++k) sums[u + k] += partial[k];
    }
}
#else
// Reads whole rows in memory order. Adds up to sixteen numbers of magnitude up to 2047 in 16 bits.
inline void add_rows(const i16* weights, int units, const u16* rows, int count, i32* sums) {
    constexpr int kAtOnce = 16;
    i16 partial[kMaxUnits];
    const auto row = [&](int i) {
        return weights + static_cast<u64>(rows[i]) * static_cast<u64>(units);
    };
    for (int i = 0; i < count;) {
        const int end = min(i + kAtOnce, count);
        for (int u = 0; u < units; ++u) partial[u] = 0;
        for (; i + 4 <= end; i += 4) {
            const i16 *a = row(i), *b = row(i + 1), *c = row(i + 2), *d = row(i + 3);
            for (int u = 0; u < units; ++u)
                partial[u] = static_cast<i16>(partial[u] + a[u] + b[u] + c[u] + d[u]);
        }
        for (; i < end; ++i) {
            const i16* a = row(i);
            for (int u = 0; u < units; ++u) partial[u] = static_cast<i16>(partial[u] + a[u]);
        }
        for (int u = 0; u < units; ++u) sums[u] += partial[u];
    }
}
#endif

#if defined(__CUDACC_RTC__)
inline i32 dot(const u8* inputs, const i8* weights, int count) {
    const int* a = reinterpret_cast<const int*>(inputs);
    const int* w = reinterpret_cast<const int*>(weights);
    i32 sum = 0;
    for (int i = 0; i < count / 4; ++i) sum = __dp4a(a[i], w[i], sum);
    return sum;
}
inline void dense(const u8* inputs, int count, const i8* weights, int units, i32* sums) {
    for (int u = 0; u < units; ++u)
        sums[u] += dot(inputs, weights + static_cast<u64>(u) * static_cast<u64>(count), count);
}
#else

// Four units at a time, in 16 bits: compilers turn this into multiply-and-add instructions.
inline void dense_any(const u8* inputs, int count, const i8* weights, int units, i32* sums) {
    alignas(64) i16 wide[kMaxUnits];
    for (int i = 0; i < count; ++i) wide[i] = inputs[i];
    int u = 0;
    for (; u + 4 <= units; u += 4) {
        const i8* w0 = weights + static_cast<u64>(u) * static_cast<u64>(count);
        const i8 *w1 = w0 + count, *w2 = w1 + count, *w3 = w2 + count;
        i32 s0 = 0, s1 = 0, s2 = 0, s3 = 0;
        for (int i = 0; i < count; ++i) {
            s0 += wide[i] * static_cast<i16>(w0[i]);
            s1 += wide[i] * static_cast<i16>(w1[i]);
            s2 += wide[i] * static_cast<i16>(w2[i]);
            s3 += wide[i] * static_cast<i16>(w3[i]);
        }
        sums[u] += s0, sums[u + 1] += s1, sums[u + 2] += s2, sums[u + 3] += s3;
    }
    for (; u < units; ++u) {
        const i8* w = weights + static_cast<u64>(u) * static_cast<u64>(count);
        for (int i = 0; i < count; ++i) sums[u] += wide[i] * static_cast<i16>(w[i]);
    }
}

#if defined(__x86_64__)
// The same with an instruction for 64 products at once. `count` is a multiple of 64, `units` of 4.
[[gnu::target("avx512f,avx512bw,avx512vl,avx512vnni")]] inline void dense_vnni(
    const u8* inputs, int count, const i8* weights, int units, i32* sums) {
    for (int u = 0; u < units; u += 4) {
        const i8* w = weights + static_cast<u64>(u) * static_cast<u64>(count);
        __m512i s[4] = {};
        for (int i = 0; i < count; i += 64) {
            const __m512i a = _mm512_loadu_si512(inputs + i);
            for (int k = 0; k < 4; ++k)
                s[k] = _mm512_dpbusd_epi32(s[k], a, _mm512_loadu_si512(w + k * count + i));
        }
        for (int k = 0; k < 4; ++k) sums[u + k] += _mm512_reduce_add_epi32(s[k]);
    }
}
inline bool has_vnni() {
    return __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl");
}
#endif

// sums[u] += the sum of inputs[i] * weights[u][i] over all i.
inline void dense(const u8* inputs, int count, const i8* weights, int units, i32* sums) {
#if defined(__x86_64__)
    if (count % 64 == 0 && units % 4 == 0 && has_vnni())
        return dense_vnni(inputs, count, weights, units, sums);
#endif
    dense_any(inputs, count, weights, units, sums);
}
#endif

}  // namespace tamaya
