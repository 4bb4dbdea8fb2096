#include "text.hpp"

#include <array>
#include <cctype>
#include <cstring>
#include <sstream>

#include "errors.hpp"

namespace bind {

using namespace tamaya;

namespace {

// Length of the UTF-8 character that starts at an index; 0 if the bytes there are none.
std::size_t character_length(const std::string& text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(at);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
    if (length == 0 || at + length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if (byte(at + i) >> 6 != 2) return 0;
    return length;
}

constexpr char kDigits[] = "0123456789abcdef";

std::string escaped(unsigned char byte) {
    return {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
}

// A lone surrogate, U+D800 to U+DFFF: Python has them in text, UTF-8 has not.
bool is_surrogate(const std::string& character) {
    return character.size() == 3 && character[0] == '\xED' &&
           static_cast<unsigned char>(character[1]) >= 0xA0;
}
std::string escaped_surrogate(const std::string& character) {
    const unsigned code = 0xD000u | (character[1] & 0x3Fu) << 6 | (character[2] & 0x3Fu);
    return {'\\',
            'u',
            kDigits[code >> 12],
            kDigits[code >> 8 & 15],
            kDigits[code >> 4 & 15],
            kDigits[code & 15]};
}

}  // namespace

// Cut pieces of text may start or end inside a character: such bytes are written as \xNN.
std::string quoted(const std::string& text) {
    constexpr std::size_t kShown = 60;
    std::string out = "'";
    std::size_t at = 0;
    while (at < text.size() && at < kShown) {
        const unsigned char c = static_cast<unsigned char>(text[at]);
        const std::size_t length = character_length(text, at);
        if (length == 0 || c < 0x20 || c == 0x7F) {
            out += escaped(c);
            ++at;
            continue;
        }
        if (c == '\\' || c == '\'') out += '\\';
        const std::string character = text.substr(at, length);
        out += is_surrogate(character) ? escaped_surrogate(character) : character;
        at += length;
    }
    return out + (at < text.size() ? "...'" : "'");
}

namespace {

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

int find_color(char letter) {
    const int lower = std::tolower(static_cast<unsigned char>(letter));
    const char* at = lower ? std::strchr(kColorLetters, lower) : nullptr;
    return at ? static_cast<int>(at - kColorLetters) : -1;
}

bool is_digit(const std::string& text) {
    return text.size() == 1 && text[0] >= '0' && text[0] <= '9';
}

[[noreturn]] void bad_card(const std::string& text) {
    throw NotationError("not a card: " + quoted(text) +
                        " (expected a color of 'rygwbm' and a rank 1-5, like 'r1')");
}

[[noreturn]] void bad_move(const std::string& text) {
    throw NotationError("not a move: " + quoted(text) +
                        " (expected 'play SLOT', 'discard SLOT', 'hint +SEATS COLOR' or "
                        "'hint +SEATS RANK', like 'play 0' or 'hint +1 r')");
}

std::string join(const std::vector<std::string>& words, const char* between) {
    std::string out;
    for (const std::string& word : words) out += (out.empty() ? "" : between) + word;
    return out;
}

}  // namespace

std::string card_text(Card card) {
    if (card >= kCardKinds) return "??";
    return std::string{kColorLetters[color_of(card)], static_cast<char>('0' + rank_of(card))};
}

Card parse_card(const std::string& text) {
    if (text.size() != 2) bad_card(text);
    const int color = find_color(text[0]);
    const int rank = text[1] - '0';
    if (color < 0 || rank < 1 || rank > kMaxRanks) bad_card(text);
    return card_of(color, rank);
}

int parse_color(const std::string& text) {
    const int color = text.size() == 1 ? find_color(text[0]) : -1;
    if (color < 0)
        throw NotationError("not a color: " + quoted(text) + " (expected one letter of 'rygwbm')");
    return color;
}

std::string move_text(Move move) {
    const std::string index = std::to_string(move.index);
    switch (move.kind) {
        case MoveKind::play:
            return "play " + index;
        case MoveKind::discard:
            return "discard " + index;
        case MoveKind::hint_color:
            return "hint +" + index + " " + kColorLetters[move.value];
        case MoveKind::hint_rank:
            return "hint +" + index + " " + std::to_string(move.value);
        default:
            return "no move";
    }
}

Move parse_move(const std::string& text) {
    const std::vector<std::string> words = words_of(text);
    Move move = kNoMove;
    if (words.size() == 2 && is_digit(words[1])) {
        const int slot = words[1][0] - '0';
        if (words[0] == "play") move = play(slot);
        if (words[0] == "discard") move = discard(slot);
    } else if (words.size() == 3 && words[0] == "hint" && words[1].size() == 2 &&
               words[1][0] == '+' && words[2].size() == 1) {
        const int offset = words[1][1] - '0';
        const int color = find_color(words[2][0]);
        move = color >= 0 ? hint_color(offset, color) : hint_rank(offset, words[2][0] - '0');
    }
    if (!kWidest.contains(move)) bad_move(text);
    return move;
}

std::vector<Card> parse_cards(const std::string& text) {
    std::string letters;
    for (const char c : text)
        if (!std::isspace(static_cast<unsigned char>(c))) letters += c;
    std::vector<Card> cards;
    for (std::size_t i = 0; i < letters.size(); i += 2)
        cards.push_back(parse_card(letters.substr(i, 2)));
    return cards;
}

Deck deck_of(const Setup& setup, const std::vector<Card>& cards) {
    const Deck expected = sorted_deck(setup);
    if (cards.size() != expected.size)
        throw NotationError("not a deck: it has " + std::to_string(cards.size()) +
                            " cards (expected " + std::to_string(expected.size) + ")");
    std::array<int, kCardKinds> seen{};
    Deck deck = expected;
    for (int i = 0; i < expected.size; ++i) {
        const Card card = cards[static_cast<std::size_t>(i)];
        const int copies = expected.counts.of(card);
        if (++seen[card] > copies)
            throw NotationError("not a deck: more " + card_text(card) + " than the game has (" +
                                std::to_string(copies) + ")");
        deck.cards[i] = card;
    }
    return deck;
}

namespace {

std::string fireworks_text(const Table& t) {
    std::vector<std::string> piles;
    for (int color = 0; color < kMaxColors; ++color)
        if (color_set(t.setup) >> color & 1)
            piles.push_back(kColorLetters[color] + std::to_string(height(t, color)));
    return join(piles, " ");
}

// "{r,3}": possible colors and ranks, "*" for all; nothing where hints told nothing.
std::string knowledge_text(const Setup& s, const Knowledge& k, int slot) {
    const int colors = k.colors.get(slot), ranks = k.ranks.get(slot);
    if (colors == color_set(s) && ranks == rank_set(s)) return "";
    std::string color_part, rank_part;
    for (int c = 0; c < kMaxColors; ++c)
        if (colors >> c & 1) color_part += kColorLetters[c];
    for (int r = 1; r <= kMaxRanks; ++r)
        if (ranks >> (r - 1) & 1) rank_part += static_cast<char>('0' + r);
    if (colors == color_set(s)) color_part = "*";
    if (ranks == rank_set(s)) rank_part = "*";
    return "{" + color_part + "," + rank_part + "}";
}

std::string hand_text(const Table& t, const Hand& hand, int seat) {
    const Knowledge& k = t.knowledge[seat];
    std::string line;
    for (int slot = 0; slot < t.setup.hand_size; ++slot) {
        const bool present = k.present >> slot & 1;
        if (!present && t.setup.refill == Refill::shift) continue;
        line += "  ";
        line += present ? card_text(hand.cards.get(slot)) + knowledge_text(t.setup, k, slot) : "--";
    }
    return line;
}

const char* end_text(End end) {
    constexpr const char* kEnds[] = {"", "bombed", "complete", "last turn played", "forfeit"};
    return kEnds[static_cast<int>(end)];
}

}  // namespace

std::string position_text(const Table& t, const Hand* hands) {
    std::ostringstream out;
    out << "fireworks " << fireworks_text(t) << "   hints " << int(t.hints) << "   lives "
        << int(t.lives) << "   deck " << int(t.deck);
    if (is_over(t)) out << "   game over: " << end_text(t.end) << ", score " << score(t);
    for (int seat = 0; seat < t.setup.players; ++seat) {
        const bool to_move = seat == t.current && !is_over(t);
        std::string name = kSeatNames[seat];
        name.resize(6, ' ');
        out << "\n" << (to_move ? "> " : "  ") << name << hand_text(t, hands[seat], seat);
    }
    std::vector<std::string> gone;
    for (Card card = 0; card < kCardKinds; ++card)
        for (int i = 0; i < t.discards.of(card); ++i) gone.push_back(card_text(card));
    if (!gone.empty()) out << "\ndiscards " << join(gone, " ");
    return out.str();
}

}  // namespace bind
