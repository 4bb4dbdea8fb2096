// The meta-agent: one seat driven from Python, and whole episodes of games with one partner.
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "tables.hpp"
#include "tamaya/any_seat.hpp"
#include "thoughts.hpp"
#include "threads.hpp"

namespace bind {

using namespace tamaya;
using namespace nb::literals;

namespace {

template <typename T, std::size_t N>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

// A casebook that owns what it points to.
struct OwnCasebook {
    Policies suspects, responses;
    std::vector<double> scores, anybody, prior;
    std::vector<u8> whole_games;
    Casebook book;

    OwnCasebook(const Policies& s, const Policies& r, Array<const double, 2> table,
                Array<const double, 1> weights,
                const std::vector<std::pair<double, double>>& doubts, int samples, double patience,
                bool within_games, const std::vector<bool>& only_whole_games, int most_samples)
        : suspects(s), responses(r), whole_games(only_whole_games.begin(), only_whole_games.end()) {
        const std::size_t rows = responses.list.size(), columns = suspects.list.size();
        if (columns == 0 || columns > kMaxSuspects || rows == 0)
            throw TamayaError(std::to_string(columns) + " hypotheses and " + std::to_string(rows) +
                              " responses (expected 1 to " + std::to_string(kMaxSuspects) +
                              ", and at least 1)");
        if (table.shape(0) != rows || table.shape(1) != columns || weights.size() != columns)
            throw TamayaError(
                "scores must have the shape [responses, hypotheses], and the prior [hypotheses]");
        if (!whole_games.empty() && whole_games.size() != rows)
            throw TamayaError("whole_games must have an entry for each response, or none");
        if (samples < 1 || samples > 10'000)
            throw TamayaError("samples = " + std::to_string(samples) + " (expected 1 to 10000)");
        if (most_samples > 10'000)
            throw TamayaError("most_samples = " + std::to_string(most_samples) +
                              " (expected at most 10000)");
        scores.assign(table.data(), table.data() + table.size());
        set_prior(weights);
        for (std::size_t i = 0; i < rows; ++i) {
            double sum = 0.0;
            for (std::size_t h = 0; h < columns; ++h) sum += prior[h] * table(i, h);
            anybody.push_back(sum);
        }
        book = {};
        book.suspects = suspects.list.data();
        book.responses = responses.list.data();
        book.scores = scores.data();
        book.anybody = anybody.data();
        book.prior = prior.data();
        book.whole_games = whole_games.empty() ? nullptr : whole_games.data();
        book.suspect_count = static_cast<int>(columns);
        book.response_count = static_cast<int>(rows);
        set_doubts(doubts);
        book.samples = samples;
        book.most_samples = std::max(samples, most_samples);
        book.patience = patience;
        book.within_games = within_games;
    }
    OwnCasebook(const OwnCasebook&) = delete;

    u32 extra_bytes() const { return std::max(suspects.extra_bytes(), responses.extra_bytes()); }

    // Room for the memories of all responses in one seat.
    ExtraMemory memories() const { return ExtraMemory(book.response_count, memory_bytes(book)); }

    void set_prior(Array<const double, 1> weights) {
        double total = 0.0;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            if (!(weights(i) > 0.0 && weights(i) < 1e100))
                throw TamayaError("prior " + std::to_string(weights(i)) + " (expected above 0)");
            total += weights(i);
        }
        for (std::size_t i = 0; i < weights.size(); ++i) prior.push_back(weights(i) / total);
    }
    void set_doubts(const std::vector<std::pair<double, double>>& doubts) {
        if (doubts.empty() || doubts.size() > kMaxDoubts)
            throw TamayaError(std::to_string(doubts.size()) + " doubts (expected 1 to " +
                              std::to_string(kMaxDoubts) + ")");
        for (const auto& [noise, trust] : doubts) {
            if (!(noise > 0.0 && noise < 1.0))
                throw TamayaError("noise = " + std::to_string(noise) +
                                  " (expected between 0 and 1)");
            if (!(trust >= 0.0 && trust <= 1.0))
                throw TamayaError("trust = " + std::to_string(trust) + " (expected 0 to 1)");
            book.doubts[book.doubt_count++] = {noise, trust};
        }
    }
};

// Settings of a meta-agent's search.
struct OwnInvestigation {
    Investigation settings;

    OwnInvestigation(i64 rollouts, double seconds, int threads, int hands, double errors,
                     bool strict)
        : settings{} {
        settings.plan.verdict = Verdict::paired;
        settings.plan.rollout_turns = kMaxTurns;
        settings.plan.errors = within("errors", errors, 0.0, 1000.0);
        settings.plan.strict = strict;
        settings.rollouts = checked_rollouts(rollouts);
        settings.nanoseconds = checked_nanoseconds(seconds);
        if (settings.rollouts == 0 && settings.nanoseconds == 0)
            throw TamayaError("a search needs a limit: iterations or seconds above 0");
        settings.clock = nanoseconds_now;
        settings.parts = checked_parts(threads);
        settings.hands = within("hands", hands, 1, 10'000);
    }
};

// The memory in which a meta-agent searches.
struct OwnInvestigator {
    ExtraMemory extra;  // for each part, one to ask models and one per seat of its rollouts
    std::vector<std::unique_ptr<InvestigationDesk>> own_desks;
    std::vector<InvestigationDesk*> desks;
    std::vector<Candidates> parts;
    std::unique_ptr<Testimony> testimony;
    Investigator by;

    OwnInvestigator(const Investigation& settings, u32 extra_bytes)
        : extra(settings.parts * (kMaxPlayers + 1), extra_bytes),
          parts(static_cast<std::size_t>(settings.parts)),
          testimony(std::make_unique<Testimony>()),
          by{} {
        for (int part = 0; part < settings.parts; ++part) {
            own_desks.push_back(std::make_unique<InvestigationDesk>());
            InvestigationDesk& desk = *own_desks.back();
            const int first = part * (kMaxPlayers + 1);
            desk.past.extra = extra.seat(first);
            for (int i = 0; i < kMaxPlayers; ++i)
                desk.playout.seats[i].memory.extra = extra.seat(first + 1 + i);
            desks.push_back(&desk);
        }
        by = {&settings, desks.data(), parts.data(), testimony.get(), thread_crew(), {}};
    }
    OwnInvestigator(const OwnInvestigator&) = delete;
};

using Mass = Array<double, 3>;  // beliefs for each seat: hypotheses by doubts

MetaSeat seat_of(const OwnCasebook& own, double* mass, int players, int me, Extra extra,
                 ExtraMemory& memories) {
    MetaSeat seat{};
    seat.book = &own.book;
    seat.extra = extra;
    seat.memories = memories.start();
    seat.memory_bytes = memories.bytes();
    for (int i = 0; i < players; ++i)
        if (i != me) seat.mass[i] = mass + i * belief_size(own.book);
    return seat;
}

// A meta-agent in one seat of one game, driven from Python. The caller owns the array of beliefs.
// Python threads may share the seat; a mutex serializes them. A thread that waits for it must not
// hold the GIL, because a search asks for the GIL to check for Ctrl-C.
struct DrivenMetaSeat {
    std::shared_ptr<OwnCasebook> own;
    Mass mass;
    ExtraMemory extra, memories;
    MetaSeat seat;
    std::mutex door;

    DrivenMetaSeat(std::shared_ptr<OwnCasebook> casebook, Mass beliefs, int me, const Whole& seed,
                   const nb::bytes& memory, int moved)
        : own(std::move(casebook)),
          mass(beliefs),
          extra(1, own->extra_bytes()),
          memories(own->memories()) {
        if (mass.shape(0) < 2 || mass.shape(0) > kMaxPlayers ||
            mass.shape(1) != static_cast<std::size_t>(own->book.suspect_count) ||
            mass.shape(2) != static_cast<std::size_t>(own->book.doubt_count) || me < 0 ||
            static_cast<std::size_t>(me) >= mass.shape(0))
            throw TamayaError("beliefs must have the shape [seats, hypotheses, doubts]");
        const int players = static_cast<int>(mass.shape(0));
        seat = seat_of(*own, mass.data(), players, me, extra.seat(0), memories);
        remember(memory, players, moved);
        begin(seat, seed_of(seed));
    }

    void remember(const nb::bytes& memory, int players, int moved) {
        if (memory.size() == 0) return;
        if (memory.size() != memory_size() || moved < 0 || moved >= players)
            throw TamayaError("a memory of " + std::to_string(memory.size()) + " bytes (expected " +
                              std::to_string(memory_size()) + ", moved by less than " +
                              std::to_string(players) + " seats)");
        std::copy_n(reinterpret_cast<const u8*>(memory.c_str()), memory_size(), memories.start());
        move_seats(seat, players, moved);
    }
    std::size_t memory_size() const {
        return static_cast<std::size_t>(own->book.response_count) * memories.bytes();
    }

    // Calls work() without the GIL, alone with the seat.
    template <typename Work>
    auto alone(const Work& work) {
        nb::gil_scoped_release release;
        const std::lock_guard<std::mutex> lock(door);
        return work();
    }

    nb::bytes end_game(const View& last) {
        const std::vector<u8> remembered = alone([&] {
            finish(seat, last);
            return std::vector<u8>(memories.start(), memories.start() + memory_size());
        });
        return nb::bytes(reinterpret_cast<const char*>(remembered.data()), remembered.size());
    }
    int current_response() {
        return alone([&] { return seat.response; });
    }

    Decision choose(const View& view) {
        check_turn(view);
        return alone([&] { return decide(seat, view); });
    }
    Thought search(const View& view, const OwnInvestigation& how, const Move& standard) {
        check_turn(view);
        OwnInvestigator memory(how.settings, own->extra_bytes());
        Thought thought = {standard, {}};
        LongCall call;
        nb::gil_scoped_release release;
        call.run(1, 1, [&](u64, int) {
            const std::lock_guard<std::mutex> lock(door);
            memory.by.stop = stop_sign_of(call);
            thought.candidates = *static_cast<const Candidates*>(
                engine().investigate(&memory.by, &seat, &view, &standard));
            thought.move = chosen_move(memory.by, thought.candidates);
        });
        return thought;
    }
    void notice_move(const View& before, const EventValue& event) {
        if (seat.mass[before.table.current] == nullptr)
            throw TamayaError("a seat has no belief about itself");
        alone([&] { notice(seat, before, event.event); });
    }
};

// How likely partners who all play like `model` made their latest moves, if the viewer's hand is
// the one in `hands`; and how many moves those are.
std::pair<double, int> hand_likelihood(const View& view, const State& hands,
                                       const OwnedPolicy& model, double noise) {
    const auto testimony = std::make_unique<Testimony>();
    const auto desk = std::make_unique<Recollection>();
    ExtraMemory extra(1, extra_bytes(model.policy));
    desk->extra = extra.seat(0);
    prepare(*desk, view);
    gather(*testimony, view);
    Guess guess = {};
    for (int i = 0; i < view.table.setup.players; ++i)
        if (i != view.me) guess.cast.seats[i] = &model.policy, guess.noise[i] = noise;
    Rng rng = {0, 0};
    const double product = likelihood(*testimony, view, hands.hands[view.me], guess, *desk, rng);
    return {product, std::min(testimony->count, kMaxMoments)};
}

// Writes the mean of a meta-agent's beliefs about all other seats.
void mean_belief(const Casebook& book, const MetaSeat& seat, double* mean) {
    const int size = belief_size(book);
    std::fill_n(mean, size, 0.0);
    int partners = 0;
    for (const double* mass : seat.mass) {
        if (mass == nullptr) continue;
        ++partners;
        for (int i = 0; i < size; ++i) mean[i] += mass[i];
    }
    for (int i = 0; i < size; ++i) mean[i] /= partners;
}

// A table for one thread: the meta-agent in one seat, a partner in all others.
struct EpisodeTable {
    ExtraMemory extra, memories;
    std::vector<double> mass;  // beliefs about each seat
    std::vector<AnySeat> seats;
    std::unique_ptr<OwnInvestigator> investigator;  // null: no search

    EpisodeTable(const OwnCasebook& own, const Setup& setup, int me, u32 partner_bytes,
                 const Investigation* search, LongCall& call)
        : extra(setup.players, std::max(own.extra_bytes(), partner_bytes)),
          memories(own.memories()),
          mass(static_cast<std::size_t>(belief_size(own.book)) * kMaxPlayers),
          seats(setup.players) {
        for (int i = 0; i < setup.players; ++i) at(i).memory.extra = extra.seat(i);
        at(me).kind = SeatKind::meta;
        at(me).meta = seat_of(own, mass.data(), setup.players, me, extra.seat(me), memories);
        if (search == nullptr) return;
        investigator = std::make_unique<OwnInvestigator>(*search, own.extra_bytes());
        investigator->by.stop = stop_sign_of(call);
        at(me).investigator = investigator->by;
    }
    AnySeat& at(int seat) { return seats[static_cast<std::size_t>(seat)]; }

    // Starts an episode with a new partner.
    void begin_episode(const Casebook& book, const Policy& partner) {
        for (int i = 0; i < kMaxPlayers; ++i)
            suspect_all(book, mass.data() + i * belief_size(book));
        std::fill_n(memories.start(),
                    static_cast<std::size_t>(book.response_count) * memories.bytes(), u8{0});
        for (AnySeat& seat : seats)
            if (seat.kind == SeatKind::native) seat.policy = &partner;
    }
};

void play_episodes(const OwnCasebook& own, const Setup& setup, const Policies& partners,
                   Array<const u64, 2> seeds, int me, const Threads& threads, Array<u8, 3> scores,
                   Array<u8, 3> ends, Array<i32, 3> responses, Array<double, 5> beliefs,
                   const OwnInvestigation* search) {
    const std::size_t episodes = seeds.shape(0), games = seeds.shape(1);
    const std::size_t count = own.suspects.list.size(), others = partners.list.size();
    const int workers = thread_count(threads);
    if (me < 0 || me >= setup.players || scores.shape(0) != episodes || scores.shape(1) != others ||
        scores.shape(2) != games || ends.size() != scores.size() ||
        responses.size() != scores.size() || beliefs.shape(0) != episodes ||
        beliefs.shape(1) != others || beliefs.shape(2) != games || beliefs.shape(3) != count ||
        beliefs.shape(4) != static_cast<std::size_t>(own.book.doubt_count))
        throw TamayaError("the arrays of episodes have different shapes");
    std::vector<std::unique_ptr<EpisodeTable>> tables(static_cast<std::size_t>(workers));
    LongCall call;
    nb::gil_scoped_release release;
    call.run(episodes * others, workers, [&](u64 job, int worker) {
        std::unique_ptr<EpisodeTable>& table = tables[static_cast<std::size_t>(worker)];
        if (!table)
            table = std::make_unique<EpisodeTable>(own, setup, me, partners.extra_bytes(),
                                                   search ? &search->settings : nullptr, call);
        const std::size_t episode = job / others, partner = job % others;
        table->begin_episode(own.book, partners.list[partner]);
        for (std::size_t game = 0; game < games && !call.is_stopped(); ++game) {
            Result result = {};
            Counters unused[kMaxPlayers] = {};
            engine().play_seats(&setup, table->seats.data(), seeds(episode, game), &result, unused);
            const std::size_t at = job * games + game;
            scores.data()[at] = result.score;
            ends.data()[at] = static_cast<u8>(result.end);
            responses.data()[at] = table->at(me).meta.first_response;
            mean_belief(own.book, table->at(me).meta, &beliefs(episode, partner, game, 0, 0));
        }
    });
}

}  // namespace

void bind_episodes(nb::module_& m) {
    nb::class_<OwnCasebook>(m, "Casebook",
                            "The hypotheses and responses of a meta-agent, and their scores.")
        .def(
            nb::init<const Policies&, const Policies&, Array<const double, 2>,
                     Array<const double, 1>, const std::vector<std::pair<double, double>>&, int,
                     double, bool, const std::vector<bool>&, int>(),
            "hypotheses"_a, "responses"_a, "scores"_a.noconvert(), nb::kw_only(),
            "prior"_a.noconvert(), "doubts"_a, "samples"_a, "patience"_a, "within_games"_a,
            "whole_games"_a = std::vector<bool>(), "most_samples"_a = 0,
            "Scores of responses (rows) with hypotheses (columns). For each move of a partner\n"
            "`samples` positions are imagined. Each of the `doubts` is a share of moves that are\n"
            "not the hypothesis's, and how far its scores are trusted then. A response that is\n"
            "expected to gain more than `patience` points replaces another within a game if that\n"
            "is allowed. Responses with an entry True in `whole_games` never begin within a game.\n"
            "Plausible hypotheses are asked in up to `most_samples` positions.");
    nb::class_<OwnInvestigation>(m, "Investigation", "Settings of a meta-agent's search.")
        .def(nb::init<i64, double, int, int, double, bool>(), nb::kw_only(), "iterations"_a,
             "seconds"_a, "threads"_a, "hands"_a, "errors"_a, "strict"_a,
             "At most `iterations` rollouts and `seconds` per move; 0: no limit. Of `hands` own\n"
             "hands that agree with the hints, one is drawn by how well it explains the partners'\n"
             "moves. A move must beat that of the response by `errors` standard errors.");
    nb::class_<DrivenMetaSeat>(m, "MetaSeat", "The meta-agent in one seat of one game.")
        .def(nb::init<std::shared_ptr<OwnCasebook>, Mass, int, const Whole&, const nb::bytes&,
                      int>(),
             "casebook"_a, "beliefs"_a.noconvert(), "seat"_a, "seed"_a,
             "memory"_a = nb::bytes("", 0), "moved"_a = 0,
             "Beliefs [seats, hypotheses, doubts] are updated in place. `memory` is what `finish`\n"
             "returned for the previous game, since when everybody moved on by `moved` seats.")
        .def("finish", &DrivenMetaSeat::end_game, "last"_a,
             "Ends the game. Returns what all responses remember of their partners.")
        .def("decide", &DrivenMetaSeat::choose, "view"_a, "The move of the current response.")
        .def("search", &DrivenMetaSeat::search, "view"_a, "settings"_a, "standard"_a,
             "Searches for a move that is better than `standard`, the move of the response.")
        .def(
            "notice", &DrivenMetaSeat::notice_move, "before"_a, "event"_a,
            "Updates the beliefs after a move of another seat; `before` is the own view before it.")
        .def_prop_ro("response", &DrivenMetaSeat::current_response,
                     "Index of the current response.");
    m.def(
        "hand_likelihood", &hand_likelihood, "view"_a, "hands"_a, "model"_a, nb::kw_only(),
        "noise"_a,
        "The probability of the latest moves of partners who play like `model`, if the viewer's\n"
        "hand is that of the position `hands`, and the number of these moves. In a share `noise`\n"
        "of turns a partner makes any other move.");
    m.def(
        "play_episodes", &play_episodes, "casebook"_a, "setup"_a, "partners"_a,
        "seeds"_a.noconvert(), nb::kw_only(), "seat"_a, "threads"_a, "scores"_a.noconvert(),
        "ends"_a.noconvert(), "responses"_a.noconvert(), "beliefs"_a.noconvert(),
        "search"_a.none() = nb::none(),
        "Episodes with each partner in all other seats: seeds [episodes, games]. Writes scores\n"
        "(points kept), how games ended (numbered as in results) and the responses they\n"
        "began with, each [episodes, partners, games], and the mean belief about all other seats\n"
        "after each game [episodes, partners, games, hypotheses, doubts]. With settings of a\n"
        "search, the meta-agent searches for each move.");
}

}  // namespace bind
