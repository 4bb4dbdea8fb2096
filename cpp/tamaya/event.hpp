// What everyone at the table saw happen in one turn.
#pragma once

#include "tamaya/move.hpp"
#include "tamaya/row.hpp"

namespace tamaya {

// Contains only public information. The drawn card is not part of it.
struct Event {
    MoveKind kind;    // none: the actor chose an illegal move, which ended the game
    u8 actor;         // seat
    u8 target;        // seat hinted; the actor for a play or discard
    u8 slot;          // slot played or discarded, before the hand closed the gap; 0 for hints
    u8 value;         // color or rank hinted; 0 otherwise
    SlotSet touched;  // slots that the hint touched, as numbered then
    Card card;        // card played or discarded; kNoCard for hints
    bool scored : 1;  // a play that succeeded
    bool token_returned : 1;  // a play completed a suit and a hint token came back
    bool drew : 1;            // the actor drew a new card

    friend constexpr bool operator==(const Event&, const Event&) = default;
};

static_assert(sizeof(Event) == 8);

// The move of the event, in a game of this many players.
constexpr Move move_of(const Event& e, int players) {
    const int offset = (e.target - e.actor + players) % players;
    switch (e.kind) {
        case MoveKind::discard:
            return discard(e.slot);
        case MoveKind::play:
            return play(e.slot);
        case MoveKind::hint_color:
            return hint_color(offset, e.value);
        case MoveKind::hint_rank:
            return hint_rank(offset, e.value);
        default:
            return kNoMove;
    }
}

}  // namespace tamaya
