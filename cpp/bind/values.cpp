// Card, Move, Event and Knowledge.
#include <nanobind/operators.h>

#include <nanobind/stl/tuple.h>

#include "bind.hpp"
#include "pickles.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

std::vector<CardValue> cards_in(CardSet set) {
    std::vector<CardValue> cards;
    for (Card card = 0; card < kCardKinds; ++card)
        if (set & bit(card)) cards.push_back({card});
    return cards;
}

std::string colors_text(int colors) {
    std::string out;
    for (int c = 0; c < kMaxColors; ++c)
        if (colors >> c & 1) out += kColorLetters[c];
    return out;
}

namespace {

const char* kind_text(MoveKind kind) {
    constexpr const char* kKinds[] = {"discard", "play", "hint_color", "hint_rank", "forfeit"};
    return kKinds[static_cast<int>(kind)];
}

std::vector<int> members(int bits) {
    std::vector<int> out;
    for (int i = 0; i < 8; ++i)
        if (bits >> i & 1) out.push_back(i);
    return out;
}

int checked_slot(int slot) {
    if (slot < 0 || slot >= kMaxHand)
        throw NotationError("not a slot: " + std::to_string(slot) + " (expected 0 to 4)");
    return slot;
}

Move checked_hint(Move hint, int offset, int value) {
    if (offset < 1 || offset >= kMaxPlayers)
        throw NotationError("not a seat to hint: +" + std::to_string(offset) +
                            " (expected 1 to 4 seats after the player who hints)");
    if (hint.kind == MoveKind::hint_rank && (value < 1 || value > kMaxRanks))
        throw NotationError("not a rank: " + std::to_string(value) + " (expected 1 to 5)");
    return hint;
}

Move move_from_action_id(int id, const Setup& setup) {
    const ActionIds ids = action_ids(setup);
    if (id < 0 || id >= ids.size())
        throw NotationError("no action " + std::to_string(id) + " (expected 0 to " +
                            std::to_string(ids.size() - 1) + ")");
    return ids.move(id);
}

int action_id_of(Move move, const Setup& setup) {
    if (!action_ids(setup).contains(move))
        throw NotationError("no such move in this set-up: " + quoted(move_text(move)));
    return action_ids(setup).id(move);
}

// Of all that equality compares.
Py_ssize_t event_hash(const EventValue& v) {
    const Event& e = v.event;
    u64 hash = 0;
    for (const int part :
         {v.players, int(e.kind), int(e.actor), int(e.target), int(e.slot), int(e.value),
          int(e.touched), int(e.card), int(e.scored), int(e.token_returned), int(e.drew)})
        hash = (hash ^ static_cast<u64>(part)) * 0x100000001B3ull;
    return static_cast<Py_ssize_t>(hash);
}

std::string event_text(const EventValue& v) {
    const Event& e = v.event;
    const std::string actor = kSeatNames[e.actor];
    if (e.kind == MoveKind::none) return actor + " gives an illegal move: forfeit";
    if (e.kind == MoveKind::discard)
        return actor + " discards " + card_text(e.card) + " (slot " + std::to_string(e.slot) + ")";
    if (e.kind == MoveKind::play)
        return actor + " plays " + card_text(e.card) + " (slot " + std::to_string(e.slot) + ")" +
               (e.scored ? "" : ": misplay");
    const std::string value = e.kind == MoveKind::hint_color
                                  ? std::string(1, kColorLetters[e.value])
                                  : std::to_string(e.value);
    std::string slots;
    for (const int slot : members(e.touched))
        slots += (slots.empty() ? "" : ", ") + std::to_string(slot);
    const bool is_single = (e.touched & (e.touched - 1)) == 0;
    return actor + " hints " + kSeatNames[e.target] + " " + value +
           (is_single ? " (slot " : " (slots ") + slots + ")";
}

void bind_card(nb::module_& m) {
    nb::class_<CardValue>(m, "Card", "A card: a color letter and a rank, like Card('r1').")
        .def(
            "__init__",
            [](CardValue* self, const Text& text) { new (self) CardValue{parse_card(text.utf8)}; },
            "text"_a, "Reads a color of 'rygwb' ('m' for an extra suit) and a rank 1-5.")
        .def_static(
            "parse", [](const Text& text) { return CardValue{parse_card(text.utf8)}; }, "text"_a,
            "Same as Card(text).\n\n:raises NotationError: if the text is not a card")
        .def_prop_ro(
            "color", [](CardValue c) { return std::string(1, kColorLetters[color_of(c.card)]); },
            "Letter of the color: one of 'rygwbm'.")
        .def_prop_ro(
            "rank", [](CardValue c) { return rank_of(c.card); }, "Rank, 1 to 5.")
        .def_prop_ro(
            "index", [](CardValue c) { return static_cast<int>(c.card); },
            "Number of the card: 5 * color + rank - 1, with r, y, g, w, b, m = 0 .. 5.")
        .def("__str__", [](CardValue c) { return card_text(c.card); })
        .def("__repr__", [](CardValue c) { return "Card('" + card_text(c.card) + "')"; })
        .def("__hash__", [](CardValue c) { return static_cast<Py_ssize_t>(c.card); })
        .def(
            "__eq__",
            [](CardValue a, nb::object b) {
                return nb::isinstance<CardValue>(b) && nb::cast<CardValue>(b).card == a.card;
            },
            nb::arg().none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__lt__", [](CardValue a, CardValue b) { return a.card < b.card; })
        .def("__getstate__", [](CardValue c) { return card_text(c.card); })
        .def("__setstate__",
             [](CardValue& c, const Text& text) { new (&c) CardValue{parse_card(text.utf8)}; });
}

void bind_move(nb::module_& m) {
    nb::class_<Move>(m, "Move",
                     "What a player chose: play, discard or hint, independent of the position.")
        .def(
            "__init__",
            [](Move* self, const Text& text) { new (self) Move(parse_move(text.utf8)); }, "text"_a,
            "Reads 'play SLOT', 'discard SLOT', 'hint +SEATS COLOR' or 'hint +SEATS RANK'.")
        .def_static(
            "parse", [](const Text& text) { return parse_move(text.utf8); }, "text"_a,
            "Same as Move(text).\n\n:raises NotationError: if the text is not a move")
        .def_static(
            "play", [](int slot) { return play(checked_slot(slot)); }, "slot"_a,
            "Plays the card in a slot (0 is the oldest under `shift`).")
        .def_static(
            "discard", [](int slot) { return discard(checked_slot(slot)); }, "slot"_a,
            "Discards the card in a slot.")
        .def_static(
            "hint_color",
            [](int offset, const Text& color) {
                return checked_hint(hint_color(offset, parse_color(color.utf8)), offset, 0);
            },
            "offset"_a, "color"_a, "Tells the player `offset` seats on about a color.")
        .def_static(
            "hint_rank",
            [](int offset, int rank) {
                return checked_hint(hint_rank(offset, rank), offset, rank);
            },
            "offset"_a, "rank"_a, "Tells the player `offset` seats on about a rank.")
        .def_static("from_action_id", &move_from_action_id, "id"_a, "setup"_a,
                    "The move of an action id of the Hanabi Learning Environment.")
        .def("action_id", &action_id_of, "setup"_a,
             "The move's action id in the Hanabi Learning Environment.")
        .def_prop_ro(
            "kind", [](Move v) { return kind_text(v.kind); },
            "'play', 'discard', 'hint_color' or 'hint_rank'.")
        .def_prop_ro(
            "is_hint", [](Move v) { return is_hint(v); }, "Is it a hint?")
        .def_prop_ro(
            "slot", [](Move v) { return is_hint(v) ? std::nullopt : std::optional<int>(v.index); },
            "Slot played or discarded; None for hints.")
        .def_prop_ro(
            "offset",
            [](Move v) { return is_hint(v) ? std::optional<int>(v.index) : std::nullopt; },
            "Offset of the hinted player from the actor (1 = next); None otherwise.")
        .def_prop_ro(
            "color",
            [](Move v) {
                return v.kind == MoveKind::hint_color
                           ? std::optional<std::string>(std::string(1, kColorLetters[v.value]))
                           : std::nullopt;
            },
            "Color hinted; None otherwise.")
        .def_prop_ro(
            "rank",
            [](Move v) {
                return v.kind == MoveKind::hint_rank ? std::optional<int>(v.value) : std::nullopt;
            },
            "Rank hinted; None otherwise.")
        .def("__str__", &move_text)
        .def("__repr__", [](Move v) { return "Move('" + move_text(v) + "')"; })
        .def("__hash__", [](Move v) { return static_cast<Py_ssize_t>(kWidest.id(v)); })
        .def(
            "__eq__",
            [](Move a, nb::object b) { return nb::isinstance<Move>(b) && nb::cast<Move>(b) == a; },
            nb::arg().none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__getstate__", &move_text)
        .def("__setstate__",
             [](Move& v, const Text& text) { new (&v) Move(parse_move(text.utf8)); });
}

void bind_event(nb::module_& m) {
    nb::class_<EventValue>(m, "Event", "What everyone at the table saw in one turn.")
        .def_prop_ro(
            "kind", [](const EventValue& v) { return kind_text(v.event.kind); },
            "'play', 'discard', 'hint_color', 'hint_rank' or 'forfeit'.")
        .def_prop_ro(
            "actor", [](const EventValue& v) { return int(v.event.actor); }, "Seat that moved.")
        .def_prop_ro(
            "move",
            [](const EventValue& v) {
                const bool forfeit = v.event.kind == MoveKind::none;
                return forfeit ? std::nullopt : std::optional<Move>(move_of(v.event, v.players));
            },
            "The move that was made; None for a forfeit.")
        .def_prop_ro(
            "target",
            [](const EventValue& v) {
                const bool hint = is_hint(move_of(v.event, v.players));
                return hint ? std::optional<int>(v.event.target) : std::nullopt;
            },
            "Seat that was hinted; None otherwise.")
        .def_prop_ro(
            "touched", [](const EventValue& v) { return members(v.event.touched); },
            "Slots that the hint touched, as numbered then.")
        .def_prop_ro(
            "card",
            [](const EventValue& v) {
                return v.event.card == kNoCard ? std::nullopt
                                               : std::optional<CardValue>(CardValue{v.event.card});
            },
            "Card played or discarded; None otherwise.")
        .def_prop_ro(
            "scored", [](const EventValue& v) { return bool(v.event.scored); },
            "Whether a play succeeded.")
        .def_prop_ro(
            "token_returned", [](const EventValue& v) { return bool(v.event.token_returned); },
            "Whether a play completed a suit and returned a hint token.")
        .def_prop_ro(
            "drew", [](const EventValue& v) { return bool(v.event.drew); },
            "Whether the actor drew a new card.")
        .def("__str__", &event_text)
        .def("__repr__", [](const EventValue& v) { return "<Event: " + event_text(v) + ">"; })
        .def(
            "__eq__",
            [](const EventValue& a, nb::object b) {
                if (!nb::isinstance<EventValue>(b)) return false;
                const EventValue& other = nb::cast<const EventValue&>(b);
                return a.event == other.event && a.players == other.players;
            },
            nb::arg().none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", &event_hash)
        .def("__getstate__", [](const EventValue& v) { return pickled(v); })
        .def("__setstate__", [](EventValue& v, const nb::bytes& bytes) {
            new (&v) EventValue(unpickled_event(bytes));
        });
}

using KnowledgeNumbers = std::tuple<int, int, int, bool, bool, bool>;

KnowledgeNumbers numbers_of(const SlotKnowledge& k) {
    return {k.colors, k.ranks, k.stamp, k.present, k.color_hinted, k.rank_hinted};
}

SlotKnowledge knowledge_of(KnowledgeNumbers numbers) {
    const auto [colors, ranks, stamp, present, color_hinted, rank_hinted] = numbers;
    if (colors < 0 || colors >= 1 << kMaxColors || ranks < 0 || ranks >= 1 << kMaxRanks ||
        stamp < 0 || stamp > 255)
        throw TamayaError("damaged pickle: knowledge");
    return {static_cast<u8>(colors),
            static_cast<u8>(ranks),
            static_cast<u8>(stamp),
            present,
            color_hinted,
            rank_hinted};
}

void bind_knowledge(nb::module_& m) {
    nb::class_<SlotKnowledge>(m, "Knowledge", "Public knowledge from hints about one slot.")
        .def_prop_ro(
            "colors", [](const SlotKnowledge& k) { return colors_text(k.colors); },
            "Letters of the possible colors.")
        .def_prop_ro(
            "ranks", [](const SlotKnowledge& k) { return members(k.ranks << 1); },
            "Possible ranks.")
        .def_ro("color_hinted", &SlotKnowledge::color_hinted,
                "Whether a color hint has touched it.")
        .def_ro("rank_hinted", &SlotKnowledge::rank_hinted, "Whether a rank hint has touched it.")
        .def_ro("present", &SlotKnowledge::present, "Whether the slot holds a card.")
        .def_prop_ro(
            "stamp", [](const SlotKnowledge& k) { return int(k.stamp); },
            "Age: larger is newer within one hand.")
        .def(
            "__eq__",
            [](const SlotKnowledge& a, nb::object b) {
                return nb::isinstance<SlotKnowledge>(b) && nb::cast<const SlotKnowledge&>(b) == a;
            },
            nb::arg().none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const SlotKnowledge& k) { return nb::hash(nb::cast(numbers_of(k))); })
        .def("__getstate__", &numbers_of)
        .def("__setstate__",
             [](SlotKnowledge& k, KnowledgeNumbers n) { new (&k) SlotKnowledge(knowledge_of(n)); })
        .def("__repr__", [](const SlotKnowledge& k) {
            std::string ranks;
            for (const int rank : members(k.ranks << 1)) ranks += std::to_string(rank);
            return "<Knowledge {" + colors_text(k.colors) + "," + ranks + "}>";
        });
}

}  // namespace

void bind_values(nb::module_& m) {
    bind_card(m);
    bind_move(m);
    bind_event(m);
    bind_knowledge(m);
}

}  // namespace bind
