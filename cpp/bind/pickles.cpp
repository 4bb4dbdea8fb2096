#include "pickles.hpp"

#include <cstring>

#include "setup_text.hpp"

namespace bind {

using namespace tamaya;

namespace {

constexpr u64 kFormat = 1;  // increase this when a field changes its meaning

// Different for each type, format and memory layout.
template <typename T>
constexpr u64 tag(u64 letter) {
    u64 hash = 0xCBF29CE484222325ull;
    for (const u64 part : {kFormat, letter, u64{sizeof(T)}, u64{sizeof(Table)}, u64{kMaxTurns}})
        hash = (hash ^ part) * 0x100000001B3ull;
    return hash;
}

template <typename T>
nb::bytes to_bytes(const T& value, u64 mark) {
    std::string out(sizeof mark + sizeof value, '\0');
    std::memcpy(out.data(), &mark, sizeof mark);
    std::memcpy(out.data() + sizeof mark, static_cast<const void*>(&value), sizeof value);
    return nb::bytes(out.data(), out.size());
}

template <typename T>
T from_bytes(const nb::bytes& bytes, u64 mark) {
    T value;
    const bool fits = bytes.size() == sizeof mark + sizeof value;
    if (!fits || std::memcmp(bytes.c_str(), &mark, sizeof mark) != 0)
        throw TamayaError("this pickle was not written by this version of tamaya");
    std::memcpy(static_cast<void*>(&value), bytes.c_str() + sizeof mark, sizeof value);
    return value;
}

void require(bool holds, const char* what) {
    if (!holds) throw TamayaError(std::string("damaged pickle: ") + what);
}

// The raw byte of an enum or bool, which may be a value that its type does not have.
template <typename T>
int raw(const T& field) {
    static_assert(sizeof field == 1);
    u8 byte;
    std::memcpy(&byte, static_cast<const void*>(&field), 1);
    return byte;
}

constexpr bool is_within(int bits, int all) { return (bits & ~all) == 0; }

void check_setup(const Setup& s) {
    require(raw(s.extra_suit) <= raw(ExtraSuit::rainbow) &&
                raw(s.refill) <= raw(Refill::in_place) && raw(s.discard_at_max) <= 1 &&
                raw(s.illegal) <= raw(Illegal::end),
            "set-up");
    for (const u8 color : s.color_order) require(color < kMaxColors, "color order");
    require(s.players >= kMinPlayers && s.players <= kMaxPlayers, "players");
    require(checked(draft_of(s)) == s, "set-up");
}

// An event of a game of these dimensions.
void check_event(const Event& e, const ActionIds& ids, CardSet cards) {
    require(raw(e.kind) <= raw(MoveKind::none), "kind of an event");
    require(e.actor < ids.players && e.target < ids.players, "seats of an event");
    require(is_within(e.touched, (1 << ids.hand_size) - 1), "slots of an event");
    const Move move = move_of(e, ids.players);
    if (is_hint(move)) require(e.slot == 0, "slot of a hint");
    if (e.kind != MoveKind::none) require(ids.contains(move), "move of an event");
    const bool lays_down = e.kind == MoveKind::play || e.kind == MoveKind::discard;
    require(lays_down ? e.card < kCardKinds && (cards & bit(e.card)) : e.card == kNoCard,
            "card of an event");
    if (!is_hint(move)) require(e.value == 0 && e.touched == 0, "hint of an event");
    if (e.kind == MoveKind::none) require(e.slot == 0, "slot of a forfeit");
}

void check_log(const Table& t, const Log& log) {
    for (int i = 0; i < t.turn; ++i) {
        check_event(log.events[i], action_ids(t.setup), t.cards);
        const bool gave_up = log.events[i].kind == MoveKind::none;
        require(gave_up == (i + 1 == t.turn && t.end == End::forfeit), "forfeit");
    }
    require(t.end != End::forfeit || t.turn > 0, "forfeit");
}

void check_knowledge(const Setup& s, const Knowledge& k) {
    const int slots = (1 << s.hand_size) - 1;
    require(is_within(k.present, slots) && is_within(k.color_hinted, slots) &&
                is_within(k.rank_hinted, slots),
            "slots of a hand");
    if (s.refill == Refill::shift) require((k.present & (k.present + 1)) == 0, "a gap in a hand");
    for (int slot = 0; slot < 8; ++slot) {
        const bool real = slot < s.hand_size;
        require(is_within(k.colors.get(slot), real ? color_set(s) : 0), "colors of a slot");
        require(is_within(k.ranks.get(slot), real ? rank_set(s) : 0), "ranks of a slot");
    }
}

// The log never fills its array: each turn except the last few uses a card of the deck or a token.
void check_turns(const Table& t) {
    const Setup& s = t.setup;
    require(raw(t.end) <= raw(End::forfeit), "end");
    require(t.current < s.players, "seat to move");
    require(t.hints <= s.max_hints, "hint tokens");
    require(t.lives <= s.max_lives && (is_over(t) || t.lives > 0), "lives");
    require(t.turns_left <= s.players && (is_over(t) || t.turns_left > 0), "turns left");
    require(t.turn <= kMaxTurns, "turn");
    require(is_over(t) || t.turn + 2 * t.deck + t.hints + suits(s) + t.turns_left + 1 <= kMaxTurns,
            "turn");
}

// The copies of every card in the fireworks, the discards and hidden places add up to the game's.
void check_cards(const Table& t) {
    require(t.cards == identities(t.setup), "cards");
    require(is_subset(t.played, t.cards) && is_subset(previous_rank(t.played), t.played),
            "fireworks");
    const CardCounts all = sorted_deck(t.setup).counts;
    int in_hands = 0;
    for (Card card = 0; card < 32; ++card)
        require(t.discards.of(card) + t.hidden.of(card) + int(t.played >> card & 1) == all.of(card),
                "copies of a card");
    for (int seat = 0; seat < t.setup.players; ++seat)
        in_hands += popcount(static_cast<u32>(t.knowledge[seat].present));
    require(count(t.hidden, kAllCards) == t.deck + in_hands, "size of the deck");
}

void check_table(const Table& t) {
    check_setup(t.setup);
    check_turns(t);
    for (int seat = 0; seat < kMaxPlayers; ++seat)
        if (seat < t.setup.players) {
            check_knowledge(t.setup, t.knowledge[seat]);
        } else {
            require(t.knowledge[seat] == Knowledge{}, "hand of an empty seat");
        }
    check_cards(t);
}

// The hand holds cards in exactly the slots that are present; removes its cards from `hidden`.
void check_hand(const Table& t, int seat, const Hand& hand, CardCounts& hidden) {
    Hand expected = kEmptyHand;
    for (int slot = 0; slot < t.setup.hand_size; ++slot) {
        if (!(t.knowledge[seat].present >> slot & 1)) continue;
        const Card card = hand.cards.get(slot);
        require(card < kCardKinds && hidden.of(card) > 0, "card in a hand");
        hidden.remove(bit(card));
        put(expected, t.setup, slot, card);
    }
    require(hand == expected, "hand");
}

void check_state(const State& state) {
    const Table& t = state.table;
    check_table(t);
    check_log(t, state.log);
    CardCounts hidden = t.hidden;
    for (int seat = 0; seat < kMaxPlayers; ++seat)
        if (seat < t.setup.players) check_hand(t, seat, state.hands[seat], hidden);
    const Deck sorted = sorted_deck(t.setup);
    require(state.deck.size == sorted.size && state.deck.counts == sorted.counts, "deck");
    require(state.next_card + t.deck == state.deck.size, "size of the deck");
    for (int i = 0; i < state.deck.size; ++i) {
        const Card card = state.deck.cards[i];
        require(card < kCardKinds && (t.cards & bit(card)), "card in the deck");
        if (i < state.next_card) continue;
        require(hidden.of(card) > 0, "card in the deck");
        hidden.remove(bit(card));
    }
}

void check_view(const View& v) {
    check_table(v.table);
    check_log(v.table, v.log);
    require(v.me < v.table.setup.players, "seat of a view");
    CardCounts hidden = v.table.hidden;
    for (int seat = 0; seat < v.table.setup.players; ++seat)
        if (seat == v.me) {
            require(v.hands[seat] == kEmptyHand, "own hand");
        } else {
            check_hand(v.table, seat, v.hands[seat], hidden);
        }
    require(v.playable == playable(v.table) && v.dead == dead(v.table) &&
                v.critical == critical(v.table) && v.unseen == hidden,
            "cards of a view");
}

}  // namespace

nb::bytes pickled(const State& state) { return to_bytes(state, tag<State>('s')); }
nb::bytes pickled(const View& view) { return to_bytes(view, tag<View>('v')); }
nb::bytes pickled(const EventValue& event) { return to_bytes(event, tag<EventValue>('e')); }

State unpickled_state(const nb::bytes& bytes) {
    const State state = from_bytes<State>(bytes, tag<State>('s'));
    check_state(state);
    return state;
}

View unpickled_view(const nb::bytes& bytes) {
    const View view = from_bytes<View>(bytes, tag<View>('v'));
    check_view(view);
    return view;
}

EventValue unpickled_event(const nb::bytes& bytes) {
    const EventValue v = from_bytes<EventValue>(bytes, tag<EventValue>('e'));
    require(v.players >= kMinPlayers && v.players <= kMaxPlayers, "players");
    ActionIds ids = kWidest;
    ids.players = v.players;
    check_event(v.event, ids, kAllCards);
    return v;
}

}  // namespace bind
