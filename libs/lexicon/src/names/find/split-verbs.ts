import { MEASURE_WORDS } from '@querent/language';
import type { Unit } from '../../unit';
import { type IndexedForm, partKey } from '../name-form';
import type { PhraseTrie } from './phrase-trie';
import { costOf } from '../rules';

/** How often or how many, between a Chinese verb and its object: 停了几次电, 选过3门课. */
const NUMBER = /^(?:\d+|[几两一二三四五六七八九十百]+|多少)\p{Script=Han}?的?/u;
const SPLIT = /^\p{Script=Han}[过了]$/u;

/** Objects that are apart from their verbs; the verb says it all, and so they are filler. */
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

/** 收了多少款 asks how much money came in: what is apart from its verb counts nothing, unless a noun is behind it. */
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
/** Where an object ends, and no noun follows that it would be a measure word of. */
const BEHIND_OBJECT = /^(?:[的吗呢么吧,，。?？!！\s]|$)/u;

/**
 * Without halves of verbs before an object of another verb: 点过单 is no 点评 of anything. A measure word counts what is
 * behind it; with nothing behind it, it is the object.
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
 * A verb without its aspect: before a number, and before 的 and its object. 做到5单 is no 到货: 到 goes with the verb before
 * it.
 */
const BARE =
  /(?<verb>(?![到过])\p{Script=Han})(?:(?=(?:几|多少|\d+|[一两二三四五六七八九十百]+)\p{Script=Han})|的(?<object>\p{Script=Han}))/gu;

/** 下几单, 下的单, of 下单: the verb of two characters by its first one alone, and its object behind 的. */
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
