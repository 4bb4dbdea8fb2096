// Conventions: what a hint says by them, for explanations.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include "bind.hpp"
#include "policies.hpp"
#include "tamaya/families/convention/hats.hpp"
#include "tamaya/families/convention/ladder.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

hats::Beliefs beliefs_at(const View& view) {
    hats::Beliefs beliefs = {};
    hats::catch_up(beliefs, view);
    return beliefs;
}

// What each slot of each hand may be, as everyone knows it.
std::vector<std::vector<std::vector<CardValue>>> possible_cards(const View& view) {
    const hats::Beliefs beliefs = beliefs_at(view);
    std::vector<std::vector<std::vector<CardValue>>> hands;
    for (int seat = 0; seat < view.table.setup.players; ++seat) {
        auto& slots = hands.emplace_back();
        for (int slot = 0; slot < view.table.setup.hand_size; ++slot)
            slots.push_back(cards_in(beliefs.possible[seat][slot]));
    }
    return hands;
}

// The range of hats, and the hat of each seat; -1 for the viewer.
std::pair<int, std::vector<int>> worn_hats(const View& view) {
    hats::Beliefs beliefs = beliefs_at(view);
    Faces faces;
    see_faces(faces, view, beliefs.numbers, beliefs.seen);
    const int range = hats::all_numbers(beliefs, view.me);
    std::vector<int> worn;
    for (int seat = 0; seat < view.table.setup.players; ++seat)
        worn.push_back(seat == view.me ? -1 : hats::put_on(beliefs, faces, seat, range));
    return {range, worn};
}

ladder::Notes notes_at(const View& view, int level) {
    if (level < 1 || level > 3)
        throw TamayaError("level = " + std::to_string(level) + " (expected 1 to 3)");
    ladder::Notes notes = {};
    ladder::catch_up(notes, view, level);
    return notes;
}

ladder::Scene scene_at(const View& view, const ladder::Notes& notes) {
    Faces faces;
    see_faces(faces, view, notes.numbers, notes.seen);
    return ladder::scene_of(notes, faces, view.me);
}

using TakenFor = std::vector<std::vector<std::pair<std::vector<CardValue>, std::string>>>;

// What the holders take their cards for, and why.
TakenFor taken_for(const ladder::Notes& notes, const ladder::Scene& scene) {
    const Setup& s = notes.table.setup;
    TakenFor hands;
    for (int seat = 0; seat < s.players; ++seat) {
        const ladder::Mind mind = ladder::mind_of(notes, scene, seat);
        auto& slots = hands.emplace_back();
        for (int slot = 0; slot < s.hand_size; ++slot)
            slots.push_back({cards_in(mind.of[slot]),
                             ladder::kCallNames[static_cast<int>(notes.calls[seat][slot])]});
    }
    return hands;
}

TakenFor ladder_hands(const View& view, int level) {
    const ladder::Notes notes = notes_at(view, level);
    return taken_for(notes, scene_at(view, notes));
}

// The focus of a hint that the viewer might give, and what everyone takes their cards for after it.
std::pair<int, TakenFor> ladder_hint(const View& view, int level, Move hint) {
    check_turn(view);
    if (!is_hint(hint) || !legal_moves(view).contains(hint))
        throw TamayaError("not a hint that can be given here");
    ladder::Notes notes = notes_at(view, level);
    const ladder::Scene scene = scene_at(view, notes);
    const Event event = ladder::event_of(view, hint);
    const int focus = ladder::focus_of(notes, event);
    ladder::follow(notes, scene, event, level);
    return {focus, taken_for(notes, scene)};
}

}  // namespace

void bind_conventions(nb::module_& m) {
    m.def(
        "hats_steps",
        [] { return std::vector<std::string>(hats::kStepNames, hats::kStepNames + hats::kSteps); },
        "Names of the steps by which the hat convention decides, as `Decision.fired` counts them.");
    m.def("hats_possible", &possible_cards, "view"_a,
          "What each slot of each hand may be, as everyone knows who follows the hat convention:\n"
          "[seat][slot], the cards.");
    m.def("hats_worn", &worn_hats, "view"_a,
          "How many numbers a hint of the viewer can say, and the hat of each seat (-1 for the\n"
          "viewer): a hint says the sum of the hats modulo the first number.");
    m.def(
        "ladder_steps",
        [] {
            return std::vector<std::string>(ladder::kStepNames,
                                            ladder::kStepNames + ladder::kSteps);
        },
        "Names of the steps by which the ladder convention decides, as `Decision.fired` counts.");
    m.def("ladder_hands", &ladder_hands, "view"_a, "level"_a,
          "What the holder of each slot takes the card for by the ladder convention, and why\n"
          "('none', 'hint', 'prompt' or 'finesse'): [seat][slot].");
    m.def("ladder_hint", &ladder_hint, "view"_a, "level"_a, "hint"_a,
          "The focus of a hint that the viewer might give: the slot; and `ladder_hands` after it.");
}

}  // namespace bind
