// Where labels of points go so that they do not cover each other. Sizes are in the unit of the map's width.

export interface Placed {
  /** of the point, from the left and from the bottom, 0 to 1 */
  x: number;
  y: number;
  /** middle of the label's height, from the bottom */
  labelY: number;
  side: "left" | "right";
}

/** Labels beside their points, moved up or down until none covers another; the order is kept. */
export function placed(points: readonly (readonly [number, number])[], height: number): Placed[] {
  const made: Placed[] = points.map(([x, y]) => ({ x, y, labelY: y, side: x > 0.5 ? "left" : "right" }));
  for (const side of ["left", "right"] as const) {
    const here = made.filter((one) => one.side === side).sort((a, b) => b.y - a.y);
    let ceiling = 1 - height / 2;
    for (const one of here) {
      one.labelY = Math.min(one.y, ceiling);
      ceiling = one.labelY - height;
    }
    let floor = height / 2;
    for (const one of here.toReversed()) {
      one.labelY = Math.max(one.labelY, floor);
      floor = one.labelY + height;
    }
  }
  return made;
}
