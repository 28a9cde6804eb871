import { doingOf, englishOf, keysOfWords, verbStemsOf, type Unit } from '@querent/lexicon';
import { nameInWords } from '@querent/model';
import type { Facts } from '@querent/grammar';

/** A word that nothing explains. */
interface Unknown {
  start: number;
  end: number;
}

const known = new WeakMap<Facts, ReadonlySet<string>>();

/**
 * What those do who are called by what they do, in a database that nobody described: climbers climb, and say no more by
 * it than that something is theirs.
 */
export function doingsAmong(unknown: readonly Unknown[], text: string, facts: Facts): Unit[] {
  if (facts.model.derived !== true || unknown.length === 0 || unknown.length > MOST_UNKNOWN) return [];
  const verbs = known.get(facts) ?? verbsOf(facts);
  known.set(facts, verbs);
  if (verbs.size === 0) return [];
  const stretches = new Map(unknown.map((one) => [`${one.start} ${one.end}`, one]));
  return [...stretches.values()].flatMap(({ start, end }): Unit[] => {
    const word = text.slice(start, end).trim();
    const senses = /^\p{Script=Han}{2,4}$/u.test(word) ? englishOf(word).slice(0, FIRST_SENSES) : verbStemsOf(word);
    return senses.some((sense) => verbs.has(sense))
      ? [
          {
            start,
            end,
            text: word,
            meaning: { type: 'operator', operator: { op: 'plain', word: 'do' } },
            form: 'verbal',
            cost: COST,
          },
        ]
      : [];
  });
}

const MOST_UNKNOWN = 6;
const FIRST_SENSES = 2;
const COST = 0.08;

/** The verbs of things with the name of those who do something: climb, of climbers. */
function verbsOf({ model }: Facts): ReadonlySet<string> {
  const names = Object.values(model.tables).flatMap(({ name, label }) => [nameInWords(name), label.en ?? '']);
  return new Set(names.flatMap((name) => keysOfWords(name.split(' ').at(-1) ?? '').flatMap(doingOf)));
}
