// A family of native agents. All agents of a family use the same algorithm with different
// parameters. A family is one header in this folder, with its name as the namespace:
//
//   namespace tamaya::patient {
//
//   // Plays certain cards, and otherwise waits for the deck to run out.
//   struct Params { i32 lowest_deck; };
//   FIELDS(Params, lowest_deck);
//
//   inline Flaw flaw(const Params& p) {
//       return p.lowest_deck < 0 ? Flaw{"lowest_deck", "0 or more"} : kNoFlaw;
//   }
//
//   inline Decision decide(const Params& p, const View& v, Memory& memory, Rng& rng) { ... }
//
//   FAMILY(patient);
//
//   }  // namespace tamaya::patient
//
// The build collects all families (cpp/collect_families.py) into families.hpp; nothing else needs
// to be edited. In Python, `Policy("patient", {"lowest_deck": 5})` creates an agent of the family.
//
// `decide` and a trivially copyable `Params` are required. A family may also declare
//   decide(params, blob, v, memory, rng)    instead, if its policies share a blob of bytes
//   flaw(params) or flaw(params, blob)      the first invalid parameter; none by default
//   extra_bytes(params)                     bytes of memory a seat needs beyond Memory::words
//   carry_over(params, last_view, memory)   what a seat remembers from one game to the next
//   move_seats(params, players, by, memory)  turns that memory by a number of seats
//   chance(params, blob, v, move)           the probability of a move, if the family computes it
#pragma once

#include "tamaya/fields.hpp"
#include "tamaya/view.hpp"

namespace tamaya {

#define FAMILY(name) static_assert(true)

// Extra memory of every seat starts at a multiple of this many bytes.
constexpr u32 kExtraAlignment = 16;

// Memory owned by the caller. `size` may be 0.
struct Extra {
    u8* bytes;
    u32 size;
};

// The memory of one seat. It is all zero when a game starts, unless the agent remembers the
// previous game. A family that needs more than `words` defines `extra_bytes`, and the caller of the
// game loop provides them.
struct Memory {
    u64 words[4];
    Extra extra;
};

// The object that a family keeps in its extra bytes. All zero must be a valid value of it.
template <typename T>
inline T& kept(const Memory& memory) {
    static_assert(alignof(T) <= kExtraAlignment, "extra memory is not aligned for this type");
    return *reinterpret_cast<T*>(memory.extra.bytes);
}

// An empty memory that uses these extra bytes.
inline Memory empty_memory(Extra extra) {
    for (u32 i = 0; i < extra.size; ++i) extra.bytes[i] = 0;
    return {{}, extra};
}

// Read-only bytes, like the weights of a network, that many policies share. They outlive the
// policies and are aligned to 64 bytes.
struct Blob {
    const void* bytes;
    u64 size;
};

// The first invalid field of parameters ("blob" for the blob), and what was expected.
struct Flaw {
    const char* field;  // null: no flaw
    const char* expected;
};
constexpr Flaw kNoFlaw = {nullptr, nullptr};

// A move and its reason.
struct Decision {
    Move move;
    int fired;  // index of the deciding rule or step; the length of a rule list for a random move
};

// The functions of a family, found by the type of its parameters, and their defaults.
template <typename Params>
inline Decision family_decide(const Params& params, const Blob& blob, const View& v, Memory& memory,
                              Rng& rng) {
    if constexpr (requires { decide(params, blob, v, memory, rng); }) {
        return decide(params, blob, v, memory, rng);
    } else {
        return decide(params, v, memory, rng);
    }
}

template <typename Params>
inline Flaw family_flaw(const Params& params, const Blob& blob) {
    if constexpr (requires { flaw(params, blob); }) {
        return flaw(params, blob);
    } else if (blob.size > 0) {
        return {"blob", "none: this family has no blob"};
    } else if constexpr (requires { flaw(params); }) {
        return flaw(params);
    } else {
        return kNoFlaw;
    }
}

template <typename Params>
inline u32 family_extra_bytes(const Params& params) {
    if constexpr (requires { extra_bytes(params); }) {
        return extra_bytes(params);
    } else {
        return 0;
    }
}

template <typename Params>
inline void family_carry_over(const Params& params, const View& last, Memory& memory) {
    if constexpr (requires { carry_over(params, last, memory); }) carry_over(params, last, memory);
}

template <typename Params>
inline bool family_remembers(const Params& params) {
    if constexpr (requires(const View& last, Memory& m) { carry_over(params, last, m); }) {
        return family_extra_bytes(params) > 0;
    } else {
        return false;
    }
}

template <typename Params>
inline void family_move_seats(const Params& params, int players, int by, Memory& memory) {
    if constexpr (requires { move_seats(params, players, by, memory); })
        move_seats(params, players, by, memory);
}

// Without a probability, the answer to a question: 1 if the agent makes the move now, otherwise 0.
template <typename Params>
inline double family_chance(const Params& params, const Blob& blob, const View& v, Move move,
                            Memory& memory, Rng& rng) {
    if constexpr (requires { chance(params, blob, v, move); }) {
        return chance(params, blob, v, move);
    } else {
        return family_decide(params, blob, v, memory, rng).move == move ? 1.0 : 0.0;
    }
}

}  // namespace tamaya
