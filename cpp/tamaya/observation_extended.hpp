// The observation of learners: HLE's vector and further facts from a View. A row consists of bits,
// padded to whole words, followed by bytes, padded to 16.
#pragma once

#include "tamaya/observation.hpp"
#include "tamaya/partner_habits.hpp"

namespace tamaya {

enum class ObservationKind : u8 {
    hle,       // HLE's vector
    extended,  // adds ages, visible cards, recent events, probabilities of own cards
    counts,    // adds habits of the other seats, and the number of the game in its episode
};

constexpr int kRecentEvents = 8;
constexpr int kGameBits = 10;
constexpr int kMaxRowBytes = 3 * kMaxHand + (kMaxPlayers - 1) * kHabits;  // bytes of a row
constexpr int kMaxRowWords = kMaxObservation / 32 + (kMaxRowBytes + 15) / 16 * 4;

// Sizes of a row: words of 32 bits, then words of four bytes.
struct RowSize {
    int bit_words, byte_words;

    constexpr int words() const { return bit_words + byte_words; }
    constexpr int unpacked() const { return 32 * bit_words + 4 * byte_words; }  // in bytes
};

constexpr int event_size(const Setup& s) {
    return 2 * s.players + 4 + 2 * s.hand_size + suits(s) + s.ranks + 1;
}

constexpr RowSize row_size(const Setup& s, ObservationKind kind) {
    int bits = observation_size(s), bytes = 0;
    if (kind != ObservationKind::hle) {
        bits += s.players * s.hand_size * s.hand_size + 3 * (s.players - 1) * s.hand_size;
        bits += kRecentEvents * event_size(s);
        bytes += 3 * s.hand_size;
    }
    if (kind == ObservationKind::counts) {
        bits += kGameBits;
        bytes += (s.players - 1) * kHabits;
    }
    return {(bits + 31) / 32, 4 * ((bytes + 15) / 16)};
}

// Age rank of each card, one-hot in hand_size bits (first bit: oldest); the viewer's hand first.
inline void put_ages(BitString& out, const Dimensions& d, const View& v) {
    for (int offset = 0; offset < d.players; ++offset) {
        const Knowledge& k = v.table.knowledge[seat_after(v.table, v.me, offset)];
        for (int slot = 0; slot < d.hand_size; ++slot) {
            const u32 older = k.present & ~slots_from(k.stamps, k.stamps.get(slot));
            out.put(static_cast<u64>(k.present >> slot & 1) << popcount(older), d.hand_size);
        }
    }
}

// Each card that the viewer sees in a hand: playable, dead, critical.
inline void put_worths(BitString& out, const Dimensions& d, const View& v) {
    for (int offset = 1; offset < d.players; ++offset) {
        const Row cards = v.hands[seat_after(v.table, v.me, offset)].cards;
        for (int slot = 0; slot < d.hand_size; ++slot) {
            const int card = cards.get(slot);
            out.put((v.playable >> card & 1) | (v.dead >> card & 1) << 1 |
                        (v.critical >> card & 1) << 2,
                    3);
        }
    }
}

// Current slots of the cards that recent hints touched: byte i belongs to event number first + i.
inline u64 touched_now(const View& v, int first) {
    u64 touched = 0, targets = ~0ull;
    const bool shifts = v.table.setup.refill == Refill::shift;
    for (int i = first; i < v.table.turn; ++i) {
        const Event& e = v.log.events[i];
        const int at = 8 * (i - first);
        if (is_hint(e)) {
            touched |= static_cast<u64>(e.touched) << at;
            targets ^= static_cast<u64>(0xFF ^ e.target) << at;
            continue;
        }
        // The actor's cards move, in the bytes of all hints to it.
        const u64 differ = targets ^ e.actor * kEachSlot;
        const u64 sevens = 0x7F * kEachSlot;
        const u64 same = (~(((differ & sevens) + sevens) | differ) >> 7 & kEachSlot) * 0xFF;
        const u64 below = ((1u << e.slot) - 1) * kEachSlot;
        const u64 above = ~below & ~(kEachSlot << e.slot);
        const u64 moved = shifts ? (touched & above) >> 1 : touched & above;
        touched = (touched & ~same) | (((touched & below) | moved) & same);
    }
    return touched;
}

inline void put_event(BitString& out, const Dimensions& d, const View& v, const Event& e,
                      u32 touched) {
    const bool hint = is_hint(e);
    const bool used = e.kind == MoveKind::play || e.kind == MoveKind::discard;
    u32 color = 0, rank = 0, kind = 0;
    if (used) {
        kind = e.kind == MoveKind::play ? 1 : 2;
        color = 1u << color_of(e.card);
        rank = 1u << (rank_of(e.card) - 1);
    } else if (hint) {
        kind = e.kind == MoveKind::hint_color ? 4 : 8;
        (kind == 4 ? color : rank) = 1u << (kind == 4 ? e.value : e.value - 1);
    }
    u64 bits = e.scored;
    bits = bits << d.ranks | rank;
    bits = bits << d.suits | without_gap(d, color);
    bits = bits << d.hand_size | touched;
    bits = bits << d.hand_size | static_cast<u64>(used) << e.slot;
    bits = bits << d.players | static_cast<u64>(hint) << offset_of(v, e.target);
    bits = bits << 4 | kind;
    bits = bits << d.players | 1ull << offset_of(v, e.actor);
    out.put(bits, event_size(v.table.setup));
}

// The last events, the latest first; zeros before the start of the game.
inline void put_events(BitString& out, const Dimensions& d, const View& v) {
    const int first = v.table.turn > kRecentEvents ? v.table.turn - kRecentEvents : 0;
    const u64 touched = touched_now(v, first);
    for (int i = 1; i <= kRecentEvents; ++i) {
        const int at = v.table.turn - i;
        if (at < 0) {
            out.put(0, event_size(v.table.setup));
        } else {
            put_event(out, d, v, v.log.events[at], byte_of(touched, at - first));
        }
    }
}

// A fraction in units of 1/255, rounded.
inline u8 as_byte(Share share) {
    if (share.whole == 0) return 0;
    return static_cast<u8>((510 * share.part + share.whole) / (2 * share.whole));
}

// Probabilities that each own card is playable, dead, critical, from hints and visible cards.
inline u8* put_chances(u8* out, const View& v) {
    const int hand_size = v.table.setup.hand_size;
    for (int slot = 0; slot < hand_size; ++slot, ++out) {
        out[0] = as_byte(chance(v, slot, v.playable));
        out[hand_size] = as_byte(chance(v, slot, v.dead));
        out[2 * hand_size] = as_byte(chance(v, slot, v.critical));
    }
    return out + 2 * hand_size;
}

// The habits of the others, the next seat's first.
inline u8* put_habits(u8* out, const View& v, const HabitCounts* of_seat) {
    for (int offset = 1; offset < v.table.setup.players; ++offset) {
        const HabitCounts& counts = of_seat[seat_after(v.table, v.me, offset)];
        for (int i = 0; i < kHabits; ++i) *out++ = counts.rate(i);
    }
    return out;
}

// The part of a row that is not in the view.
struct Company {
    const HabitCounts* habits;  // of every seat
    int game;                   // of the episode, from 0
};

// Writes the words of a row. Of the view's events, only the last kRecentEvents are read.
inline void write_row(const View& v, ObservationKind kind, const Company& company, u32* out) {
    const RowSize size = row_size(v.table.setup, kind);
    const Dimensions d = dimensions(v.table.setup);
    BitString bits = observe(v);
    alignas(4) u8 bytes[kMaxRowBytes + 16] = {};
    if (kind != ObservationKind::hle) {
        put_ages(bits, d, v);
        put_worths(bits, d, v);
        put_events(bits, d, v);
        u8* rest = put_chances(bytes, v);
        if (kind == ObservationKind::counts) {
            bits.put_thermometer(min(company.game, kGameBits), kGameBits);
            put_habits(rest, v, company.habits);
        }
        bits.finish();
    }
    for (int i = 0; i < size.bit_words; ++i)
        *out++ = static_cast<u32>(bits.words[i / 2] >> (32 * (i & 1)));
    for (int i = 0; i < size.byte_words; ++i) {
        const u8* from = bytes + 4 * i;
        *out++ = static_cast<u32>(from[0]) | static_cast<u32>(from[1]) << 8 |
                 static_cast<u32>(from[2]) << 16 | static_cast<u32>(from[3]) << 24;
    }
}

// Four bits as four bytes of 0 or 1.
constexpr u32 four_bytes(u32 bits) { return (bits & 15) * 0x00204081u & 0x01010101u; }

// A row with a byte of 0 or 1 for each bit, as words of four bytes.
inline void unpack_row(const u32* row, RowSize size, u32* out) {
    for (int i = 0; i < size.bit_words; ++i)
        for (int shift = 0; shift < 32; shift += 4) *out++ = four_bytes(row[i] >> shift);
    for (int i = 0; i < size.byte_words; ++i) *out++ = row[size.bit_words + i];
}

}  // namespace tamaya
