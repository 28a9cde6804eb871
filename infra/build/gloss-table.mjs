// Turns CC-CEDICT into a table of one short English gloss a Chinese word: what the embedder reads Chinese by.
// CC-CEDICT is of MDBG and its contributors, CC BY-SA 4.0 (see NOTICE); the table is built, never committed.
import { corrections } from './gloss-corrections.mjs';

/** Longer head words are sayings and titles that no question is made of. */
const LONGEST_WORD = 8;
const LONGEST_GLOSS = 4;

/** Senses that say how a character is used, not what it means. */
const notAMeaning = /^(variant of|old variant|archaic variant|unofficial variant|nonstandard|erroneous|surname |used in |see |see also|also |abbr\. (of|for)|CL:|classifier|particle|pr\. |Taiwan pr|Japanese variant|euphemistic|component |radical |Kangxi|phonetic|interjection|suffix|prefix|modal|a semantically)/i;

/**
 * @param {[string, string, string, string | string[]][]} entries CC-CEDICT's: traditional, simplified, pinyin, meanings
 * @returns {string} lines `word<TAB>gloss`, sorted; a word with an empty gloss is left out of what is embedded
 */
export function glossTable(entries) {
  const best = new Map();
  for (const [, word, pinyin, meanings] of entries) {
    if (!/^\p{Script=Han}+$/u.test(word) || [...word].length > LONGEST_WORD) continue;
    const gloss = firstGoodGloss([meanings].flat());
    if (gloss === undefined) continue;
    // A name's reading (with a capital) gives way to the common word: 高 is high before it is the surname Gao.
    const rank = /^[A-Z]/.test(pinyin) ? 1 : 0;
    const known = best.get(word);
    if (known === undefined || rank < known.rank) best.set(word, { rank, gloss });
  }
  for (const [word, gloss] of Object.entries(corrections)) best.set(word, { rank: 0, gloss });
  return [...best].map(([word, { gloss }]) => `${word}\t${gloss}`).sort().join('\n');
}

/** The first sense that is short once its remarks are taken away; nothing where a word has only grammar to it. */
function firstGoodGloss(meanings) {
  const senses = meanings.flatMap((meaning) => withoutRemarks(meaning).split(';')).map(plain).filter((sense) => sense !== '' && !notAMeaning.test(sense));
  return senses.find((sense) => sense.split(' ').length <= LONGEST_GLOSS) ?? senses[0]?.split(' ').slice(0, LONGEST_GLOSS).join(' ');
}

/** Without `(literary)`, `[pin1 yin1]` and the like. */
function withoutRemarks(meaning) {
  let text = meaning;
  for (let before = ''; before !== text; ) {
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
