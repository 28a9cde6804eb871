import { sensesOf, type Mention } from './mention';

/**
 * A stored value of one letter is told from the article by the asker's own letters: "how many A schools" asks for those
 * graded A, "how many students has a school" does not. At the start of a sentence, and where everything is written in
 * capitals, the letters tell nothing unless such values are listed: "A vs B schools".
 */
export function byOwnLetters(mentions: Mention[], question: string, toOriginal: (at: number) => number): Mention[] {
  return mentions.map((mention) => {
    if (!/^[a-hj-z]$/.test(mention.span.text) || sensesOf(mention, 'value').length === 0) return mention;
    const letters = question.slice(toOriginal(mention.span.start), toOriginal(mention.span.end)).trim();
    const isMeant = isValue(letters, question, mention, mentions[mention.index + 1]);
    const isArticle = mention.senses.some((sense) => sense.kind === 'cue' && sense.cue.kind === 'filler');
    if (!isArticle) return { ...mention, lettered: isMeant };
    return { ...mention, lettered: isMeant, senses: mention.senses.filter((sense) => (isMeant ? sense.kind !== 'cue' : sense.kind === 'cue')) };
  });
}

function isValue(letters: string, question: string, mention: Mention, next: Mention | undefined): boolean {
  if (/\p{Script=Han}/u.test(question)) return true;
  if (letters !== letters.toUpperCase()) return false;
  const listed = next !== undefined && (next.glue.has('and') || next.glue.has('or') || VERSUS.test(next.span.text));
  return listed || (mention.span.start > 0 && /[a-z]/.test(question));
}

const VERSUS = /^(?:vs\.?|versus|and|or|compared)/;
