// Where labels of points go so that they do not cover each other: in a column beside the map, at the height of
// their points as far as there is room. Heights are shares of the map's, from the bottom.

/** The middle of each label, in the order of the points. */
export function spread(heights: readonly number[], room: number): number[] {
  const order = heights.map((height, at) => ({ height, at })).sort((a, b) => b.height - a.height);
  const made = new Array<number>(heights.length).fill(0);
  let ceiling = 1;
  for (const one of order) {
    made[one.at] = Math.min(one.height, ceiling);
    ceiling = made[one.at]! - room;
  }
  let floor = 0;
  for (const one of order.toReversed()) {
    made[one.at] = Math.max(made[one.at]!, floor);
    floor = made[one.at]! + room;
  }
  return made;
}
