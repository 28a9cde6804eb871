/**
 * The known name closest to a mistyped one, or undefined when none is near enough to be meant
 * (at most a third of the letters differ). Distance: Damerau-Levenshtein, adjacent swaps count one.
 */
export function nearestName(wrong: string, known: readonly string[]): string | undefined {
  const best = known
    .map((name) => ({ name, distance: editDistance(wrong.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return best && best.distance <= Math.max(1, Math.floor(wrong.length / 3)) ? best.name : undefined;
}

/** ` Did you mean "label"?`, or the known names when nothing is near, or nothing. */
export function suggestion(wrong: string, known: readonly string[]): string {
  const near = nearestName(wrong, known);
  if (near !== undefined) return ` Did you mean "${near}"?`;
  return known.length > 0 && known.length <= 12 ? ` Known: ${known.join(', ')}.` : '';
}

function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + change);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, (beforePrevious[j - 2] ?? 0) + 1);
      current.push(least);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
