import { MEASURE_WORDS } from '@querent/language';
import type { Unit } from '@querent/lexicon';
import { startsOf } from '../units/unit-kinds';
import { DROPPED } from '../units/weight';
import type { InTextWeight } from './in-text';

const HAN = /^\p{Script=Han}+$/u;

/**
 * A single character counts as a name by its dictionary sense only if it is a word by itself: 技师 does not mention a 师,
 * 到课率 no 课, 在职顾问 no 职. The character beside it must separate words, or belong to a longer word that is no name.
 */
export const HALF_WORD: InTextWeight = {
  name: 'dictionary sense of half a word',
  example: '技师, 在职顾问',
  weigh: ({ text, units }) => {
    const isOne = ({ form, text: word }: Unit): boolean => form === 'dictionary' && word.length === 1 && HAN.test(word);
    if (!units.some(isOne)) return null;
    const [begins, ends] = [new Set<number>(), new Set<number>()];
    for (const unit of units) {
      if (ASKS_WHERE.test(text.slice(unit.start, unit.end + 1))) begins.add(unit.start);
      if (!separatesWords(unit)) continue;
      if (!SHORT_VERB.test(unit.text)) begins.add(unit.start);
      ends.add(unit.end);
    }
    const isHan = (at: number): boolean => HAN.test(text.charAt(at));
    const isWord = ({ start, end }: Unit): boolean =>
      (!isHan(start - 1) || ends.has(start)) && (!isHan(end) || begins.has(end));
    return (unit) => (isOne(unit) && !isWord(unit) ? DROPPED : 0);
  },
};

/** 在 alone may be a part of a word; before a question word it is a preposition. */
const ASKS_WHERE = /^在[哪每各]$/u;
/** Single characters that end the word before them and begin a new one. */
const BESIDE_WORDS = /^[的和与跟及或是有比每各给含数既都]$/u;
const MEASURES: ReadonlySet<string> = new Set(MEASURE_WORDS);

/** A verb of one character with an aspect particle may be the end of a longer verb: 演出过 is not 演 followed by 出过. */
const SHORT_VERB = /^\p{Script=Han}[过了着]$/u;

/** Whether a function word separates the words on both sides of it: 多少 and 每 do, the 在 of 在职 does not. */
function separatesWords({ meaning, form, text }: Unit): boolean {
  if (meaning.type === 'number' || meaning.type === 'period') return true;
  return form === 'word' && (text.length > 1 || BESIDE_WORDS.test(text) || MEASURES.has(text));
}

/** Characters that point to an element of a sequence, before its noun. */
const POINTING = /^[上下本次]$/u;

/** 上, 下, 本 or 次 is no separate word before a thing that only the dictionary names: otherwise 下学期 would lose its 下. */
export const POINTING_WORD: InTextWeight = {
  name: 'pointing word before a dictionary sense',
  example: '下学期',
  weigh: ({ text, units }) => {
    const begins = startsOf(units, ({ meaning, form }) => meaning.type === 'thing' && form === 'dictionary');
    if (begins.size === 0) return null;
    const isPointing = ({ form, text: word, start, end }: Unit): boolean =>
      form === 'word' && POINTING.test(word) && begins.has(end) && !HAN.test(text.charAt(start - 1));
    return (unit) => (isPointing(unit) ? DROPPED : 0);
  },
};
