// Short sounds, synthesised in the browser. Quiet, and silent until the player has touched the page.
import { settings } from "./settings.svelte";
import type { TurnEntry } from "../protocol";

export type Sound = "hint" | "play" | "five" | "discard" | "misplay" | "turn" | "end";

interface Tone {
  /** hertz */
  pitch: number;
  /** seconds after the start */
  at: number;
  /** seconds */
  long: number;
  shape?: OscillatorType;
  loud?: number;
}

const SOUNDS: Readonly<Record<Sound, readonly Tone[]>> = {
  hint: [tone(660, 0, 0.12), tone(880, 0.07, 0.16)],
  play: [tone(523, 0, 0.12, "triangle"), tone(784, 0.08, 0.22, "triangle")],
  five: [tone(523, 0, 0.2, "triangle"), tone(659, 0.09, 0.2, "triangle"), tone(784, 0.18, 0.2, "triangle"), tone(1047, 0.27, 0.5, "triangle")],
  discard: [tone(196, 0, 0.09), tone(147, 0.05, 0.12)],
  misplay: [tone(156, 0, 0.22, "sawtooth", 0.5), tone(110, 0.16, 0.4, "sawtooth", 0.5)],
  turn: [tone(988, 0, 0.1), tone(1319, 0.09, 0.16)],
  end: [tone(392, 0, 0.3, "triangle"), tone(523, 0.14, 0.3, "triangle"), tone(659, 0.28, 0.6, "triangle")],
};

function tone(pitch: number, at: number, long: number, shape: OscillatorType = "sine", loud = 1): Tone {
  return { pitch, at, long, shape, loud };
}

/** The sound of a move. */
export function soundOf(entry: TurnEntry): Sound {
  if (entry.kind === "play") return !entry.scored ? "misplay" : entry.card?.[1] === "5" ? "five" : "play";
  return entry.kind === "discard" || entry.kind === "forfeit" ? "discard" : "hint";
}

let context: AudioContext | null = null;

/** Plays a sound if the player wants sounds. A browser that refuses stays silent. */
export function sound(name: Sound): void {
  if (!settings.sounds || typeof AudioContext === "undefined" || document.hidden) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    for (const part of SOUNDS[name]) strike(context, part);
  } catch {
    // No sound device.
  }
}

function strike(audio: AudioContext, { pitch, at, long, shape = "sine", loud = 1 }: Tone): void {
  const begin = audio.currentTime + at;
  const oscillator = audio.createOscillator();
  const volume = audio.createGain();
  oscillator.type = shape;
  oscillator.frequency.value = pitch;
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(0.05 * loud, begin + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + long);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + long + 0.02);
}
