/**
 * The edit distance of two texts, without regard to case: Damerau-Levenshtein with adjacent swaps counted as one edit
 * (optimal string alignment). A distance above `most` is reported as any number above `most`, which is faster: cells
 * further than `most` from the diagonal are not computed (Ukkonen, Algorithms for approximate string matching, 1985).
 */
export function editDistance(left: string, right: string, most = Infinity): number {
  const [a, b] = [left.toLowerCase(), right.toLowerCase()];
  const band = Math.min(most, Math.max(a.length, b.length));
  const tooFar = band + 1;
  if (Math.abs(a.length - b.length) > band) return tooFar;
  // Three rows of the table in one array: the current letter's row and the two before it.
  const width = b.length + 2;
  const cells = new Array<number>(3 * width).fill(tooFar);
  for (let j = 0; j <= b.length && j <= band; j++) cells[j] = j;
  let [beforePrevious, previous, row] = [2 * width, 0, width];
  for (let i = 1; i <= a.length; i++) {
    const from = i > band ? i - band : 1;
    const to = i + band < b.length ? i + band : b.length;
    const [letter, before] = [a.charCodeAt(i - 1), i > 1 ? a.charCodeAt(i - 2) : -1];
    cells[row + from - 1] = from === 1 && i <= band ? i : tooFar;
    let least = cells[row + from - 1] as number;
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(j - 1);
      let cost = (cells[previous + j - 1] as number) + (letter === other ? 0 : 1);
      const beside = (cells[previous + j] as number) + 1;
      if (beside < cost) cost = beside;
      const behind = (cells[row + j - 1] as number) + 1;
      if (behind < cost) cost = behind;
      if (before === other && j > 1 && letter === b.charCodeAt(j - 2)) {
        const swapped = (cells[beforePrevious + j - 2] as number) + 1;
        if (swapped < cost) cost = swapped;
      }
      cells[row + j] = cost;
      if (cost < least) least = cost;
    }
    cells[row + to + 1] = tooFar;
    if (least > band) return tooFar;
    const free = beforePrevious;
    [beforePrevious, previous, row] = [previous, row, free];
  }
  return cells[previous + b.length] as number;
}
