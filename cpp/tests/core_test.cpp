// Plays every kind of game under the sanitizers and checks invariants.
#include <initializer_list>
#include <type_traits>

#include "check.hpp"
#include "tamaya/any_seat.hpp"
#include "tamaya/vector.hpp"

using namespace tamaya;

static_assert(std::is_trivially_copyable_v<State> && std::is_trivially_copyable_v<View>);
static_assert(std::is_trivially_copyable_v<Memory> && std::is_trivially_copyable_v<Result>);
static_assert(std::is_aggregate_v<Setup> && std::is_aggregate_v<Table>);
static_assert(!std::is_convertible_v<State, View> && !std::is_constructible_v<View, State>);

namespace {

void card_counts_add_and_remove() {
    CardCounts counts{0, 0};
    const Card card = card_of(2, 3);
    for (int n = 1; n <= 3; ++n) {
        counts.add(bit(card));
        CHECK(counts.of(card) == n);
        CHECK(count(counts, kAllCards) == n);
    }
    for (int n = 2; n >= 0; --n) {
        counts.remove(bit(card));
        CHECK(counts.of(card) == n);
    }
}

void copies_in_two_sets_are_counted_together() {
    const CardCounts all = sorted_deck(standard_setup(2)).counts;
    for (const CardCounts copies : {all, CardCounts{kAllCards, kAllCards}, CardCounts{0, 0}})
        for (u32 colors = 0; colors < 64; ++colors)
            for (u32 ranks = 0; ranks < 32; ++ranks) {
                const CardSet cards = product(colors, 31), others = product(63, ranks);
                int first = 0, second = 0;
                for (Card card = 0; card < kCardKinds; ++card) {
                    if (cards & bit(card)) first += copies.of(card);
                    if (others & bit(card)) second += copies.of(card);
                }
                const TwoCounts counts = count(copies, cards, others);
                CHECK(counts.first == first && counts.second == second);
                CHECK(count(copies, cards) == first);
            }
}

void products_are_colors_times_ranks() {
    for (u32 colors = 0; colors < 64; ++colors)
        for (u32 ranks = 0; ranks < 32; ++ranks) {
            CardSet expected = 0;
            for (int c = 0; c < kMaxColors; ++c)
                for (int r = 1; r <= kMaxRanks; ++r)
                    if ((colors >> c & 1) && (ranks >> (r - 1) & 1)) expected |= bit(card_of(c, r));
            CHECK(product(colors, ranks) == expected);
        }
}

void rows_close_up() {
    Row row{0x0706050403020100ull};
    row.close(2, 9);
    const int expected[] = {0, 1, 3, 4, 5, 6, 7, 9};
    for (int i = 0; i < 8; ++i) CHECK(row.get(i) == expected[i]);
    CHECK(close(SlotSet{0b10110}, 1) == 0b1010);
    CHECK(slot_set(0x0100000100000001ull) == 0b10010001);
    CHECK(slots_from(Row{0x007F000503050402ull}, 5) == 0b1010100);
    CHECK(slots_from(Row{0x007F000503050402ull}, 0) == 0xFF);
}

void a_finished_suit_returns_a_token_only_below_the_maximum() {
    for (const int hints : {7, 8}) {
        State state;
        const Setup setup = standard_setup(2);
        deal(state, setup, sorted_deck(setup));  // alice holds r1 r1 r1 r2 r2
        state.table.played = product(1, 0b01111);
        state.table.hints = static_cast<u8>(hints);
        put(state.hands[0], setup, 0, card_of(0, 5));
        const Event event = apply(state, play(0));
        CHECK(event.scored);
        CHECK(event.token_returned == (hints == 7));
        CHECK(state.table.hints == 8);
    }
}

void cards_above_a_lost_one_are_dead() {
    Table t{};
    t.setup = standard_setup(2);
    t.cards = identities(t.setup);
    t.hidden = sorted_deck(t.setup).counts;
    CHECK(dead(t) == 0);
    CHECK(critical(t) == cards_of_rank(5) % (1u << 25));
    t.hidden.remove(bit(card_of(1, 2)));
    CHECK(critical(t) & bit(card_of(1, 2)));
    t.hidden.remove(bit(card_of(1, 2)));
    CHECK(dead(t) == product(2, 0b11110));
    CHECK(!(critical(t) & cards_of_color(1)));
}

void all_games_end_with_every_card_accounted_for(const Setup& setup, u64 seed) {
    State state;
    View views[kMaxPlayers];
    Deck deck = sorted_deck(setup);
    shuffle(deck, seed);
    deal(state, setup, deck);
    Rng rng = stream(seed, Purpose::agent);
    for (View& view : views) view.table.turn = 0;
    u8 vector[kMaxObservation];
    Table followed = first_table(setup);
    HabitCounts habits[kMaxPlayers] = {};
    while (!is_over(state.table)) {
        CHECK(followed == state.table);
        for (int seat = 0; seat < setup.players; ++seat) {
            look(views[seat], state, seat);
            const BitString bits = observe(views[seat]);
            CHECK(bits.size() == observation_size(setup));
            write_bytes(bits, vector);
            u32 row[kMaxRowWords];
            write_row(views[seat], ObservationKind::counts, {habits, 3}, row);
        }
        const MoveSet moves = legal_moves(state);
        CHECK(moves.bits == legal_moves(views[state.table.current]).bits);
        CHECK(moves.size() > 0);
        for (int id = 0; id < kWidest.size(); ++id)
            CHECK(moves.contains(kWidest.move(id)) == is_legal(state, kWidest.move(id)));
        const Occasion before = occasion(state.table, state.log);
        const Event& event =
            apply(state, moves.at(static_cast<int>(rng.below(static_cast<u32>(moves.size())))));
        count_habits(habits, before, event, setup.ranks);
        follow(followed, event);
        const Table& t = state.table;
        CardCounts all = t.hidden;
        CHECK(count(all, kAllCards) + count(t.discards, kAllCards) + score(t) == deck_size(setup));
        CHECK(t.turn <= kMaxTurns);
    }
}

void every_set_up_plays() {
    const ExtraSuit extras[] = {ExtraSuit::none, ExtraSuit::standard, ExtraSuit::single,
                                ExtraSuit::rainbow};
    u64 seed = 0;
    for (int players = kMinPlayers; players <= kMaxPlayers; ++players)
        for (const Setup& preset :
             {standard_setup(players), competition_setup(players), eger_setup(players)})
            for (const ExtraSuit extra : extras)
                for (const int size : {2, 5}) {
                    Setup setup = preset;
                    setup.extra_suit = extra;
                    setup.colors = setup.ranks = static_cast<u8>(size);
                    if (size == 2) setup.hand_size = 1;
                    setup.max_lives = kMaxLives;  // long games
                    setup.max_hints = kMaxHintTokens;
                    for (int i = 0; i < 5; ++i)
                        all_games_end_with_every_card_accounted_for(setup, seed++);
                }
}

// Both kinds of search, with every variant of the tree, along a random game.
void searches_choose_legal_moves(const Setup& setup, u64 seed) {
    constexpr int kRoom = 40;  // fewer nodes than rollouts: the tree fills up
    Node nodes[kRoom];
    static Desk desk;
    desk.tree = {nodes, kRoom, 0};
    Policy policy{};
    policy.family = Family::rule_list;
    policy.params.rule_list = {};
    policy.params.rule_list.else_random = true;
    State state;
    Deck deck = sorted_deck(setup);
    shuffle(deck, seed);
    deal(state, setup, deck);
    Rng rng = stream(seed, Purpose::agent);
    const double* mass[kMaxPlayers] = {};
    for (bool special = false; !is_over(state.table); special = !special) {
        View view;
        view.table.turn = 0;
        look(view, state, state.table.current);
        for (const Method method : {Method::flat, Method::tree}) {
            const Plan plan = {method,
                               Verdict::paired,
                               special,
                               false,
                               special,
                               !special,
                               special,
                               kMaxTurns,
                               20,
                               special ? 3 : 0,
                               0.5,
                               1.0,
                               special ? &policy : nullptr,
                               special ? &policy : nullptr,
                               special};
            const Candidates candidates =
                search(plan, mass, view, rng.next(), 0, {60, 0, nullptr, 0}, desk);
            const int place = chosen(candidates, plan.verdict, plan.errors);
            CHECK(place >= 0 && is_legal(state, candidates.at[place].move));
        }
        apply(state, any_of(legal_moves(state), rng));
    }
}

void every_set_up_can_be_searched() {
    for (int players = kMinPlayers; players <= kMaxPlayers; ++players)
        for (Setup setup : {standard_setup(players), competition_setup(players)}) {
            setup.extra_suit = ExtraSuit::rainbow;
            searches_choose_legal_moves(setup, static_cast<u64>(players));
        }
}

void logarithms_are_those_of_a_table() {
    const double expected[] = {0.0, 0.6931471805599453, 1.0986122886681098, 1.3862943611198906};
    for (u32 n = 1; n <= 4; ++n) {
        const double error = natural_log(n) - expected[n - 1];
        CHECK(error < 1e-10 && error > -1e-10);
    }
    const double error = natural_log(1000000) - 13.815510557964274;
    CHECK(error < 1e-10 && error > -1e-10);
}

Policy eger_agent(eger::Style style, bool as_in_the_paper) {
    Policy policy{};
    policy.family = Family::eger;
    const i32 samples = style == eger::Style::sample ? 5 : 0;
    policy.params.eger = {samples, style, as_in_the_paper, as_in_the_paper, as_in_the_paper};
    CHECK(flaw(policy).field == nullptr);
    return policy;
}

Policy cyclone_agent(double weight) {
    Policy policy{};
    policy.family = Family::cyclone;
    for (double& factor : policy.params.cyclone.by_factor) factor = weight;
    for (double& misplay : policy.params.cyclone.misplay) misplay = -1.0;
    CHECK(flaw(policy).field == nullptr);
    return policy;
}

// A network with one hidden layer of random weights, and the agent that plays it.
struct RandomNetwork {
    static constexpr u32 kUnits = 20;
    alignas(64) u8 bytes[1 << 18] = {};
    u32 size = (sizeof(Network) + 15) / 16 * 16;

    RandomNetwork(const Setup& setup, u64 seed) {
        Network& n = *reinterpret_cast<Network*>(bytes);
        const RowSize row = row_size(setup, ObservationKind::counts);
        n.format = kNetworkFormat;
        n.observation = static_cast<u32>(ObservationKind::counts);
        n.bit_words = static_cast<u32>(row.bit_words);
        n.byte_words = static_cast<u32>(row.byte_words);
        n.actions = static_cast<u32>(action_ids(setup).size());
        n.layers = 2;
        u32 inputs = static_cast<u32>(row.unpacked());
        for (u32 i = 0; i < 2; ++i) {
            NetworkLayer& layer = n.layer[i];
            layer = {kUnits,
                     1 - i,
                     part((2 - i) * kUnits * inputs, seed),
                     part(4 * kUnits, 0),
                     part(4 * kUnits, 0),
                     part(4 * kUnits, 0),
                     1.0};
            float* gains = reinterpret_cast<float*>(bytes + layer.gains);
            for (u32 u = 0; u < kUnits; ++u) gains[u] = 40.0f;
            inputs = kUnits;
        }
        n.head = part(2 * (n.actions + 1) * kUnits, seed);
        n.head_biases = part(4 * (n.actions + 1), 0);
    }
    // Reserves space for numbers, filled at random if there is a seed.
    u32 part(u32 count, u64 seed) {
        const u32 start = size;
        size += (count + 15) / 16 * 16;
        Rng rng = stream(seed, Purpose::sample, start);
        for (u32 i = 0; seed != 0 && i < count; i += 2)
            *reinterpret_cast<i16*>(bytes + start + i) = static_cast<i16>(rng.below(200)) - 100;
        return start;
    }
    Policy policy() const {
        Policy agent{};
        agent.family = Family::network;
        agent.blob = {bytes, size};
        agent.params.network = {true, 10};
        CHECK(flaw(agent).field == nullptr);
        return agent;
    }
};

// A game between copies of an agent that is not a rule list: all its moves are legal.
void agents_play_legally(const Setup& setup, u64 seed, const Policy& policy) {
    State state;
    NativeSeat seats[kMaxPlayers] = {};
    Deck deck = sorted_deck(setup);
    shuffle(deck, seed);
    deal(state, setup, deck);
    Rng rng = stream(seed, Purpose::agent);
    while (!is_over(state.table)) {
        NativeSeat& seat = seats[state.table.current];
        look(seat.view, state, state.table.current);
        const Decision decision = decide(policy, seat.view, seat.memory, rng);
        const bool legal = is_legal(state, decision.move);
        CHECK(legal);
        if (!legal) return;
        apply(state, decision.move);
    }
}

void all_agents_play_legally(const Setup& setup, u64 seed) {
    for (const bool as_in_the_paper : {false, true}) {
        for (int style = 0; style < eger::kStyles; ++style)
            agents_play_legally(setup, seed,
                                eger_agent(static_cast<eger::Style>(style), as_in_the_paper));
        agents_play_legally(setup, seed, cyclone_agent(as_in_the_paper ? 1.0 : -0.5));
    }
    static RandomNetwork network(setup, 1);
    network = RandomNetwork(setup, seed + 1);
    agents_play_legally(setup, seed, network.policy());
}

void every_agent_plays_every_set_up() {
    const ExtraSuit extras[] = {ExtraSuit::none, ExtraSuit::standard, ExtraSuit::single,
                                ExtraSuit::rainbow};
    u64 seed = 0;
    for (int players = kMinPlayers; players <= kMaxPlayers; ++players)
        for (const Setup& preset :
             {standard_setup(players), competition_setup(players), eger_setup(players)})
            for (const ExtraSuit extra : extras)
                for (const int size : {2, 5})
                    for (const int tokens : {0, 8}) {
                        Setup setup = preset;
                        setup.extra_suit = extra;
                        setup.colors = setup.ranks = static_cast<u8>(size);
                        setup.max_hints = static_cast<u8>(tokens);
                        if (size == 2) setup.hand_size = 1;
                        for (int i = 0; i < 3; ++i) all_agents_play_legally(setup, seed++);
                    }
}

}  // namespace

int main() {
    card_counts_add_and_remove();
    copies_in_two_sets_are_counted_together();
    products_are_colors_times_ranks();
    rows_close_up();
    a_finished_suit_returns_a_token_only_below_the_maximum();
    cards_above_a_lost_one_are_dead();
    every_set_up_plays();
    every_agent_plays_every_set_up();
    every_set_up_can_be_searched();
    logarithms_are_those_of_a_table();
    std::printf("%d passed, %d failed\n", checks_passed, checks_failed);
    return checks_failed != 0;
}
