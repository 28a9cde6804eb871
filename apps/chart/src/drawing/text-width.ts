/**
 * Estimated width of a text in pixels: a full-width character takes 1 em, a narrow one about 0.56 em (the average of
 * common sans-serif fonts).
 */
export function textWidth(text: string, fontSize: number): number {
  let ems = 0;
  for (const character of text) ems += (character.codePointAt(0) ?? 0) > 0x2e7f ? 1 : 0.56;
  return ems * fontSize;
}

export function widest(texts: readonly string[], fontSize: number): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text, fontSize)), 0);
}

/**
 * Shortens in the middle those texts that would become equal if their ends were cut: "The first…branch 1", "The
 * first…branch 2". Other texts are returned unchanged.
 */
export function distinctWhenCut(texts: readonly string[], fontSize: number, width: number): string[] {
  const cut = texts.map((text) => fitText(text, fontSize, width));
  const isAlike = (at: number): boolean => cut.some((other, index) => other === cut[at] && texts[index] !== texts[at]);
  return texts.map((text, at) => (isAlike(at) ? fitBothEnds(text, fontSize, width) : text));
}

function fitBothEnds(text: string, fontSize: number, width: number): string {
  // Slightly less than half: ECharts measures wider than this estimate and would cut the text again.
  const half = width * 0.45;
  const reversed = (part: string): string => [...part].reverse().join('');
  return `${fitText(text, fontSize, half).slice(0, -1)}…${reversed(fitText(reversed(text), fontSize, half).slice(0, -1))}`;
}

/** Shortens a text to a width, with an ellipsis. */
export function fitText(text: string, fontSize: number, width: number): string {
  if (textWidth(text, fontSize) <= width) return text;
  let fitted = '';
  for (const character of text) {
    if (textWidth(`${fitted}${character}…`, fontSize) > width) break;
    fitted += character;
  }
  return `${fitted}…`;
}
