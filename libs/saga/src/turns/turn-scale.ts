/** BullMQ's largest priority: turns are 1 to this. */
const LAST_TURN = 2 ** 21 - 1;

/**
 * Virtual time per turn: fine while the clock is young, coarser the longer it has not been able to restart. Runs that
 * share a turn are served in order of arrival; a turn of the second part holds eight rounds of a tenant of weight 1.
 * The last part ends after about 2^33 runs: years of a system that is never idle.
 */
const PARTS = [
  { turns: 2 ** 20, length: 1 },
  { turns: 2 ** 19, length: 2 ** 6 },
  { turns: 2 ** 18, length: 2 ** 12 },
  { turns: 2 ** 18 - 1, length: 2 ** 18 },
] as const;

/** The clock may restart after the first part. */
export const FINE_UNTIL = PARTS[0].turns;

/** The turn of a virtual time ≥ 0; monotonic. */
export function turnAt(time: number): number {
  let [turn, from] = [1, 0];
  for (const { turns, length } of PARTS) {
    const part = turns * length;
    if (time < from + part) return turn + Math.floor((time - from) / length);
    [turn, from] = [turn + turns, from + part];
  }
  return LAST_TURN;
}

/** The virtual time at which a turn begins. */
export function timeOf(turn: number): number {
  let [first, from] = [1, 0];
  for (const { turns, length } of PARTS) {
    if (turn < first + turns) return from + (turn - first) * length;
    [first, from] = [first + turns, from + turns * length];
  }
  return from;
}
