// The agents of Eger et al. 2017: their evaluations, their possible moves, and consecutive games.
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <cstring>

#include "bind.hpp"
#include "tables.hpp"
#include "tamaya/game_loop.hpp"
#include "threads.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

constexpr const char* kGoals[] = {"play", "discard", "may discard", "keep"};

// The parameters of an agent of Eger et al. whose turn it is.
const eger::Params& params_of(const OwnedPolicy& owned, const View& view) {
    if (owned.policy.family != Family::eger) throw TamayaError("not an agent of Eger et al.");
    check_turn(view);
    return owned.policy.params.eger;
}

// A sampler has too many random choices to enumerate.
void check_choices(const eger::Params& params) {
    if (params.style == eger::Style::sample)
        throw TamayaError("cannot list the moves of a sampler: it has too many random choices");
}

eger::Reading reading_of(const eger::Params& params) {
    return {params.counting, params.expendable};
}

// Random choices that enumerate all possibilities, one per run of a decision.
struct AllDraws {
    std::vector<int> taken, sizes;
    std::size_t depth = 0;

    int below(int n) {
        if (depth == taken.size()) {
            taken.push_back(0);
            sizes.push_back(n);
        }
        return taken[depth++];
    }
    int first_of_shuffled(int n) { return below(n); }

    // The next possibility; false after the last.
    bool advance() {
        while (!taken.empty() && taken.back() + 1 == sizes.back()) {
            taken.pop_back();
            sizes.pop_back();
        }
        if (taken.empty()) return false;
        ++taken.back();
        depth = 0;
        return true;
    }
};

// Random choices as Python 2 derives them from numbers in [0, 1).
struct RecordedDraws {
    const std::vector<double>& numbers;
    std::size_t used = 0;

    double next() {
        if (used == numbers.size())
            throw TamayaError("the agent needs more random numbers than were given");
        return numbers[used++];
    }
    int below(int n) { return static_cast<int>(next() * n); }
    int first_of_shuffled(int n) {
        std::vector<int> order;
        for (int i = 0; i < n; ++i) order.push_back(i);
        for (int i = n - 1; i > 0; --i)
            std::swap(order[static_cast<std::size_t>(i)],
                      order[static_cast<std::size_t>(below(i + 1))]);
        return order[0];
    }
};

bool is_same(const Memory& a, const Memory& b) {
    return std::memcmp(a.words, b.words, sizeof a.words) == 0;
}

std::vector<std::pair<Move, Memory>> outcomes(const OwnedPolicy& policy, const View& view,
                                              const Memory& notes) {
    const eger::Params& params = params_of(policy, view);
    check_choices(params);
    std::vector<std::pair<Move, Memory>> outcomes_so_far;
    AllDraws draws;
    do {
        Memory after = notes;
        const Move move = eger::decide_with(params, view, after, draws).move;
        const auto same = [&](const auto& outcome) {
            return outcome.first == move && is_same(outcome.second, after);
        };
        bool known = false;
        for (const auto& outcome : outcomes_so_far) known |= same(outcome);
        if (!known) outcomes_so_far.push_back({move, after});
    } while (draws.advance());
    return outcomes_so_far;
}

std::tuple<Move, Memory, int> follow(const OwnedPolicy& policy, const View& view,
                                     const Memory& notes, const std::vector<double>& numbers) {
    const eger::Params& params = params_of(policy, view);
    check_choices(params);
    RecordedDraws draws{numbers};
    Memory after = notes;
    const Move move = eger::decide_with(params, view, after, draws).move;
    return {move, after, static_cast<int>(draws.used)};
}

std::vector<eger::Weighed> hints(const OwnedPolicy& policy, const View& view) {
    const eger::Params& params = params_of(policy, view);
    std::vector<eger::Weighed> weighed;
    if (view.table.hints == 0) return weighed;
    eger::each_hint(view, reading_of(params),
                    [&](const eger::Weighed& hint) { weighed.push_back(hint); });
    return weighed;
}

std::vector<std::string> goals(const OwnedPolicy& policy, const View& view, int offset) {
    const eger::Params& params = params_of(policy, view);
    if (offset < 1 || offset >= view.table.setup.players)
        throw TamayaError("no player +" + std::to_string(offset));
    const eger::Words w = eger::words(view, reading_of(params));
    const eger::Partner partner(view, reading_of(params), w, offset);
    std::vector<std::string> names;
    for (int i = 0; i < view.table.setup.hand_size; ++i)
        names.push_back(eger::has(partner.k.present, i) ? kGoals[static_cast<int>(partner.goals[i])]
                                                        : "");
    return names;
}

std::vector<std::optional<double>> discard_values(const OwnedPolicy& policy, const View& view) {
    const eger::Params& params = params_of(policy, view);
    const Knowledge& k = view.table.knowledge[view.me];
    std::vector<std::optional<double>> values;
    for (int i = 0; i < view.table.setup.hand_size; ++i)
        values.push_back(eger::has(k.present, i)
                             ? std::optional(eger::discard_value(
                                   view, eger::counted(view, reading_of(params)), possible(k, i)))
                             : std::nullopt);
    return values;
}

template <typename T, std::size_t N>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

Deck deck_of(const Setup& setup, const u8* cards) {
    Deck deck = sorted_deck(setup);
    CardCounts counts = {};
    for (int i = 0; i < deck.size; ++i) {
        if (cards[i] >= kCardKinds) throw TamayaError("no card " + std::to_string(cards[i]));
        deck.cards[i] = cards[i];
        counts.add(bit(cards[i]));
    }
    if (!(counts == deck.counts))
        throw TamayaError("a deck does not consist of the cards of the set-up");
    return deck;
}

void play_row(const Setup& setup, const Policies& policies, Array<const u8, 2> cards,
              const Whole& first_seed, bool forgetting, Array<u8, 2> out) {
    NativeTable table = table_of(setup, policies);
    if (static_cast<int>(cards.shape(1)) != deck_size(setup) || out.shape(0) != cards.shape(0) ||
        out.shape(1) != sizeof(Result))
        throw TamayaError("the arrays of decks and results have different lengths");
    std::vector<Deck> decks;
    for (std::size_t i = 0; i < cards.shape(0); ++i) decks.push_back(deck_of(setup, &cards(i, 0)));
    const u64 seed = seed_of(first_seed);
    LongCall call;
    nb::gil_scoped_release release;
    call.run(1, 1, [&](u64, int) {
        engine().play_in_a_row(table.engine_table(), decks.data(), decks.size(), seed,
                               forgetting ? 0 : ~0u, out.data());
    });
}

std::vector<int> slots_of(SlotSet slots) {
    std::vector<int> listed_slots;
    for (int i = 0; i < kMaxHand; ++i)
        if (eger::has(slots, i)) listed_slots.push_back(i);
    return listed_slots;
}

}  // namespace

void bind_eger(nb::module_& m) {
    nb::class_<Memory>(m, "Notes", "The memory of a native agent; empty when a game starts.")
        .def("__init__", [](Memory* self) { new (self) Memory{}; })
        .def(
            "__eq__",
            [](const Memory& a, nb::object b) {
                return nb::isinstance<Memory>(b) && is_same(a, nb::cast<const Memory&>(b));
            },
            nb::arg().none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const Memory& n) {
            return static_cast<Py_hash_t>(
                mix(mix(mix(mix(n.words[0]) ^ n.words[1]) ^ n.words[2]) ^ n.words[3]) >> 2);
        });
    nb::class_<eger::Weighed>(m, "WeighedHint", "A hint and what an intentional agent expects.")
        .def_ro("move", &eger::Weighed::move, "The hint.")
        .def_prop_ro(
            "touched", [](const eger::Weighed& h) { return slots_of(h.touched); },
            "Slots that it touches.")
        .def_prop_ro(
            "plays", [](const eger::Weighed& h) { return slots_of(h.plays); },
            "Slots that the partner is expected to play.")
        .def_prop_ro(
            "discards", [](const eger::Weighed& h) { return slots_of(h.discards); },
            "Slots that the partner is expected to discard.")
        .def_prop_ro(
            "against", [](const eger::Weighed& h) { return slots_of(h.against); },
            "Slots of both that contradict the agent's goals.")
        .def_ro("news", &eger::Weighed::news, "Whether it says something new about a touched card.")
        .def_ro("score", &eger::Weighed::score, "3 a play, 2 a useless discard, 1 another.")
        .def_prop_ro("valid", &eger::Weighed::is_valid, "Whether the agent may give it.");
    m.def("intentional_hints", &hints, "policy"_a, "view"_a,
          "All hints that touch a card, in tie-breaking order.");
    m.def("intentional_goals", &goals, "policy"_a, "view"_a, "offset"_a,
          "The goal for each slot of a partner: 'play', 'discard', 'may discard', 'keep'; ''\n"
          "for empty slots.");
    m.def("intentional_discard_values", &discard_values, "policy"_a, "view"_a,
          "The value of discarding each own slot; None for empty slots.");
    m.def("outcomes", &outcomes, "policy"_a, "view"_a, "notes"_a,
          "Each possible move of an agent of Eger et al., with its notes afterwards.");
    m.def("follow_draws", &follow, "policy"_a, "view"_a, "notes"_a, "numbers"_a,
          "The move of an agent of Eger et al. with these random numbers of Python 2, its\n"
          "notes afterwards, and the number of random numbers used.");
    m.def("play_in_a_row", &play_row, "setup"_a, "agents"_a, "decks"_a.noconvert(), "first_seed"_a,
          nb::kw_only(), "forgetting"_a, "out"_a.noconvert(),
          "Plays one game with each deck, uint8 [games, cards], in order. Agents forget\n"
          "between games, or keep their notes.");
    m.def(
        "eger_styles",
        [] {
            return std::vector<std::string>(eger::kStyleNames, eger::kStyleNames + eger::kStyles);
        },
        "Names of the agents of Eger et al.; the field `style` is an index into them.");
    m.def(
        "eger_steps",
        [] {
            return std::vector<std::string>{"answer_by_play",
                                            "answer_by_discard",
                                            "play_sure",
                                            "discard_useless",
                                            "hint",
                                            "hint_any",
                                            "discard",
                                            "forced",
                                            "any"};
        },
        "Names of the steps of these agents; `Decision.fired` is an index into them.");
}

}  // namespace bind
