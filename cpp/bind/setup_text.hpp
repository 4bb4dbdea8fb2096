// Set-ups to text and back, and their validation.
#pragma once

#include <string>

#include "tamaya/setup.hpp"

namespace bind {

// A set-up as the user describes it, before it is checked.
struct SetupDraft {
    int players = 2;
    int colors = 5;
    int ranks = 5;
    std::string extra_suit = "none";
    int hand_size = 0;  // 0: the default for the number of players
    int max_hints = 8;
    int max_lives = 3;
    std::string refill = "shift";
    bool discard_at_max = false;
    int first_seat = 0;
    std::string illegal = "raise";
    std::string color_order = "rygwb";
};

SetupDraft draft_of(const tamaya::Setup& setup);

// Sets a field by name from text; throws for unknown names and invalid values.
void set_field(SetupDraft& draft, const std::string& name, const std::string& value);

// Checks every field and throws an error that names the first invalid field.
tamaya::Setup checked(const SetupDraft& draft);

SetupDraft preset(const std::string& name);

std::string setup_text(const tamaya::Setup& setup);  // "standard players=2"
std::string setup_repr(const tamaya::Setup& setup);  // "Setup(players=2)"
tamaya::Setup parse_setup(const std::string& text);

}  // namespace bind
