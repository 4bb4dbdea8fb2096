// What players who follow the ladder convention keep in mind about every hand.
//
// Terms: a card is *touched* if a hint was about it, and *signalled* if it is touched or finessed.
// The *chop* of a hand is its oldest card that is not signalled, which is discarded next. A card is
// *called* if the convention says that it can be played, now or after other called cards.
#pragma once

#include "tamaya/families/family.hpp"
#include "tamaya/past.hpp"

namespace tamaya::ladder {

// Why a slot has a meaning.
enum class Call : u8 { none, hint, prompt, finesse };
constexpr const char* kCallNames[] = {"none", "hint", "prompt", "finesse"};

// A hinted card whose meaning depends on what another player does in their next turn.
struct Wait {
    CardSet with;              // what the card is if the connecting card is played
    u8 seat, number;           // the hinted card: its holder and its number
    u8 connector, connecting;  // who is expected to play, and the number of the card
    bool open;
};
constexpr int kMaxWaits = 6;

// The same for all seats as far as they see the same cards. Lies in a seat's extra memory.
struct Notes {
    Table table;                           // before event `seen`
    Numbers numbers;                       // of that moment
    CardSet meant[kMaxPlayers][kMaxHand];  // what the convention says of a slot; 0: nothing
    Call calls[kMaxPlayers][kMaxHand];
    SlotSet blind[kMaxPlayers];  // called cards that no hint touched: finessed
    Wait waits[kMaxWaits];
    u16 seen;  // events of the log that are part of it
    bool begun;
};

inline bool is_single(CardSet cards) { return cards != 0 && (cards & (cards - 1)) == 0; }

// Cards that can be played on such fireworks.
inline CardSet playable_on(const Table& t, CardSet played) {
    return (next_rank(played) | kAllOnes) & t.cards & ~played;
}

inline SlotSet touched(const Knowledge& k) {
    return static_cast<SlotSet>((k.color_hinted | k.rank_hinted) & k.present);
}
inline SlotSet touched(const Notes& n, int seat) { return touched(n.table.knowledge[seat]); }

// Slots that are touched or finessed.
inline SlotSet signalled_slots(const Notes& n, int seat) {
    return static_cast<SlotSet>(touched(n, seat) | n.blind[seat]);
}

// The newest and the oldest of some slots; -1 for none.
inline int newest_of(const Knowledge& k, SlotSet slots) {
    int best = -1, newest = -1;
    for (u32 left = slots; left != 0; left &= left - 1) {
        const int slot = lowest_bit(left);
        if (k.stamps.get(slot) <= newest) continue;
        best = slot;
        newest = k.stamps.get(slot);
    }
    return best;
}
inline int oldest_of(const Knowledge& k, SlotSet slots) {
    int best = -1, oldest = 256;
    for (u32 left = slots; left != 0; left &= left - 1) {
        const int slot = lowest_bit(left);
        if (k.stamps.get(slot) >= oldest) continue;
        best = slot;
        oldest = k.stamps.get(slot);
    }
    return best;
}

inline SlotSet unsignalled_slots(const Notes& n, int seat) {
    return static_cast<SlotSet>(n.table.knowledge[seat].present & ~signalled_slots(n, seat));
}
inline int chop_of(const Notes& n, int seat) {
    return oldest_of(n.table.knowledge[seat], unsignalled_slots(n, seat));
}

// The cards as the viewer sees them at one moment; kNoCard in the viewer's own hand.
struct Scene {
    Card cards[kMaxPlayers][kMaxHand];
    int me;
};

inline Scene scene_of(const Notes& n, const Faces& faces, int me) {
    Scene scene;
    scene.me = me;
    for (int seat = 0; seat < kMaxPlayers; ++seat)
        for (int slot = 0; slot < kMaxHand; ++slot) {
            const bool seen = seat != me && holds(n.table, seat, slot);
            scene.cards[seat][slot] = seen ? faces.of[n.numbers.rows[seat].get(slot)] : kNoCard;
        }
    return scene;
}

// The card in a slot, if everyone knows it; otherwise 0.
inline CardSet known_card(const Notes& n, int seat, int slot) {
    const CardSet by_hints = possible(n.table.knowledge[seat], slot) & n.table.hidden.present();
    const CardSet cards =
        n.meant[seat][slot] & by_hints ? n.meant[seat][slot] & by_hints : by_hints;
    return is_single(cards) ? cards : CardSet{0};
}

// Signalled cards in other hands, as far as the viewer knows them: by the convention, nobody hints
// a second copy. `giver` gave the hint that is being read (-1: no hint). The giver does not see the
// own hand, so only known cards of that hand count.
inline CardSet signalled_elsewhere(const Notes& n, const Scene& scene, int seat, int giver) {
    CardSet cards = 0;
    for (int other = 0; other < n.table.setup.players; ++other)
        for (u32 left = other == seat ? 0 : signalled_slots(n, other); left != 0;
             left &= left - 1) {
            const int slot = lowest_bit(left);
            cards |= other == scene.me || other == giver ? known_card(n, other, slot)
                                                         : bit(scene.cards[other][slot]);
        }
    return cards & kAllCards;
}

// How a holder reads each of their cards.
struct Mind {
    CardSet of[kMaxHand];
};

// The possible cards of a slot by hints alone, without the meanings of the convention. A signalled
// card is assumed to score, except on the last life.
inline CardSet plainly(const Notes& n, int seat, int slot, CardSet elsewhere) {
    const CardSet by_hints = possible(n.table.knowledge[seat], slot) & n.table.hidden.present();
    const CardSet useful = by_hints & ~dead(n.table) & ~elsewhere;
    const bool trusted = n.table.lives > 1 && (signalled_slots(n, seat) >> slot & 1);
    return useful != 0 && trusted ? useful : by_hints;
}

inline Mind mind_of(const Notes& n, const Scene& scene, int seat) {
    const CardSet elsewhere = signalled_elsewhere(n, scene, seat, -1);
    Mind mind = {};
    for (u32 left = n.table.knowledge[seat].present; left != 0; left &= left - 1) {
        const int slot = lowest_bit(left);
        const CardSet plain = plainly(n, seat, slot, elsewhere);
        const CardSet meant = plain & n.meant[seat][slot];
        mind.of[slot] = meant != 0 ? meant : plain;
    }
    return mind;
}

// A card left a hand.
inline void move_cards(Notes& n, const Event& e) {
    const Setup& s = n.table.setup;
    const int slot = slot_of_draw(n.numbers, s, e);
    for (int i = e.slot; i < slot; ++i) {
        n.meant[e.actor][i] = n.meant[e.actor][i + 1];
        n.calls[e.actor][i] = n.calls[e.actor][i + 1];
    }
    n.meant[e.actor][slot] = 0;
    n.calls[e.actor][slot] = Call::none;
    SlotSet& blind = n.blind[e.actor];
    blind = s.refill == Refill::shift ? close(blind, e.slot)
                                      : static_cast<SlotSet>(blind & ~(1 << e.slot));
}

// The slot of a card by its number; -1 if it has left the hand.
inline int slot_of(const Notes& n, int seat, int number) {
    for (u32 left = n.table.knowledge[seat].present; left != 0; left &= left - 1)
        if (n.numbers.rows[seat].get(lowest_bit(left)) == number) return lowest_bit(left);
    return -1;
}

// The connector of a wait has moved: by playing the connecting card, or not.
inline void settle(Notes& n, Wait& wait, bool connected, Card card) {
    wait.open = false;
    const int slot = slot_of(n, wait.seat, wait.number);
    if (slot < 0) return;
    CardSet& meant = n.meant[wait.seat][slot];
    meant = connected ? wait.with & next_rank(bit(card)) : meant & ~wait.with;
    for (Wait& other : n.waits)
        if (connected && other.seat == wait.seat && other.number == wait.number) other.open = false;
}

// Settles the waits for the actor of an event; to be called before cards move.
inline void settle_waits(Notes& n, const Event& e) {
    for (Wait& wait : n.waits) {
        if (!wait.open || wait.connector != e.actor) continue;
        const bool connected = e.kind == MoveKind::play && e.scored &&
                               n.numbers.rows[e.actor].get(e.slot) == wait.connecting;
        if (connected || wait.seat != e.actor) settle(n, wait, connected, e.card);
    }
}

// Takes the call of a finessed card back.
inline void take_back(Notes& n, int seat, int slot) {
    n.blind[seat] &= static_cast<SlotSet>(~(1 << slot));
    n.meant[seat][slot] = 0;
    n.calls[seat][slot] = Call::none;
}

// A player plays a finessed card at once. A player who does something else did not see the finesse.
inline void drop_unanswered(Notes& n, const Event& e) {
    const SlotSet blind = n.blind[e.actor];
    if (e.kind == MoveKind::play && (blind >> e.slot & 1)) return;
    for (u32 left = blind; left != 0; left &= left - 1) take_back(n, e.actor, lowest_bit(left));
}

// A finessed card that cannot be what it was called for any more is not finessed.
inline void drop_outdated(Notes& n) {
    const CardSet useful = n.table.hidden.present() & ~dead(n.table);
    for (int seat = 0; seat < n.table.setup.players; ++seat)
        for (u32 left = n.blind[seat]; left != 0; left &= left - 1)
            if (!(n.meant[seat][lowest_bit(left)] & useful)) take_back(n, seat, lowest_bit(left));
}

}  // namespace tamaya::ladder
