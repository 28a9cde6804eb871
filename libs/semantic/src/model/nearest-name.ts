/** The candidate closest to what was written, if it is close enough to be a slip; else undefined. */
export function nearestName(written: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  // Two letters swapped are two edits.
  let bestDistance = Math.max(written.length > 3 ? 2 : 1, Math.floor(written.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(written.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `; did you mean "x"?` or nothing: the tail of every message about an unknown name. */
export function didYouMean(written: string, candidates: readonly string[]): string {
  const nearest = nearestName(written, candidates);
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
}

/** Levenshtein distance with one row of memory. */
function editDistance(a: string, b: string): number {
  const row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    let diagonal = row[0] ?? 0;
    row[0] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const above = row[j] ?? 0;
      const substitution = diagonal + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(above + 1, (row[j - 1] ?? 0) + 1, substitution);
      diagonal = above;
    }
  }
  return row[b.length] ?? 0;
}
