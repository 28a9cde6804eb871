/**
 * The terms of an index, sorted forwards and backwards: terms that begin or end with another are found by bisection.
 */
export class TermList {
  private forwards: string[] = [];
  private backwards: string[] = [];
  private stale = false;

  constructor(private readonly terms: () => Iterable<string>) {}

  /** Marks the list as stale after terms were added or removed. */
  changed(): void {
    this.stale = true;
  }

  /** Terms longer than this one that begin or end with it, up to a limit. */
  longer(term: string, most: number): string[] {
    if (this.stale) this.sort();
    const found = new Set<string>();
    for (
      let at = lowerBound(this.forwards, term);
      this.forwards[at]?.startsWith(term) === true && found.size < most;
      at++
    )
      found.add(this.forwards[at] ?? '');
    const mirrored = reversed(term);
    for (
      let at = lowerBound(this.backwards, mirrored);
      this.backwards[at]?.startsWith(mirrored) === true && found.size < 2 * most;
      at++
    )
      found.add(reversed(this.backwards[at] ?? ''));
    found.delete(term);
    return [...found];
  }

  private sort(): void {
    this.forwards = [...this.terms()].sort();
    this.backwards = this.forwards.map(reversed).sort();
    this.stale = false;
  }
}

const reversed = (text: string): string => [...text].reverse().join('');

/** First index whose term is not below this one. */
function lowerBound(sorted: readonly string[], term: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < term) low = middle + 1;
    else high = middle;
  }
  return low;
}
