// Learned networks with integer weights: from the words of an observation to action preferences.
// The first layer adds the rows of all set bits; hidden layers multiply bytes. Sums are exact and
// floats are used only element by element, so all machines prefer the same actions.
#pragma once

#include "tamaya/dense.hpp"
#include "tamaya/observation_extended.hpp"

namespace tamaya {

constexpr u32 kNetworkFormat = 1;
constexpr int kMaxHidden = 4;
constexpr int kMaxFirstWeight = 2047;
constexpr int kMaxHeadWeight = 8191;

// One hidden layer. Offsets count bytes from the start of the network.
struct NetworkLayer {
    u32 units;        // a multiple of 4
    u32 normalized;   // LayerNorm follows the sums
    u32 weights;      // i16 [inputs][units] in the first layer, i8 [units][inputs] in others
    u32 biases;       // i32 [units]
    u32 gains;        // float [units]: factor of each (normalized) sum ...
    u32 shifts;       // float [units]: ... and offset; the result is clamped to 0 .. kMaxActivation
    double variance;  // epsilon of LayerNorm, times the squared number of units
};

// Header of a network, followed by its weights. Networks for games of other sizes may follow.
struct Network {
    u32 format;
    u32 observation;            // ObservationKind
    u32 bit_words, byte_words;  // of a row
    u32 actions;
    u32 layers;
    u32 head;         // i16 [actions + 1][units]: preferences, then the expected return
    u32 head_biases;  // i32 [actions + 1]
    u32 next;         // bytes from here to the next network, a multiple of 64; 0: none
    u32 unused;
    double preference_unit;  // of the head's sums
    NetworkLayer layer[kMaxHidden];
};

template <typename T>
inline const T* part_of(const Network& n, u32 offset) {
    return reinterpret_cast<const T*>(reinterpret_cast<const u8*>(&n) + offset);
}

// Whether a part of `bytes` bytes lies within the network and is aligned.
inline bool contains(u64 size, u32 offset, u64 bytes) {
    return offset % 16 == 0 && offset >= sizeof(Network) && offset <= size &&
           bytes <= size - offset;
}

// Whether all sizes and offsets are in range, so that evaluation reads no memory outside.
inline bool is_sound(const Network& n, u64 size) {
    if (size < sizeof(Network) || n.format != kNetworkFormat || n.observation > 2) return false;
    if (n.bit_words > kMaxObservation / 32 || n.byte_words > kMaxRowWords) return false;
    if (n.actions < 1 || n.actions > 64 || n.layers < 1 || n.layers > kMaxHidden) return false;
    u64 inputs = 32 * n.bit_words + 4 * n.byte_words;
    for (u32 i = 0; i < n.layers; ++i) {
        const NetworkLayer& layer = n.layer[i];
        const u64 units = layer.units;
        if (units < 4 || units > kMaxUnits || units % 4 != 0) return false;
        const u64 bytes_each = i == 0 ? 2 : 1;
        if (!contains(size, layer.weights, bytes_each * units * inputs)) return false;
        if (!contains(size, layer.biases, 4 * units)) return false;
        if (!contains(size, layer.gains, 4 * units)) return false;
        if (!contains(size, layer.shifts, 4 * units)) return false;
        inputs = units;
    }
    return contains(size, n.head, 2 * (n.actions + 1) * inputs) &&
           contains(size, n.head_biases, 4 * (n.actions + 1));
}

inline const Network* next_network(const Network& n) {
    return n.next == 0 ? nullptr : part_of<Network>(n, n.next);
}

// Whether a network and all networks after it are valid.
inline bool are_sound(const Network& first, u64 size) {
    for (const Network* n = &first; n != nullptr; n = next_network(*n)) {
        if (!is_sound(*n, size) || n->next % 64 != 0 || n->next > size) return false;
        if (n->observation != first.observation) return false;
        size -= n->next;
    }
    return true;
}

// Whether the network is for games of these sizes.
inline bool fits(const Network& n, const Setup& s) {
    const RowSize size = row_size(s, static_cast<ObservationKind>(n.observation));
    return n.bit_words == static_cast<u32>(size.bit_words) &&
           n.byte_words == static_cast<u32>(size.byte_words) &&
           n.actions == static_cast<u32>(action_ids(s).size());
}

// The first network for games of these sizes, or null.
inline const Network* network_for(const Network& first, const Setup& s) {
    const Network* n = &first;
    while (n != nullptr && !fits(*n, s)) n = next_network(*n);
    return n;
}

// Sums of the first layer. Weights of the bytes at the end of a row count in 1/256.
inline void first_sums(const Network& n, const u32* row, i32* sums) {
    const NetworkLayer& layer = n.layer[0];
    const int units = static_cast<int>(layer.units);
    const i16* weights = part_of<i16>(n, layer.weights);
    const i32* biases = part_of<i32>(n, layer.biases);
    u16 set[kMaxObservation];
    int count = 0;
    for (u32 word = 0; word < n.bit_words; ++word)
        for (u32 bits = row[word]; bits != 0; bits &= bits - 1)
            set[count++] = static_cast<u16>(32 * word + static_cast<u32>(lowest_bit(bits)));
    for (int u = 0; u < units; ++u) sums[u] = 128;
    for (u32 i = 0; i < 4 * n.byte_words; ++i) {
        const i32 value = static_cast<i32>(row[n.bit_words + i / 4] >> (8 * (i % 4)) & 0xFF);
        if (value == 0) continue;
        const i16* from = weights + static_cast<u64>(32 * n.bit_words + i) * layer.units;
        for (int u = 0; u < units; ++u) sums[u] += value * from[u];
    }
    for (int u = 0; u < units; ++u) sums[u] = (sums[u] >> 8) + biases[u];
    add_rows(weights, units, set, count, sums);
}

// What LayerNorm subtracts from each sum, and the factor that it applies.
struct Normal {
    float mean, scale;
};

inline Normal normal_of(const NetworkLayer& layer, const i32* sums) {
    if (!layer.normalized) return {0.0f, 1.0f};
    i64 sum = 0, squares = 0;
    for (u32 u = 0; u < layer.units; ++u) {
        sum += sums[u];
        squares += static_cast<i64>(sums[u]) * sums[u];
    }
    const double count = layer.units, total = static_cast<double>(sum);
    const double spread = count * static_cast<double>(squares) - total * total + layer.variance;
    return {static_cast<float>(total / count),
            spread > 0.0 ? static_cast<float>(count / square_root(spread)) : 0.0f};
}

// Converts sums to the input bytes of the next layer.
inline void activate(const Network& n, const NetworkLayer& layer, const i32* sums, u8* out) {
    const Normal normal = normal_of(layer, sums);
    const float* gains = part_of<float>(n, layer.gains);
    const float* shifts = part_of<float>(n, layer.shifts);
    for (u32 u = 0; u < layer.units; ++u) {
        const float level = (static_cast<float>(sums[u]) - normal.mean) * normal.scale;
        const float value = level * gains[u] + shifts[u];
        const float cut = value > 0.0f ? value : 0.0f;
        out[u] = static_cast<u8>(cut < kMaxActivation ? static_cast<int>(cut) : kMaxActivation);
    }
}

// Preferences for all actions and, last, the expected return, in units of `preference_unit`.
OUT_OF_LINE inline void evaluate(const Network& n, const u32* row, i32* preferences) {
    alignas(64) u8 activations[kMaxUnits];
    alignas(64) i32 sums[kMaxUnits];
    first_sums(n, row, sums);
    for (u32 i = 0; i < n.layers; ++i) {
        const NetworkLayer& layer = n.layer[i];
        if (i > 0) {
            const i32* biases = part_of<i32>(n, layer.biases);
            for (u32 u = 0; u < layer.units; ++u) sums[u] = biases[u];
            dense(activations, static_cast<int>(n.layer[i - 1].units),
                  part_of<i8>(n, layer.weights), static_cast<int>(layer.units), sums);
        }
        activate(n, layer, sums, activations);
    }
    const u32 units = n.layer[n.layers - 1].units;
    const i16* head = part_of<i16>(n, n.head);
    const i32* biases = part_of<i32>(n, n.head_biases);
    for (u32 a = 0; a <= n.actions; ++a) {
        i32 sum = biases[a];
        for (u32 u = 0; u < units; ++u) sum += activations[u] * head[a * units + u];
        preferences[a] = sum;
    }
}

}  // namespace tamaya
