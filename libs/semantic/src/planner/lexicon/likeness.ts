/** Share of letter pairs that two words have in common, 0 to 1 (Sørensen–Dice on bigrams); works for Han text too. */
export function likeness(a: string, b: string): number {
  return a === b ? 1 : likenessTo(a)(b);
}

/** Likeness of other texts to one word, which is taken apart once. */
export function likenessTo(word: string): (text: string) => number {
  const counts = new Map<number, number>();
  for (let at = 0; at < word.length - 1; at++) counts.set(pairAt(word, at), (counts.get(pairAt(word, at)) ?? 0) + 1);
  return (text) => {
    if (text.length < 2 || word.length < 2) return 0;
    const left = new Map<number, number>();
    let shared = 0;
    for (let at = 0; at < text.length - 1; at++) {
      const pair = pairAt(text, at);
      const rest = left.get(pair) ?? counts.get(pair) ?? 0;
      if (rest === 0) continue;
      shared++;
      left.set(pair, rest - 1);
    }
    return (2 * shared) / (word.length + text.length - 2);
  };
}

const pairAt = (text: string, at: number): number => text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1);
