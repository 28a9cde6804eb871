import type { Unit } from '../unit';
import { type IndexedForm, partKey } from './name-form';
import type { PhraseTrie } from './phrase-trie';
import { costOf } from './rules';

/** How often or how many, between a Chinese verb and its object: 停了几次电, 选过3门课. */
const NUMBER = /^(?:\d+|[几两一二三四五六七八九十百]+|多少)\p{Script=Han}?的?/u;
const SPLIT = /^\p{Script=Han}[过了]$/u;

/** Objects that are apart from their verbs; the verb says it all, and so they are filler. */
export function splitObjects(text: string, units: readonly Unit[], trie: PhraseTrie<IndexedForm>): Unit[] {
  return units.flatMap(({ meaning, form, text: verb, end }): Unit[] => {
    if (meaning.type !== 'event' || form !== 'verbal' || !SPLIT.test(verb)) return [];
    const number = NUMBER.exec(text.slice(end))?.[0] ?? '';
    return [number.length, number.length - 1].flatMap((length): Unit[] => {
      const start = end + length;
      const object = length > 0 ? text.charAt(start) : '';
      const whole = object === '' ? [] : trie.exactly([verb.charAt(0), '过', object]);
      return whole.some((one) => partKey(one.meaning) === partKey(meaning))
        ? [
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
