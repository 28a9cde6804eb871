import { MEASURE_WORDS } from '@querent/language';
import type { Unit } from '../../unit';
import { type IndexedForm, partKey } from '../name-form';
import type { PhraseTrie } from './phrase-trie';
import { costOf } from '../rules';

/** A number between a Chinese verb and its object: 停了几次电, 选过3门课. */
const NUMBER = /^(?:\d+|[几两一二三四五六七八九十百]+|多少)\p{Script=Han}?的?/u;
const SPLIT = /^\p{Script=Han}[过了]$/u;

/** Objects separated from their verbs. The verb carries the meaning, so they are filler. */
export function splitObjects(text: string, units: readonly Unit[], trie: PhraseTrie<IndexedForm>): Unit[] {
  return units.flatMap(({ meaning, form, text: verb, end }): Unit[] => {
    if (meaning.type !== 'event' || form !== 'verbal' || !SPLIT.test(verb)) return [];
    const number = NUMBER.exec(text.slice(end, end + LONGEST_NUMBER))?.[0] ?? '';
    return [number.length, number.length - 1].flatMap((length): Unit[] => {
      const start = end + length;
      const object = length > 0 ? text.charAt(start) : '';
      const whole = object === '' ? [] : trie.exactly([verb.charAt(0), '过', object]);
      const isMoney =
        object === MONEY && text.slice(end, start) === HOW_MUCH && BEHIND_OBJECT.test(text.slice(start + 1, start + 2));
      return whole.some((one) => partKey(one.meaning) === partKey(meaning))
        ? [
            ...(isMoney ? [howMuchMoney(text, end, start + 1)] : []),
            {
              start,
              end: start + 1,
              text: object,
              meaning: { type: 'filler' },
              form: 'word',
              cost: costOf('splitVerb'),
            },
          ]
        : [];
    });
  });
}

/** 收了多少款 asks for an amount of money: a separated object counts nothing unless a noun follows it. */
const howMuchMoney = (text: string, start: number, end: number): Unit => ({
  start,
  end,
  text: text.slice(start, end),
  meaning: { type: 'operator', operator: { op: 'count', asks: true, amount: true, money: true } },
  form: 'word',
  cost: 0,
});

const MONEY = '款';
const HOW_MUCH = '多少';
const LONGEST_NUMBER = 12;
const MEASURES: ReadonlySet<string> = new Set(MEASURE_WORDS);
/** The end of an object, without a noun after it that it would measure. */
const BEHIND_OBJECT = /^(?:[的吗呢么吧,，。?？!！\s]|$)/u;

/**
 * Removes half verbs before the object of another verb: 点过单 is not 点评. A measure word counts the noun after it; without
 * one it is the object.
 */
export function withoutHalfVerbs(text: string, units: readonly Unit[]): Unit[] {
  const isHalf = ({ meaning, form, text: verb, end }: Unit): boolean =>
    meaning.type === 'event' &&
    form === 'verbal' &&
    SPLIT.test(verb) &&
    MEASURES.has(text.charAt(end)) &&
    BEHIND_OBJECT.test(text.slice(end + 1, end + 2));
  return units.filter((unit) => !isHalf(unit));
}

/**
 * A verb without an aspect particle: before a number, and before 的 and its object. 做到5单 is not 到货: 到 belongs to the
 * verb before it.
 */
const BARE =
  /(?<verb>(?![到过])\p{Script=Han})(?:(?=(?:几|多少|\d+|[一两二三四五六七八九十百]+)\p{Script=Han})|的(?<object>\p{Script=Han}))/gu;

/** 下几单, 下的单, of 下单: the first character of a verb, with its object after 的 or a number. */
export function bareVerbs(text: string, trie: PhraseTrie<IndexedForm>): Unit[] {
  return [...text.matchAll(BARE)].flatMap(({ index, groups = {}, 0: found }): Unit[] => {
    const { verb = '', object } = groups;
    const forms = trie.exactly(object === undefined ? [verb, '过'] : [verb, '过', object]);
    return forms.flatMap(({ meaning, form, cost }): Unit[] =>
      meaning.type === 'event' && form === 'verbal'
        ? [
            {
              start: index,
              end: index + found.length,
              text: found,
              meaning: { ...meaning, noun: object !== undefined },
              form,
              cost: cost + costOf('splitVerb'),
            },
          ]
        : [],
    );
  });
}
