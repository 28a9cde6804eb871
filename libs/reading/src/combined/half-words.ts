import { MEASURE_WORDS } from '@querent/language';
import type { Unit } from '@querent/lexicon';
import { startsOf } from '../units/unit-kinds';
import { DROPPED } from '../units/weight';
import type { InTextWeight } from './in-text';

const HAN = /^\p{Script=Han}+$/u;

/**
 * A sense of one character is a name where it is a word by itself: no model is named in 技师, though 师 alone may be one,
 * no course in 到课率, and no office in 在职顾问. Beside it there is a word that parts words, or one of several characters
 * that is no name.
 */
export const HALF_WORD: InTextWeight = {
  name: 'half of a word by a sense of the dictionary',
  example: '技师, 在职顾问',
  weigh: ({ text, units }) => {
    const isOne = ({ form, text: word }: Unit): boolean => form === 'dictionary' && word.length === 1 && HAN.test(word);
    if (!units.some(isOne)) return null;
    const [begins, ends] = [new Set<number>(), new Set<number>()];
    for (const unit of units) {
      if (ASKS_WHERE.test(text.slice(unit.start, unit.end + 1))) begins.add(unit.start);
      if (!partsWords(unit)) continue;
      if (!SHORT_VERB.test(unit.text)) begins.add(unit.start);
      ends.add(unit.end);
    }
    const isHan = (at: number): boolean => HAN.test(text.charAt(at));
    const isWord = ({ start, end }: Unit): boolean =>
      (!isHan(start - 1) || ends.has(start)) && (!isHan(end) || begins.has(end));
    return (unit) => (isOne(unit) && !isWord(unit) ? DROPPED : 0);
  },
};

/** 在 alone may be within a word; before what it asks for it is none. */
const ASKS_WHERE = /^在[哪每各]$/u;
/** Single characters that words end before, or begin behind. */
const BESIDE_WORDS = /^[的和与跟及或是有比每各给含数既都]$/u;
const MEASURES: ReadonlySet<string> = new Set(MEASURE_WORDS);

/** A verb of one character that is done may be the end of a longer one: 演出过 is no 演 that 出过. */
const SHORT_VERB = /^\p{Script=Han}[过了着]$/u;

/** Whether a closed word ends the word before it and begins a new one: 多少 and 每 do, the 在 of 在职 does not. */
function partsWords({ meaning, form, text }: Unit): boolean {
  if (meaning.type === 'number' || meaning.type === 'period') return true;
  return form === 'word' && (text.length > 1 || BESIDE_WORDS.test(text) || MEASURES.has(text));
}

/** Characters that point to one of several in their order, before what they are of. */
const POINTING = /^[上下本次]$/u;

/** 上, 下, 本 or 次 is no word by itself before a thing that only the dictionary names: 下学期 would lose its 下. */
export const POINTING_WORD: InTextWeight = {
  name: 'pointing word before a sense of the dictionary',
  example: '下学期',
  weigh: ({ text, units }) => {
    const begins = startsOf(units, ({ meaning, form }) => meaning.type === 'thing' && form === 'dictionary');
    if (begins.size === 0) return null;
    const isPointing = ({ form, text: word, start, end }: Unit): boolean =>
      form === 'word' && POINTING.test(word) && begins.has(end) && !HAN.test(text.charAt(start - 1));
    return (unit) => (isPointing(unit) ? DROPPED : 0);
  },
};
