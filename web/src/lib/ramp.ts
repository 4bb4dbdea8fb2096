// One perceptual ramp for scores and beliefs: cividis, which looks the same to color-blind readers.

const STOPS = ["#00224e", "#083370", "#35456c", "#4f576c", "#666970", "#7d7c78", "#948e77", "#aea371", "#c8b866", "#e5cf52", "#fee838"];

const parts = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** The color of a share of the scale, 0 to 1. */
export function shade(share: number): string {
  const at = Math.min(Math.max(share, 0), 1) * (STOPS.length - 1);
  const low = Math.min(Math.floor(at), STOPS.length - 2);
  const from = parts(STOPS[low]!);
  const to = parts(STOPS[low + 1]!);
  const mixed = from.map((channel, index) => Math.round(channel + (to[index]! - channel) * (at - low)));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** Relative luminance as WCAG defines it. */
function luminance(color: string): number {
  const [red, green, blue] = parts(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** The text color with the best contrast on a color. Black is pure: with a softer black, neither text color is readable on some middle shades. */
export function inkOn(color: string): string {
  const light = luminance(color);
  return 1.05 / (light + 0.05) > (light + 0.05) / 0.05 ? "#ffffff" : "#000000";
}

/** The whole scale as a CSS gradient, for the legend. */
export const gradient = `linear-gradient(to right, ${STOPS.join(", ")})`;
