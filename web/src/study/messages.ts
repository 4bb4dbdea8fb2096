// Words of the study's pages. A study file may replace titles and texts.
import { catalogue } from "../lib/i18n.svelte";

const rulesEn = `You and your partner light fireworks together. There are five colors: red, yellow, green, white and blue. Each firework is built from 1 to 5, in this order.

## Your turn
You see your partner's cards, but not your own. Your partner sees yours. On your turn, do one of three things:

- **Give a hint.** Name one color or one number. All cards of that kind in your partner's hand are marked. A hint costs one of eight hint tokens.
- **Play a card.** If it is the next number of its color, the firework grows. If not, the card is lost and you lose one of three lives.
- **Discard a card.** You get a hint token back.

After playing or discarding you draw a new card. Playing a 5 gives a hint token back.

## The cards
Each color has three 1s, two each of 2, 3 and 4, and only one 5.

## The end
The game ends when all three lives are lost, when all fireworks are complete, or one turn each after the last card was drawn. The score is the number of cards in the fireworks, at most 25.

## At the table
Choose a card in your hand to play or discard it. Choose a card in your partner's hand to give a hint about its color or number.`;
const rulesDe = `Du und dein Partner zündet gemeinsam Feuerwerke. Es gibt fünf Farben: Rot, Gelb, Grün, Weiß und Blau. Jedes Feuerwerk wird von 1 bis 5 aufgebaut, in dieser Reihenfolge.

## Dein Zug
Du siehst die Karten deines Partners, aber nicht deine eigenen. Dein Partner sieht deine. Wenn du am Zug bist, tust du eines von drei Dingen:

- **Einen Hinweis geben.** Nenne eine Farbe oder eine Zahl. Alle solchen Karten auf der Hand deines Partners werden markiert. Ein Hinweis kostet eine von acht Hinweismarken.
- **Eine Karte spielen.** Ist sie die nächste Zahl ihrer Farbe, wächst das Feuerwerk. Sonst ist die Karte verloren, und ihr verliert eines von drei Leben.
- **Eine Karte ablegen.** Ihr bekommt eine Hinweismarke zurück.

Nach dem Spielen oder Ablegen ziehst du eine neue Karte. Eine gespielte 5 bringt eine Hinweismarke zurück.

## Die Karten
Jede Farbe hat drei 1er, je zwei 2er, 3er und 4er und nur eine 5.

## Das Ende
Das Spiel endet, wenn alle drei Leben verloren sind, wenn alle Feuerwerke fertig sind, oder nach je einem Zug, nachdem die letzte Karte gezogen wurde. Die Punktzahl ist die Anzahl der Karten in den Feuerwerken, höchstens 25.

## Am Tisch
Wähle eine Karte deiner Hand, um sie zu spielen oder abzulegen. Wähle eine Karte deines Partners, um einen Hinweis auf ihre Farbe oder Zahl zu geben.`;

export const study = catalogue({
  en: {
    begin: "Begin",
    continue: "Continue",
    landing: "You are invited to take part in a study. It runs in this browser, on a computer or a phone. You can pause and come back at any time with the same browser or with your personal link.",
    noId: "This address contains no participant id. Please open the link that you were given.",
    closed: {
      full: { title: "The study is full", text: "Thank you for your interest. No further participants are needed now." },
      paused: { title: "The study is paused", text: "Please try again later with the same link." },
      declined: { title: "You did not agree", text: "Thank you for your time. You are not taking part, and no answers were stored." },
      failed_quiz: { title: "Thank you", text: "Some answers about the rules were not right, so your participation ends here." },
      timed_out: { title: "Your time has run out", text: "You were inactive for a long time, so your participation has ended." },
      time_limit: { title: "Your time has run out", text: "The time for this page is up, so your participation has ended. Thank you for your time." },
      stopped: { title: "You have stopped", text: "Thank you for your time. What you did so far is kept. To have it deleted, write to the researchers and name your participant code." },
      withdrawn: { title: "Your data are deleted", text: "Everything that was stored about your participation is gone. Thank you for your time." },
    },
    titles: { consent: "Taking part", info: "Information", rules: "The rules of Hanabi", practice: "Practice game, does not count", quiz: "Questions", survey: "Questions", debrief: "What this study is about", end: "Thank you!" } as Record<string, string>,
    rules: rulesEn,
    agree: "I agree and take part",
    disagree: "I do not agree",
    game: (number: number, games: number) => (games ? `Game ${number} of ${games}` : `Game ${number}`),
    gameOver: (score: number, most: number) => `The game is over: ${score} of ${most} points`,
    required: "required",
    missing: "Please answer this question.",
    wrong: "This answer is not right. Please try again.",
    left: (n: number) => (n === 1 ? "One attempt left" : `${n} attempts left`),
    timeLimit: "Time limit",
    timeLeft: "Time left:",
    lastMinute: (seconds: number): string => (seconds > 55 ? "One minute left." : "Less than a minute left."),
    timeHint: {
      submit: "This page has a time limit. When the time is up, your answers so far are handed in and the study goes on.",
      next: "This page has a time limit. When the time is up, the study goes on.",
      game: "This game has a time limit. When the time is up, the game is closed and the study goes on.",
      stop: "This page has a time limit. When the time is up, your participation ends.",
    },
    missingSome: "Some questions still need an answer.",
    notSet: "not answered",
    code: "Your completion code",
    codeText: "Please keep this code. It shows that you took part.",
    copy: "Copy",
    copied: "Copied",
    back: "Finish and go back",
    stored: "Your answers are stored. You may close this page.",
    again: "Play another game",
    progress: (at: number, of: number) => `Page ${at} of ${of}`,
    menu: "About your participation",
    participant: "Your participant code",
    contact: "Contact",
    device: "Continue on another device",
    deviceText: "Open this personal link there. Do not share it: whoever has it can continue in your place.",
    showLink: "Show my personal link",
    stopTitle: "Stop and withdraw",
    stopText: "You can stop at any time. You decide what happens to the data so far.",
    stopKeep: "Stop, keep my data",
    stopDelete: "Stop and delete my data",
    sureKeep: "Really stop? You cannot continue later.",
    sureDelete: "Really stop? Your data are deleted at once. You cannot undo this.",
    cancel: "Cancel",
    none: { title: "There is no study here", text: "This server runs no study. Please check your link." },
    notLoaded: "This page could not be loaded",
    offline: "The page could not reach the server. Nothing is lost. Please try again.",
    unknownLink: "This personal link is not valid (any more). Please check that you copied all of it.",
    tooOften: "Too many requests. Please wait a minute and try again.",
    refused: (reason: string) => `The server did not accept this: ${reason}.`,
    wrongSome: (n: number) => (n === 1 ? "One answer is not right." : `${n} answers are not right.`),
    elsewhere: "Somebody with this id started in another browser. Please continue there, or open your personal link.",
    operator: {
      title: "Study operator",
      token: "Operator token",
      wrong: "This is not the operator's token.",
      open: "Open",
      people: "Participants",
      of: (n: number, target: number) => `${n} of ${target} complete`,
      arms: "Balance",
      columns: ["Arm", "Assigned", "Complete", "Active", "Dropped"],
      pages: "Pages and drop-out",
      pageColumns: ["Page", "Reached", "Dropped"],
      states: { active: "active", complete: "complete", declined: "declined", failed_quiz: "failed the quiz", timed_out: "timed out", stopped: "stopped" } as Record<string, string>,
      kinds: { consent: "Consent", info: "Information", rules: "Rules", lesson: "Lesson", quiz: "Quiz", practice: "Practice", game: "Game", survey: "Survey", debrief: "Debrief", end: "End" } as Record<string, string>,
      live: "Active now",
      liveColumns: ["Participant", "Page", "Idle"],
      nobody: "Nobody is taking part now.",
      idle: (seconds: number) => (seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`),
      tables: "Live tables",
      running: (n: number) => (n === 1 ? "1 game is running" : `${n} games are running`),
      latest: (n: number) => `; the latest ${n} are shown`,
      noTables: "No game is running now.",
      since: (time: string) => `last move ${time} ago`,
      left: (time: string) => `${time} left`,
      person: "Person",
      away: "page closed",
      watchHint: "You see all hands. Participants do not see theirs: do not give hints.",
      answered: (moves: number, half: number, most: number) => moves === 1 ? `Server: the last move was confirmed within ${most} ms.` : `Server: of the last ${moves} moves, half were confirmed within ${half} ms and 95 % within ${most} ms.`,
      late: (n: number) => `Warning: a simple agent made ${n === 1 ? "1 move" : `${n} moves`} for partners that failed or were too slow. Use a faster machine or a longer reply_seconds.`,
      lost: "The page is not up to date: the server does not answer.",
      pause: "Pause admission",
      resume: "Admit people again",
      paused: "Paused",
      export: "Export all data",
      refresh: "Refresh",
    },
  },
  de: {
    begin: "Beginnen",
    continue: "Weiter",
    landing: "Du bist eingeladen, an einer Studie teilzunehmen. Sie läuft in diesem Browser, am Computer oder am Telefon. Du kannst jederzeit unterbrechen und mit demselben Browser oder mit deinem persönlichen Link weitermachen.",
    noId: "Diese Adresse enthält keine Teilnahme-Kennung. Bitte öffne den Link, den du bekommen hast.",
    closed: {
      full: { title: "Die Studie ist voll", text: "Vielen Dank für dein Interesse. Zurzeit werden keine weiteren Teilnehmenden gebraucht." },
      paused: { title: "Die Studie pausiert", text: "Bitte versuche es später mit demselben Link noch einmal." },
      declined: { title: "Du hast nicht zugestimmt", text: "Vielen Dank für deine Zeit. Du nimmst nicht teil, und es wurden keine Antworten gespeichert." },
      failed_quiz: { title: "Vielen Dank", text: "Einige Antworten zu den Regeln waren nicht richtig. Deine Teilnahme endet deshalb hier." },
      timed_out: { title: "Deine Zeit ist abgelaufen", text: "Es gab lange keine Eingabe. Deine Teilnahme ist deshalb beendet." },
      time_limit: { title: "Deine Zeit ist abgelaufen", text: "Die Zeit für diese Seite ist um. Deine Teilnahme ist deshalb beendet. Vielen Dank für deine Zeit." },
      stopped: { title: "Du hast aufgehört", text: "Vielen Dank für deine Zeit. Was du bisher getan hast, bleibt gespeichert. Um es löschen zu lassen, schreibe den Forschenden und nenne deinen Teilnahme-Code." },
      withdrawn: { title: "Deine Daten sind gelöscht", text: "Alles, was über deine Teilnahme gespeichert war, ist gelöscht. Vielen Dank für deine Zeit." },
    },
    titles: { consent: "Teilnahme", info: "Information", rules: "Die Regeln von Hanabi", practice: "Übungsspiel, zählt nicht", quiz: "Fragen", survey: "Fragen", debrief: "Worum es in dieser Studie geht", end: "Vielen Dank!" },
    rules: rulesDe,
    agree: "Ich stimme zu und nehme teil",
    disagree: "Ich stimme nicht zu",
    game: (number: number, games: number) => (games ? `Spiel ${number} von ${games}` : `Spiel ${number}`),
    gameOver: (score: number, most: number) => `Das Spiel ist zu Ende: ${score} von ${most} Punkten`,
    required: "erforderlich",
    missing: "Bitte beantworte diese Frage.",
    wrong: "Diese Antwort ist nicht richtig. Bitte versuche es noch einmal.",
    left: (n: number) => (n === 1 ? "Noch ein Versuch" : `Noch ${n} Versuche`),
    timeLimit: "Zeitlimit",
    timeLeft: "Verbleibende Zeit:",
    lastMinute: (seconds: number): string => (seconds > 55 ? "Noch eine Minute." : "Noch weniger als eine Minute."),
    timeHint: {
      submit: "Diese Seite hat ein Zeitlimit. Wenn die Zeit um ist, werden deine bisherigen Antworten abgegeben, und die Studie geht weiter.",
      next: "Diese Seite hat ein Zeitlimit. Wenn die Zeit um ist, geht die Studie weiter.",
      game: "Dieses Spiel hat ein Zeitlimit. Wenn die Zeit um ist, wird das Spiel geschlossen, und die Studie geht weiter.",
      stop: "Diese Seite hat ein Zeitlimit. Wenn die Zeit um ist, endet deine Teilnahme.",
    },
    missingSome: "Einige Fragen sind noch nicht beantwortet.",
    notSet: "nicht beantwortet",
    code: "Dein Abschluss-Code",
    codeText: "Bitte bewahre diesen Code auf. Er zeigt, dass du teilgenommen hast.",
    copy: "Kopieren",
    copied: "Kopiert",
    back: "Abschließen und zurückkehren",
    stored: "Deine Antworten sind gespeichert. Du kannst diese Seite schließen.",
    again: "Noch ein Spiel spielen",
    progress: (at: number, of: number) => `Seite ${at} von ${of}`,
    menu: "Über deine Teilnahme",
    participant: "Dein Teilnahme-Code",
    contact: "Kontakt",
    device: "Auf einem anderen Gerät weitermachen",
    deviceText: "Öffne dort diesen persönlichen Link. Gib ihn nicht weiter: Wer ihn hat, kann an deiner Stelle weitermachen.",
    showLink: "Meinen persönlichen Link zeigen",
    stopTitle: "Abbrechen und zurückziehen",
    stopText: "Du kannst jederzeit aufhören. Du entscheidest, was mit den bisherigen Daten geschieht.",
    stopKeep: "Aufhören, Daten behalten",
    stopDelete: "Aufhören und Daten löschen",
    sureKeep: "Wirklich aufhören? Du kannst später nicht weitermachen.",
    sureDelete: "Wirklich aufhören? Deine Daten werden sofort gelöscht. Du kannst das nicht rückgängig machen.",
    cancel: "Zurück",
    none: { title: "Hier läuft keine Studie", text: "Dieser Server führt keine Studie durch. Bitte prüfe deinen Link." },
    notLoaded: "Diese Seite konnte nicht geladen werden",
    offline: "Der Server war nicht erreichbar. Nichts ist verloren: Bitte versuche es noch einmal.",
    unknownLink: "Dieser persönliche Link ist nicht (mehr) gültig. Bitte prüfe, ob du ihn ganz kopiert hast.",
    tooOften: "Zu viele Anfragen. Bitte warte eine Minute und versuche es noch einmal.",
    refused: (reason: string) => `Der Server hat das nicht angenommen: ${reason}.`,
    wrongSome: (n: number) => (n === 1 ? "Eine Antwort ist nicht richtig." : `${n} Antworten sind nicht richtig.`),
    elsewhere: "Jemand mit dieser Kennung hat in einem anderen Browser begonnen. Bitte mache dort weiter, oder öffne deinen persönlichen Link.",
    operator: {
      title: "Leitung der Studie",
      token: "Schlüssel der Leitung",
      wrong: "Das ist nicht der Schlüssel der Leitung.",
      open: "Öffnen",
      people: "Teilnehmende",
      of: (n: number, target: number) => `${n} von ${target} vollständig`,
      arms: "Verteilung",
      columns: ["Gruppe", "Zugeteilt", "Fertig", "Aktiv", "Abbruch"],
      pages: "Seiten und Abbrüche",
      pageColumns: ["Seite", "Erreicht", "Abbruch"],
      states: { active: "aktiv", complete: "vollständig", declined: "abgelehnt", failed_quiz: "Fragen nicht bestanden", timed_out: "Zeit abgelaufen", stopped: "aufgehört" },
      kinds: { consent: "Einwilligung", info: "Information", rules: "Regeln", lesson: "Lektion", quiz: "Verständnisfragen", practice: "Übung", game: "Spiel", survey: "Fragebogen", debrief: "Aufklärung", end: "Ende" },
      live: "Jetzt aktiv",
      liveColumns: ["Teilnahme", "Seite", "Untätig"],
      nobody: "Zurzeit nimmt niemand teil.",
      idle: (seconds: number) => (seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`),
      tables: "Laufende Spiele",
      running: (n: number) => (n === 1 ? "1 Spiel läuft" : `${n} Spiele laufen`),
      latest: (n: number) => `; die letzten ${n} sind zu sehen`,
      noTables: "Zurzeit läuft kein Spiel.",
      since: (time: string) => `letzter Zug vor ${time}`,
      left: (time: string) => `noch ${time}`,
      person: "Person",
      away: "Seite geschlossen",
      watchHint: "Du siehst alle Karten. Die Teilnehmenden sehen ihre eigenen nicht: Gib keine Hinweise.",
      answered: (moves: number, half: number, most: number) => moves === 1 ? `Server: Der letzte Zug wurde in ${most} ms bestätigt.` : `Server: Von den letzten ${moves} Zügen wurde die Hälfte in ${half} ms bestätigt, 95 % in ${most} ms.`,
      late: (n: number) => `Achtung: Ein einfacher Agent hat ${n === 1 ? "1 Zug" : `${n} Züge`} für Partner gemacht, die ausfielen oder zu langsam waren. Nimm eine schnellere Maschine oder ein längeres reply_seconds.`,
      lost: "Die Seite ist nicht aktuell: Der Server antwortet nicht.",
      pause: "Aufnahme anhalten",
      resume: "Wieder aufnehmen",
      paused: "Angehalten",
      export: "Alle Daten exportieren",
      refresh: "Aktualisieren",
    },
  },
});
