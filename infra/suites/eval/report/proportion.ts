/** How many of how many, with what that says about the share behind it. */
export interface Proportion {
  right: number;
  of: number;
  /** Null where there is nothing to count. */
  share: number | null;
  /** Wilson's 95 % interval of the share. */
  low: number | null;
  high: number | null;
}

/** Of the normal distribution, two-sided 95 %. */
const z = 1.959964;

/**
 * @param outcomes null: does not count. Interval after E. B. Wilson, 1927: it holds for few counts and for shares near
 * 0 and 1 too.
 */
export function proportion(outcomes: readonly (boolean | null)[]): Proportion {
  const counted = outcomes.filter((outcome) => outcome !== null);
  return proportionOf(counted.filter(Boolean).length, counted.length);
}

export function proportionOf(right: number, of: number): Proportion {
  if (of === 0) return { right, of, share: null, low: null, high: null };
  const share = right / of;
  const centre = share + (z * z) / (2 * of);
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  const scale = 1 + (z * z) / of;
  // At the ends the two terms are equal but for rounding.
  return {
    right,
    of,
    share,
    low: right === 0 ? 0 : (centre - spread) / scale,
    high: right === of ? 1 : (centre + spread) / scale,
  };
}
