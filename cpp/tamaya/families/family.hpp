// What a family of native agents is. All agents of a family decide in the same way and differ in
// their parameters. A family is one header in this folder, whose namespace bears its name:
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
// to be edited. Python makes an agent of it by `Policy("patient", {"lowest_deck": 5})`.
//
// `decide` and a trivially copyable `Params` are required. A family may also declare
//   decide(params, blob, v, memory, rng)    instead, if its policies share a blob of bytes
//   flaw(params) or flaw(params, blob)      what is wrong with parameters; nothing by default
//   extra_bytes(params)                     bytes of memory a seat needs beyond Memory::words
//   carry_over(params, last_view, memory)   what a seat remembers from one game to the next
#pragma once

#include "tamaya/fields.hpp"
#include "tamaya/view.hpp"

namespace tamaya {

#define FAMILY(name) static_assert(true)

// Bytes that belong to whoever calls. `size` is 0 if there are none.
struct Extra {
    u8* bytes;
    u32 size;
};

// One seat's private notes. They are all zero when a game starts, unless the agent is to remember
// the game before. A family that needs more than the words says so by `extra_bytes`, and the caller
// of the game loop provides them, aligned to 16 bytes.
struct Memory {
    u64 words[4];
    Extra extra;
};

// An empty memory in these extra bytes.
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

// The first wrong field of parameters ("blob" for the blob), and what was expected of it.
struct Flaw {
    const char* field;  // null: nothing is wrong
    const char* expected;
};
constexpr Flaw kNoFlaw = {nullptr, nullptr};

// A move and what led to it.
struct Decision {
    Move move;
    int fired;  // which rule or step of the agent decided; a rule list's length for a random move
};

// The functions of a family, found by the type of its parameters, with their defaults.
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

}  // namespace tamaya
