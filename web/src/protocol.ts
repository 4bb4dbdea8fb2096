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
  /** stays with the card while it is held: the seat, and how many cards it had drawn before */
  key: string;
  /** place in the hand, what moves go by; 0 is the oldest card */
  slot: number;
  /** set of cards by the hints that touched it */
  positive: number;
  /** set of cards by all hints, those that did not touch it included */
  negative: number;
  /** as `negative`, and by counting cards that holder and viewer both see */
  counting: number;
  /** absent if the viewer may not see it */
  card?: string;
  color_hinted?: boolean;
  rank_hinted?: boolean;
  /** those that touched it, oldest first */
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
  /** who it was; only once the game is over */
  agent?: string;
}

/** How it stands with one card of the game. */
export interface Discarded {
  card: string;
  /** copies discarded or misplayed */
  gone: number;
  /** copies neither gone nor played */
  left: number;
  played?: boolean;
  dead?: boolean;
  critical?: boolean;
}

/** A legal move and what it would do. */
export interface Choice {
  /** as `act` takes it, like 'play 0' or 'hint +1 r' */
  move: string;
  kind: "discard" | "hint_color" | "hint_rank" | "play";
  slot?: number;
  /** seat that would be hinted */
  target?: number;
  /** color letter or rank that would be hinted */
  value?: string;
  /** keys of the cards that the hint would touch */
  touches?: string[];
  /** how many of them would be told something new */
  news?: number;
  /** ask before this: a known misplay, or a known last copy */
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
  /** every card of the game, by color and rank */
  cards: Discarded[];
  /** turns still to come, once the deck is empty */
  turns_left?: number;
  /** discards that can be afforded while the ceiling is still reached; absent once it is empty */
  pace?: number;
  /** legal moves; none unless it is the viewer's turn */
  choices?: Choice[];
  /** how the game ended; empty while it runs */
  end?: "" | "bombed" | "complete" | "forfeit" | "last_turn";
}

/** What a viewer may conclude about a move, from what the viewer may know. */
export interface Why {
  code: "discard_dead" | "discard_hinted" | "discard_lost" | "discard_unhinted" | "hint_critical" | "hint_identified" | "hint_new" | "hint_nothing_new" | "hint_playable" | "late" | "play_completes" | "play_guess" | "play_known" | "play_misplay";
  /** in English */
  text: string;
  /** the number in the text, if any */
  n?: number;
}

/** One turn in the log. */
export interface Entry {
  /** moves made before it */
  turn: number;
  seat: number;
  kind: "discard" | "forfeit" | "hint_color" | "hint_rank" | "play";
  /** as it was chosen, like 'play 0' */
  move: string;
  /** in English */
  text: string;
  /** seconds since 1970 */
  at: number;
  /** card played or discarded */
  card?: string;
  /** of that card */
  key?: string;
  scored?: boolean;
  target?: number;
  value?: string;
  /** keys of the cards that the hint touched */
  touched?: string[];
  why?: Why[];
  /** seconds that the move took */
  think?: number;
  /** the agent was too slow or failed, and another moved in its place */
  late?: boolean;
}

/** What the viewer wrote about a card. */
export interface NoteView {
  key: string;
  text?: string;
  mark?: "" | "keep" | "play" | "trash";
}

/** Why an agent moved as it did; only once the game is over. */
export interface Reason {
  turn: number;
  seat: number;
  agent: string;
  /** 'rule', 'thoughts', 'search', 'noise', 'no rule', 'python' or 'late' */
  source: string;
  text: string;
  rule?: string;
  /** of the rule among the agent's, counted from 1; 0 if no rule decided */
  place?: number;
  /** everything that was weighed */
  lines?: string[];
}

/** What everybody may know once the game is over. */
export interface Reveal {
  /** first card drawn first */
  deck: string[];
  /** agent of each seat; empty for people */
  agents: string[];
  hands: string[][];
  strict_score: number;
  setup: string;
}

/** Everything that the viewer may know. */
export interface Snapshot {
  t: "snapshot";
  v: number;
  /** events that the viewer has now */
  seq: number;
  game: string;
  table: TableView;
  log: Entry[];
  help: "counting" | "negative" | "positive";
  setup: string;
  /** letters of the colors that can be hinted */
  hint_colors: string;
  suits: string;
  /** games played one after the other with the same partners share it */
  episode: string;
  /** of this game within the episode, counted from 1 */
  number: number;
  /** the viewer's; absent for somebody who watches */
  seat?: number;
  /** the seat whose view somebody who watches has; absent if all hands are seen */
  shadows?: number;
  notes?: NoteView[];
  /** seats whose player is there */
  present?: number[];
  /** the seat of an agent that is thinking */
  thinking?: number;
  reveal?: Reveal;
  /** the game that was begun after this one with the same people */
  next_game?: string;
}

/** A turn has passed. */
export interface EventFrame {
  t: "event";
  v: number;
  seq: number;
  entry: Entry;
  /** after the turn */
  table: TableView;
  /** of the viewer's own frame that caused it */
  cid?: string;
  /** with the last turn */
  reveal?: Reveal;
}

/** A note of the viewer's own was kept. */
export interface NoteFrame {
  t: "note";
  v: number;
  seq: number;
  note: NoteView;
  cid?: string;
}

/** A frame was refused; nothing has changed. */
export interface ErrorFrame {
  t: "err";
  v: number;
  seq: number;
  code: "bad_frame" | "bad_move" | "game_over" | "no_game" | "not_allowed" | "not_joined" | "not_your_turn" | "stale_turn" | "too_fast";
  text: string;
  /** the current one */
  turn?: number;
  cid?: string;
}

/** Who is there. */
export interface PresenceFrame {
  t: "presence";
  v: number;
  seq: number;
  present: number[];
  watching?: number;
  next_game?: string;
}

/** An agent takes its time. */
export interface ThinkingFrame {
  t: "thinking";
  v: number;
  seq: number;
  seat: number;
}

/** Why agents moved as they did; only once the game is over. */
export interface ExplainFrame {
  t: "explain";
  v: number;
  seq: number;
  reasons: Reason[];
}

/** Must come first. Without a token, the session's cookie says who it is. */
export interface Join {
  t: "join";
  v: number;
  token?: string | null;
  /** the last `seq` that the page has; without it a snapshot comes */
  after?: number | null;
  /** watch, even if the session has a seat */
  watch?: boolean;
  /** whose view somebody who watches wants */
  shadows?: number | null;
}

/** A move. The same `cid` again does nothing but bring the answer once more. */
export interface Act {
  t: "act";
  v: number;
  turn: number;
  move: string;
  cid: string;
  /** seconds that the page counted */
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

export type Help = "positive" | "negative" | "counting";

export type Mark = "" | "play" | "keep" | "trash";

export type Guard = "" | "misplay" | "critical";

export type MoveKind = "play" | "discard" | "hint_color" | "hint_rank";

export type Ending = "" | "bombed" | "complete" | "last_turn" | "forfeit";

export type EventKind = "play" | "discard" | "hint_color" | "hint_rank" | "forfeit";

export type WhyCode = "hint_new" | "hint_nothing_new" | "hint_playable" | "hint_critical" | "hint_identified" | "play_known" | "play_guess" | "play_misplay" | "play_completes" | "discard_dead" | "discard_unhinted" | "discard_hinted" | "discard_lost" | "late";

export type ErrorCode = "bad_frame" | "bad_move" | "game_over" | "no_game" | "not_joined" | "not_allowed" | "not_your_turn" | "stale_turn" | "too_fast";

export type ServerFrame = Snapshot | EventFrame | NoteFrame | ErrorFrame | PresenceFrame | ThinkingFrame | ExplainFrame;

export type PageFrame = Join | Act | Note;

/** Who the player may be. */
export interface Hypothesis {
  name: string;
  niche: number[];
  agent: string;
}

/** A hypothesis and how much it is believed. */
export interface BeliefShare {
  name: string;
  probability: number;
}

/** What was believed before some move. */
export interface BeliefMoment {
  /** of the episode, counted from 1 */
  game: number;
  /** moves made in that game */
  turn: number;
  /** in bits */
  entropy: number;
  top: BeliefShare[];
  response: string;
  /** points of that response, by what is believed */
  expected: number;
  /** how much of the belief the last move shifted, 0 to 1 */
  moved: number;
  /** that move of the player's; None where a game begins */
  move: string | null;
}

/** A feature of the player's behaviour so far, with its standard error. */
export interface MeasuredFeature {
  feature: string;
  value: number | null;
  error: number | null;
  /** turns or cards that it was counted over */
  chances: number;
}

/** A response, and what it is expected to score. */
export interface ExpectedScore {
  name: string;
  expected: number;
}

/** A game of the episode that is over. */
export interface EpisodeGame {
  number: number;
  score: number;
  bombed: boolean;
  turns: number;
}

/** Everything a page shows about what is believed of a player. */
export interface BeliefView {
  /** 'partner': what the partner believes; 'moves': what the player's moves say to the player */
  basis: "moves" | "partner";
  /** the last game of the episode so far is over */
  over: boolean;
  /** the partner believes something else, which is told when the game is over */
  held_back: boolean;
  /** 'detective', or the name of the meta-agent's mode */
  kind: string;
  axes: string[];
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
  /** the features of the axes after each of the player's moves, as soon as both are known */
  trail: number[][];
  history: BeliefMoment[];
  games: EpisodeGame[];
}

export type BeliefBasis = "partner" | "moves";

/** Why a request was refused. */
export interface Problem {
  /** for people */
  error: string;
}

/** The server is up. */
export interface Health {
  version: string;
  protocol: number;
  /** that are in memory */
  tables: number;
}

/** What an agent scores with itself, points kept. */
export interface Score {
  mean: number;
  sem: number;
  games: number;
  players: number;
}

/** Somebody to play with. */
export interface AgentInfo {
  /** what a seat asks for */
  id: string;
  name: string;
  /** one sentence */
  style: string;
  family: string;
  /** sizes of tables it plays at */
  players: number[];
  /** says why it moved, once the game is over */
  explains?: boolean;
  /** gets to know its partners over the games of an episode */
  remembers?: boolean;
  recommended?: boolean;
  /** with itself */
  score?: Score | null;
  /** with a model of people */
  with_people?: Score | null;
}

/** Everybody to play with, recommended ones first. */
export interface AgentList {
  agents: AgentInfo[];
}

/** Who shall sit in a seat. */
export interface SeatWish {
  kind: "agent" | "human";
  /** an id of the list, or 'surprise' */
  agent?: string | null;
  /** what the table calls the player */
  name?: string | null;
}

/** A deck nobody has played. */
export interface RandomDeck {
  kind: "random";
}

/** The deck of a name: the same for all who play that name. */
export interface NamedDeck {
  kind: "named";
  name: string;
}

/** Today's deck of this server. */
export interface DailyDeck {
  kind: "daily";
}

/** The deck of a seed, as `tamaya play --seed` deals it. */
export interface SeedDeck {
  kind: "seed";
  seed: number;
}

/** A game to begin. The first human seat is the caller's. */
export interface CreateGame {
  seats: SeatWish[];
  deck?: RandomDeck | NamedDeck | DailyDeck | SeedDeck;
  setup?: string;
  help?: "counting" | "negative" | "positive";
  /** may others watch? By default only games without people */
  watchable?: boolean | null;
  /** agents get neutral names until the end */
  blind?: boolean;
}

/** The key to a human seat. It belongs in a URL's fragment, never in its query. */
export interface SeatToken {
  seat: number;
  token: string;
}

/** A game has begun. */
export interface CreatedGame {
  game: string;
  /** of all human seats, the caller's first; the others are for whoever is invited */
  tokens: SeatToken[];
  /** the caller's */
  seat?: number;
}

/** Somebody who was invited takes the seat. */
export interface ClaimSeat {
  token: string;
  name?: string | null;
}

/** The seat now belongs to the caller's session. */
export interface ClaimedSeat {
  game: string;
  seat: number;
}

/** After the end: another game with the same people, or the same deck with other agents. */
export interface NextGame {
  how: "again" | "same_deck";
  /** with 'same_deck': who takes the agents' seats, in order; the same ones if empty */
  agents?: string[];
  /** the caller's in the old game; without it, the session's cookie says who it is */
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
  /** the caller's */
  seat?: number;
  your_turn?: boolean;
  bombed?: boolean;
}

/** Games, newest first. */
export interface GameList {
  games: GameSummary[];
}

/** What a socket would have sent: for places where sockets do not get through. */
export interface EventList {
  seq: number;
  frames: (Snapshot | EventFrame | NoteFrame)[];
}

/** Why agents moved as they did. */
export interface ReasonList {
  reasons: Reason[];
}

/** A finished game for elsewhere. */
export interface Export {
  game: string;
  /** hanab.live's JSON; absent where it does not know the set-up */
  json?: unknown;
  /** opens the game on hanab.live */
  link?: string;
  /** the game as tamaya's own text */
  transcript?: string;
}

/** A game from elsewhere, whole. */
export interface ImportGame {
  /** hanab.live's JSON, a replay-json link of it, or a transcript */
  text: string;
}

/** A replay was made of it. */
export interface ImportedGame {
  game: string;
}

export type DeckWish = RandomDeck | NamedDeck | DailyDeck | SeedDeck;

/** A mean with its error and sample. */
export interface Measure {
  mean: number;
  sem: number | null;
  sd: number | null;
  games: number;
}

/** A feature of the map. */
export interface Axis {
  feature: string;
  words: string;
  description: string;
  cells: number;
  /** borders of equal cells; None where they lie elsewhere */
  edges: number[] | null;
}

/** A niche that is taken. */
export interface Cell {
  id: string;
  niche: number[];
  /** what the agent is asked for by */
  agent: string;
  score: Measure | null;
  features: Record<string, number | null>;
}

/** A map in a list. */
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
  /** cells, taken or not */
  size: number;
  cells: Cell[];
}

/** A rule of an agent, and how often it decides in self-play. */
export interface RuleUse {
  rule: string;
  words: string;
  decided: number;
  share: number;
  /** it never decided */
  dead: boolean;
}

/** How a cell fares with another one. */
export interface CellPartner {
  cell: string;
  score: Measure;
}

/** A game worth looking at. */
export interface SampleGame {
  label: "best" | "typical" | "worst";
  /** the id of its replay */
  replay: string;
  seed: number;
  score: number;
  bombed: boolean;
}

/** One agent of a map at work. */
export interface CellDetail {
  cell: Cell;
  gives_up: boolean;
  rules: RuleUse[];
  /** moves that no rule decided */
  other_share: number;
  games: number;
  first_seed: number;
  /** games by points kept */
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

/** One rule of an agent in one position. */
export interface RuleLine {
  rule: string;
  words: string;
  /** 'not possible': its kind of move is not legal */
  status: "decides" | "does not apply" | "not asked" | "not possible";
  /** what it proposes here, also where it was not asked; None if nothing */
  move: string | null;
}

/** An ordered list of rules: the first that applies decides. */
export interface RuleTrace {
  kind: "rules";
  /** 'rule', 'noise', 'no rule' or 'gave up' */
  source: string;
  /** place of the rule that decided */
  fired: number | null;
  rules: RuleLine[];
}

/** What a partner shall do with a card. */
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
  /** slots of both that shall be treated otherwise */
  against: number[];
  news: boolean;
  score: number;
  valid: boolean;
}

/** An agent with intentions: goals for cards, and hints by the reaction they lead to. */
export interface GoalTrace {
  kind: "goals";
  step: string;
  words: string;
  goals: Goal[];
  hints: WeighedHint[];
  discard_values: (number | null)[];
}

/** A move, and what each factor adds to its value. */
export interface MoveFactors {
  move: string;
  value: number;
  factors: Record<string, number>;
}

/** All legal moves as weighed sums, the best first. */
export interface FactorTrace {
  kind: "factors";
  moves: MoveFactors[];
}

/** A move, and the imagined games that began with it. */
export interface MoveTried {
  move: string;
  visits: number;
  mean: number;
}

/** What a search found. */
export interface SearchTrace {
  kind: "search";
  rollouts: number;
  moves: MoveTried[];
}

/** A meta-agent: whom it plays like, and why. */
export interface ResponseTrace {
  kind: "response";
  response: string;
  /** points, by what it believes */
  expected: number;
  rules: RuleLine[];
}

/** A move, and how likely it is. */
export interface MoveChance {
  move: string;
  chance: number;
}

/** A model of people: how many of them would make each move, the likeliest first. */
export interface ChanceTrace {
  kind: "chances";
  moves: MoveChance[];
}

/** An agent that gives no reasons. */
export interface PlainTrace {
  kind: "plain";
}

/** What an agent does in a position, and why. */
export interface Answer {
  agent: string;
  /** None if it gives up */
  move: string | null;
  /** one sentence, in English */
  why: string;
  explained: RuleTrace | GoalTrace | FactorTrace | SearchTrace | ResponseTrace | ChanceTrace | PlainTrace;
}

/** What one card of one's own may be. */
export interface CardBelief {
  slot: number;
  /** what it is: for games that are over */
  card: string;
  /** unseen copies of each card it may be: colors in the order of the set-up, then ranks */
  counts: number[][];
}

/** What the cards of one seat may be, as far as the seat can know. */
export interface Beliefs {
  seat: number;
  /** letters of the colors, in the order of the counts */
  suits: string;
  cards: CardBelief[];
}

/** What agents do in the place of the seat to move. */
export interface Asked {
  turn: number;
  seat: number;
  /** the move that was made then; None after the last */
  made: string | null;
  answers: Answer[];
}

/** A turn worth a look. */
export interface Marked {
  /** moves made before it */
  turn: number;
  /** 'lost': points that can no longer be reached */
  mark: "lost" | "misplay";
  /** how many */
  points: number;
}

/** Who sat where. */
export interface ReplaySeat {
  name: string;
  human: boolean;
  /** what it can be asked for by; empty for a person, or an agent this server does not have */
  agent: string;
}

/** A finished game, whole. */
export interface Replay {
  id: string;
  seats: ReplaySeat[];
  setup: string;
  suits: string;
  hint_colors: string;
  /** first card drawn first */
  deck: string[];
  moves: string[];
  score: number;
  max_score: number;
  bombed: boolean;
  /** all hands, from the deal to the end: one more than moves */
  tables: TableView[];
  /** legal moves in each of them */
  choices: string[][];
  log: Entry[];
  marks: Marked[];
  /** games that followed each other share it; empty for games that were played for show */
  episode: string;
  number: number;
}

/** A game that went on otherwise from some turn on. */
export interface Branch {
  turn: number;
  /** instead of those that were made */
  moves?: string[];
}

/** Whom to ask, and when. */
export interface AskBody {
  turn: number;
  agents: string[];
  branch?: Branch | null;
}

/** Moves to try instead of those made; agents then play on. */
export interface TryBody {
  branch: Branch;
  /** who moves in each seat from then on */
  agents: string[];
  /** how many moves they make at most */
  turns?: number;
}

/** How it went on. */
export interface Tried {
  /** from the branch's turn on: one more than moves */
  tables: TableView[];
  choices: string[][];
  log: Entry[];
  moves: string[];
  score: number;
  over: boolean;
}

/** A new game with the same cards and history, which people and agents play on. */
export interface PlayOnBody {
  branch: Branch;
  /** who goes on in each seat; null for the caller, once */
  seats: (string | null)[];
}

/** A game that agents shall play for show. */
export interface ShowBody {
  agents: string[];
  seed?: number;
  setup?: string;
}

/** It was played. */
export interface ShowMade {
  /** the id of its replay */
  replay: string;
}

export type RuleStatus = "decides" | "does not apply" | "not asked" | "not possible";

export type TurnMark = "misplay" | "lost";

export type Trace = RuleTrace | GoalTrace | FactorTrace | SearchTrace | ResponseTrace | ChanceTrace | PlainTrace;
