// Turns CC-CEDICT into a table with one short English gloss for each Chinese word. The embedder, whose model is
// English, embeds the glosses of Chinese texts. CC-CEDICT is by MDBG and its contributors, CC BY-SA 4.0 (see NOTICE);
// the table is built, never committed.
import { corrections } from './gloss-corrections.mjs';

/** Longer head words are proverbs and titles, which do not occur in questions. */
const LONGEST_WORD = 8;
const LONGEST_GLOSS = 4;

/** Senses that describe the use of a character instead of its meaning. */
export const notAMeaning =
  /^(\w* ?variant of|nonstandard|erroneous|surname |used in |see\b|also |abbr\. (of|for)|CL:|classifier|particle|pr\. |Taiwan pr|Japanese variant|euphemistic|component |radical |Kangxi|phonetic|interjection|suffix|prefix|modal|a semantically)/i;

/** A reference such as `see 杭州市[Hang2 zhou1 Shi4]` for 杭州. If both scripts are given, the simplified word is second. */
const referenceIn = /^(?:see|abbr\. for|variant of) (?:\p{Script=Han}+\|)?(?<word>\p{Script=Han}+)\[/u;

/**
 * @param {[string, string, string, string | string[]][]} entries CC-CEDICT's: traditional, simplified, pinyin, meanings
 * @returns {string} lines `word<TAB>gloss`, sorted; a word with an empty gloss is not embedded
 */
export function glossTable(entries) {
  const best = new Map();
  const references = new Map();
  for (const [, word, pinyin, meanings] of entries) {
    if (!/^\p{Script=Han}+$/u.test(word) || [...word].length > LONGEST_WORD) continue;
    const senses = [meanings].flat();
    const gloss = firstGoodGloss(senses);
    const other = senses.map((sense) => referenceIn.exec(sense)?.groups?.word).find((found) => found !== undefined);
    if (gloss === undefined && other !== undefined) references.set(word, other);
    // The reading of a name (with a capital) ranks after the common word: 高 is `high` before it is the surname Gao.
    const rank = /^[A-Z]/.test(pinyin) ? 1 : 0;
    const known = best.get(word);
    if (gloss !== undefined && (known === undefined || rank < known.rank)) best.set(word, { rank, gloss });
  }
  for (const [word, other] of references) if (!best.has(word) && best.has(other)) best.set(word, best.get(other));
  for (const [word, gloss] of Object.entries(corrections)) best.set(word, { rank: 0, gloss });
  return [...best]
    .map(([word, { gloss }]) => `${word}\t${gloss}`)
    .sort()
    .join('\n');
}

/** The first short sense without its remarks, or the beginning of a long one; undefined if no sense has a meaning. */
function firstGoodGloss(meanings) {
  const senses = meanings
    .flatMap((meaning) => withoutRemarks(meaning).split(/[;,]/))
    .filter((sense) => !notAMeaning.test(sense.trim()))
    .map(plain)
    .filter((sense) => sense !== '');
  return (
    senses.find((sense) => sense.split(' ').length <= LONGEST_GLOSS) ??
    senses[0]?.split(' ').slice(0, LONGEST_GLOSS).join(' ')
  );
}

/** A meaning without remarks in brackets, such as `(literary)` and `[pin1 yin1]`. */
export function withoutRemarks(meaning) {
  let text = meaning;
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ');
  }
  return text;
}

const plain = (sense) =>
  sense
    .replace(/\p{Script=Han}+\|?/gu, ' ')
    .replace(/^\W*(?:(?:lit|fig)\. )?(?:to be |to |a |an |the )?/i, '')
    .replace(/[^\p{Letter}\p{Number}'’. -]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
