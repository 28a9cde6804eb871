import { MEASURE_WORDS } from '@querent/language';
import type { Unit } from '../../unit';
import type { IndexedForm } from '../name-form';
import type { PhraseTrie } from './phrase-trie';
import { costOf } from '../rules';

/** "Not one" before the verb of its object: 一次货都没进过, 货一次都没进, 一单都没下. */
const NOT_ONE = new RegExp(
  String.raw`(?<one>一(?<measure>${MEASURE_WORDS.join('|')}))(?<object>\p{Script=Han})?(?<not>[都也](?:还|从来|从)?(?:没有|没|未曾|未|不曾))` +
    String.raw`(?<verb>\p{Script=Han}[过了]?)(?=[的吗呢么吧,，。?？!！\s]|$)`,
  'gu',
);

/**
 * Units for a verb of two characters whose object is separated from it, after a negation: 进 of 进货. If the object splits
 * the words of the negation, also a unit for "none".
 */
export function frontedObjects(text: string, trie: PhraseTrie<IndexedForm>): Unit[] {
  return [...text.matchAll(NOT_ONE)].flatMap(({ index, groups = {} }): Unit[] => {
    const { one = '', measure = '', object = '', not = '', verb = '' } = groups;
    const first = verb.charAt(0);
    const start = index + one.length + object.length + not.length;
    const before = text.charAt(index - 1);
    const whose = object === '' ? [measure, before] : [object];
    for (const named of whose.filter((one) => one !== '')) {
      const events = trie.exactly([first, '过', named]).flatMap(({ meaning, form, cost }): Unit[] =>
        meaning.type === 'event' && form === 'verbal'
          ? [
              {
                start,
                end: start + verb.length,
                text: verb,
                meaning: { ...meaning, noun: false },
                form,
                cost: cost + costOf('splitVerb'),
              },
            ]
          : [],
      );
      if (events.length === 0) continue;
      if (object !== '') return [...events, none(text, index, start)];
      return named === measure ? events : [...events, apart(text, index - 1)];
    }
    return [];
  });
}

const none = (text: string, start: number, end: number): Unit => ({
  start,
  end,
  text: text.slice(start, end),
  meaning: { type: 'operator', operator: { op: 'plain', word: 'without' } },
  form: 'word',
  cost: 0,
});

const apart = (text: string, start: number): Unit => ({
  start,
  end: start + 1,
  text: text.charAt(start),
  meaning: { type: 'filler' },
  form: 'word',
  cost: costOf('splitVerb'),
});
