import type { Span } from './phrase-table';

/** Whether two spans share at least one character. */
export function overlaps(a: Pick<Span, 'start' | 'end'>, b: Pick<Span, 'start' | 'end'>): boolean {
  return a.start < b.end && b.start < a.end;
}

/** The items of `spans` that overlap none of `taken`: one matcher takes precedence over another. */
export function withoutOverlaps<T extends Pick<Span, 'start' | 'end'>>(
  spans: readonly T[],
  taken: readonly Pick<Span, 'start' | 'end'>[],
): T[] {
  return spans.filter((span) => !taken.some((other) => overlaps(span, other)));
}

/** Maximum number of characters between a word and its number. */
const LONGEST_GAP = 24;

/**
 * Whether a match that begins at `to` may belong to one that ends at `from`. Checked before the text between them is
 * tested.
 */
export const isNear = (from: number, to: number): boolean => from <= to && to - from <= LONGEST_GAP;

/** Selects from left to right the longest candidate at each position that overlaps no earlier choice. */
export function leftmostLongest<T extends Pick<Span, 'start' | 'end'>>(candidates: readonly T[]): T[] {
  const ordered = [...candidates].sort((a, b) => a.start - b.start || b.end - a.end);
  const chosen: T[] = [];
  let covered = 0;
  for (const candidate of ordered) {
    if (candidate.start < covered) continue;
    chosen.push(candidate);
    covered = candidate.end;
  }
  return chosen;
}
