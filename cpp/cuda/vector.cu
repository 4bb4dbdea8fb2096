// Many games side by side on a GPU: one thread handles one place. Compiled at run time by NVRTC from the
// same headers as the CPU's engine.
#include "tamaya/vector.hpp"

using namespace tamaya;

// With VECTOR_WITHOUT_PARTNERS defined, the rules of partners are not compiled.
#ifdef VECTOR_WITHOUT_PARTNERS
constexpr bool kPartners = false;
#else
constexpr bool kPartners = true;
#endif

namespace {

inline u64 own_place() { return static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x; }

// A step of all places. The threads of a warp synchronize between its parts: compilers keep addresses of
// local arrays in uniform registers, and reuse these registers in a function that threads enter one
// after the other (observed with NVRTC 13.4).
inline void step_all(const VectorPlan& plan, const VectorArrays& all, u64 places) {
    const u64 i = own_place();
    const bool live = i < places;
    if (live) act(plan, all, i);
    __syncwarp();
    if (live) let_partners_move<kPartners>(plan, all, i);
    __syncwarp();
    const bool over = live && settle(plan, all, i);
    __syncwarp();
    if (over) deal_game<kPartners>(plan, all, i, all.places[i].number + 1);
    __syncwarp();
    if (over) let_partners_move<kPartners>(plan, all, i);
}

// Sixteen bytes of an unpacked row: bits become bytes, bytes are copied.
inline uint4 sixteen_bytes(const u32* row, int bit_words, int at) {
    if (at >= 2 * bit_words) {
        const u32* bytes = row + bit_words + 4 * (at - 2 * bit_words);
        return {bytes[0], bytes[1], bytes[2], bytes[3]};
    }
    const u32 bits = row[at >> 1] >> (16 * (at & 1));
    return {four_bytes(bits), four_bytes(bits >> 4), four_bytes(bits >> 8), four_bytes(bits >> 12)};
}

// A warp writes the contiguous rows of its 32 places, 16 bytes per thread.
inline void write_unpacked(const u32* rows, int stride, RowSize size, uint4* out, int count) {
    const int chunks = size.unpacked() / 16;
    int row = 0, at = threadIdx.x & 31;
    for (int i = at; i < count * chunks; i += 32, at += 32) {
        for (; at >= chunks; at -= chunks) ++row;
        out[i] = sixteen_bytes(rows + row * stride, size.bit_words, at);
    }
}

inline void write_packed(const u32* rows, int stride, RowSize size, u32* out, int count) {
    const int words = size.words();
    int row = 0, at = threadIdx.x & 31;
    for (int i = at; i < count * words; i += 32, at += 32) {
        for (; at >= words; at -= words) ++row;
        out[i] = rows[row * stride + at];
    }
}

// Each thread builds its row in shared memory, then the warp writes all rows.
inline void show_all(const VectorPlan& plan, const VectorArrays& all, u64 places) {
    extern __shared__ u32 shared[];
    const RowSize size = row_size(plan.setup, plan.observation);
    const int stride = size.words() | 1;  // odd: no bank conflicts
    const u64 i = own_place();
    const u64 first = i & ~31ull;
    u32* rows = shared + (threadIdx.x & ~31u) * static_cast<u32>(stride);
    if (i < places) show(plan, all, i, rows + (threadIdx.x & 31) * static_cast<u32>(stride));
    __syncwarp();
    if (first >= places) return;
    const int count = places - first < 32 ? static_cast<int>(places - first) : 32;
    if (plan.packed) {
        write_packed(rows, stride, size, all.rows + first * static_cast<u64>(size.words()), count);
    } else {
        u32* out = all.rows + first * static_cast<u64>(size.unpacked() / 4);
        write_unpacked(rows, stride, size, reinterpret_cast<uint4*>(out), count);
    }
}

}  // namespace

extern "C" __global__ void vector_begin(VectorPlan plan, VectorArrays all, u64 places) {
    const u64 i = own_place();
    const bool live = i < places;
    if (live) deal_game<kPartners>(plan, all, i, 0);
    __syncwarp();
    if (live) let_partners_move<kPartners>(plan, all, i);
}

extern "C" __global__ void vector_step(VectorPlan plan, VectorArrays all, u64 places) {
    step_all(plan, all, places);
}

extern "C" __global__ void vector_show(VectorPlan plan, VectorArrays all, u64 places) {
    show_all(plan, all, places);
}

// Step and observation in one launch, so positions stay in the cache. Needs the registers of both.
extern "C" __global__ void vector_step_and_show(VectorPlan plan, VectorArrays all, u64 places) {
    step_all(plan, all, places);
    __syncwarp();
    show_all(plan, all, places);
}

// Writes random legal actions.
extern "C" __global__ void vector_random(VectorPlan plan, VectorArrays all, u64 places,
                                         u64 key) {
    const u64 i = own_place();
    const int count = action_ids(plan.setup).size();
    if (i < places)
        const_cast<i32*>(all.actions)[i] =
            random_action(all.legal + i * static_cast<u64>(count), count, key, i);
}
