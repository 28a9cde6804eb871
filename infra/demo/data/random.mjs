/**
 * A seeded random source, so that the demo is the same on every machine.
 * Generator: mulberry32 by Tommy Ettinger (public domain), 32 bits of state, ample for demo data.
 *
 * @param {string} seed any text; the same text gives the same sequence
 */
export function createRandom(seed) {
  let state = hash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const between = (low, high) => low + (high - low) * next();
  const integer = (low, high) => Math.floor(between(low, high + 1));
  return {
    /** A float in [0, 1). */
    next,
    /** A float in [low, high). */
    between,
    /** An integer from low to high, both included. */
    integer,
    /** True with the given probability. */
    chance: (probability) => next() < probability,
    /** One element of a list. */
    pick: (list) => list[Math.floor(next() * list.length)],
    /** One key of `{ key: weight }`, in proportion to its weight. */
    weighted: (weights) => weigh(weights)(next()),
    /** As `weighted`, for a list that is long or drawn from often: each call of the result is one draw. */
    weighing: (weights) => {
      const pick = weigh(weights);
      return () => pick(next());
    },
    /** Roughly normal (Irwin–Hall of 6), good enough for scores and sizes. */
    normal: (mean, deviation) => mean + deviation * Math.SQRT2 * (sum(6, next) - 3),
  };
}

/** The key at a fraction (in [0, 1)) of all weights. */
function weigh(weights) {
  const entries = Object.entries(weights);
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
  return (fraction) => {
    let rest = fraction * total;
    for (const [key, weight] of entries) {
      rest -= weight;
      if (rest < 0) return key;
    }
    return entries[entries.length - 1][0];
  };
}

function sum(count, next) {
  let total = 0;
  for (let i = 0; i < count; i++) total += next();
  return total;
}

function hash(text) {
  let value = 2166136261;
  for (const char of text) value = Math.imul(value ^ char.codePointAt(0), 16777619);
  return value >>> 0;
}
