// Conventions: what a hint says by them, for explanations.
#include <nanobind/stl/pair.h>

#include "bind.hpp"
#include "tamaya/families/convention/hats.hpp"

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
    convention::Faces faces;
    convention::see_faces(faces, view, beliefs.numbers, beliefs.seen);
    const int range = hats::all_numbers(beliefs, view.me);
    std::vector<int> worn;
    for (int seat = 0; seat < view.table.setup.players; ++seat)
        worn.push_back(seat == view.me ? -1 : hats::put_on(beliefs, faces, seat, range));
    return {range, worn};
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
}

}  // namespace bind
