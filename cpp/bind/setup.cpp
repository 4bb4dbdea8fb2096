// Setup.
#include "bind.hpp"
#include "setup_text.hpp"
#include "tamaya/observation.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

Setup with_changes(SetupDraft draft, const nb::kwargs& changes) {
    for (const auto& [name, value] : changes) {
        if (!nb::isinstance<nb::int_>(value) && !nb::isinstance<nb::str>(value))
            throw NotationError("bad set-up: " + std::string(nb::str(name).c_str()) + " = " +
                                nb::repr(value).c_str() + " (expected a whole number or a word)");
        set_field(draft, nb::str(name).c_str(), nb::str(value).c_str());
    }
    return checked(draft);
}

Setup preset_for(const char* name, int players, const nb::kwargs& changes) {
    SetupDraft draft = preset(name);
    draft.players = players;
    return with_changes(draft, changes);
}

void construct(Setup* self, int players, int colors, int ranks, const std::string& extra_suit,
               std::optional<int> hand_size, int max_hints, int max_lives,
               const std::string& refill, bool discard_at_max, int first_seat,
               const std::string& illegal, const std::string& color_order) {
    if (hand_size == 0) throw NotationError("bad set-up: hand_size = 0 (expected 1 to 5)");
    new (self)
        Setup(checked({players, colors, ranks, extra_suit, hand_size.value_or(0), max_hints,
                       max_lives, refill, discard_at_max, first_seat, illegal, color_order}));
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
           [](int players, const nb::kwargs& k) { return preset_for("standard", players, k); },
           "players"_a = 2, "changes"_a,
           nb::sig("def standard(players: int = 2, **changes: int | str | bool) -> Setup"),
           "The rules in the box, as HLE and hanab.live play them.")
        .def_static(
            "competition",
            [](int players, const nb::kwargs& k) { return preset_for("competition", players, k); },
            "players"_a = 2, "changes"_a,
            nb::sig("def competition(players: int = 2, **changes: int | str | bool) -> Setup"),
            "As the Java competition framework plays: slots are refilled in place and an illegal\n"
            "move ends the game with the points kept.")
        .def_static(
            "eger", [](int players, const nb::kwargs& k) { return preset_for("eger", players, k); },
            "players"_a = 2, "changes"_a,
            nb::sig("def eger(players: int = 2, **changes: int | str | bool) -> Setup"),
            "As the program of the 2017 human study plays: discarding is always allowed.");
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
            "Hint tokens at the start, and never more.")
        .def_prop_ro(
            "max_lives", [](const Setup& s) { return int(s.max_lives); }, "Lives at the start.")
        .def_prop_ro("refill", word(&SetupDraft::refill),
                     "'shift': cards close up and the new one enters at the end, slot 0 is the\n"
                     "oldest. 'in_place': the new card takes the emptied slot.")
        .def_prop_ro(
            "discard_at_max", [](const Setup& s) { return s.discard_at_max; },
            "May a player discard with all hint tokens there?")
        .def_prop_ro(
            "first_seat", [](const Setup& s) { return int(s.first_seat); },
            "Seat that moves first.")
        .def_prop_ro("illegal", word(&SetupDraft::illegal),
                     "What an illegal move does: 'raise' an error, or 'end' the game, points kept.")
        .def_prop_ro("color_order", word(&SetupDraft::color_order),
                     "The order in which agents scan colors, which decides their ties.");
}

void bind_derived(nb::class_<Setup>& cls) {
    cls.def_prop_ro(
           "suits", [](const Setup& s) { return colors_text(color_set(s)); },
           "Letters of all suits, like 'rygwb' or 'rygwbm'.")
        .def_prop_ro(
            "hint_colors", [](const Setup& s) { return colors_text(hint_colors(s)); },
            "Letters that a color hint can name.")
        .def_prop_ro(
            "deck_size", [](const Setup& s) { return deck_size(s); }, "Cards in all.")
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
    cls.def("__init__", &construct, nb::kw_only(), "players"_a = 2, "colors"_a = 5, "ranks"_a = 5,
            "extra_suit"_a = "none", "hand_size"_a = nb::none(), "max_hints"_a = 8,
            "max_lives"_a = 3, "refill"_a = "shift", "discard_at_max"_a = false, "first_seat"_a = 0,
            "illegal"_a = "raise", "color_order"_a = "rygwb",
            "The standard game unless said otherwise.")
        .def_static("parse", &parse_setup, "text"_a,
                    "Reads a preset and fields, like 'competition players=3 max_lives=1'.")
        .def(
            "replace",
            [](const Setup& s, const nb::kwargs& k) { return with_changes(draft_of(s), k); },
            "changes"_a, nb::sig("def replace(self, **changes: int | str | bool) -> Setup"),
            "The same set-up with some fields changed. A hand size that was the usual one for\n"
            "the number of players stays the usual one.")
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
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__getstate__", &setup_text)
        .def("__setstate__",
             [](Setup& s, const std::string& text) { new (&s) Setup(parse_setup(text)); });
    bind_presets(cls);
    bind_fields(cls);
    bind_derived(cls);
}

}  // namespace bind
