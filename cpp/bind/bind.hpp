// Shared by all binding files: small wrappers, and checks of arguments.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "arguments.hpp"
#include "errors.hpp"
#include "tamaya/view.hpp"
#include "text.hpp"

namespace bind {

// A card as a Python object (in the core, a card is an integer).
struct CardValue {
    tamaya::Card card;
};

// An event, with the number of players that its move's offset depends on.
struct EventValue {
    tamaya::Event event;
    int players;
};

// What hints say about one slot.
struct SlotKnowledge {
    tamaya::u8 colors, ranks, stamp;
    bool present, color_hinted, rank_hinted;

    friend bool operator==(const SlotKnowledge&, const SlotKnowledge&) = default;
};

std::vector<CardValue> cards_in(tamaya::CardSet set);
std::string colors_text(int colors);  // bits of colors to letters

void bind_values(nb::module_& m);
void bind_setup(nb::module_& m);
void bind_positions(nb::module_& m);
void bind_rules(nb::module_& m);
void bind_policies(nb::module_& m);
void bind_conventions(nb::module_& m);
void bind_cyclone(nb::module_& m);
void bind_eger(nb::module_& m);
void bind_people(nb::module_& m);
void bind_games(nb::module_& m);
void bind_open_games(nb::module_& m);
void bind_teams(nb::module_& m);
void bind_episodes(nb::module_& m);
void bind_search(nb::module_& m);
void bind_thoughts(nb::module_& m);
void bind_vector(nb::module_& m);
void bind_networks(nb::module_& m);

}  // namespace bind
