// Agents that search: one seat driven from Python, and many games of them with native partners.
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/variant.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "bind.hpp"
#include "tables.hpp"
#include "tamaya/any_seat.hpp"
#include "thoughts.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

template <typename T, std::size_t N>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

// The settings of a searching agent, with everything that they point at.
struct Searcher {
    Policies own, models;
    std::vector<double> prior;
    Searching searching;
    std::size_t nodes;  // of all threads together

    Searcher(const std::optional<OwnedPolicy>& self, const Policies& partners,
             Array<const double, 2> chances, const std::string& method, const std::string& verdict,
             bool models_in_tree, bool own_model_in_tree, bool skip_fives, bool redeal, bool strict,
             int tree_turns, int rollout_turns, int widening, double exploration, double errors,
             i64 most_rollouts, double seconds, int most_threads, double megabytes, int imagined,
             double doubt, bool learning)
        : models(partners), prior(chances.data(), chances.data() + chances.size()), searching{} {
        if (self) own.append(*self);
        const std::size_t count = models.list.size(), rows = chances.shape(0);
        if (count > kMaxSuspects ||
            (count > 0 && (rows == 0 || rows >= kMaxPlayers || chances.shape(1) != count)))
            throw TamayaError("chances must have the shape [1 or partners, models]");
        if (own_model_in_tree && !self)
            throw TamayaError("own_model_in_tree needs a policy of the agent's own");
        searching.plan = {method_of(method),
                          verdict_of(verdict),
                          models_in_tree,
                          own_model_in_tree,
                          skip_fives,
                          redeal,
                          strict,
                          within("tree_turns", tree_turns, 1, kMaxTurns),
                          within("rollout_turns", rollout_turns, 0, kMaxTurns),
                          within("widening", widening, 0, 1'000'000),
                          within("exploration", exploration, 0.0, 1000.0),
                          within("errors", errors, 0.0, 1000.0),
                          self ? own.list.data() : nullptr,
                          count > 0 ? models.list.data() : nullptr,
                          static_cast<int>(count)};
        searching.rollouts = checked_rollouts(most_rollouts);
        searching.nanoseconds = checked_nanoseconds(seconds);
        if (searching.rollouts == 0 && searching.nanoseconds == 0)
            throw TamayaError("a search needs a limit: iterations or seconds above 0");
        searching.clock = nanoseconds_now;
        searching.parts = checked_parts(most_threads);
        searching.samples = within("samples", imagined, 1, 10'000);
        searching.noise = within("noise", doubt, 1e-6, 1.0);
        searching.learns = learning && count > 1;
        searching.prior = prior.data();
        searching.prior_rows = static_cast<int>(rows);
        nodes = static_cast<std::size_t>(within("memory", megabytes, 0.01, 65536.0) * 1e6 /
                                         sizeof(Node));
    }
    Searcher(const Searcher&) = delete;

    u32 extra_bytes() const { return std::max(own.extra_bytes(), models.extra_bytes()); }

    static Method method_of(const std::string& name) {
        if (name == "flat") return Method::flat;
        if (name == "tree") return Method::tree;
        throw UnknownNameError("no method " + quoted(name) + " (expected 'flat' or 'tree')");
    }
    static Verdict verdict_of(const std::string& name) {
        if (name == "mean") return Verdict::mean;
        if (name == "visits") return Verdict::visits;
        if (name == "paired") return Verdict::paired;
        throw UnknownNameError("no verdict " + quoted(name) +
                               " (expected 'mean', 'visits' or 'paired')");
    }
};

// A seat of the core that searches, together with the memory it works in.
struct OwnedSearchSeat {
    std::shared_ptr<const Searcher> searcher;
    ExtraMemory extra;  // one for asking models, then one per seat of each part's rollouts
    std::vector<double> beliefs;
    std::vector<std::unique_ptr<Node[]>> nodes;
    std::vector<std::unique_ptr<Desk>> own_desks;
    std::vector<Desk*> desks;
    std::vector<Candidates> parts;
    SearchSeat seat;

    OwnedSearchSeat(std::shared_ptr<const Searcher> plan_of_search, int players, int me)
        : searcher(std::move(plan_of_search)),
          extra(1 + searcher->searching.parts * kMaxPlayers, searcher->extra_bytes()),
          beliefs(searcher->models.list.size() * kMaxPlayers),
          parts(static_cast<std::size_t>(searcher->searching.parts)),
          seat{} {
        const Searching& searching = searcher->searching;
        within("players", players, kMinPlayers, kMaxPlayers);
        within("seat", me, 0, players - 1);
        if (searching.plan.model_count > 0 && searching.prior_rows != 1 &&
            searching.prior_rows != players - 1)
            throw TamayaError(std::to_string(searching.prior_rows) + " models for " +
                              std::to_string(players - 1) + " partners");
        for (int part = 0; part < searching.parts; ++part) add_desk(part);
        seat.searching = &searching;
        seat.me = me;
        seat.players = players;
        seat.beliefs = beliefs.data();
        seat.desks = desks.data();
        seat.parts = parts.data();
        seat.crew = thread_crew();
        seat.extra = extra.seat(0);
    }
    OwnedSearchSeat(const OwnedSearchSeat&) = delete;

    void add_desk(int part) {
        const Searching& searching = searcher->searching;
        const std::size_t count = static_cast<std::size_t>(searching.parts);
        std::size_t room = std::max<std::size_t>(searcher->nodes / count, 64);
        if (searching.rollouts > 0)  // a rollout adds one node
            room = std::min<std::size_t>(room, searching.rollouts / count + 2);
        const bool grows = searching.plan.method == Method::tree;
        nodes.emplace_back(grows ? new Node[room]
                                 : nullptr);  // pages are used only as the tree grows
        own_desks.push_back(std::make_unique<Desk>());
        Desk& desk = *own_desks.back();
        desk.tree = {nodes.back().get(), static_cast<u32>(room), 0};
        for (int i = 0; i < kMaxPlayers; ++i)
            desk.playout.seats[i].memory.extra = extra.seat(1 + part * kMaxPlayers + i);
        desks.push_back(&desk);
    }
};

// A searching agent in one seat, driven from Python. Python threads may share it; a mutex
// serializes them.
struct DrivenSearchSeat {
    OwnedSearchSeat own;
    std::mutex door;

    DrivenSearchSeat(std::shared_ptr<const Searcher> searcher, int players, int me, u64 key)
        : own(std::move(searcher), players, me) {
        begin(own.seat, key);
    }

    Thought decide(const View& view) {
        if (view.me != own.seat.me || view.table.setup.players != own.seat.players)
            throw TamayaError("the view is of another seat or game");
        check_turn(view);
        Thought thought = {kNoMove, {}};
        LongCall call;
        nb::gil_scoped_release release;
        call.run(1, 1, [&](u64, int) {
            const std::lock_guard<std::mutex> lock(door);
            own.seat.stop = stop_sign_of(call);
            thought.candidates = *static_cast<const Candidates*>(engine().think(&own.seat, &view));
            thought.move = thought.candidates.at[chosen(own.seat, thought.candidates)].move;
        });
        return thought;
    }

    void notice(const View& before, const EventValue& event) {
        if (before.me != own.seat.me || before.table.current == own.seat.me)
            throw TamayaError("a seat has no belief about itself");
        nb::gil_scoped_release release;
        const std::lock_guard<std::mutex> lock(door);
        tamaya::notice(own.seat, before, event.event);
    }

    std::vector<double> beliefs(int about) {
        within("seat", about, 0, own.seat.players - 1);
        nb::gil_scoped_release release;
        const std::lock_guard<std::mutex> lock(door);
        const double* mass = belief(own.seat, about);
        return {mass, mass + own.seat.searching->plan.model_count};
    }
};

using Player = std::variant<std::shared_ptr<Searcher>, OwnedPolicy>;

// A table of searching and native agents that plays games one after the other.
struct SearchTable {
    std::vector<std::unique_ptr<OwnedSearchSeat>> searchers;
    ExtraMemory extra;
    std::vector<AnySeat> seats;

    SearchTable(const Setup& setup, const std::vector<Player>& players, LongCall& call)
        : extra(setup.players, extra_bytes_of(players)), seats(setup.players) {
        for (int i = 0; i < setup.players; ++i) {
            const Player& player = players[static_cast<std::size_t>(i)];
            AnySeat& seat = seats[static_cast<std::size_t>(i)];
            if (const auto* policy = std::get_if<OwnedPolicy>(&player)) {
                seat.kind = SeatKind::native;
                seat.policy = &policy->policy;
                seat.memory.extra = extra.seat(i);
                continue;
            }
            searchers.push_back(std::make_unique<OwnedSearchSeat>(
                std::get<std::shared_ptr<Searcher>>(player), setup.players, i));
            seat.kind = SeatKind::searching;
            seat.search = searchers.back()->seat;
            seat.search.stop = stop_sign_of(call);
        }
    }

    static u32 extra_bytes_of(const std::vector<Player>& players) {
        u32 most = 0;
        for (const Player& player : players)
            if (const auto* policy = std::get_if<OwnedPolicy>(&player))
                most = std::max(most, extra_bytes(policy->policy));
        return most;
    }
};

void play_search_games(const Setup& setup, const std::vector<Player>& players,
                       const Whole& first_seed, const Threads& threads, Array<u8, 2> out,
                       Array<u64, 3> counters) {
    if (players.size() != setup.players)
        throw TamayaError(std::to_string(players.size()) + " agents for " +
                          std::to_string(setup.players) + " seats");
    const int workers = thread_count(threads);
    if (out.shape(1) != sizeof(Result)) throw TamayaError("the result rows have the wrong size");
    if (counters.shape(0) != out.shape(0) || counters.shape(1) != setup.players ||
        counters.shape(2) != kCounters)
        throw TamayaError("counters have the wrong shape");
    Result* results = reinterpret_cast<Result*>(out.data());
    Counters* counts = reinterpret_cast<Counters*>(counters.data());
    const u64 games = out.shape(0), first = seed_of(first_seed);
    LongCall call;
    std::vector<std::unique_ptr<SearchTable>> tables(static_cast<std::size_t>(workers));
    tables[0] = std::make_unique<SearchTable>(setup, players, call);  // throws early
    nb::gil_scoped_release release;
    call.run(games, workers, [&](u64 game, int worker) {
        std::unique_ptr<SearchTable>& table = tables[static_cast<std::size_t>(worker)];
        if (!table) table = std::make_unique<SearchTable>(setup, players, call);
        engine().play_seats(&setup, table->seats.data(), first + game, &results[game],
                            counts + game * setup.players);
    });
}

}  // namespace

void bind_search(nb::module_& m) {
    nb::class_<Searcher>(m, "Searcher",
                         "Settings of a searching agent: plan, limits and models of partners.")
        .def(nb::init<const std::optional<OwnedPolicy>&, const Policies&, Array<const double, 2>,
                      const std::string&, const std::string&, bool, bool, bool, bool, bool, int,
                      int, int, double, double, i64, double, int, double, int, double, bool>(),
             "own"_a.none(), "models"_a, "chances"_a.noconvert(), nb::kw_only(), "method"_a,
             "verdict"_a, "models_in_tree"_a, "own_model_in_tree"_a, "skip_fives"_a, "redeal"_a,
             "strict"_a, "tree_turns"_a, "rollout_turns"_a, "widening"_a, "exploration"_a,
             "errors"_a, "iterations"_a, "seconds"_a, "threads"_a, "memory"_a, "samples"_a,
             "noise"_a, "learns"_a,
             "`own` moves for the searching seat in rollouts (None: any legal move), `models` for\n"
             "partners; `chances` [1 or partners, models] holds the probability of each model.");
    nb::class_<DrivenSearchSeat>(m, "SearchSeat", "A searching agent in one seat of one game.")
        .def(
            "__init__",
            [](DrivenSearchSeat* self, std::shared_ptr<Searcher> searcher, int players, int seat,
               const Whole& seed) {
                new (self) DrivenSearchSeat(std::move(searcher), players, seat, seed_of(seed));
            },
            "searcher"_a, nb::kw_only(), "players"_a, "seat"_a, "seed"_a)
        .def("decide", &DrivenSearchSeat::decide, "view"_a, "Searches for the viewer's move.")
        .def(
            "notice", &DrivenSearchSeat::notice, "before"_a, "event"_a,
            "Updates the beliefs after a move of another seat; `before` is the own view before it.")
        .def("beliefs", &DrivenSearchSeat::beliefs, "seat"_a,
             "Probabilities of the models for one partner.");
    m.def("play_search_games", &play_search_games, "setup"_a, "agents"_a, "first_seed"_a,
          "threads"_a, "out"_a.noconvert(), "counters"_a.noconvert(),
          "Plays one game of searchers and native agents for each row of `out`, and counts what\n"
          "each seat does: counters [games, seats, counters].");
}

}  // namespace bind
