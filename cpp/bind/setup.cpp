// Setup.
#include "bind.hpp"
#include "setup_text.hpp"
#include "tamaya/observation.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

// A field's value as text.
std::string value_text(const std::string& name, nb::handle value) {
    if (PyUnicode_Check(value.ptr())) return utf8_of(value);
    if (PyBool_Check(value.ptr())) return value.ptr() == Py_True ? "true" : "false";
    Whole whole;
    if (!nb::try_cast(value, whole))
        throw NotationError("bad set-up: " + name + " = " + utf8_of(nb::repr(value)) +
                            " (expected a whole number or a word)");
    if (!small_number(whole))
        throw NotationError("bad set-up: " + name + " = " + number_text(whole) +
                            " (expected a small whole number)");
    return number_text(whole);
}

Setup with_changes(SetupDraft draft, const nb::kwargs& changes) {
    for (const auto& [key, value] : changes) {
        const std::string name = utf8_of(key);
        if (name == "hand_size" && value.is_none()) {
            draft.hand_size = 0;  // the default
        } else {
            set_field(draft, name, value_text(name, value));
        }
    }
    return checked(draft);
}

Setup preset_for(const char* name, nb::handle players, const nb::kwargs& changes) {
    SetupDraft draft = preset(name);
    set_field(draft, "players", value_text("players", players));
    return with_changes(draft, changes);
}

std::vector<CardValue> all_cards(const Setup& s) {
    const Deck deck = sorted_deck(s);
    std::vector<CardValue> cards;
    for (int i = 0; i < deck.size; ++i) cards.push_back({deck.cards[i]});
    return cards;
}

void bind_presets(nb::class_<Setup>& cls) {
    cls.def_static(
           "standard",
           [](nb::object players, const nb::kwargs& k) {
               return preset_for("standard", players, k);
           },
           "players"_a = 2, "changes"_a,
           nb::sig("def standard(players: typing.SupportsIndex = 2, **changes: "
                   "typing.SupportsIndex | str | None) -> Setup"),
           "The rules of the printed game, as in HLE and hanab.live.")
        .def_static(
            "competition",
            [](nb::object players, const nb::kwargs& k) {
                return preset_for("competition", players, k);
            },
            "players"_a = 2, "changes"_a,
            nb::sig("def competition(players: typing.SupportsIndex = 2, **changes: "
                    "typing.SupportsIndex | str | None) -> Setup"),
            "The rules of the Java competition framework: slots are refilled in place, and an "
            "illegal\n"
            "move ends the game with the points kept.")
        .def_static(
            "eger",
            [](nb::object players, const nb::kwargs& k) { return preset_for("eger", players, k); },
            "players"_a = 2, "changes"_a,
            nb::sig("def eger(players: typing.SupportsIndex = 2, **changes: typing.SupportsIndex | "
                    "str | None) -> Setup"),
            "The rules of the program of the 2017 human study: discarding is always legal.");
}

void bind_fields(nb::class_<Setup>& cls) {
    const auto word = [](std::string SetupDraft::* member) {
        return [member](const Setup& s) { return draft_of(s).*member; };
    };
    cls.def_prop_ro(
           "players", [](const Setup& s) { return int(s.players); }, "Players, 2 to 5.")
        .def_prop_ro(
            "colors", [](const Setup& s) { return int(s.colors); },
            "Ordinary colors, 1 to 5: the first letters of 'rygwb'.")
        .def_prop_ro(
            "ranks", [](const Setup& s) { return int(s.ranks); }, "Ranks, 1 to 5.")
        .def_prop_ro("extra_suit", word(&SetupDraft::extra_suit),
                     "'none'; or one more suit 'm': 'standard', 'single' (one copy of each rank)\n"
                     "or 'rainbow' (touched by every color hint, never named itself).")
        .def_prop_ro(
            "hand_size", [](const Setup& s) { return int(s.hand_size); },
            "Cards in a hand, 1 to 5; by default 5 for 2 and 3 players, 4 for more.")
        .def_prop_ro(
            "max_hints", [](const Setup& s) { return int(s.max_hints); },
            "Hint tokens at the start, and the maximum.")
        .def_prop_ro(
            "max_lives", [](const Setup& s) { return int(s.max_lives); }, "Lives at the start.")
        .def_prop_ro(
            "refill", word(&SetupDraft::refill),
            "'shift': cards close the gap and the new card enters at the end, slot 0 is the\n"
            "oldest. 'in_place': the new card takes the emptied slot.")
        .def_prop_ro(
            "discard_at_max", [](const Setup& s) { return s.discard_at_max; },
            "Whether discarding is legal with all hint tokens available.")
        .def_prop_ro(
            "first_seat", [](const Setup& s) { return int(s.first_seat); },
            "Seat that moves first.")
        .def_prop_ro("illegal", word(&SetupDraft::illegal),
                     "What an illegal move does: 'raise' an error, or 'end' the game, points kept.")
        .def_prop_ro("color_order", word(&SetupDraft::color_order),
                     "The order in which agents scan colors, which breaks ties.");
}

void bind_derived(nb::class_<Setup>& cls) {
    cls.def_prop_ro(
           "suits", [](const Setup& s) { return colors_text(color_set(s)); },
           "Letters of all suits, like 'rygwb' or 'rygwbm'.")
        .def_prop_ro(
            "hint_colors", [](const Setup& s) { return colors_text(hint_colors(s)); },
            "Letters that a color hint can name.")
        .def_prop_ro(
            "deck_size", [](const Setup& s) { return deck_size(s); }, "Number of cards.")
        .def_prop_ro(
            "max_score", [](const Setup& s) { return max_score(s); }, "Score of a perfect game.")
        .def_prop_ro(
            "actions", [](const Setup& s) { return action_ids(s).size(); }, "Number of action ids.")
        .def_prop_ro(
            "observation_size", [](const Setup& s) { return observation_size(s); },
            "Length of the observation vector.")
        .def("cards", &all_cards, "All cards of the game, by color and rank.");
}

}  // namespace

void bind_setup(nb::module_& m) {
    nb::class_<Setup> cls(m, "Setup", "Everything in which games differ before the first card.");
    cls.def(
           "__init__",
           [](Setup* self, const nb::kwargs& k) { new (self) Setup(with_changes({}, k)); },
           "fields"_a,
           nb::sig("def __init__(self, *, players: typing.SupportsIndex = 2, "
                   "colors: typing.SupportsIndex = 5, ranks: typing.SupportsIndex = 5, "
                   "extra_suit: str = 'none', hand_size: typing.SupportsIndex | None = None, "
                   "max_hints: typing.SupportsIndex = 8, max_lives: typing.SupportsIndex = 3, "
                   "refill: str = 'shift', discard_at_max: bool = False, "
                   "first_seat: typing.SupportsIndex = 0, illegal: str = 'raise', "
                   "color_order: str = 'rygwb') -> None"),
           "The defaults are those of the standard game.")
        .def_static(
            "parse", [](const Text& text) { return parse_setup(text.utf8); }, "text"_a,
            "Reads a preset and fields, like 'competition players=3 max_lives=1'.")
        .def(
            "replace",
            [](const Setup& s, const nb::kwargs& k) { return with_changes(draft_of(s), k); },
            "changes"_a,
            nb::sig("def replace(self, **changes: typing.SupportsIndex | str | None) -> Setup"),
            "The same set-up with changed fields. A hand size that was the default for\n"
            "the number of players stays the default.")
        .def("__str__", &setup_text)
        .def("__repr__", &setup_repr)
        .def("__hash__",
             [](const Setup& s) {
                 return static_cast<Py_ssize_t>(std::hash<std::string>{}(setup_text(s)));
             })
        .def(
            "__eq__",
            [](const Setup& a, nb::object b) {
                return nb::isinstance<Setup>(b) && nb::cast<const Setup&>(b) == a;
            },
            nb::arg().none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__getstate__", &setup_text)
        .def("__setstate__",
             [](Setup& s, const Text& text) { new (&s) Setup(parse_setup(text.utf8)); });
    bind_presets(cls);
    bind_fields(cls);
    bind_derived(cls);
}

}  // namespace bind
