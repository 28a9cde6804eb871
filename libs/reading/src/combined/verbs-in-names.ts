import { doingOf, englishOf, keysOfWords, verbStemsOf, type Unit } from '@querent/lexicon';
import { nameInWords } from '@querent/model';
import type { Facts } from '@querent/grammar';

/** A word that no unit explains. */
interface Unknown {
  start: number;
  end: number;
}

const known = new WeakMap<Facts, ReadonlySet<string>>();

/**
 * Reads an unknown verb as a light verb where the model has things named after it, and the database has no
 * descriptions: climbers climb, so "climb" adds nothing to "climbers".
 */
export function verbsInNames(unknown: readonly Unknown[], text: string, facts: Facts): Unit[] {
  if (facts.model.derived !== true || unknown.length === 0 || unknown.length > MOST_UNKNOWN) return [];
  const verbs = known.get(facts) ?? nameVerbs(facts);
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

/** The verbs behind the names of persons who do something: climb, of climbers. */
function nameVerbs({ model }: Facts): ReadonlySet<string> {
  const names = Object.values(model.tables).flatMap(({ name, label }) => [nameInWords(name), label.en ?? '']);
  return new Set(names.flatMap((name) => keysOfWords(name.split(' ').at(-1) ?? '').flatMap(doingOf)));
}
