// State and View.
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/tuple.h>

#include <cstring>

#include "bind.hpp"
#include "engine.hpp"
#include "pickles.hpp"
#include "placements.hpp"
#include "positions.hpp"
#include "setup_text.hpp"
#include "tamaya/apply.hpp"
#include "tamaya/imagine.hpp"
#include "tamaya/observation.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

using Bytes1 = nb::ndarray<nb::numpy, u8, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using HandList = std::vector<std::optional<CardValue>>;

int checked_seat(const Table& t, int seat) {
    if (seat < 0 || seat >= t.setup.players)
        throw TamayaError("no seat " + std::to_string(seat) + " (expected 0 to " +
                          std::to_string(t.setup.players - 1) + ")");
    return seat;
}

int checked_slot(const Table& t, int slot) {
    if (slot < 0 || slot >= t.setup.hand_size)
        throw TamayaError("no slot " + std::to_string(slot) + " (expected 0 to " +
                          std::to_string(t.setup.hand_size - 1) + ")");
    return slot;
}

// Slots of a seat for Python: under `shift` only those that hold a card.
int slots_shown(const Table& t, int seat) {
    if (t.setup.refill == Refill::in_place) return t.setup.hand_size;
    return popcount(static_cast<u32>(t.knowledge[seat].present));
}

HandList hand_list(const Table& t, const Hand* hands, int seat) {
    HandList cards;
    for (int slot = 0; slot < slots_shown(t, checked_seat(t, seat)); ++slot) {
        const Card card = hands[seat].cards.get(slot);
        cards.push_back(card == kNoCard ? std::nullopt : std::optional(CardValue{card}));
    }
    return cards;
}

std::vector<SlotKnowledge> knowledge_list(const Table& t, int seat) {
    const Knowledge& k = t.knowledge[checked_seat(t, seat)];
    std::vector<SlotKnowledge> slots;
    for (int i = 0; i < slots_shown(t, seat); ++i)
        slots.push_back({k.colors.get(i), k.ranks.get(i), k.stamps.get(i), bool(k.present >> i & 1),
                         bool(k.color_hinted >> i & 1), bool(k.rank_hinted >> i & 1)});
    return slots;
}

std::vector<Move> move_list(MoveSet set) {
    std::vector<Move> moves;
    for (u64 rest = set.bits; rest; rest &= rest - 1)
        moves.push_back(kWidest.move(lowest_bit(rest)));
    return moves;
}

// Discarded and misplayed cards: first those of a position that was set up by hand, sorted, then
// those of the moves since then in their order.
std::vector<CardValue> discard_list(const Table& t, const Log& log) {
    std::vector<CardValue> since;
    CardCounts before = t.discards;
    for (int i = 0; i < t.turn; ++i) {
        const Event& e = log.events[i];
        if (e.card == kNoCard || e.scored) continue;
        since.push_back({e.card});
        before.remove(bit(e.card));
    }
    std::vector<CardValue> cards;
    for (Card card = 0; card < kCardKinds; ++card)
        cards.insert(cards.end(), static_cast<std::size_t>(before.of(card)), CardValue{card});
    cards.insert(cards.end(), since.begin(), since.end());
    return cards;
}

std::vector<EventValue> event_list(const Table& t, const Log& log) {
    std::vector<EventValue> events;
    for (int i = 0; i < t.turn; ++i) events.push_back({log.events[i], t.setup.players});
    return events;
}

std::map<std::string, int> fireworks(const Table& t) {
    std::map<std::string, int> piles;
    for (const char letter : colors_text(color_set(t.setup)))
        piles[std::string(1, letter)] = height(t, parse_color(std::string(1, letter)));
    return piles;
}

const char* end_word(End end) {
    constexpr const char* kEnds[] = {"running", "bombed", "complete", "last_turn", "forfeit"};
    return kEnds[static_cast<int>(end)];
}

// Why a move is illegal.
std::string reason(const State& state, Move move) {
    const Table& t = state.table;
    if (is_hint(move) && move.index >= t.setup.players)
        return "there are " + std::to_string(t.setup.players) + " players";
    if (!action_ids(t.setup).contains(move)) return "this set-up has no such slot, color or rank";
    if (is_hint(move)) return t.hints == 0 ? "no hint token is left" : "it touches no card";
    if (!(t.knowledge[t.current].present >> move.index & 1)) return "that slot is empty";
    return "all hint tokens are available";
}

State state_of(const Setup& setup, const Deck& deck) {
    State state;
    std::memset(static_cast<void*>(&state), 0, sizeof state);
    deal(state, setup, deck);
    return state;
}

// No set-up means the standard game for two. (A Setup as a default argument would be a reference
// cycle that Python cannot collect.)
Setup or_standard(const std::optional<Setup>& setup) { return setup.value_or(standard_setup(2)); }

State from_cards(const std::vector<CardValue>& values, const std::optional<Setup>& setup) {
    std::vector<Card> cards;
    for (const CardValue value : values) cards.push_back(value.card);
    return state_of(or_standard(setup), deck_of(or_standard(setup), cards));
}

State from_text(const Text& deck, const std::optional<Setup>& setup) {
    return state_of(or_standard(setup), deck_of(or_standard(setup), parse_cards(deck.utf8)));
}

State from_seed(const SeedLike& seed, const std::optional<Setup>& setup) {
    Deck deck = sorted_deck(or_standard(setup));
    shuffle(deck, seed_of(seed));
    return state_of(or_standard(setup), deck);
}

std::vector<CardValue> cards_from(const State& state, int first) {
    std::vector<CardValue> cards;
    for (int i = first; i < state.deck.size; ++i) cards.push_back({state.deck.cards[i]});
    return cards;
}

bool mine_at(const View& v, int slot) { return v.table.knowledge[v.me].present >> slot & 1; }

View view_of(const State& state, int seat) {
    View view;
    std::memset(static_cast<void*>(&view), 0, sizeof view);
    look(view, state, checked_seat(state.table, seat));
    return view;
}

// The same public side, the same turns that led there and the same cards in hand.
template <typename Position>
bool same_position(const Position& a, const Position& b) {
    if (!(a.table == b.table)) return false;
    for (int i = 0; i < a.table.turn; ++i)
        if (!(a.log.events[i] == b.log.events[i])) return false;
    for (int seat = 0; seat < a.table.setup.players; ++seat)
        if (!(a.hands[seat] == b.hands[seat])) return false;
    return true;
}

bool same_game(const State& a, const State& b) {
    if (!same_position(a, b)) return false;
    for (int i = 0; i < a.deck.size; ++i)
        if (a.deck.cards[i] != b.deck.cards[i]) return false;
    return true;
}

u8* checked_row(const Bytes1& out, int size) {
    if (static_cast<int>(out.shape(0)) != size)
        throw TamayaError("the row to write has " + std::to_string(out.shape(0)) +
                          " entries (expected " + std::to_string(size) + ")");
    return out.data();
}

void write_observation(const View& v, Bytes1 out) {
    write_bytes(observe(v), checked_row(out, observation_size(v.table.setup)));
}

auto observation(const View& v) {
    const std::size_t size = static_cast<std::size_t>(observation_size(v.table.setup));
    u8* data = new u8[size];
    nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<u8*>(p); });
    write_bytes(observe(v), data);
    return nb::ndarray<nb::numpy, u8, nb::ndim<1>>(data, {size}, owner);
}

std::map<int, int> unseen_counts(const View& v) {
    std::map<int, int> counts;
    for (Card card = 0; card < kCardKinds; ++card)
        if (v.unseen.of(card)) counts[card] = v.unseen.of(card);
    return counts;
}

nb::dict unseen_dict(const View& v) {
    nb::dict cards;
    for (const auto& [card, copies] : unseen_counts(v))
        cards[nb::cast(CardValue{static_cast<Card>(card)})] = copies;
    return cards;
}

// The properties that State and View share: everything public.
template <typename Position>
void bind_public(nb::class_<Position>& cls) {
    cls.def_prop_ro(
           "setup", [](const Position& p) { return p.table.setup; }, "Rules of this game.")
        .def_prop_ro(
            "turn", [](const Position& p) { return int(p.table.turn); }, "Moves made so far.")
        .def_prop_ro(
            "current", [](const Position& p) { return int(p.table.current); }, "Seat to move.")
        .def_prop_ro(
            "hints", [](const Position& p) { return int(p.table.hints); }, "Hint tokens available.")
        .def_prop_ro(
            "lives", [](const Position& p) { return int(p.table.lives); }, "Lives left.")
        .def_prop_ro(
            "deck_size", [](const Position& p) { return int(p.table.deck); }, "Cards left to draw.")
        .def_prop_ro(
            "turns_left",
            [](const Position& p) {
                return p.table.deck ? std::nullopt : std::optional<int>(p.table.turns_left);
            },
            "Remaining turns if the deck is empty, otherwise None.")
        .def_prop_ro(
            "fireworks", [](const Position& p) { return fireworks(p.table); },
            "Height of each firework by color letter.")
        .def_prop_ro(
            "score", [](const Position& p) { return score(p.table); },
            "Points of all fireworks; kept if the game is bombed.")
        .def_prop_ro(
            "strict_score", [](const Position& p) { return strict_score(p.table); },
            "Points of all fireworks; 0 if the game is bombed.")
        .def_prop_ro(
            "over", [](const Position& p) { return is_over(p.table); }, "Whether the game is over.")
        .def_prop_ro(
            "bombed", [](const Position& p) { return p.table.end == End::bombed; },
            "Whether the last life was lost.")
        .def_prop_ro(
            "forfeit", [](const Position& p) { return p.table.end == End::forfeit; },
            "Whether an illegal move ended the game.")
        .def_prop_ro(
            "end", [](const Position& p) { return end_word(p.table.end); },
            "'running', 'bombed', 'complete', 'last_turn' or 'forfeit'.")
        .def_prop_ro(
            "discards", [](const Position& p) { return discard_list(p.table, p.log); },
            "Discarded and misplayed cards in order.")
        .def_prop_ro(
            "events", [](const Position& p) { return event_list(p.table, p.log); },
            "All turns so far, oldest first.")
        .def_prop_ro(
            "playable", [](const Position& p) { return cards_in(playable(p.table)); },
            "Cards that can be played now.")
        .def_prop_ro(
            "dead", [](const Position& p) { return cards_in(dead(p.table)); },
            "Cards that will never score.")
        .def_prop_ro(
            "critical", [](const Position& p) { return cards_in(critical(p.table)); },
            "Needed cards with only one copy left.")
        .def(
            "knowledge", [](const Position& p, int seat) { return knowledge_list(p.table, seat); },
            "seat"_a, "What hints say about each slot of a seat.")
        .def(
            "hand", [](const Position& p, int seat) { return hand_list(p.table, p.hands, seat); },
            "seat"_a,
            "Cards of a seat, slot 0 first; None for a card that may not be seen, and for a slot\n"
            "left empty under `in_place`.")
        .def(
            "legal_moves", [](const Position& p) { return move_list(legal_moves(p)); },
            "Legal moves in the order of their action ids. Empty in the view of a seat\n"
            "that is not to move.")
        .def("__str__", [](const Position& p) { return position_text(p.table, p.hands); })
        .def("__copy__", [](const Position& p) { return p; })
        .def(
            "__deepcopy__", [](const Position& p, nb::handle) { return p; }, "memo"_a,
            nb::sig("def __deepcopy__(self, memo: object) -> typing.Self"))
        .def("__hash__",
             [](const Position&) -> Py_ssize_t {
                 throw nb::type_error("positions are not hashable");
             })
        .def("__getstate__", [](const Position& p) { return pickled(p); });
}

void bind_state(nb::module_& m) {
    nb::class_<State> cls(m, "State", "A whole game position, hidden cards included.");
    bind_public(cls);
    cls.def_static("deal", &from_seed, "seed"_a, "setup"_a = nb::none(),
                   "The start of the game whose deck is shuffled by this seed; without a set-up,\n"
                   "the standard game for two.")
        .def_static(
            "from_deck", &from_cards, "deck"_a, "setup"_a = nb::none(),
            "The start of the game with this deck, first card drawn first: seat 0 gets the\n"
            "first cards, then seat 1, and so on.\n\n"
            ":raises NotationError: unless it holds exactly the cards of the set-up")
        .def_static("from_deck", &from_text, "deck"_a, "setup"_a = nb::none(),
                    "The same from text like 'r1 y5 g3 ...'.")
        .def_static(
            "place", &from_placement, "setup"_a, "hands"_a, "played"_a, "discards"_a, "deck"_a,
            "hints"_a, "lives"_a, "current"_a,
            "A position set up by hand (see `tamaya.position`). Each slot is (card or None,\n"
            "possible colors, possible ranks, color hinted, rank hinted).")
        .def("apply", &apply_move, "move"_a,
             "Applies a move of the seat to move and returns the event that everyone saw.\n\n"
             ":raises IllegalMoveError: if it is not allowed, unless the set-up says that illegal\n"
             "    moves end the game")
        .def(
            "apply",
            [](State& s, const Text& move) { return apply_move(s, parse_move(move.utf8)); },
            "move"_a, "The same from text like 'play 0'.")
        .def(
            "give_up",
            [](State& s) {
                if (is_over(s.table)) throw IllegalMoveError("the game is over");
                if (s.table.setup.illegal != Illegal::end)
                    throw IllegalMoveError(std::string(kSeatNames[s.table.current]) +
                                           " gives up, which this set-up does not allow");
                return EventValue{forfeit(s), s.table.setup.players};
            },
            "Ends the game because the seat to move has no legal move to offer; points are kept. "
            "Only if\n"
            "illegal moves end the game in this set-up.")
        .def(
            "is_legal",
            [](const State& s, Move move) { return !is_over(s.table) && is_legal(s, move); },
            "move"_a, "Whether the move is legal.")
        .def("__setstate__",
             [](State& s, const nb::bytes& bytes) { new (&s) State(unpickled_state(bytes)); })
        .def("view", &view_of, "seat"_a, "What a seat may know.")
        .def(
            "copy", [](const State& s) { return s; }, "An independent copy.")
        .def_prop_ro(
            "deck", [](const State& s) { return cards_from(s, s.next_card); },
            "Cards left to draw, the next card first.")
        .def_prop_ro(
            "full_deck", [](const State& s) { return cards_from(s, 0); },
            "The whole deck as it was before the deal.")
        .def(
            "__eq__",
            [](const State& a, nb::object b) {
                return nb::isinstance<State>(b) && same_game(a, nb::cast<const State&>(b));
            },
            nb::arg().none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__repr__", [](const State& s) {
            return "<State: turn " + std::to_string(s.table.turn) + ", score " +
                   std::to_string(score(s.table)) + ", " + setup_text(s.table.setup) + ">";
        });
}

bool same_view(const View& a, const View& b) { return a.me == b.me && same_position(a, b); }

void bind_view(nb::module_& m) {
    nb::class_<View> cls(m, "View", "What one seat may know. Agents receive nothing else.");
    bind_public(cls);
    cls.def_prop_ro(
           "me", [](const View& v) { return int(v.me); }, "Seat whose view this is.")
        .def(
            "imagine",
            [](const View& v, const SeedLike& seed) {
                State state;
                Rng rng{seed_of(seed), 0};
                imagine(state, v, rng);
                order_dealt_cards(state);
                return state;
            },
            "seed"_a,
            "Samples a whole position that agrees with this view: the own cards and the deck "
            "follow\n"
            "hints and visible cards, all possibilities with equal probability. `Transcript.of`\n"
            "accepts the position.")
        .def(
            "possible",
            [](const View& v, int slot) {
                const bool holds_card = mine_at(v, checked_slot(v.table, slot));
                return cards_in(holds_card ? possible(v, slot) : 0);
            },
            "slot"_a,
            "Cards that a slot of the viewer's own hand may be, given hints and the cards "
            "cards\n"
            "seen elsewhere; none for an empty slot.")
        .def_prop_ro(
            "unseen", &unseen_dict, nb::sig("def unseen(self) -> dict[Card, int]"),
            "Copies of each card that the viewer does not see: in the deck and its own hand.")
        .def("__setstate__",
             [](View& v, const nb::bytes& bytes) { new (&v) View(unpickled_view(bytes)); })
        .def("observation", &observation,
             "Observation vector of the Hanabi Learning Environment (0s and 1s).")
        .def("write_observation", &write_observation, "out"_a.noconvert(),
             "Writes the observation vector into a row of uint8.")
        .def(
            "__eq__",
            [](const View& a, nb::object b) {
                return nb::isinstance<View>(b) && same_view(a, nb::cast<const View&>(b));
            },
            nb::arg().none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__repr__", [](const View& v) {
            return "<View: seat " + std::to_string(v.me) + ", turn " +
                   std::to_string(v.table.turn) + ", score " + std::to_string(score(v.table)) + ">";
        });
}

}  // namespace

EventValue apply_move(State& state, Move move) {
    const Table& t = state.table;
    const int players = t.setup.players;
    if (is_over(t)) throw IllegalMoveError("the game is over, so no move is legal");
    if (is_legal(state, move)) return {apply(state, move), players};
    if (t.setup.illegal == Illegal::end) return {forfeit(state), players};
    throw IllegalMoveError(complaint(state, move));
}

std::string complaint(const State& state, Move move) {
    return "illegal move " + quoted(move_text(move)) + " of " + kSeatNames[state.table.current] +
           " in turn " + std::to_string(state.table.turn) + ": " + reason(state, move);
}

void bind_positions(nb::module_& m) {
    bind_state(m);
    bind_view(m);
}

}  // namespace bind
