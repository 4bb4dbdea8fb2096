// Statistics of the moves that a search considered.
#pragma once

#include "tamaya/move.hpp"

namespace tamaya {

// A move, how often it was tried, and the sum of the points of those games. `gain` is the sum of
// its differences to the default move in the same imagined games, where games are paired.
struct Candidate {
    Move move;
    u32 visits;
    u64 points;
    i64 gain;
    u64 gain_squares;
};

inline double mean(const Candidate& c) {
    return c.visits == 0 ? 0.0 : static_cast<double>(c.points) / c.visits;
}

struct Candidates {
    int count;
    int standard;  // index of the default move, which other moves must beat; -1: none
    u64 rollouts;  // number in the whole search
    Candidate at[kWidest.size()];
};

inline int place_of(const Candidates& all, Move move) {
    for (int i = 0; i < all.count; ++i)
        if (all.at[i].move == move) return i;
    return -1;
}

// Adds the statistics of another search of the same position.
inline void merge(Candidates& all, const Candidates& more) {
    all.rollouts += more.rollouts;
    for (int i = 0; i < more.count; ++i) {
        const Candidate& from = more.at[i];
        int place = place_of(all, from.move);
        if (place < 0) all.at[place = all.count++] = {from.move, 0, 0, 0, 0};
        Candidate& to = all.at[place];
        to.visits += from.visits;
        to.points += from.points;
        to.gain += from.gain;
        to.gain_squares += from.gain_squares;
        if (all.standard < 0 && i == more.standard) all.standard = place;
    }
}

// How a search chooses its move.
enum class Verdict : u8 {
    mean,    // the best mean of all
    visits,  // most visits; ties: the better mean
    paired,  // the best mean of often tried moves, if it clearly beats the default move
};

inline int most_visits(const Candidates& all) {
    u32 most = 0;
    for (int i = 0; i < all.count; ++i) most = all.at[i].visits > most ? all.at[i].visits : most;
    return static_cast<int>(most);
}

// The best mean among moves with at least `least` visits. Ties: the first.
inline int best_mean(const Candidates& all, int least_visits) {
    int best = -1;
    for (int i = 0; i < all.count; ++i) {
        if (static_cast<int>(all.at[i].visits) < least_visits) continue;
        if (best < 0 || mean(all.at[i]) > mean(all.at[best])) best = i;
    }
    return best;
}

// Whether the gain over the default move exceeds `errors` standard errors. The error assumes a mean
// gain of 0 and one additional game that differs by two points, so that a few lucky games do not
// decide.
inline bool is_better(const Candidate& c, double errors) {
    if (c.gain <= 0) return false;
    const double sum = static_cast<double>(c.gain);
    return sum * sum > errors * errors * (static_cast<double>(c.gain_squares) + 4.0);
}

// The index of the move to make; -1 if none was tried.
inline int chosen(const Candidates& all, Verdict verdict, double errors) {
    if (verdict == Verdict::mean) return best_mean(all, 1);
    const int most = most_visits(all);
    if (verdict == Verdict::visits) return best_mean(all, most > 0 ? most : 1);
    const int best = best_mean(all, most > 1 ? most / 2 : 1);
    if (all.standard < 0 || best < 0 || best == all.standard) return best;
    return is_better(all.at[best], errors) ? best : all.standard;
}

}  // namespace tamaya
