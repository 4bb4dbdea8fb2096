// Cyclone: values of moves and their terms.
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include "bind.hpp"
#include "policies.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

constexpr const char* kNames[] = {
    "fits",
    "certain_play",
    "misplay",
    "play_singled_out",
    "safe_discard",
    "unneeded_discard",
    "discard_singled_out",
    "discard_with_token",
    "discard_beyond_deck",
    "partner_playable",
    "partner_unplayable",
    "single_out_playable",
    "single_out_unplayable",
    "end",
};
static_assert(sizeof(kNames) / sizeof(kNames[0]) == cyclone::kFactors);

std::vector<std::string> term_names() {
    std::vector<std::string> names(kNames, kNames + cyclone::kFactors);
    const auto misplay = names.begin() + static_cast<int>(cyclone::Factor::misplay);
    *misplay = "misplay[0]";
    names.insert(misplay + 1, {"misplay[1]", "misplay[2]"});
    return names;
}

using Terms = std::vector<double>;

using MoveValues = std::vector<std::tuple<Move, double, Terms>>;

// Collects every legal move with its value and the sum of its terms by factor.
struct Values {
    std::size_t factors;
    MoveValues moves = {};
    Terms terms = Terms(factors, 0.0);

    void use(Move move, double value) {
        moves.push_back({move, value, terms});
        terms.assign(factors, 0.0);
    }
    template <typename Factor>
    void note(Factor factor, double term) {
        terms[static_cast<std::size_t>(factor)] += term;
    }
};

// Every legal move with its value and its terms, and the notes after it.
std::pair<MoveValues, Memory> values(const OwnedPolicy& owned, const View& view,
                                     const Memory& notes) {
    const Policy& policy = owned.policy;
    check_turn(view);
    Memory after = notes;
    if (policy.family == Family::cyclone_paper) {
        Values all{cyclone_paper::kFactors};
        cyclone_paper::each_move(
            view, policy.params.cyclone_paper, after,
            [&](Move move, double value) { all.use(move, value); },
            [&](cyclone_paper::Factor factor, double term) { all.note(factor, term); });
        return {all.moves, after};
    }
    if (policy.family != Family::cyclone) throw TamayaError("not an agent of the Cyclone family");
    Values all{cyclone::kFactors};
    cyclone::each_move(
        view, policy.params.cyclone, after, [&](Move move, double value) { all.use(move, value); },
        [&](cyclone::Factor factor, double term) { all.note(factor, term); });
    return {all.moves, after};
}

template <typename T, std::size_t N>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<N>>;

template <typename T, std::size_t N>
using Input = nb::ndarray<nb::numpy, const T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

template <typename T, std::size_t N>
using Output = nb::ndarray<nb::numpy, T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

template <typename T>
auto owned(std::vector<T>&& numbers) {
    auto* kept = new std::vector<T>(std::move(numbers));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return std::pair{kept, owner};
}

// The terms of all legal moves of many positions, one below the other.
std::tuple<Array<i64, 1>, Array<i32, 1>, Array<double, 2>> terms_of(
    nb::typed<nb::list, View> views) {
    std::vector<const View*> asked;
    for (const auto view : views) asked.push_back(&nb::cast<const View&>(view));
    for (const View* view : asked) check_turn(*view);
    std::vector<i64> first = {0};
    std::vector<i32> actions;
    std::vector<double> terms;
    {
        const nb::gil_scoped_release release;
        for (const View* view : asked) {
            const ActionIds ids = action_ids(view->table.setup);
            Memory notes{};
            cyclone::each_terms(*view, notes, [&](Move move, const cyclone::Terms& move_terms) {
                actions.push_back(ids.id(move));
                terms.insert(terms.end(), move_terms.of, move_terms.of + cyclone::kTerms);
            });
            first.push_back(static_cast<i64>(actions.size()));
        }
    }
    const std::size_t moves = actions.size(), places = first.size();
    const auto [starts, starts_owner] = owned(std::move(first));
    const auto [ids, ids_owner] = owned(std::move(actions));
    const auto [rows, rows_owner] = owned(std::move(terms));
    return {Array<i64, 1>(starts->data(), {places}, starts_owner),
            Array<i32, 1>(ids->data(), {moves}, ids_owner),
            Array<double, 2>(rows->data(), {moves, cyclone::kTerms}, rows_owner)};
}

// The index of the move that each weight vector chooses in each position.
void choose(Input<i64, 1> first, Input<double, 2> terms, Input<double, 2> weights,
            Output<i64, 2> out) {
    const std::size_t positions = out.shape(0), vectors = out.shape(1);
    if (first.shape(0) != positions + 1 || weights.shape(0) != vectors ||
        terms.shape(1) != cyclone::kTerms || weights.shape(1) != cyclone::kTerms)
        throw TamayaError("terms, weights and choices to write do not fit together");
    for (std::size_t i = 0; i < positions; ++i)
        if (first(i) < 0 || first(i + 1) <= first(i) ||
            first(i + 1) - first(i) > static_cast<i64>(kWidest.size()) ||
            first(i + 1) > static_cast<i64>(terms.shape(0)))
            throw TamayaError("position " + std::to_string(i) + " has no moves, or too many");
    const nb::gil_scoped_release release;
    const auto* moves = reinterpret_cast<const cyclone::Terms*>(terms.data());
    for (std::size_t i = 0; i < positions; ++i)
        for (std::size_t j = 0; j < vectors; ++j)
            out(i, j) = first(i) + cyclone::chosen(moves + first(i),
                                                   static_cast<int>(first(i + 1) - first(i)),
                                                   &weights(j, 0));
}

}  // namespace

void bind_cyclone(nb::module_& m) {
    m.def(
        "cyclone_factors",
        [] { return std::vector<std::string>(kNames, kNames + cyclone::kFactors); },
        "Names of the factors, in the order of weights and terms.");
    m.def(
        "cyclone_paper_factors",
        [] {
            return std::vector<std::string>(cyclone_paper::kFactorNames,
                                            cyclone_paper::kFactorNames + cyclone_paper::kFactors);
        },
        "Names of the twelve factors of the paper, in the order of its Table 1.");
    m.def("cyclone_terms", &term_names, "Names of the terms of `cyclone_terms_of`, in order.");
    m.def("cyclone_terms_of", &terms_of, "views"_a,
          "The terms of all legal moves of many views before weighting: the index at which each "
          "view's\n"
          "moves begin (and where the last end), their action ids, and their terms [moves, terms]. "
          "A\n"
          "value is the sum of terms times weights, where `fits` weighs 1 and `end` -1,000,000.");
    m.def(
        "cyclone_choose", &choose, "first"_a, "terms"_a, "weights"_a, "out"_a,
        "Writes the index of the move that each weight vector [vectors, terms] chooses in each\n"
        "position: [positions, vectors]. If values differ only by rounding, the first move wins.");
    m.def("cyclone_values", &values, "policy"_a, "view"_a, "notes"_a,
          "Every legal move with its value and the contribution of each factor, and the agent's "
          "notes\n"
          "after that.");
}

}  // namespace bind
