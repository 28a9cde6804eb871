/** Lower-cases what keeps its length, so that positions in the result are positions in `text`. */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char)).join('');
}

/** Whether a span of `text` is not glued to Latin letters or digits on either side. */
export function standsAlone(text: string, start: number, end: number): boolean {
  return !isGlued(text, start) && !isGlued(text, end);
}

const LATIN = /[a-z0-9_\u00c0-\u024f]/i;

function isGlued(text: string, boundary: number): boolean {
  return LATIN.test(text.charAt(boundary - 1)) && LATIN.test(text.charAt(boundary));
}
