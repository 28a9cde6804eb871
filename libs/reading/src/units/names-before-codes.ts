import type { Unit } from '@querent/lexicon';
import { plural } from '@querent/language';
import type { Facts } from '@querent/grammar';

/** What it costs that words are a stored code with other names, where they are the name of another value. */
const CODE_BESIDE_NAME = 0.15;

/**
 * A value that the model gives the words as a name is meant before one that is only stored so and called otherwise:
 * "open" is what is called open, and not the code `open` that is called "at large".
 */
export function namesBeforeCodes(units: readonly Unit[], facts: Facts): Unit[] {
  const span = ({ start, end }: Unit): string => `${start} ${end}`;
  const called = new Set(units.filter((unit) => isCalled(unit, facts) === true).map(span));
  return units.map((unit) =>
    called.has(span(unit)) && isCalled(unit, facts) === false ? { ...unit, cost: unit.cost + CODE_BESIDE_NAME } : unit,
  );
}

/** Whether words are a name of the one value that they mean, or its stored text alone; null where it has no names. */
function isCalled({ meaning, text, form }: Unit, facts: Facts): boolean | null {
  const [value, ...more] = meaning.type === 'value' ? meaning.values : [];
  if (meaning.type !== 'value' || value === undefined || more.length > 0) return null;
  if (form !== 'exact' && form !== 'inflected') return null;
  const { zh = [], en = [] } = facts.column(meaning.column)?.values[String(value)] ?? {};
  const words = text.toLowerCase();
  const names = [...zh, ...en].map((name) => name.toLowerCase());
  if (names.some((name) => name === words || plural(name) === words)) return true;
  // Oslo that is only called otherwise in Chinese is no code in English.
  const inLanguage = /\p{Script=Han}/u.test(words) ? zh : en;
  return inLanguage.length === 0 ? null : false;
}
