// Words of the lesson, in the order of src/lesson/steps.ts.
import { catalogue } from "../lib/i18n.svelte";

interface StepWords {
  title: string;
  text: string;
  task: string;
  nudge: string;
  done: string;
}

const en: StepWords[] = [
  {
    title: "You see every hand but your own",
    text: "You and Bo light fireworks together. Each of the five suits is built up from 1 to 5. You hold your cards facing away from you: Bo sees them, you do not.",
    task: "Choose one of Bo's cards.",
    nudge: "Bo's cards are in the upper row.",
    done: "You can see this card, and Bo cannot. Hints help with that.",
  },
  {
    title: "A hint names a color or a number",
    text: "A hint points at all cards of one color or of one number in a partner's hand. It costs one of eight hint tokens. No firework has been started yet, so every 1 can be played.",
    task: "Choose one of Bo's 1s and hint 1.",
    nudge: "Choose a 1 in Bo's hand, then press “Hint 1s”. A color would tell Bo less here.",
    done: "Bo understood: a hint about 1s means “play them”. The first firework burns.",
  },
  {
    title: "Trust a hint",
    text: "Bo has hinted your 1. You do not know its color, but that does not matter: only the red 1 has been played.",
    task: "Choose the hinted card and play it.",
    nudge: "The hinted card is lifted and has a ring. Choose it and press “Play”.",
    done: "It fits. Bo gives another hint, and you draw a new card.",
  },
  {
    title: "Read what a card may be",
    text: "The strip at the foot of a card shows which colors and numbers are still possible. Two hints together can identify a card: red and 3 is the red 3. The red firework stands at 2.",
    task: "Play the card that you know.",
    nudge: "One of your cards shows a color and a number.",
    done: "A card that you know cannot cost a life. Bo discards a card that nobody needs yet.",
  },
  {
    title: "Discard to win back hints",
    text: "There is no hint token left. A discard earns one. Hinted cards were hinted for a reason, so discard another one: usually the oldest, on the left.",
    task: "Discard a card that was never hinted.",
    nudge: "Keep the green 2: Bo told you both its color and its number. Discard one without a ring.",
    done: "One token is back, and Bo uses it at once.",
  },
  {
    title: "Save what cannot be replaced",
    text: "Of each suit there are three 1s, two each of 2, 3 and 4, and only one 5. Bo's oldest card is the white 5, and Bo would discard it next.",
    task: "Warn Bo: hint the 5.",
    nudge: "Choose the white 5, Bo's first card, and hint 5s.",
    done: "Bo keeps it and discards a useless card instead. The grid of discards marks last copies.",
  },
  {
    title: "Three mistakes end the game",
    text: "A card that does not fit costs a life; this is the last one. All 1s are already played, so the 1 in your hand can never fit again.",
    task: "Discard the useless 1.",
    nudge: "Playing it would end the game. Choose the 1 and discard it.",
    done: "Cards that you know to be useless are the best discards. Bo plays a 2.",
  },
  {
    title: "The last turns",
    text: "When the deck is empty, everyone has one more turn. You have 23 points, and 25 is perfect.",
    task: "Play your green 5.",
    nudge: "It is the card with a leaf and a 5.",
    done: "25 points: a perfect game. Now play with a real partner.",
  },
];
const de: StepWords[] = [
  {
    title: "Du siehst alle Hände außer deiner",
    text: "Du und Bo zündet zusammen Feuerwerke. Jede der fünf Farben wächst von 1 bis 5. Deine Karten hältst du mit der Rückseite zu dir: Bo sieht sie, du nicht.",
    task: "Wähle eine Karte von Bo.",
    nudge: "Bos Karten liegen oben.",
    done: "Du siehst diese Karte, Bo nicht. Dafür gibt es Hinweise.",
  },
  {
    title: "Ein Hinweis nennt Farbe oder Zahl",
    text: "Ein Hinweis zeigt alle Karten einer Farbe oder einer Zahl auf einer Hand. Er kostet eine von acht Hinweismarken. Noch ist kein Feuerwerk begonnen, also passt jede 1.",
    task: "Wähle eine 1 von Bo und gib den Hinweis 1er.",
    nudge: "Wähle eine 1 auf Bos Hand, dann „Hinweis 1er“. Eine Farbe würde hier weniger sagen.",
    done: "Bo hat verstanden: Ein Hinweis auf 1er heißt „spiel sie“. Das erste Feuerwerk brennt.",
  },
  {
    title: "Vertraue einem Hinweis",
    text: "Bo hat dir deine 1 gezeigt. Ihre Farbe kennst du nicht, aber das macht nichts: Nur die rote 1 ist schon gespielt.",
    task: "Wähle die gezeigte Karte und spiele sie.",
    nudge: "Die gezeigte Karte ist angehoben und umrandet. Wähle sie, dann „spielen“.",
    done: "Sie passt. Bo gibt noch einen Hinweis, und du ziehst nach.",
  },
  {
    title: "Lies, was eine Karte sein kann",
    text: "Der Streifen am Fuß der Karte zeigt, welche Farben und Zahlen noch möglich sind. Zwei Hinweise können eine Karte bestimmen: Rot und 3 ist die rote 3. Das rote Feuerwerk steht bei 2.",
    task: "Spiele die Karte, die du kennst.",
    nudge: "Eine deiner Karten zeigt Farbe und Zahl.",
    done: "Eine Karte, die du kennst, kann kein Leben kosten. Bo legt eine ab, die noch niemand braucht.",
  },
  {
    title: "Ablegen bringt Hinweise zurück",
    text: "Es ist keine Hinweismarke mehr da. Ablegen bringt eine. Bo zeigt Karten nicht ohne Grund, also lege eine andere ab: meist die älteste, ganz links.",
    task: "Lege eine Karte ab, die nie gezeigt wurde.",
    nudge: "Behalte die grüne 2: Bo hat dir Farbe und Zahl genannt. Lege eine ohne Rand ab.",
    done: "Eine Marke ist zurück, und Bo nutzt sie gleich.",
  },
  {
    title: "Rette, was es nur einmal gibt",
    text: "In jeder Farbe gibt es drei 1er, je zwei 2er, 3er und 4er und nur eine 5. Bos älteste Karte ist die weiße 5, sie würde als Nächste abgelegt.",
    task: "Warne Bo: Zeige die 5.",
    nudge: "Wähle die weiße 5, Bos erste Karte, und gib den Hinweis 5er.",
    done: "Bo behält sie und legt eine nutzlose Karte ab. Die Ablage kennzeichnet letzte Exemplare.",
  },
  {
    title: "Drei Fehler beenden das Spiel",
    text: "Eine Karte, die nicht passt, kostet ein Leben; dies ist das letzte. Alle 1er sind gespielt, deine 1 passt also nie mehr.",
    task: "Lege die nutzlose 1 ab.",
    nudge: "Sie zu spielen würde das Spiel beenden. Wähle die 1 und lege sie ab.",
    done: "Karten, die sicher nutzlos sind, legt man am besten ab. Bo spielt eine 2.",
  },
  {
    title: "Die letzten Züge",
    text: "Ist der Stapel leer, hat jeder noch einen Zug. Du hast 23 Punkte, mehr als 25 gibt es nicht.",
    task: "Spiele deine grüne 5.",
    nudge: "Es ist die Karte mit dem Blatt und der 5.",
    done: "25 Punkte: ein perfektes Spiel. Spiele nun mit einem richtigen Partner.",
  },
];

export const learn = catalogue({
  en: { title: "Learn Hanabi in eight steps", step: (n: number, of: number) => `Step ${n} of ${of}`, steps: en, next: "Next step", back: "Back", again: "Start this step again", finish: "Play with a partner", quick: "Play with the recommended partner" },
  de: { title: "Hanabi lernen in acht Schritten", step: (n: number, of: number) => `Schritt ${n} von ${of}`, steps: de, next: "Weiter", back: "Zurück", again: "Schritt neu beginnen", finish: "Mit einem Partner spielen", quick: "Mit dem empfohlenen Partner spielen" },
});
