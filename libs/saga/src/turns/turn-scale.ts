/** BullMQ's largest priority: turns are 1 to this. */
const LAST_TURN = 2 ** 21 - 1;

/**
 * What a turn stands for: fine as long as the clock is young, coarser the longer there has been no moment to start it
 * over. Runs that share a turn are served as they came; a turn of the second part holds eight rounds of a tenant of
 * weight 1. The last part ends after some 2^33 runs: years of a system that is never idle.
 */
const PARTS = [
  { turns: 2 ** 20, length: 1 },
  { turns: 2 ** 19, length: 2 ** 6 },
  { turns: 2 ** 18, length: 2 ** 12 },
  { turns: 2 ** 18 - 1, length: 2 ** 18 },
] as const;

/** The clock may start over beyond the first part. */
export const FINE_UNTIL = PARTS[0].turns;

/** The turn of a virtual time, which may be any number from 0 on: later ones have no smaller turns. */
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
