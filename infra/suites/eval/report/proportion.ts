/** A count of a total, with the share and its confidence interval. */
export interface Proportion {
  right: number;
  of: number;
  /** Null if the total is 0. */
  share: number | null;
  /** Wilson's 95 % interval of the share. */
  low: number | null;
  high: number | null;
}

/** Quantile of the normal distribution, two-sided 95 %. */
const z = 1.959964;

/**
 * Computes the share and its interval after E. B. Wilson, 1927, which is valid for small counts and shares near 0 and
 * 1.
 * @param outcomes null does not count
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
  // At 0 and 1 the two terms are equal except for rounding.
  return {
    right,
    of,
    share,
    low: right === 0 ? 0 : (centre - spread) / scale,
    high: right === of ? 1 : (centre + spread) / scale,
  };
}
