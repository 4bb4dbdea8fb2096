// Places labels of points so that they do not overlap: in a column beside the map, at the height of
// their points if there is room. Heights are fractions of the map's height, from the bottom.

/** The middle of each label, in the order of the points. */
export function spread(heights: readonly number[], room: number): number[] {
  const order = heights.map((height, at) => ({ height, at })).sort((a, b) => b.height - a.height);
  const middles = new Array<number>(heights.length).fill(0);
  let ceiling = 1;
  for (const point of order) {
    middles[point.at] = Math.min(point.height, ceiling);
    ceiling = middles[point.at]! - room;
  }
  let floor = 0;
  for (const point of order.toReversed()) {
    middles[point.at] = Math.max(middles[point.at]!, floor);
    floor = middles[point.at]! + room;
  }
  return middles;
}
