#include "setup_text.hpp"

#include <algorithm>
#include <functional>
#include <sstream>
#include <vector>

#include "errors.hpp"
#include "text.hpp"

namespace bind {

using namespace tamaya;

namespace {

const std::vector<std::string> kExtraSuits = {"none", "standard", "single", "rainbow"};
const std::vector<std::string> kRefills = {"shift", "in_place"};
const std::vector<std::string> kIllegals = {"raise", "end"};
const std::vector<std::string> kPresets = {"standard", "competition", "eger"};

std::string listed(const std::vector<std::string>& words) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i)
        out += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
    return out;
}

[[noreturn]] void bad_value(const std::string& name, const std::string& value,
                            const std::string& expected) {
    throw NotationError("bad set-up: " + name + " = " + value + " (expected " + expected + ")");
}

void check_range(const std::string& name, int value, int low, int high) {
    if (value >= low && value <= high) return;
    bad_value(name, std::to_string(value), std::to_string(low) + " to " + std::to_string(high));
}

template <typename Word>
Word word_of(const std::string& name, const std::string& value,
             const std::vector<std::string>& words) {
    const auto at = std::find(words.begin(), words.end(), value);
    if (at == words.end()) bad_value(name, quoted(value), listed(words));
    return static_cast<Word>(at - words.begin());
}

int read_number(const std::string& name, const std::string& value) {
    const bool digits =
        !value.empty() && std::all_of(value.begin() + (value[0] == '-' && value.size() > 1),
                                      value.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits) bad_value(name, quoted(value), "a whole number");
    if (value.size() > 9) bad_value(name, quoted(value), "a small whole number");
    return std::stoi(value);
}

bool read_flag(const std::string& name, const std::string& value) {
    if (value == "true" || value == "True") return true;
    if (value != "false" && value != "False") bad_value(name, quoted(value), "true or false");
    return false;
}

// Every field once: its name, and how a draft's value is written and read.
struct Field {
    std::string name;
    std::function<std::string(const SetupDraft&)> get;
    std::function<void(SetupDraft&, const std::string&)> set;
    bool is_word = false;  // Python writes it with quotes
};

Field number_field(const std::string& name, int SetupDraft::* member) {
    return {name, [=](const SetupDraft& d) { return std::to_string(d.*member); },
            [=](SetupDraft& d, const std::string& value) { d.*member = read_number(name, value); }};
}

// In a draft 0 stands for the usual size, so nobody may write it.
Field hand_size_field() {
    Field field = number_field("hand_size", &SetupDraft::hand_size);
    field.set = [](SetupDraft& d, const std::string& value) {
        d.hand_size = read_number("hand_size", value);
        check_range("hand_size", d.hand_size, 1, kMaxHand);
    };
    return field;
}

Field flag_field(const std::string& name, bool SetupDraft::* member) {
    return {name, [=](const SetupDraft& d) { return std::string(d.*member ? "True" : "False"); },
            [=](SetupDraft& d, const std::string& value) { d.*member = read_flag(name, value); }};
}

Field word_field(const std::string& name, std::string SetupDraft::* member) {
    return {name, [=](const SetupDraft& d) { return d.*member; },
            [=](SetupDraft& d, const std::string& value) { d.*member = value; }, true};
}

const std::vector<Field>& fields() {
    static const std::vector<Field> all = {
        number_field("players", &SetupDraft::players),
        number_field("colors", &SetupDraft::colors),
        number_field("ranks", &SetupDraft::ranks),
        word_field("extra_suit", &SetupDraft::extra_suit),
        hand_size_field(),
        number_field("max_hints", &SetupDraft::max_hints),
        number_field("max_lives", &SetupDraft::max_lives),
        word_field("refill", &SetupDraft::refill),
        flag_field("discard_at_max", &SetupDraft::discard_at_max),
        number_field("first_seat", &SetupDraft::first_seat),
        word_field("illegal", &SetupDraft::illegal),
        word_field("color_order", &SetupDraft::color_order),
    };
    return all;
}

void read_color_order(const std::string& order, Setup& setup) {
    std::string letters = order;
    std::sort(letters.begin(), letters.end());
    if (letters != "bgrwy")
        bad_value("color_order", quoted(order), "the letters r, y, g, w, b once each");
    for (std::size_t i = 0; i < 5; ++i)
        setup.color_order[i] = static_cast<u8>(parse_color(order.substr(i, 1)));
    setup.color_order[5] = kExtraColor;
}

void check_numbers(const SetupDraft& d) {
    check_range("players", d.players, kMinPlayers, kMaxPlayers);
    check_range("colors", d.colors, 1, 5);
    check_range("ranks", d.ranks, 1, kMaxRanks);
    if (d.hand_size != 0) check_range("hand_size", d.hand_size, 1, kMaxHand);
    check_range("max_hints", d.max_hints, 0, kMaxHintTokens);
    check_range("max_lives", d.max_lives, 1, kMaxLives);
    check_range("first_seat", d.first_seat, 0, d.players - 1);
}

// The fields in which a draft differs from another, written "name=value".
std::string differences(const SetupDraft& draft, const SetupDraft& from, bool python,
                        const char* between) {
    std::string out;
    for (const Field& field : fields()) {
        const std::string value = field.get(draft);
        if (value == field.get(from)) continue;
        const std::string quote = python && field.is_word ? "'" : "";
        out += (out.empty() ? "" : between) + field.name + "=" + quote + value + quote;
    }
    return out;
}

}  // namespace

SetupDraft draft_of(const Setup& s) {
    SetupDraft d;
    d.players = s.players;
    d.colors = s.colors;
    d.ranks = s.ranks;
    d.extra_suit = kExtraSuits[static_cast<std::size_t>(s.extra_suit)];
    d.hand_size = s.hand_size == standard_hand_size(s.players) ? 0 : s.hand_size;
    d.max_hints = s.max_hints;
    d.max_lives = s.max_lives;
    d.refill = kRefills[static_cast<std::size_t>(s.refill)];
    d.discard_at_max = s.discard_at_max;
    d.first_seat = s.first_seat;
    d.illegal = kIllegals[static_cast<std::size_t>(s.illegal)];
    for (std::size_t i = 0; i < 5; ++i) d.color_order[i] = kColorLetters[s.color_order[i]];
    return d;
}

void set_field(SetupDraft& draft, const std::string& name, const std::string& value) {
    for (const Field& field : fields())
        if (field.name == name) return field.set(draft, value);
    std::vector<std::string> names;
    for (const Field& field : fields()) names.push_back(field.name);
    throw UnknownNameError("no set-up field " + quoted(name) + " (expected " + listed(names) + ")");
}

Setup checked(const SetupDraft& d) {
    check_numbers(d);
    Setup s = standard_setup(d.players);
    s.colors = static_cast<u8>(d.colors);
    s.ranks = static_cast<u8>(d.ranks);
    s.extra_suit = word_of<ExtraSuit>("extra_suit", d.extra_suit, kExtraSuits);
    if (d.hand_size != 0) s.hand_size = static_cast<u8>(d.hand_size);
    s.max_hints = static_cast<u8>(d.max_hints);
    s.max_lives = static_cast<u8>(d.max_lives);
    s.refill = word_of<Refill>("refill", d.refill, kRefills);
    s.discard_at_max = d.discard_at_max;
    s.first_seat = static_cast<u8>(d.first_seat);
    s.illegal = word_of<Illegal>("illegal", d.illegal, kIllegals);
    read_color_order(d.color_order, s);
    if (s.players * s.hand_size > deck_size(s))
        throw NotationError("bad set-up: " + std::to_string(s.players) + " hands of " +
                            std::to_string(s.hand_size) + " cards, but the deck has only " +
                            std::to_string(deck_size(s)));
    return s;
}

SetupDraft preset(const std::string& name) {
    if (name == "standard") return draft_of(standard_setup(2));
    if (name == "competition") return draft_of(competition_setup(2));
    if (name == "eger") return draft_of(eger_setup(2));
    throw UnknownNameError("no preset " + quoted(name) + " (expected " + listed(kPresets) + ")");
}

std::string setup_text(const Setup& setup) {
    std::string best;
    for (const std::string& name : kPresets) {
        SetupDraft from = preset(name);
        from.players = 0;  // always written
        const std::string text = name + " " + differences(draft_of(setup), from, false, " ");
        if (best.empty() || text.size() < best.size()) best = text;
    }
    return best;
}

std::string setup_repr(const Setup& setup) {
    SetupDraft from;
    from.players = 0;
    return "Setup(" + differences(draft_of(setup), from, true, ", ") + ")";
}

Setup parse_setup(const std::string& text) {
    std::istringstream in(text);
    std::string word;
    if (!(in >> word))
        throw NotationError("not a set-up: " + quoted(text) +
                            " (expected a preset and fields, like 'standard players=3')");
    SetupDraft draft = preset(word);
    while (in >> word) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos)
            throw NotationError("not a set-up field: " + quoted(word) +
                                " (expected NAME=VALUE, like 'players=3')");
        set_field(draft, word.substr(0, equals), word.substr(equals + 1));
    }
    return checked(draft);
}

}  // namespace bind
