// Models of people: probabilities of moves, and the input features.
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <cstring>

#include "bind.hpp"
#include "policies.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

template <typename T, std::size_t N>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

std::vector<std::pair<Move, double>> chances(const OwnedPolicy& owned, const View& view) {
    if (owned.policy.family != Family::person) throw TamayaError("not a model of people");
    check_turn(view);
    const person::Sight at(view);
    const person::Moves all(view, at);
    double of[person::kMostMoves];
    person::chances(person::model_of(owned.policy.blob), at, all, of);
    std::vector<std::pair<Move, double>> moves;
    for (int m = 0; m < all.count; ++m) moves.push_back({all.move[m], of[m]});
    return moves;
}

// The hints that an agent with foresight compares.
std::vector<foresight::Foreseen> foreseen(const OwnedPolicy& owned, const View& view) {
    if (owned.policy.family != Family::foresight) throw TamayaError("not an agent with foresight");
    check_turn(view);
    if (view.table.hints == 0) return {};
    const person::Model& model = person::model_of(owned.policy.blob);
    const foresight::Foresight all(owned.policy.params.foresight, model, view);
    return {all.hints, all.hints + all.count};
}

std::vector<double> by_slot(const double* chances) { return {chances, chances + kMaxHand}; }

// The total number of legal moves in all views.
std::size_t moves_of(nb::typed<nb::list, View> views) {
    std::size_t sum = 0;
    for (nb::handle item : views) {
        const View& view = nb::cast<const View&>(item);
        check_turn(view);
        sum += static_cast<std::size_t>(legal_moves(view).size());
    }
    return sum;
}

void notice(nb::typed<nb::list, View> views, Array<float, 2> scenes, Array<float, 2> marks,
            Array<i32, 1> owners, Array<i32, 1> ids) {
    const std::size_t rows = moves_of(views);
    if (scenes.shape(0) != views.size() || scenes.shape(1) != person::kSceneMarks ||
        marks.shape(0) != rows || marks.shape(1) != person::kMarks || owners.size() != rows ||
        ids.size() != rows)
        throw TamayaError("the output arrays have the wrong shape for these moves");
    std::size_t row = 0;
    for (std::size_t i = 0; i < views.size(); ++i) {
        const View& view = nb::cast<const View&>(views[i]);
        const person::Sight at(view);
        const person::Moves all(view, at);
        std::memcpy(&scenes(i, 0), &at.scene, sizeof at.scene);
        for (int m = 0; m < all.count; ++m, ++row) {
            std::memcpy(&marks(row, 0), all.marks[m], sizeof all.marks[m]);
            owners(row) = static_cast<i32>(i);
            ids(row) = action_ids(view.table.setup).id(all.move[m]);
        }
    }
}

}  // namespace

void bind_people(nb::module_& m) {
    m.def("person_chances", &chances, "policy"_a, "view"_a,
          "Every legal move with its probability.");
    nb::class_<foresight::Foreseen>(m, "ForeseenHint", "A hint and what a model of people expects.")
        .def_ro("move", &foresight::Foreseen::move, "The hint.")
        .def_ro("worth", &foresight::Foreseen::worth,
                "Expected value of the partner's next move, minus that after a discard.")
        .def_prop_ro(
            "plays", [](const foresight::Foreseen& hint) { return by_slot(hint.plays); },
            "Probability that the partner plays each slot next.")
        .def_prop_ro(
            "discards", [](const foresight::Foreseen& hint) { return by_slot(hint.discards); },
            "Probability that the partner discards each slot next.");
    m.def("foreseen_hints", &foreseen, "policy"_a, "view"_a,
          "All hints that an agent with foresight compares; none without a token.");
    m.def("count_moves", &moves_of, "views"_a, "The total number of legal moves in all views.");
    m.def(
        "notice", &notice, "views"_a, "scenes"_a.noconvert(), "marks"_a.noconvert(),
        "owners"_a.noconvert(), "ids"_a.noconvert(),
        "Writes the input features: of each view into float32 [views, scene], of each legal move\n"
        "into float32 [moves, marks]; the index of its view, and its action id, into int32 "
        "[moves].");
    m.def(
        "person_card_fields",
        [] { return listed(fields_of(static_cast<const person::OwnCard*>(nullptr))); },
        "Input features of playing or discarding an own card, all float32.");
    m.def(
        "person_hint_fields",
        [] { return listed(fields_of(static_cast<const person::Hint*>(nullptr))); },
        "Input features of a hint, all float32.");
    m.attr("PERSON_KINDS") = person::kKinds;
    m.attr("PERSON_SCENE") = person::kSceneMarks;
    m.attr("PERSON_MARKS") = person::kMarks;
    m.attr("PERSON_HIDDEN") = person::kHidden;
    m.attr("PERSON_WEIGHTS") = person::kModelSize;
}

}  // namespace bind
