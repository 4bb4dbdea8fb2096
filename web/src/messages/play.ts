// Words of the table: turns, actions, log, reasons, review.
import { catalogue } from "../lib/i18n.svelte";
import type { Phrase, TurnEntry, Why } from "../protocol";
import type { Suit } from "../lib/cards";
import type { RuleReason } from "../rules/reasons";

const suitsEn: Record<string, string> = { r: "red", y: "yellow", g: "green", w: "white", b: "blue", m: "multi" };
const suitsDe: Record<string, string> = { r: "Rot", y: "Gelb", g: "Grün", w: "Weiß", b: "Blau", m: "Bunt" };
const cardsEn = (n: number): string => (n === 1 ? "1 card" : `${n} cards`);
const cardsDe = (n: number): string => (n === 1 ? "1 Karte" : `${n} Karten`);
const faceEn = (card: string | undefined): string => (card ? `${suitsEn[card[0]!]} ${card[1]}` : "a card");
const faceDe = (card: string | undefined): string => (card ? `${suitsDe[card[0]!]} ${card[1]}` : "eine Karte");
const valueEn = (value: string): string => suitsEn[value] ?? `${value}s`;
const valueDe = (value: string): string => suitsDe[value] ?? `${value}er`;

type WhyWords = Record<Why["code"], (n: number) => string>;
const whyEn: WhyWords = {
  hint_new: (n) => `tells something new about ${cardsEn(n)}`,
  hint_nothing_new: () => "tells nothing new",
  hint_playable: (n) => `touches ${cardsEn(n)} that can be played now`,
  hint_critical: (n) => `touches ${n === 1 ? "a last copy" : `${n} last copies`} worth saving`,
  hint_identified: (n) => `leaves one possibility for ${cardsEn(n)}`,
  play_known: () => "was known to be playable",
  play_guess: () => "was played on a guess, as far as you can tell",
  play_misplay: (n) => `did not fit and cost a life: that firework ${n ? `needs a ${n}` : "is complete"}`,
  play_completes: () => "completed a firework and earned a hint token",
  discard_dead: () => "was known to be useless",
  discard_unhinted: () => "had never been hinted",
  discard_hinted: () => "had been hinted before",
  discard_lost: () => "was a last copy: its firework can no longer be completed",
  late: () => "was chosen by a substitute, because the agent was too slow",
};
const whyDe: WhyWords = {
  hint_new: (n) => `sagt Neues über ${cardsDe(n)}`,
  hint_nothing_new: () => "sagt nichts Neues",
  hint_playable: (n) => `berührt ${cardsDe(n)}, die jetzt passen`,
  hint_critical: (n) => `berührt ${n === 1 ? "ein letztes Exemplar" : `${n} letzte Exemplare`}`,
  hint_identified: (n) => `lässt für ${cardsDe(n)} nur eine Möglichkeit`,
  play_known: () => "passte sicher",
  play_guess: () => "war geraten, soweit man es wissen kann",
  play_misplay: (n) => `passte nicht und kostete ein Leben: Dieses Feuerwerk ${n ? `braucht eine ${n}` : "ist fertig"}`,
  play_completes: () => "vollendete ein Feuerwerk und brachte eine Hinweismarke",
  discard_dead: () => "war sicher nutzlos",
  discard_unhinted: () => "hatte nie einen Hinweis bekommen",
  discard_hinted: () => "hatte schon einen Hinweis bekommen",
  discard_lost: () => "war das letzte Exemplar: dieses Feuerwerk wird nicht mehr fertig",
  late: () => "wurde von einem Ersatzspieler gewählt, weil der Agent zu langsam war",
};

/** The same, as a remark beside the move. */
const soEn: WhyWords = {
  hint_new: (n) => `something new about ${cardsEn(n)}`,
  hint_nothing_new: () => "nothing new",
  hint_playable: (n) => `${n === 1 ? "1 can" : `${n} can`} be played now`,
  hint_critical: (n) => (n === 1 ? "saves a last copy" : `saves ${n} last copies`),
  hint_identified: (n) => `${n === 1 ? "1 is" : `${n} are`} now known`,
  play_known: () => "that was certain",
  play_guess: () => "a guess, as far as you can tell",
  play_misplay: (n) => (n ? `that firework needs a ${n}` : "that firework is complete"),
  play_completes: () => "the firework is complete!",
  discard_dead: () => "certainly useless",
  discard_unhinted: () => "never hinted",
  discard_hinted: () => "hinted before",
  discard_lost: () => "the last copy",
  late: () => "by a substitute: too slow",
};
const soDe: WhyWords = {
  hint_new: (n) => `Neues über ${cardsDe(n)}`,
  hint_nothing_new: () => "nichts Neues",
  hint_playable: (n) => `${n} davon ${n === 1 ? "passt" : "passen"} jetzt`,
  hint_critical: (n) => (n === 1 ? "rettet ein letztes Exemplar" : `rettet ${n} letzte Exemplare`),
  hint_identified: (n) => `${n} ${n === 1 ? "ist" : "sind"} jetzt bekannt`,
  play_known: () => "das war sicher",
  play_guess: () => "geraten, soweit man es wissen kann",
  play_misplay: (n) => (n ? `dieses Feuerwerk braucht eine ${n}` : "dieses Feuerwerk ist fertig"),
  play_completes: () => "das Feuerwerk ist fertig!",
  discard_dead: () => "sicher nutzlos",
  discard_unhinted: () => "ohne Hinweis",
  discard_hinted: () => "hatte einen Hinweis",
  discard_lost: () => "das letzte Exemplar",
  late: () => "von einem Ersatzspieler: zu langsam",
};

/** The text of a log row. Names are already "You" where the viewer moved. */
function entryEn(entry: TurnEntry, who: string, whom: string): string {
  const count = cardsEn((entry.touched ?? []).length);
  switch (entry.kind) {
    case "play":
      return entry.scored ? `${who} played ${faceEn(entry.card)}` : `${who} misplayed ${faceEn(entry.card)}: a life is lost`;
    case "discard":
      return `${who} discarded ${faceEn(entry.card)}`;
    case "forfeit":
      return `${who} gave up`;
    default:
      return `${who} hinted ${whom}: ${valueEn(entry.value ?? "")}, ${count}`;
  }
}
function entryDe(entry: TurnEntry, who: string, whom: string): string {
  const count = cardsDe((entry.touched ?? []).length);
  switch (entry.kind) {
    case "play":
      return entry.scored ? `${who}: ${faceDe(entry.card)} gespielt` : `${who}: ${faceDe(entry.card)} falsch gespielt, ein Leben verloren`;
    case "discard":
      return `${who}: ${faceDe(entry.card)} abgelegt`;
    case "forfeit":
      return `${who}: aufgegeben`;
    default:
      return `${who}: Hinweis an ${whom}: ${valueDe(entry.value ?? "")}, ${count}`;
  }
}

export const play = catalogue({
  en: {
    table: "Table",
    you: "You",
    youObject: "you",
    yourHand: "Your hand",
    handOf: (name: string) => `${name}'s hand`,
    yourTurn: "Your turn",
    turnOf: (name: string) => `${name}'s turn`,
    thinking: (name: string) => `${name} is thinking…`,
    over: "The game is over",
    choose: "Choose one of your cards to play or discard, or a partner's card to hint.",
    tips: {
      play: (card: number) => `Tip: your card ${card} certainly fits. Choose it and play it.`,
      hinted: (name: string) => `Tip: ${name} pointed at your cards. Usually this means: play one. Compare them with the fireworks.`,
      keep: (name: string, n: number) => `Tip: ${name} pointed at ${n === 1 ? "a card that cannot fit yet. Keep it" : "cards that cannot fit yet. Keep them"}, and make another move.`,
      hint: (name: string, card: string) => `Tip: ${name} holds ${faceEn(card)}, which fits now. Choose it and give a hint.`,
      save: (name: string, card: string) => `Tip: ${name} may discard ${faceEn(card)} next, and it is the last copy. Choose it and give a hint.`,
      useless: (card: number) => `Tip: your card ${card} is of no use any more. Discard it to win a hint token back.`,
      discard: "Tip: nothing is urgent. Discard the card above the bar, your oldest without a hint, to win a hint token back.",
    },
    chooseShort: "Choose a card",
    waitFor: (name: string) => `Waiting for ${name}.`,
    notThere: (name: string) => `${name} has not joined yet.`,
    away: (name: string) => `${name} is away.`,
    skip: "Skip ahead",
    play: (slot: number) => `Play card ${slot}`,
    discard: (slot: number) => `Discard ${slot}`,
    hint: (value: string, n: number) => `Hint ${valueEn(value)}, ${cardsEn(n)}`,
    nothingNew: "nothing new",
    noTokens: "No hint tokens left: discard a card to gain one.",
    allTokens: "All hint tokens are available",
    cancel: "Cancel",
    empathy: "As they see it",
    empathyOf: (name: string) => `Show ${name}'s cards as ${name} knows them`,
    pips: { label: "Help", positive: "Hints only", negative: "Hints and what they rule out", counting: "Also visible cards" },
    pipsShort: { positive: "Hints", negative: "+ ruled out", counting: "+ counted" },
    tabs: { discards: "Discards", log: "Log", why: "Why" },
    everyone: "All",
    filter: "Show moves of",
    lastCopyGone: ", the last copy",
    noLog: "Moves will be listed here. Choose one to see what it says.",
    noWhy: "After a partner's move, this shows what you can conclude from it.",
    whyHead: "What you can conclude",
    ownReason: "The agent's reason:",
    reason: (words: string, by: RuleReason | null) => (by ? `${words.replace(/\.$/, "")} (rule ${by.place} of ${by.of}).` : words),
    whyMove: { play: "The card", discard: "The card", hint_color: "This hint", hint_rank: "This hint", forfeit: "This" },
    why: whyEn,
    so: soEn,
    entry: entryEn,
    status: { connecting: "connecting", live: "live", down: "reconnecting", refused: "closed" },
    statusLong: {
      connecting: "Connecting to the table",
      live: "Connected",
      down: "The connection is lost. The page is reconnecting and will then send your moves.",
      refused: "The server closed the table",
    },
    last: (n: number) => (n === 1 ? "Last turn" : `${n} turns left`),
    help: "Help",
    keys: {
      title: "Keys",
      choose: "choose one of your cards",
      partner: "choose a partner's card",
      move: "move among cards and hands",
      play: "play the chosen card",
      discard: "discard it",
      color: "hint the chosen card's color",
      rank: "hint its rank",
      clear: "choose nothing; skip ahead",
      help: "this list",
    },
    legend: {
      title: "Marks on cards",
      critical: "a last copy that is still needed",
      chop: "the oldest card without hints, which many players discard next",
      fresh: "hinted since your last move",
    },
    settings: {
      guard: "Ask before known mistakes",
      pips: "Possibilities on cards",
      newestLeft: "Newest card on the left, as on hanab.live",
      sounds: "Sounds",
      notices: "Notify me when it is my turn",
    },
    soundsOn: "Turn sounds on",
    soundsOff: "Turn sounds off",
    pile: (n: number, last: string) => (n === 0 ? "No card has been discarded" : `${n === 1 ? "1 card" : `${n} cards`} discarded, last: ${last}`),
    lifeLost: "a life is lost",
    clock: (text: string) => `Time left: ${text}`,
    chat: {
      open: "Say something",
      phrases: { hello: "Hello!", nice: "Nice!", thanks: "Thank you!", sorry: "Sorry!", wait: "One moment…", good_game: "Good game!" } as Record<Phrase, string>,
      said: (who: string, text: string) => `${who}: ${text}`,
    },
    close: "Close",
    guard: {
      misplay: "This card cannot fit",
      misplayText: "From what you know, it fits on no firework and would cost a life.",
      critical: "This may be the last copy",
      criticalText: "From what you know, it is the last copy of a card that is still needed. Without it, a firework cannot be completed.",
      go: "Do it anyway",
      back: "Choose again",
    },
    notes: { open: "Note", label: "Your note", mark: "Mark", play: "play", keep: "keep", trash: "trash", placeholder: "What you think it is", save: "Save note" },
    end: {
      title: (score: number, of: number) => `${score} of ${of} points`,
      bombed: "All lives are lost, so the game ends here.",
      words: ["The crowd leaves early.", "A few sparks, some applause.", "An honest show.", "A fine evening.", "People will talk about this.", "Perfect. Nobody will forget this night."],
      kept: "points kept",
      review: "Review the game",
      story: "Story",
      again: "Play again",
      otherPartner: "Same deck, other partner",
      otherShort: "Other partner",
      same: "with the same partner",
      joined: "The others started the next game: join them",
      partners: (names: string) => `You played with ${names}`,
      best: (score: number) => `your best: ${score}`,
      newBest: "your best so far!",
    },
    watch: {
      title: "Watching",
      text: (name: string) => `You see the table as ${name} does.`,
      all: "You see all hands.",
      as: "See as",
      everything: "all hands",
    },
    invite: { title: "Waiting for your friend", text: "Send this link. It opens the free seat.", copy: "Copy link", copied: "Copied", watch: "Copy a link to watch" },
    claim: {
      title: "Sit down at this table",
      name: "Your name",
      go: "Sit down",
      taken: "Somebody has accepted this invitation. You can watch if the table is open to spectators.",
      watch: "Go to the table",
    },
    errors: {
      noGame: "Game not found",
      noGameText: "The link may be incomplete, or the server has deleted the game.",
      notAllowed: "This table is closed to you",
      notAllowedText: "Only its players can see it. Ask for an invitation link.",
      down: "The server does not answer",
      downText: "This page keeps trying. If you run it yourself, look at the terminal with `tamaya serve`.",
      stale: "The game had already moved on, so your move was not made.",
    },
    suit: (suit: Suit) => suitsEn[suit]!,
  },
  de: {
    table: "Tisch",
    you: "Du",
    youObject: "dich",
    yourHand: "Deine Hand",
    handOf: (name: string) => `Hand von ${name}`,
    yourTurn: "Du bist dran",
    turnOf: (name: string) => `${name} ist dran`,
    thinking: (name: string) => `${name} überlegt…`,
    over: "Das Spiel ist aus",
    choose: "Wähle eine deiner Karten zum Spielen oder Ablegen oder die eines Partners für einen Hinweis.",
    tips: {
      play: (card: number) => `Tipp: Deine Karte ${card} passt sicher. Wähle sie und spiele sie.`,
      hinted: (name: string) => `Tipp: ${name} hat auf deine Karten hingewiesen. Meist heißt das: Spiele eine. Vergleiche sie mit dem Feuerwerk.`,
      keep: (name: string, n: number) => `Tipp: ${name} hat auf ${n === 1 ? "eine Karte hingewiesen, die noch nicht passt. Behalte sie" : "Karten hingewiesen, die noch nicht passen. Behalte sie"} und mach etwas anderes.`,
      hint: (name: string, card: string) => `Tipp: ${name} hat ${faceDe(card)}, und das passt jetzt. Wähle die Karte und gib einen Hinweis.`,
      save: (name: string, card: string) => `Tipp: ${name} legt vielleicht als Nächstes ${faceDe(card)} ab, das letzte Exemplar. Wähle die Karte und gib einen Hinweis.`,
      useless: (card: number) => `Tipp: Deine Karte ${card} nützt nichts mehr. Lege sie ab: Das bringt eine Hinweismarke zurück.`,
      discard: "Tipp: Nichts eilt. Lege die Karte über dem Strich ab, deine älteste ohne Hinweis: Das bringt eine Hinweismarke zurück.",
    },
    chooseShort: "Wähle eine Karte",
    waitFor: (name: string) => `${name} ist am Zug.`,
    notThere: (name: string) => `${name} ist noch nicht da.`,
    away: (name: string) => `${name} ist gerade weg.`,
    skip: "Vorspulen",
    play: (slot: number) => `Karte ${slot} spielen`,
    discard: (slot: number) => `${slot} ablegen`,
    hint: (value: string, n: number) => `Hinweis ${valueDe(value)}, ${cardsDe(n)}`,
    nothingNew: "nichts Neues",
    noTokens: "Keine Hinweismarken: Lege eine Karte ab, um eine zu gewinnen.",
    allTokens: "Alle Hinweismarken sind da",
    cancel: "Abbrechen",
    empathy: "Aus ihrer Sicht",
    empathyOf: (name: string) => `Karten so zeigen, wie ${name} sie kennt`,
    pips: { label: "Hilfe", positive: "Nur Hinweise", negative: "Hinweise und was sie ausschließen", counting: "Auch gesehene Karten" },
    pipsShort: { positive: "Hinweise", negative: "+ Ausschluss", counting: "+ gezählt" },
    tabs: { discards: "Ablage", log: "Verlauf", why: "Warum" },
    everyone: "Alle",
    filter: "Züge von",
    lastCopyGone: ", das letzte Exemplar",
    noLog: "Hier stehen die Züge. Wähle einen, um zu sehen, was er sagt.",
    noWhy: "Nach einem Zug eines Partners steht hier, was du daraus schließen kannst.",
    whyHead: "Was du daraus schließen kannst",
    ownReason: "Der Grund des Agenten:",
    reason: (words: string, by: RuleReason | null) => (by ? `${words.replace(/\.$/, "")} (Regel ${by.place} von ${by.of}).` : words),
    whyMove: { play: "Diese Karte", discard: "Diese Karte", hint_color: "Dieser Hinweis", hint_rank: "Dieser Hinweis", forfeit: "Dies" },
    why: whyDe,
    so: soDe,
    entry: entryDe,
    status: { connecting: "verbindet", live: "verbunden", down: "verbindet neu", refused: "geschlossen" },
    statusLong: {
      connecting: "Verbindung zum Tisch wird aufgebaut",
      live: "Verbunden",
      down: "Die Verbindung ist unterbrochen. Die Seite verbindet sich neu und sendet dann deine Züge.",
      refused: "Der Server hat den Tisch geschlossen",
    },
    last: (n: number) => (n === 1 ? "Letzter Zug" : `Noch ${n} Züge`),
    help: "Hilfe",
    keys: {
      title: "Tasten",
      choose: "eigene Karte wählen",
      partner: "Karte eines Partners wählen",
      move: "zwischen Karten und Händen gehen",
      play: "gewählte Karte spielen",
      discard: "sie ablegen",
      color: "Hinweis auf die Farbe der Karte",
      rank: "Hinweis auf ihre Zahl",
      clear: "nichts wählen; vorspulen",
      help: "diese Liste",
    },
    legend: {
      title: "Zeichen an den Karten",
      critical: "ein letztes Exemplar, das noch gebraucht wird",
      chop: "die älteste Karte ohne Hinweis, die viele als Nächstes ablegen",
      fresh: "neuer Hinweis seit deinem letzten Zug",
    },
    settings: {
      guard: "Vor sicheren Fehlern fragen",
      pips: "Möglichkeiten auf den Karten",
      newestLeft: "Neueste Karte links, wie bei hanab.live",
      sounds: "Töne",
      notices: "Melden, wenn ich dran bin",
    },
    soundsOn: "Töne einschalten",
    soundsOff: "Töne ausschalten",
    pile: (n: number, last: string) => (n === 0 ? "Noch keine Karte abgelegt" : `${n === 1 ? "1 Karte" : `${n} Karten`} abgelegt, zuletzt: ${last}`),
    lifeLost: "ein Leben verloren",
    clock: (text: string) => `Zeit: ${text}`,
    chat: {
      open: "Etwas sagen",
      phrases: { hello: "Hallo!", nice: "Schön!", thanks: "Danke!", sorry: "Entschuldigung!", wait: "Moment…", good_game: "Gutes Spiel!" } as Record<Phrase, string>,
      said: (who: string, text: string) => `${who}: ${text}`,
    },
    close: "Schließen",
    guard: {
      misplay: "Diese Karte kann nicht passen",
      misplayText: "Nach allem, was du weißt, passt sie auf kein Feuerwerk und würde ein Leben kosten.",
      critical: "Das ist wohl das letzte Exemplar",
      criticalText: "Nach allem, was du weißt, ist sie das letzte Exemplar einer noch nötigen Karte. Ohne sie kann ein Feuerwerk nicht fertig werden.",
      go: "Trotzdem",
      back: "Neu wählen",
    },
    notes: { open: "Notiz", label: "Deine Notiz", mark: "Zeichen", play: "spielen", keep: "behalten", trash: "wertlos", placeholder: "Was du vermutest", save: "Notiz speichern" },
    end: {
      title: (score: number, of: number) => `${score} von ${of} Punkten`,
      bombed: "Alle Leben sind verloren, das Spiel endet hier.",
      words: ["Das Publikum geht früh.", "Ein paar Funken, etwas Applaus.", "Ein ehrliches Feuerwerk.", "Ein schöner Abend.", "Davon wird man reden.", "Vollkommen. Diese Nacht vergisst niemand."],
      kept: "Punkte behalten",
      review: "Spiel ansehen",
      story: "Geschichte",
      again: "Noch einmal",
      otherPartner: "Gleicher Stapel, anderer Partner",
      otherShort: "Anderer Partner",
      same: "mit demselben Partner",
      joined: "Die anderen haben das nächste Spiel begonnen: mitspielen",
      partners: (names: string) => `Du hast mit ${names} gespielt`,
      best: (score: number) => `dein Bestes: ${score}`,
      newBest: "dein bisher Bestes!",
    },
    watch: {
      title: "Zuschauen",
      text: (name: string) => `Du siehst den Tisch wie ${name}.`,
      all: "Du siehst alle Hände.",
      as: "Sicht von",
      everything: "alle Hände",
    },
    invite: { title: "Noch fehlt jemand", text: "Schicke diesen Link. Er öffnet den freien Platz.", copy: "Link kopieren", copied: "Kopiert", watch: "Link zum Zusehen kopieren" },
    claim: {
      title: "Setz dich an diesen Tisch",
      name: "Dein Name",
      go: "Hinsetzen",
      taken: "Diese Einladung hat schon jemand angenommen. Du kannst zusehen, wenn der Tisch offen ist.",
      watch: "Zum Tisch",
    },
    errors: {
      noGame: "Dieses Spiel gibt es nicht",
      noGameText: "Vielleicht ist der Link unvollständig, oder der Server hat das Spiel gelöscht.",
      notAllowed: "Dieser Tisch ist für dich geschlossen",
      notAllowedText: "Nur wer mitspielt, kann ihn sehen. Bitte um einen Einladungslink.",
      down: "Der Server antwortet nicht",
      downText: "Diese Seite versucht es weiter. Wenn du ihn selbst betreibst: Sieh im Fenster mit `tamaya serve` nach.",
      stale: "Das Spiel war schon weiter, deshalb wurde dein Zug nicht gemacht.",
    },
    suit: (suit: Suit) => suitsDe[suit]!,
  },
});
