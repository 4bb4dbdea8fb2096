// Many games side by side with learners outside and partners inside: see vector.hpp.
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstring>

#include "bind.hpp"
#include "engine.hpp"
#include "policies.hpp"
#include "positions.hpp"
#include "tamaya/vector.hpp"
#include "threads.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

template <typename T, std::size_t N>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

constexpr u8 kForfeit = 255;  // marks an illegal move in a list of actions

ObservationKind kind_of(const std::string& name) {
    if (name == "hle") return ObservationKind::hle;
    if (name == "extended") return ObservationKind::extended;
    if (name == "counts") return ObservationKind::counts;
    throw TamayaError("no observation " + quoted(name) +
                      " (expected 'extended', 'hle' or 'counts')");
}

VectorPlan plan_of(const Setup& setup, u32 learners, bool permute_colors, bool bombs_cost_all,
                   const std::string& observation, bool packed, u32 episode, u32 partners,
                   u32 extra, const Whole& seed) {
    if (learners >> setup.players)
        throw TamayaError("learners take seats that a game of " + std::to_string(setup.players) +
                          " does not have");
    const bool everywhere = learners == (1u << setup.players) - 1;
    if (partners == 0 && !everywhere)
        throw TamayaError("there are no partners for the seats without learners");
    if (episode == 0) throw TamayaError("episode = 0 (expected at least 1 game)");
    VectorPlan plan{};
    plan.setup = setup;
    plan.learners = static_cast<u8>(learners);
    plan.permute_colors = permute_colors;
    plan.bombs_cost_all = bombs_cost_all;
    plan.observation = kind_of(observation);
    plan.packed = packed;
    plan.episode = episode;
    plan.partners = everywhere ? 0 : partners;
    plan.extra = everywhere ? 0 : (extra + kExtraAlignment - 1) / kExtraAlignment * kExtraAlignment;
    plan.seed = seed_of(seed);
    return plan;
}

// Calls work(first, count) for blocks of places, in threads. Results do not depend on the
// assignment. Ctrl-C waits: a step is applied in all places or in none.
template <typename Work>
void in_threads(u64 places, int threads, const Work& work) {
    constexpr u64 kBlock = 64;
    LongCall call(false);
    call.run((places + kBlock - 1) / kBlock, threads, [&](u64 block, int) {
        work(block * kBlock, std::min(kBlock, places - block * kBlock));
    });
}

// All places of a plan in the memory of this machine.
struct VectorGames {
    VectorPlan plan;
    Policies pool;
    std::vector<u64> weights;
    std::vector<State> states;
    std::vector<View> views;
    std::vector<Place> places;
    std::vector<HabitCounts> habits;
    std::vector<u8> extra;  // aligned as all memory of std::vector
    static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= kExtraAlignment);
    std::vector<u32> rows;
    std::vector<u8> legal, done, scores, bombed, illegal;
    std::vector<i8> seats;
    std::vector<i32> partners, games;
    std::vector<float> rewards;
    std::vector<u64> traces;

    VectorGames(const VectorPlan& p, const Policies& agents, Array<const u64, 1> cumulative,
                std::size_t count)
        : plan(p), pool(agents), weights(cumulative.data(), cumulative.data() + cumulative.size()) {
        if (count < 1 || count > 1u << 22)
            throw TamayaError("games = " + std::to_string(count) + " (expected 1 to 4194304)");
        if (plan.partners > 0) check_pool();
        const RowSize size = row_size(plan.setup, plan.observation);
        states.resize(count);
        if (plan.partners > 0) views.resize(count);
        extra.resize(count * plan.setup.players * plan.extra);
        places.resize(count);
        if (plan.observation == ObservationKind::counts) habits.resize(count * kMaxPlayers);
        rows.resize(count *
                    static_cast<std::size_t>(plan.packed ? size.words() : size.unpacked() / 4));
        legal.resize(count * actions());
        for (auto* bytes : {&done, &scores, &bombed, &illegal}) bytes->resize(count);
        seats.resize(count);
        partners.resize(count);
        games.resize(count);
        rewards.resize(count);
        traces.resize(count);
    }

    void check_pool() const {
        if (pool.list.size() != plan.partners || weights.size() != plan.partners)
            throw TamayaError(std::to_string(pool.list.size()) + " policies and " +
                              std::to_string(weights.size()) + " weights for " +
                              std::to_string(plan.partners) + " partners");
        if (pool.extra_bytes() > plan.extra)
            throw TamayaError("partners need " + std::to_string(pool.extra_bytes()) +
                              " bytes of memory (planned: " + std::to_string(plan.extra) + ")");
        if (weights.back() == 0 || !std::is_sorted(weights.begin(), weights.end()))
            throw TamayaError("the sum of the weights is wrong");
    }

    std::size_t actions() const { return static_cast<std::size_t>(action_ids(plan.setup).size()); }

    VectorArrays arrays(const i32* chosen) {
        return {states.data(),    views.data(),    places.data(),  habits.data(),  extra.data(),
                pool.list.data(), weights.data(),  chosen,         rows.data(),    legal.data(),
                seats.data(),     partners.data(), games.data(),   rewards.data(), done.data(),
                scores.data(),    bombed.data(),   illegal.data(), traces.data()};
    }

    void begin(const Threads& threads) {
        const int workers = thread_count(threads);
        std::fill(rewards.begin(), rewards.end(), 0.0f);
        std::fill(traces.begin(), traces.end(), 0);
        for (auto* bytes : {&done, &scores, &bombed, &illegal})
            std::fill(bytes->begin(), bytes->end(), u8{0});
        const VectorArrays all = arrays(nullptr);
        const nb::gil_scoped_release release;
        in_threads(places.size(), workers, [&](u64 first, u64 count) {
            engine().vector_begin(&plan, &all, first, count);
            engine().vector_show(&plan, &all, first, count);
        });
    }

    // If illegal moves are errors, all actions are checked before any is applied.
    void check(Array<const i32, 1> chosen) const {
        if (chosen.size() != places.size())
            throw TamayaError(std::to_string(chosen.size()) + " actions for " +
                              std::to_string(places.size()) + " games");
        if (plan.setup.illegal != Illegal::raise) return;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const Table& t = states[i].table;
            if (is_over(t)) continue;
            const Move move = move_of_action(plan, places[i], t.current, chosen(i));
            if (move == kNoMove)
                throw IllegalMoveError("game " + std::to_string(i) + ": no action " +
                                       std::to_string(chosen(i)) + " (expected 0 to " +
                                       std::to_string(actions() - 1) + ")");
            if (!is_legal(states[i], move))
                throw IllegalMoveError("game " + std::to_string(i) + ": " +
                                       complaint(states[i], move));
        }
    }

    void step(Array<const i32, 1> chosen, const Threads& threads) {
        const int workers = thread_count(threads);
        check(chosen);
        const VectorArrays all = arrays(chosen.data());
        const nb::gil_scoped_release release;
        in_threads(places.size(), workers, [&](u64 first, u64 count) {
            engine().vector_step(&plan, &all, first, count);
            engine().vector_show(&plan, &all, first, count);
        });
    }

    void draw_actions(u64 key, Array<i32, 1> out) const {
        if (out.size() != places.size()) throw TamayaError("the output array has the wrong shape");
        for (u64 i = 0; i < places.size(); ++i)
            out(i) =
                random_action(legal.data() + i * actions(), static_cast<int>(actions()), key, i);
    }

    // The hidden cards of the learners to move, with the names that their colors have for them.
    void write_own_cards(Array<u8, 2> out) const {
        const auto size = static_cast<std::size_t>(plan.setup.hand_size);
        if (out.shape(0) != places.size() || out.shape(1) != size)
            throw TamayaError("the output array has the wrong shape");
        for (std::size_t i = 0; i < places.size(); ++i) {
            const int seat = states[i].table.current;
            for (std::size_t slot = 0; slot < size; ++slot) {
                const Card card = states[i].hands[seat].cards.get(static_cast<int>(slot));
                out(i, slot) = plan.permute_colors ? recolored(card, places[i].colors[seat]) : card;
            }
        }
    }

    // The running games: the number of earlier games of each place, and the moves as action ids.
    std::tuple<Array<u64, 1>, nb::bytes> moves() const {
        std::string list;
        auto* numbers = new u64[places.size()];
        nb::capsule owner(numbers, [](void* p) noexcept { delete[] static_cast<u64*>(p); });
        const ActionIds ids = action_ids(plan.setup);
        for (std::size_t i = 0; i < places.size(); ++i) {
            numbers[i] = places[i].number;
            list.push_back(static_cast<char>(states[i].table.turn));
            for (int turn = 0; turn < states[i].table.turn; ++turn) {
                const Event& event = states[i].log.events[turn];
                const bool is_legal_move = event.kind != MoveKind::none;
                const Move move = move_of(event, plan.setup.players);
                list.push_back(static_cast<char>(is_legal_move ? ids.id(move) : kForfeit));
            }
        }
        return {Array<u64, 1>(numbers, {places.size()}, owner),
                nb::bytes(list.data(), list.size())};
    }

    // Replays the game of a place; partners must make the same moves as before.
    void replay(std::size_t i, u64 number, const u8* list, int turns) {
        const VectorArrays all = arrays(nullptr);
        const Table& t = states[i].table;
        const ActionIds ids = action_ids(plan.setup);
        const auto partners_answer = [&](int from) {
            for (int turn = from; turn < t.turn; ++turn) {
                const Event& event = states[i].log.events[turn];
                const bool is_legal_move = event.kind != MoveKind::none;
                const int id =
                    is_legal_move ? ids.id(move_of(event, plan.setup.players)) : kForfeit;
                if (turn >= turns || list[turn] != id)
                    throw TamayaError("game " + std::to_string(i) + ", turn " +
                                      std::to_string(turn) +
                                      ": the partner moves otherwise than when this was saved");
            }
        };
        plan.partners > 0 ? begin_game<true>(plan, all, i, number)
                          : begin_game<false>(plan, all, i, number);
        partners_answer(0);
        while (t.turn < turns && !is_over(t)) {
            const int turn = t.turn;
            const Move move = list[turn] < ids.size() ? ids.move(list[turn]) : kNoMove;
            if (!is_legal(states[i], move)) damaged(i);
            make_move(plan, all, i, move);
            if (plan.partners > 0) let_partners_move<true>(plan, all, i);
            partners_answer(turn + 1);
            if (is_over(t)) damaged(i);
            places[i].credited = static_cast<u8>(score(t));
        }
        if (t.turn != turns) damaged(i);
    }

    [[noreturn]] static void damaged(std::size_t i) {
        throw TamayaError("damaged moves of game " + std::to_string(i));
    }

    void restore(Array<const u64, 1> numbers, nb::bytes list, Array<const u16, 2> counts) {
        const u8* at = reinterpret_cast<const u8*>(list.c_str());
        const u8* end = at + list.size();
        if (numbers.size() != places.size() || counts.shape(0) != habits.size() ||
            counts.shape(1) != 2 * kHabits)
            throw TamayaError("saved for another number of games or another observation");
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (at == end || end - at - 1 < *at || *at > kMaxTurns) damaged(i);
            replay(i, numbers(i), at + 1, *at);
            at += *at + 1;
        }
        if (at != end) throw TamayaError("damaged moves: too many");
        if (!habits.empty())
            std::memcpy(static_cast<void*>(habits.data()), counts.data(),
                        habits.size() * sizeof(HabitCounts));
        const VectorArrays all = arrays(nullptr);
        engine().vector_show(&plan, &all, 0, places.size());
    }
};

using Self = nb::pointer_and_handle<VectorGames>;

// A member array as a NumPy array; the games own it.
template <typename T, typename... Sizes>
auto shared(const Self& self, std::vector<T>& values, Sizes... shape) {
    return Array<T, sizeof...(Sizes)>(values.data(), {static_cast<std::size_t>(shape)...}, self.h);
}

// The bytes of a member array, one row for each place.
template <typename T>
auto raw(const Self& self, std::vector<T>& values) {
    const std::size_t count = self.p->places.size();
    return Array<u8, 2>(reinterpret_cast<u8*>(values.data()),
                        {count, values.size() * sizeof(T) / count}, self.h);
}

void bind_plan(nb::module_& m) {
    nb::class_<VectorPlan>(m, "VectorPlan", "The settings that all games of a vector share.")
        .def(
            "__init__",
            [](VectorPlan* p, const Setup& setup, u32 learners, bool permute_colors,
               bool bombs_cost_all, const Text& observation, bool packed, u32 episode, u32 partners,
               u32 extra, const Whole& seed) {
                new (p)
                    VectorPlan(plan_of(setup, learners, permute_colors, bombs_cost_all,
                                       observation.utf8, packed, episode, partners, extra, seed));
            },
            "setup"_a, nb::kw_only(), "learners"_a, "permute_colors"_a, "bombs_cost_all"_a,
            "observation"_a, "packed"_a, "episode"_a, "partners"_a, "extra"_a, "seed"_a,
            "`learners`: a set of seats, bit i for seat i, or 0: one seat, the next seat in\n"
            "every game. `extra`: bytes of extra memory of a partner's seat.")
        .def_ro("partners", &VectorPlan::partners, "Partners in the pool.")
        .def_prop_ro(
            "extra",
            [](const VectorPlan& p) { return static_cast<u64>(p.setup.players) * p.extra; },
            "Bytes of extra memory of all seats of a place.")
        .def_prop_ro(
            "bit_words",
            [](const VectorPlan& p) { return row_size(p.setup, p.observation).bit_words; },
            "Words of 32 bits at the start of an observation.")
        .def_prop_ro(
            "byte_words",
            [](const VectorPlan& p) { return row_size(p.setup, p.observation).byte_words; },
            "Words of four bytes at its end.")
        .def(
            "game_seed",
            [](const VectorPlan& p, u64 place, u64 number) {
                return seed_of_game(p.seed, place, number);
            },
            "place"_a, "number"_a,
            "The seed of a game; `State.deal` with this seed deals the same cards.")
        .def(
            "raw", [](const VectorPlan& p) { return nb::bytes(&p, sizeof p); },
            "The plan in the memory layout of the core, for a GPU.")
        .def_prop_ro_static(
            "place_bytes",
            [](nb::handle) {
                return std::tuple(sizeof(State), sizeof(View), sizeof(Place),
                                  kMaxPlayers * sizeof(HabitCounts));
            },
            "Bytes per place: position, view of partners, other state, habits.");
}

}  // namespace

// The observation of a learner; habits have no counts.
auto observation_of(const View& view, const Text& name) {
    const ObservationKind kind = kind_of(name.utf8);
    const RowSize size = row_size(view.table.setup, kind);
    const HabitCounts unseen[kMaxPlayers] = {};
    u32 row[kMaxRowWords];
    auto* bytes = new u32[static_cast<std::size_t>(size.unpacked() / 4)];
    nb::capsule owner(bytes, [](void* p) noexcept { delete[] static_cast<u32*>(p); });
    write_row(view, kind, {unseen, 0}, row);
    unpack_row(row, size, bytes);
    return Array<u8, 1>(reinterpret_cast<u8*>(bytes), {static_cast<std::size_t>(size.unpacked())},
                        owner);
}

void bind_vector(nb::module_& m) {
    bind_plan(m);
    m.def("learner_observation", &observation_of, "view"_a, "observation"_a,
          "The observation of a learner in the first game of an episode: uint8 [entries].");
    nb::class_<VectorGames>(m, "VectorGames", "Many games side by side on the CPU.")
        .def(nb::init<const VectorPlan&, const Policies&, Array<const u64, 1>, std::size_t>(),
             "plan"_a, "pool"_a, "weights"_a.noconvert(), "games"_a)
        .def("begin", &VectorGames::begin, "threads"_a, "Deals the first game of every place.")
        .def("step", &VectorGames::step, "actions"_a.noconvert(), "threads"_a,
             "Applies one action id (int32) in every place.\n\n"
             ":raises IllegalMoveError: naming the place, where illegal moves are errors; then\n"
             "    nothing has changed")
        .def("draw_actions", &VectorGames::draw_actions, "key"_a, "out"_a.noconvert(),
             "Writes a random legal action for every place, a pure function of the key.")
        .def("write_own_cards", &VectorGames::write_own_cards, "out"_a.noconvert(),
             "Hidden cards of the learners to move, into uint8 [games, hand_size]; 31 if none.")
        .def("moves", &VectorGames::moves,
             "Numbers of the running games, and for each the number of its moves and their action "
             "ids.")
        .def("restore", &VectorGames::restore, "numbers"_a.noconvert(), "moves"_a,
             "habits"_a.noconvert(), "Replays the running games of `moves`.")
        .def(
            "show",
            [](VectorGames& g) {
                const VectorArrays all = g.arrays(nullptr);
                engine().vector_show(&g.plan, &all, 0, g.places.size());
            },
            "Writes observations and masks again.")
        .def(
            "state",
            [](VectorGames& g, std::size_t i) {
                if (i >= g.states.size()) throw TamayaError("no game " + std::to_string(i));
                return g.states[i];
            },
            "index"_a, "A copy of one game's position.")
        .def_prop_ro("observation",
                     [](Self g) {
                         return shared(g, g.p->rows, g.p->places.size(),
                                       g.p->rows.size() / g.p->places.size());
                     })
        .def_prop_ro(
            "legal",
            [](Self g) { return shared(g, g.p->legal, g.p->places.size(), g.p->actions()); })
        .def_prop_ro("seat", [](Self g) { return shared(g, g.p->seats, g.p->seats.size()); })
        .def_prop_ro("partner",
                     [](Self g) { return shared(g, g.p->partners, g.p->partners.size()); })
        .def_prop_ro("game", [](Self g) { return shared(g, g.p->games, g.p->games.size()); })
        .def_prop_ro("reward", [](Self g) { return shared(g, g.p->rewards, g.p->rewards.size()); })
        .def_prop_ro("done", [](Self g) { return shared(g, g.p->done, g.p->done.size()); })
        .def_prop_ro("final_score",
                     [](Self g) { return shared(g, g.p->scores, g.p->scores.size()); })
        .def_prop_ro("bombed", [](Self g) { return shared(g, g.p->bombed, g.p->bombed.size()); })
        .def_prop_ro("illegal", [](Self g) { return shared(g, g.p->illegal, g.p->illegal.size()); })
        .def_prop_ro("trace", [](Self g) { return shared(g, g.p->traces, g.p->traces.size()); })
        .def_prop_ro("states", [](Self g) { return raw(g, g.p->states); })
        .def_prop_ro("views", [](Self g) { return raw(g, g.p->views); })
        .def_prop_ro("places", [](Self g) { return raw(g, g.p->places); })
        .def_prop_ro("habits", [](Self g) { return raw(g, g.p->habits); })
        .def_prop_ro("extra", [](Self g) { return raw(g, g.p->extra); });
}

}  // namespace bind
