// Models of people: policies of learned weights, and what they are learned from.
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <cmath>
#include <cstring>
#include <deque>
#include <mutex>

#include "bind.hpp"
#include "people.hpp"
#include "policies.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

template <typename T, std::size_t N>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

// Policies point at models, and are copied as plain bytes; so models stay for as long as the
// process. Equal ones are kept once.
const person::Model* kept(const float* weights) {
    static std::mutex door;
    static std::deque<person::Model> models;
    const std::lock_guard<std::mutex> lock(door);
    for (const person::Model& model : models)
        if (std::memcmp(&model, weights, sizeof model) == 0) return &model;
    models.emplace_back();
    std::memcpy(static_cast<void*>(&models.back()), weights, sizeof(person::Model));
    return &models.back();
}

Policy person_of(Array<const float, 1> weights, bool likeliest) {
    if (weights.size() != person::kModelSize)
        throw TamayaError(std::to_string(weights.size()) + " weights of a person (expected " +
                          std::to_string(person::kModelSize) + ")");
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (!std::isfinite(weights(i))) throw TamayaError("weights of a person are not all finite");
    Policy policy{};
    policy.kind = AgentKind::person;
    policy.person = {kept(weights.data()), likeliest};
    return policy;
}

void check_turn(const View& view) {
    if (legal_moves(view).bits == 0)
        throw IllegalMoveError("seat " + std::to_string(view.me) + " is not to move");
}

std::vector<std::pair<Move, double>> chances(const Policy& policy, const View& view) {
    if (policy.kind != AgentKind::person) throw TamayaError("not a model of people");
    check_turn(view);
    const person::Sight at(view);
    const person::Moves all(view, at);
    double of[person::kMostMoves];
    person::chances(*policy.person.model, at, all, of);
    std::vector<std::pair<Move, double>> found;
    for (int m = 0; m < all.count; ++m) found.push_back({all.move[m], of[m]});
    return found;
}

// How many moves are legal in all views together.
std::size_t moves_of(nb::typed<nb::list, View> views) {
    std::size_t sum = 0;
    for (nb::handle one : views) {
        const View& view = nb::cast<const View&>(one);
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
        throw TamayaError("the arrays to write have another shape than the moves");
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

Policy restored_person(const PersonFields& fields) {
    const auto& [bytes, likeliest] = fields;
    if (bytes.size() != sizeof(person::Model)) throw TamayaError("damaged pickle: model of people");
    std::vector<float> weights(person::kModelSize);
    std::memcpy(weights.data(), bytes.c_str(), bytes.size());
    const std::size_t shape[] = {weights.size()};
    return person_of(Array<const float, 1>(weights.data(), 1, shape), likeliest);
}

PersonFields fields_of_person(const Policy& policy) {
    return {nb::bytes(policy.person.model, sizeof(person::Model)), policy.person.likeliest};
}

void bind_people(nb::module_& m) {
    m.def("person", &person_of, "weights"_a.noconvert(), "likeliest"_a = false,
          "A model of people: float32 weights in the order of the core. It draws its moves, or\n"
          "makes the likeliest.\n\n"
          ":raises TamayaError: for another number of weights, or infinite ones");
    m.def("person_chances", &chances, "policy"_a, "view"_a,
          "Every legal move with the chance that the modelled people make it.");
    m.def("count_moves", &moves_of, "views"_a, "How many moves are legal in all views together.");
    m.def("notice", &notice, "views"_a, "scenes"_a.noconvert(), "marks"_a.noconvert(),
          "owners"_a.noconvert(), "ids"_a.noconvert(),
          "What a person may notice: of each view into float32 [views, scene], of each legal move\n"
          "into float32 [moves, marks]; whose move it is, and its action id, into int32 [moves].");
    m.attr("PERSON_KINDS") = person::kKinds;
    m.attr("PERSON_SCENE") = person::kSceneMarks;
    m.attr("PERSON_MARKS") = person::kMarks;
    m.attr("PERSON_HIDDEN") = person::kHidden;
}

}  // namespace bind
