// Written by `python -m tamaya.web.typescript`: change the structs in Python instead.

export const VERSION = 1;

export const MAX_FRAME = 4096;

export const MAX_GAP = 50;

/** A hint that touched a card. */
export interface HintMark {
  /** moves made before the hint */
  turn: number;
  giver: number;
  /** a color letter or a rank */
  value: string;
}

/** One card in a hand, as the viewer may know it. */
export interface CardView {
  /** identifies the card while it is held: the seat, and how many cards the seat drew before it */
  key: string;
  /** place in the hand, as moves use it; 0 is the oldest card */
  slot: number;
  /** cards that are possible by the hints that touched it */
  positive: number;
  /** cards that are possible by all hints, including those that did not touch it */
  negative: number;
  /** as `negative`, without cards of which the holder and the viewer see all copies */
  counting: number;
  /** absent if the viewer may not see it */
  card?: string;
  color_hinted?: boolean;
  rank_hinted?: boolean;
  /** hints that touched it, oldest first */
  hints?: HintMark[];
  /** certainly playable now, by what the viewer knows */
  playable?: boolean;
  /** certainly never needed, by what the viewer knows */
  dead?: boolean;
  /** certainly the last copy of a card still needed, by what the viewer knows */
  critical?: boolean;
}

/** One seat and its hand. */
export interface SeatView {
  seat: number;
  name: string;
  kind: "agent" | "human";
  hand: CardView[];
}

/** What became of the copies of one card. */
export interface Discarded {
  card: string;
  /** copies discarded or misplayed */
  gone: number;
  /** copies that are still in hands or in the deck */
  left: number;
  played?: boolean;
  dead?: boolean;
  critical?: boolean;
}

/** A legal move and what it would do. */
export interface Choice {
  /** text for an `act` frame, like 'play 0' or 'hint +1 r' */
  move: string;
  kind: "discard" | "hint_color" | "hint_rank" | "play";
  slot?: number;
  /** seat that would be hinted */
  target?: number;
  /** color letter or rank that would be hinted */
  value?: string;
  /** keys of the cards that the hint would touch */
  touches?: string[];
  /** how many of them the hint would tell something new about */
  news?: number;
  /** why to ask for confirmation: a known misplay, or a known last copy */
  guard?: "" | "critical" | "misplay";
}

/** The table as one viewer may know it, at one moment. */
export interface TableView {
  /** moves made so far */
  turn: number;
  /** seat to move */
  current: number;
  score: number;
  max_score: number;
  /** points that can still be reached */
  ceiling: number;
  hints: number;
  max_hints: number;
  lives: number;
  max_lives: number;
  deck_size: number;
  /** height by color letter */
  fireworks: Record<string, number>;
  seats: SeatView[];
  /** all cards of the game, by color and rank */
  cards: Discarded[];
  /** turns left, once the deck is empty */
  turns_left?: number;
  /** discards that still allow to reach the ceiling; absent once the deck is empty */
  pace?: number;
  /** legal moves; empty unless it is the viewer's turn */
  choices?: Choice[];
  /** how the game ended; empty while it runs */
  end?: "" | "bombed" | "complete" | "forfeit" | "last_turn";
}

/** What a viewer can conclude about a move. */
export interface Why {
  code: "discard_dead" | "discard_hinted" | "discard_lost" | "discard_unhinted" | "hint_critical" | "hint_identified" | "hint_new" | "hint_nothing_new" | "hint_playable" | "late" | "play_completes" | "play_guess" | "play_known" | "play_misplay";
  /** in English */
  text: string;
  /** the number in the text, if any */
  n?: number;
}

/** One turn in the log. */
export interface TurnEntry {
  /** moves made before it */
  turn: number;
  seat: number;
  kind: "discard" | "forfeit" | "hint_color" | "hint_rank" | "play";
  /** text of the move, like 'play 0' */
  move: string;
  /** in English */
  text: string;
  /** seconds since 1970 */
  at: number;
  /** card played or discarded */
  card?: string;
  /** key of that card */
  key?: string;
  scored?: boolean;
  target?: number;
  value?: string;
  /** keys of the cards that the hint touched */
  touched?: string[];
  why?: Why[];
  /** seconds that the move took */
  think?: number;
  /** the agent was too slow or failed, and a simple rule agent moved instead */
  late?: boolean;
}

/** What the viewer wrote about a card. */
export interface NoteView {
  key: string;
  text?: string;
  mark?: "" | "keep" | "play" | "trash";
}

/** Why an agent made a move; in games with people, sent only after the game. */
export interface MoveReason {
  turn: number;
  seat: number;
  agent: string;
  /** 'rule', 'thoughts', 'search', 'noise', 'no rule', 'python' or 'late' */
  source: string;
  text: string;
  rule?: string;
  /** position of the rule in the agent's list, counted from 1; 0 if no rule decided */
  place?: number;
  /** everything that the agent weighed, line by line */
  lines?: string[];
}

/** What everybody may know after the game. */
export interface Reveal {
  /** first card drawn first */
  deck: string[];
  /** agent of each seat; empty for people */
  agents: string[];
  hands: string[][];
  strict_score: number;
  setup: string;
}

/** Everything that the viewer may know, sent on joining. */
export interface Snapshot {
  t: "snapshot";
  v: number;
  /** number of events that the viewer has received */
  seq: number;
  game: string;
  table: TableView;
  log: TurnEntry[];
  help: "counting" | "negative" | "positive";
  setup: string;
  /** letters of the colors that can be hinted */
  hint_colors: string;
  suits: string;
  /** id shared by consecutive games with the same partners */
  episode: string;
  /** number of this game within the episode, counted from 1 */
  number: number;
  /** the viewer's seat; absent for spectators */
  seat?: number;
  /** the seat whose view a spectator has; absent if the spectator sees all hands */
  shadows?: number;
  notes?: NoteView[];
  /** seats whose player is connected */
  present?: number[];
  /** seat of the agent that is thinking */
  thinking?: number;
  reveal?: Reveal;
  /** the next game of the same players, if there is one */
  next_game?: string;
  /** others may watch */
  watchable?: boolean;
  /** seconds that a person has for a move, after the first one; absent without a clock */
  clock?: number;
  /** seconds left for the current move */
  clock_left?: number;
}

/** A turn was played. */
export interface EventFrame {
  t: "event";
  v: number;
  seq: number;
  entry: TurnEntry;
  /** after the turn */
  table: TableView;
  /** `cid` of the viewer's own frame that caused it */
  cid?: string;
  /** only with the last turn */
  reveal?: Reveal;
}

/** The viewer's own note was stored. */
export interface NoteFrame {
  t: "note";
  v: number;
  seq: number;
  note: NoteView;
  cid?: string;
}

/** A frame of the page was refused; nothing changed. */
export interface ErrorFrame {
  t: "err";
  v: number;
  seq: number;
  code: "bad_frame" | "bad_move" | "game_over" | "no_game" | "not_allowed" | "not_joined" | "not_your_turn" | "stale_turn" | "too_fast";
  text: string;
  /** the current turn */
  turn?: number;
  cid?: string;
}

/** Who is connected. */
export interface PresenceFrame {
  t: "presence";
  v: number;
  seq: number;
  present: number[];
  watching?: number;
  next_game?: string;
}

/** An agent is thinking for longer than a moment. */
export interface ThinkingFrame {
  t: "thinking";
  v: number;
  seq: number;
  seat: number;
}

/** A player said something to the others. It is not stored. */
export interface SaidFrame {
  t: "said";
  v: number;
  seq: number;
  seat: number;
  phrase: "good_game" | "hello" | "nice" | "sorry" | "thanks" | "wait";
}

/** Why agents made their moves; in games with people only after the game. */
export interface ExplainFrame {
  t: "explain";
  v: number;
  seq: number;
  reasons: MoveReason[];
}

/** The first frame of a page. Without a token, the session cookie identifies the player. */
export interface Join {
  t: "join";
  v: number;
  token?: string | null;
  /** the last `seq` that the page has received; without it, the server sends a snapshot */
  after?: number | null;
  /** watch as a spectator, even if the session has a seat */
  watch?: boolean;
  /** the seat whose view a spectator wants */
  shadows?: number | null;
}

/** A move. Sending the same `cid` again returns the same answer without a second move. */
export interface Act {
  t: "act";
  v: number;
  turn: number;
  move: string;
  cid: string;
  /** seconds that the player took, measured by the page */
  think?: number;
}

/** A note about a card: free text, or a mark. */
export interface Note {
  t: "note";
  v: number;
  key: string;
  cid: string;
  text?: string;
  mark?: "" | "keep" | "play" | "trash";
}

/** A fixed phrase for the other people at the table. */
export interface Say {
  t: "say";
  v: number;
  phrase: "good_game" | "hello" | "nice" | "sorry" | "thanks" | "wait";
}

export type Help = "positive" | "negative" | "counting";

export type Mark = "" | "play" | "keep" | "trash";

export type Guard = "" | "misplay" | "critical";

export type MoveKind = "play" | "discard" | "hint_color" | "hint_rank";

export type Ending = "" | "bombed" | "complete" | "last_turn" | "forfeit";

export type Phrase = "hello" | "nice" | "thanks" | "sorry" | "wait" | "good_game";

export type EventKind = "play" | "discard" | "hint_color" | "hint_rank" | "forfeit";

export type WhyCode = "hint_new" | "hint_nothing_new" | "hint_playable" | "hint_critical" | "hint_identified" | "play_known" | "play_guess" | "play_misplay" | "play_completes" | "discard_dead" | "discard_unhinted" | "discard_hinted" | "discard_lost" | "late";

export type ErrorCode = "bad_frame" | "bad_move" | "game_over" | "no_game" | "not_joined" | "not_allowed" | "not_your_turn" | "stale_turn" | "too_fast";

export type ServerFrame = Snapshot | EventFrame | NoteFrame | ErrorFrame | PresenceFrame | ThinkingFrame | SaidFrame | ExplainFrame;

export type PageFrame = Join | Act | Note | Say;

/** An agent that the player may play like. */
export interface Hypothesis {
  name: string;
  niche: number[];
  agent: string;
}

/** A hypothesis with its probability. */
export interface BeliefShare {
  name: string;
  probability: number;
}

/** The belief at one moment. */
export interface BeliefMoment {
  /** number of the game in the episode, counted from 1 */
  game: number;
  /** moves made in that game */
  turn: number;
  /** in bits */
  entropy: number;
  top: BeliefShare[];
  response: string;
  /** expected score of the response, by this belief */
  expected: number;
  /** share of the belief that the last move shifted, 0 to 1 */
  moved: number;
  /** the player's last move; None at the start of a game */
  move: string | null;
}

/** A feature of the player's behaviour so far, with its standard error. */
export interface MeasuredFeature {
  feature: string;
  value: number | null;
  error: number | null;
  /** number of turns or cards that it was measured over */
  chances: number;
}

/** A response with its expected score. */
export interface ExpectedScore {
  name: string;
  expected: number;
}

/** A finished game of the episode. */
export interface EpisodeGame {
  number: number;
  score: number;
  bombed: boolean;
  turns: number;
}

/** Everything that a page shows about the belief. */
export interface BeliefView {
  /** 'partner': the belief of the partner; 'moves': computed from the player's own views */
  basis: "moves" | "partner";
  /** the current game is over */
  over: boolean;
  /** the partner's real belief is shown only after the game */
  held_back: boolean;
  /** 'detective', or the name of the meta-agent's mode */
  kind: string;
  axes: string[];
  /** words of the axes */
  words: Record<string, FeatureWords>;
  grid: number[];
  hypotheses: Hypothesis[];
  /** in the order of the hypotheses */
  probabilities: number[];
  entropy: number;
  max_entropy: number;
  response: string;
  /** the best responses to this belief, the best first */
  answers: ExpectedScore[];
  measured: MeasuredFeature[];
  /** both features of the axes after each of the player's moves, once both are defined */
  trail: number[][];
  history: BeliefMoment[];
  games: EpisodeGame[];
}

export type BeliefBasis = "partner" | "moves";

/** An error response. */
export interface Problem {
  /** a message for people */
  error: string;
}

/** The state of the server. */
export interface Health {
  version: string;
  protocol: number;
  /** tables in memory */
  tables: number;
}

/** A mean score, points kept. */
export interface Score {
  mean: number;
  sem: number;
  games: number;
  players: number;
}

/** What an agent does at the table, in percent of the times that it could. */
export interface Habits {
  /** games with a model of people in which they were counted */
  games: number;
  /** percent by the name of the habit, as `live.habits` defines them */
  shares: Record<string, number>;
}

/** An agent that the lobby offers. */
export interface AgentInfo {
  /** what to put into `SeatWish.agent` */
  id: string;
  name: string;
  /** how it plays, in one sentence */
  style: string;
  family: string;
  /** numbers of players that it can play with */
  players: number[];
  /** gives reasons for its moves after the game */
  explains?: boolean;
  /** learns about its partners over the games of an episode */
  remembers?: boolean;
  recommended?: boolean;
  /** numbers of players for which the lobby recommends it, if these are not all */
  best_with?: number[];
  /** score with copies of itself */
  score?: Score | null;
  /** score with a model of people */
  with_people?: Score | null;
  /** what it does at the table, for recommended agents */
  habits?: Habits | null;
}

/** All agents that the lobby offers, recommended ones first. */
export interface AgentList {
  agents: AgentInfo[];
}

/** Who should sit in a seat. */
export interface SeatWish {
  kind: "agent" | "human";
  /** an id from the list of agents, or 'surprise' */
  agent?: string | null;
  /** the player's name at the table */
  name?: string | null;
}

/** A new random deck. */
export interface RandomDeck {
  kind: "random";
}

/** A deck that depends only on a name, so that friends can play the same deck. */
export interface NamedDeck {
  kind: "named";
  name: string;
}

/** The deck of the day, the same for everybody at this server. */
export interface DailyDeck {
  kind: "daily";
}

/** The deck of a seed, as `tamaya play --seed` deals it. */
export interface SeedDeck {
  kind: "seed";
  seed: number;
}

/** A game to start. The first human seat is the caller's. */
export interface CreateGame {
  seats: SeatWish[];
  deck?: RandomDeck | NamedDeck | DailyDeck | SeedDeck;
  setup?: string;
  help?: "counting" | "negative" | "positive";
  /** may others watch? By default only if no people play */
  watchable?: boolean | null;
  /** hide the names of agents until the game is over */
  blind?: boolean;
  /** seconds that a person has for a move; by default there is no clock */
  clock?: number | null;
}

/** The secret of a human seat. Put it into a URL's fragment, never into its query. */
export interface SeatToken {
  seat: number;
  token: string;
}

/** A game that was started. */
export interface CreatedGame {
  game: string;
  /** tokens of all human seats, the caller's first; the others are for invitations */
  tokens: SeatToken[];
  /** the caller's seat */
  seat?: number;
}

/** Takes the seat of an invitation. */
export interface ClaimSeat {
  token: string;
  name?: string | null;
}

/** The seat that now belongs to the caller's session. */
export interface ClaimedSeat {
  game: string;
  seat: number;
}

/** Starts another game after a finished one. */
export interface NextGame {
  /** the same players with a new deck, or the same deck with other agents */
  how: "again" | "same_deck";
  /**
   * with 'same_deck': agents for all seats but the caller's, or only for the agents' seats, in
   * order; the same players if empty
   */
  agents?: string[];
  /** the caller's token in the old game; without it, the session cookie identifies the caller */
  token?: string | null;
}

/** One game in a list. */
export interface GameSummary {
  game: string;
  names: string[];
  kinds: string[];
  created: number;
  turn: number;
  score: number;
  max_score: number;
  over?: boolean;
  imported?: boolean;
  /** the caller's seat */
  seat?: number;
  your_turn?: boolean;
  bombed?: boolean;
}

/** Games, newest first. */
export interface GameList {
  games: GameSummary[];
}

/** Frames that the socket would have sent, for networks that block sockets. */
export interface EventList {
  seq: number;
  frames: (Snapshot | EventFrame | NoteFrame)[];
}

/** Why agents made their moves. */
export interface ReasonList {
  reasons: MoveReason[];
}

/** A finished game for other programs. */
export interface Export {
  game: string;
  /** JSON of hanab.live; absent for set-ups that the site does not have */
  json?: unknown;
  /** a link that opens the game on hanab.live */
  link?: string;
  /** the game as a transcript of Tamaya */
  transcript?: string;
  /** agent in each seat; empty for people */
  agents?: string[];
}

/** A whole game from another program. */
export interface ImportGame {
  /** JSON or a replay-json link of hanab.live, or a transcript of Tamaya */
  text: string;
}

/** The replay of an imported game. */
export interface ImportedGame {
  game: string;
}

export type DeckWish = RandomDeck | NamedDeck | DailyDeck | SeedDeck;

/** A mean with its standard error, standard deviation and sample size. */
export interface Measure {
  mean: number;
  sem: number | null;
  sd: number | null;
  games: number;
}

/** How to show a feature for which the pages have no words of their own. */
export interface FeatureWords {
  label: string;
  description: string;
}

/** A feature of the map. */
export interface Axis {
  feature: string;
  cells: number;
  /** borders of the cells; None if the cells are not equally wide */
  edges: number[] | null;
}

/** A niche that an elite holds. */
export interface Cell {
  id: string;
  niche: number[];
  /** id of the elite, as other requests take it */
  agent: string;
  score: Measure | null;
  features: Record<string, number | null>;
}

/** One map in a list. */
export interface MapSummary {
  id: string;
  axes: string[];
  grid: number[];
  setup: string;
  rulebook: string;
  taken: number;
  best: number | null;
}

/** A whole map. */
export interface BehaviourMap {
  id: string;
  setup: string;
  rulebook: string;
  scoring: string;
  axes: Axis[];
  /** number of cells, empty ones included */
  size: number;
  cells: Cell[];
  /** words of all features */
  words: Record<string, FeatureWords>;
}

/** A rule of an agent, and how often it decides in self-play. */
export interface RuleUse {
  rule: string;
  words: string;
  decided: number;
  share: number;
  /** the rule never decided */
  dead: boolean;
}

/** How an elite scores with the elite of another cell. */
export interface CellPartner {
  cell: string;
  score: Measure;
}

/** A game to watch as a replay. */
export interface SampleGame {
  label: "best" | "typical" | "worst";
  /** the id of its replay */
  replay: string;
  seed: number;
  score: number;
  bombed: boolean;
}

/** One elite of a map, measured in games with itself. */
export interface CellDetail {
  cell: Cell;
  gives_up: boolean;
  rules: RuleUse[];
  /** share of moves that no rule decided */
  other_share: number;
  games: number;
  first_seed: number;
  /** number of games by score, points kept */
  histogram: number[];
  bombed: number;
  /** from the best to the worst */
  partners: CellPartner[];
  samples: SampleGame[];
}

/** Two cells side by side. */
export interface CellComparison {
  cells: CellDetail[];
  /** rules that both have, in the first one's order */
  shared: string[];
  together: Measure;
}

/** Scores of all cells with one partner. */
export interface MapLayer {
  partner: string;
  games: number;
  scores: Record<string, Measure>;
}

/** A named agent on the map. */
export interface KnownAgent {
  agent: string;
  /** the features of the axes, 0 to 1 */
  at: number[];
  score: Measure;
}

/** All maps of a server. */
export interface MapList {
  maps: MapSummary[];
}

/** Named agents on a map. */
export interface KnownAgents {
  agents: KnownAgent[];
}

export type SampleLabel = "best" | "typical" | "worst";

/** A finished game of this profile. */
export interface FinishedGame {
  game: string;
  created: number;
  /** names of the others at the table */
  partners: string[];
  score: number;
  max_score: number;
  bombed: boolean;
  /** played from the middle of another game, or with a deck that was known */
  practice: boolean;
}

/** All games with one partner, practice left out. */
export interface PartnerRecord {
  /** id of the agent; empty for people and mixed tables */
  partner: string;
  name: string;
  games: number;
  mean: number;
  /** standard error of the mean; null for fewer than two games */
  error: number | null;
  best: number;
  bombed: number;
  /** scores in order of time, the last 60 */
  scores: number[];
}

/** Counts that do not fall when a person stops playing for some days. */
export interface Streaks {
  /** different days with a game or a puzzle */
  days: number;
  /** finished games in a row, up to the newest, in which a life was left */
  kept: number;
  longest_kept: number;
  /** best score */
  best: number;
}

/** Answers to puzzles. */
export interface PuzzleCounts {
  tried: number;
  /** at the first try, without hints */
  solved: number;
  /** puzzles in all */
  of: number;
}

/** History and statistics of this profile. */
export interface OwnProgress {
  /** newest first */
  games: FinishedGame[];
  /** finished games in all */
  total: number;
  /** most games first */
  partners: PartnerRecord[];
  streaks: Streaks;
  puzzles: PuzzleCounts;
  /** browsers that are linked */
  devices: number;
}

/** A code that links one other browser. */
export interface ProfileLink {
  code: string;
  expires: number;
}

/** Joins the profile of a code. */
export interface JoinProfile {
  code: string;
}

/** The profile was joined or deleted. */
export interface ProfileChanged {
  /** games that belong to it now, or that were deleted */
  games: number;
}

/** A finished game as a transcript. */
export interface ExportedGame {
  game: string;
  created: number;
  names: string[];
  seat: number;
  score: number;
  bombed: boolean;
  transcript: string;
}

/** An answer to a puzzle. */
export interface ExportedTry {
  puzzle: string;
  at: number;
  move: string;
  solved: boolean;
  hints: number;
}

/** Everything that the server stores about a profile. */
export interface ProfileExport {
  games: ExportedGame[];
  /** ids of games that are not over: what they hold is exported after their end */
  running: string[];
  puzzles: ExportedTry[];
}

/** A puzzle in the list. */
export interface PuzzleLine {
  id: string;
  kind: "play" | "save";
  players: number;
  /** whether this profile has answered it */
  tried: boolean;
  /** whether this profile has solved it at the first try and without hints */
  solved: boolean;
}

/** All puzzles, in order. */
export interface PuzzleList {
  puzzles: PuzzleLine[];
}

/** A position as the solver may see it. The solver is to move. */
export interface Puzzle {
  id: string;
  kind: "play" | "save";
  /** the solver's seat */
  seat: number;
  table: TableView;
  /** the last moves, as the solver saw them */
  log: TurnEntry[];
  /** id of the next puzzle; empty for the last */
  next: string;
}

/** One step closer to the solution; it follows from what the solver sees. */
export interface PuzzleHint {
  number: number;
  of: number;
  /** cards to look at */
  slots: number[];
  /** whose cards these are */
  seat: number;
}

/** The move that the solver chose. */
export interface PuzzleAnswer {
  move: string;
  /** hints that were shown before */
  hints?: number;
}

/** A move and its expected final score. */
export interface PuzzleMove {
  move: string;
  value: number;
}

/** Whether the answer is right, and why. */
export interface PuzzleSolution {
  right: boolean;
  solutions: string[];
  /** expected final scores, averaged over the models: the best moves and the chosen one */
  values: PuzzleMove[];
  /** points by which the solutions beat every other move */
  gap: number;
  /** standard error of the gap */
  error: number;
  /** imagined games behind each value, for each model */
  samples: number;
  /** agents that played on */
  models: string[];
  slot: number;
  /** the card that matters, and whose it is */
  seat: number;
  /** 'play': everything that the card could be */
  could_be: string[];
  /** what the card is */
  card: string;
}

export type PuzzleKind = "play" | "save";

/** One rule of an agent's list in one position. */
export interface RuleLine {
  rule: string;
  words: string;
  /** 'not possible': its kind of move is not legal */
  status: "decides" | "does not apply" | "not asked" | "not possible";
  /** the move that the rule proposes here, even if it was not asked; None if it does not apply */
  move: string | null;
}

/** Trace of a rule list: the first rule that applies decides. */
export interface RuleTrace {
  kind: "rules";
  /** 'rule', 'noise', 'no rule' or 'gave up' */
  source: string;
  /** place of the rule that decided */
  fired: number | null;
  rules: RuleLine[];
}

/** What a partner should do with a card. */
export interface Goal {
  seat: number;
  slot: number;
  card: string;
  /** 'play', 'discard', 'may discard' or 'keep' */
  goal: string;
}

/** A hint, and what the partner is expected to do after it. */
export interface WeighedHint {
  move: string;
  plays: number[];
  discards: number[];
  /** slots where the partner's reaction would be against the goal */
  against: number[];
  news: boolean;
  score: number;
  valid: boolean;
}

/** Trace of an intentional agent: goals for cards, and hints with the expected reactions. */
export interface GoalTrace {
  kind: "goals";
  step: string;
  words: string;
  goals: Goal[];
  hints: WeighedHint[];
  discard_values: (number | null)[];
}

/** A move, with what each factor adds to its value. */
export interface MoveFactors {
  move: string;
  value: number;
  factors: Record<string, number>;
}

/** Trace of Cyclone: all legal moves as weighted sums, the best first. */
export interface FactorTrace {
  kind: "factors";
  moves: MoveFactors[];
}

/** A move, with the rollouts that started with it. */
export interface MoveTried {
  move: string;
  visits: number;
  mean: number;
}

/** Trace of a search. */
export interface SearchTrace {
  kind: "search";
  rollouts: number;
  moves: MoveTried[];
}

/** Trace of a meta-agent: the response that it plays, and its rules. */
export interface ResponseTrace {
  kind: "response";
  response: string;
  /** score that it expects, by its belief */
  expected: number;
  rules: RuleLine[];
}

/** A move, with its probability. */
export interface MoveChance {
  move: string;
  chance: number;
}

/** Trace of a model of people: the probability of each move, the likeliest first. */
export interface ChanceTrace {
  kind: "chances";
  moves: MoveChance[];
}

/** Trace of an agent that gives no reasons. */
export interface PlainTrace {
  kind: "plain";
}

/** The move of an agent in a position, and why. */
export interface Answer {
  agent: string;
  /** None if it gives up */
  move: string | null;
  /** one sentence in English */
  why: string;
  explained: RuleTrace | GoalTrace | FactorTrace | SearchTrace | ResponseTrace | ChanceTrace | PlainTrace;
}

/** What one card in a hand may be, by what its holder knows. */
export interface CardBelief {
  slot: number;
  /** the card itself; the game is over */
  card: string;
  /** unseen copies of each possible card, by color in the order of `suits`, then by rank */
  counts: number[][];
}

/** What the cards of one seat may be, by what the seat knows. */
export interface Beliefs {
  seat: number;
  /** letters of the colors */
  suits: string;
  cards: CardBelief[];
}

/** The moves of several agents in one position. */
export interface Asked {
  turn: number;
  seat: number;
  /** the move that was made in the game; None after the last turn */
  made: string | null;
  answers: Answer[];
}

/** A turn with a mistake. */
export interface Marked {
  /** moves made before it */
  turn: number;
  /** 'lost': the move made points unreachable */
  mark: "lost" | "misplay";
  /** how many points became unreachable */
  points: number;
}

/** A player of the game. */
export interface ReplaySeat {
  name: string;
  human: boolean;
  /** id of the agent; empty for people, and for agents that this server does not have */
  agent: string;
}

/** A whole finished game. */
export interface Replay {
  id: string;
  seats: ReplaySeat[];
  setup: string;
  suits: string;
  hint_colors: string;
  /** all cards in drawing order */
  deck: string[];
  moves: string[];
  score: number;
  max_score: number;
  bombed: boolean;
  /** the table with all hands before each move and after the last: one more than moves */
  tables: TableView[];
  /** legal moves in each of these positions */
  choices: string[][];
  log: TurnEntry[];
  marks: Marked[];
  /** id shared by consecutive games with the same partners; empty for demonstration games */
  episode: string;
  number: number;
}

/** Another course of a game from some turn on. */
export interface Branch {
  turn: number;
  /** moves that replace those of the game */
  moves?: string[];
}

/** Agents to ask, and the turn. */
export interface AskBody {
  turn: number;
  agents: string[];
  branch?: Branch | null;
}

/** Moves to try, after which agents play on. */
export interface TryBody {
  branch: Branch;
  /** the agent of each seat */
  agents: string[];
  /** moves that the agents make at most */
  turns?: number;
}

/** The game after the tried moves. */
export interface Tried {
  /** the table from the branch's turn on: one more than moves */
  tables: TableView[];
  choices: string[][];
  log: TurnEntry[];
  moves: string[];
  score: number;
  over: boolean;
}

/** Starts a new game from a position of this one. */
export interface PlayOnBody {
  branch: Branch;
  /** the agent of each seat; null for the caller's seat, exactly once */
  seats: (string | null)[];
}

/** A demonstration game that agents play. */
export interface ShowBody {
  agents: string[];
  seed?: number;
  setup?: string;
}

/** The demonstration game was played. */
export interface ShowMade {
  /** the id of its replay */
  replay: string;
}

export type RuleStatus = "decides" | "does not apply" | "not asked" | "not possible";

export type TurnMark = "misplay" | "lost";

export type Trace = RuleTrace | GoalTrace | FactorTrace | SearchTrace | ResponseTrace | ChanceTrace | PlainTrace;

/** What an agent would have done with the same view. */
export interface Advice {
  /** id on the roster */
  agent: string;
  move: string | null;
  /** why, as the agent says it */
  text: string;
}

/** What an agent at the table thought. */
export interface PartnerThought {
  turn: number;
  seat: number;
  agent: string;
  text: string;
}

/** A move and its expected final score, with what the player knew. */
export interface TriedMove {
  move: string;
  value: number;
}

/** A turn that changed the expected score a lot, judged by what the player who moved knew. */
export interface TurningPoint {
  turn: number;
  seat: number;
  move: string;
  verdict: "bad_luck" | "find" | "good_luck" | "mistake" | "risk";
  theme: "clean" | "dud" | "gamble" | "lost_card" | "luck" | "missed_hint" | "missed_play" | "missed_save" | "other_card" | "other_hint" | "wasted_hint";
  /** expected final score before the move, if the player's model had moved */
  before: number;
  /** expected final score after the move, with what the move revealed to the player */
  after: number;
  /** after - before */
  change: number;
  /** standard error of the change */
  error: number;
  /** the part of the change that the player chose: made move against the model's move */
  choice: number;
  /** the part that nobody could know: which card it was */
  luck: number;
  /** the best move found, with what the player knew */
  best: string;
  /** expected points by which the best move beats the made one, in the same imagined games */
  gain: number;
  /** standard error of the gain */
  gain_error: number;
  /** probability that a played card was playable, as the player could know; None otherwise */
  chance: number | null;
  /** the card that was played or discarded; empty for hints */
  card: string;
  /** the best moves and the made one, best first */
  options: TriedMove[];
  advice: Advice[];
  /** what the agent that moved thought, or the agent that moved next */
  thought?: PartnerThought | null;
}

/** One thing to learn from the game. */
export interface StoryLesson {
  theme: "clean" | "dud" | "gamble" | "lost_card" | "luck" | "missed_hint" | "missed_play" | "missed_save" | "other_card" | "other_hint" | "wasted_hint";
  /** the turn that shows it */
  turn: number | null;
  seat: number | null;
  /** expected points that the better move would have brought */
  gain: number;
}

/** What copies of an agent reach with the deck. */
export interface TeamScore {
  agent: string;
  score: number;
  bombed: boolean;
}

/** A turn in which a simple rule agent moved for a player who failed or was too slow. */
export interface SubstituteMove {
  turn: number;
  seat: number;
}

/** Turning points of a finished game, and a lesson. */
export interface Story {
  id: string;
  /** the seat whose story it is */
  seat: number;
  names: string[];
  /** which seats are people */
  people: boolean[];
  /** the agent that played on for each seat in imagined games */
  models: string[];
  /** whether that agent is the one that sat there */
  exact: boolean[];
  score: number;
  max_score: number;
  bombed: boolean;
  /** expected final score before each turn and after the last, with what the seat knew */
  expected: number[];
  /** in order of turns */
  points: TurningPoint[];
  lesson: StoryLesson;
  /** what agents reach with the same deck */
  teams: TeamScore[];
  /** imagined games behind each number of a turning point */
  samples: number;
  /** in order of turns */
  stand_ins?: SubstituteMove[];
}

/** A score that was reached with the deck. */
export interface BoardRow {
  score: number;
  bombed: boolean;
  /** names of the agents; people stay unnamed */
  partners: string[];
  /** number of people in the game */
  people: number;
  yours: boolean;
}

/** What others reached with the same deck: first tries only, best first. */
export interface DeckBoard {
  rows: BoardRow[];
  /** whether it is the deck of the day */
  daily: boolean;
}

export type Verdict = "mistake" | "risk" | "find" | "bad_luck" | "good_luck";

export type Theme = "dud" | "gamble" | "missed_play" | "missed_save" | "missed_hint" | "lost_card" | "wasted_hint" | "other_hint" | "other_card" | "luck" | "clean";

/** What somebody sees before taking part. */
export interface StudyInfo {
  /** by language, as all texts of a study */
  title: Record<string, string>;
  languages: string[];
  contact: string;
  /** URL parameters that may carry the participant's id */
  id_parameters: string[];
  id_required?: boolean;
  admits?: "full" | "open" | "paused";
  /** empty for the built-in text */
  text?: Record<string, string>;
  /** this browser has begun already */
  returning?: boolean;
}

/** One answer that a question offers. */
export interface StudyOption {
  code: string;
  label: Record<string, string>;
}

/** One question of a survey or quiz. */
export interface StudyQuestion {
  id: string;
  kind: "choice" | "likert" | "slider" | "text";
  prompt: Record<string, string>;
  options?: StudyOption[];
  required?: boolean;
  low?: Record<string, string>;
  high?: Record<string, string>;
  least?: number;
  most?: number;
  step?: number;
  longest?: number;
}

/** The page that a participant is on. */
export interface StudyPage {
  kind: "closed" | "consent" | "debrief" | "end" | "game" | "info" | "lesson" | "practice" | "quiz" | "rules" | "survey";
  /** to be sent back with the page's answers */
  step: number;
  /** empty for the built-in title */
  title?: Record<string, string>;
  /** Markdown; empty for the built-in text */
  text?: Record<string, string>;
  questions?: StudyQuestion[];
  /** quiz: questions that were answered wrongly */
  wrong?: string[];
  /** quiz: attempts that are left */
  attempts_left?: number;
  /** id of the game at whose table the participant sits */
  game?: string;
  /** number of the game; 0 for practice */
  number?: number;
  /** games in all; 0 for practice and later games */
  games?: number;
  /** the game is over */
  over?: boolean;
  /** say beside the table what can be concluded from a move */
  comments?: boolean;
  /** why the participation ended early */
  reason?: "declined" | "failed_quiz" | "stopped" | "time_limit" | "timed_out" | "withdrawn";
  /** completion code */
  code?: string;
  /** where to go with the code */
  link?: string;
  /** may play more games */
  again?: boolean;
  /** until the page's time is up; the page then hands itself in */
  seconds_left?: number;
  /** what happens then */
  on_timeout?: "stop" | "submit";
}

/** Where a participant stands. */
export interface StudyState {
  /** the participant's code, to name when they write to the researchers */
  participant: string;
  /** pages in all */
  steps: number;
  contact: string;
  languages: string[];
  title: Record<string, string>;
  page: StudyPage;
}

/** Starts a participation, or resumes the one of this browser. */
export interface Arrive {
  language: "de" | "en";
  parameters?: Record<string, string>;
}

/** Resumes a participation on another device, with the personal link. */
export interface Resume {
  token: string;
}

/** Submits a page. Submitting a page again changes nothing. */
export interface HandIn {
  step: number;
  language: "de" | "en";
  /** by question; consent: `agree` is `yes` or `no` */
  answers?: Record<string, string>;
  /** only keep the answers, for the case that the page's time runs out */
  draft?: boolean;
}

/** Something that happened on a page. */
export interface PageClick {
  /** seconds before the report was sent */
  age: number;
  kind: "click" | "hidden" | "key" | "language" | "shown";
  target?: string;
}

/** What happened on a page. */
export interface PageTrace {
  step: number;
  clicks: PageClick[];
}

/** The report was stored. */
export interface TraceStored {
  stored: number;
}

/** Ends the participation. */
export interface StopStudy {
  /** also delete everything that was stored */
  delete: boolean;
}

/** The personal link, which resumes the participation on another device. */
export interface StudyLink {
  token: string;
}

/** How many people an arm has. */
export interface ArmCount {
  arm: string;
  assigned: number;
  complete: number;
  active: number;
  dropped: number;
}

/** Somebody who is taking part now. */
export interface LiveSession {
  participant: string;
  step: number;
  page: string;
  /** seconds since the last action */
  idle: number;
}

/** How quickly the server stored and confirmed the latest moves of people. */
export interface MoveTimes {
  moves: number;
  p50: number;
  p95: number;
  /** seconds: median, 95th percentile and maximum */
  most: number;
}

/** A running game as the operator sees it: all hands, but not which agent plays. */
export interface WatchedTable {
  game: string;
  participant: string;
  /** seconds since the last move */
  idle: number;
  table: TableView;
  /** the last move */
  last?: TurnEntry;
  /** is the participant's page open? */
  connected?: boolean;
  /** until the time of the game is up */
  seconds_left?: number;
}

/** The games that are running now. */
export interface WatchedTables {
  /** how many there are */
  running: number;
  /** those with the latest moves, latest first */
  tables: WatchedTable[];
}

/** What the operator sees: progress and balance, but no outcome by arm. */
export interface OperatorView {
  study: string;
  target: number;
  paused: boolean;
  /** participants by state */
  states: Record<string, number>;
  arms: ArmCount[];
  /** people who reached each step */
  reached: number[];
  /** people who dropped out at each step */
  dropped: number[];
  /** kind of each page, with its name or the number of its game */
  steps: string[];
  live: LiveSession[];
  moves: MoveTimes;
  /** moves that a stand-in made for an agent that failed or was too slow */
  late_moves: number;
}

/** All data of the study; the response itself is a zip file. */
export interface StudyArchive {
}

/** Pauses or resumes admission. */
export interface Pause {
  paused: boolean;
}

export type StudyPageKind = "consent" | "info" | "rules" | "lesson" | "quiz" | "practice" | "game" | "survey" | "debrief" | "end" | "closed";

export type ClosedReason = "declined" | "failed_quiz" | "timed_out" | "time_limit" | "stopped" | "withdrawn";

export type QuestionKind = "likert" | "choice" | "text" | "slider";

export type LanguageCode = "en" | "de";
