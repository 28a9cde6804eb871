import { isFunctionWord, normalizeWithMap } from '@querent/language';
import type { SemanticModel } from '../../model/semantic-model';
import { lexiconOf, type LexiconEntry } from './lexicon';
import { unitsOf, type Unit } from './units';
import { SPELT_WEIGHT } from './value-forms';

/** A stored value and the words of a question that name it, as the asker wrote them. */
export interface NamedValue {
  word: string;
  table: string;
  column: string;
  value: string;
}

/**
 * The stored values that words of a question name: as stored, by a name that the model gives them or by a usual short form
 * (杭州 for 杭州市), in the lexicon that the planner reads with. Guesses by sound are left out, so are words inside a longer
 * name. Longest words first, then the surest; nothing hidden is in a model.
 */
export function valuesNamedIn(question: string, model: SemanticModel): NamedValue[] {
  const { text, toOriginal } = normalizeWithMap(question);
  const units = unitsOf(text);
  const keys = units.map(({ key }) => key);
  const matches = units.flatMap((_, from) => lexiconOf(model).trie.matches(keys, from).map(({ to, items }) => ({ from, to, items })));
  const whole = matches.filter((match) => !matches.some((other) => holds(other, match)));
  const named = whole.flatMap(({ from, to, items }) => {
    const word = question.slice(toOriginal(units[from]?.start ?? 0), toOriginal(units[to - 1]?.end ?? 0));
    return items.flatMap((entry) => namedValue(entry, word)).map((value) => ({ ...value, length: to - from, grammar: isGrammar(units.slice(from, to), from, word, value.value) }));
  });
  const ranked = named.filter(({ grammar }) => !grammar).sort((a, b) => b.length - a.length || b.weight - a.weight);
  const seen = new Set<string>();
  return ranked
    .map(({ word, table, column, value }) => ({ word, table, column, value }))
    .filter(({ table, column, value }) => isNew(seen, `${table}\n${column}\n${value}`));
}

interface Stretch {
  from: number;
  to: number;
}

const holds = (outer: Stretch, inner: Stretch): boolean => outer.from <= inner.from && outer.to >= inner.to && outer.to - outer.from > inner.to - inner.from;

/** The columns of an entity are those of its tables, which are things of their own. */
function namedValue({ sense, weight }: LexiconEntry, word: string): (NamedValue & { weight: number })[] {
  if (sense.kind !== 'value' || sense.attribute.ownerKind !== 'table' || weight <= SPELT_WEIGHT) return [];
  return [{ word, table: sense.attribute.ref.table, column: sense.attribute.ref.column, value: sense.value, weight }];
}

/** "a" is an article, "OR" may be a state and "IN" too: such words name a value where they are written as it is, in capitals that no sentence gives them. */
function isGrammar(units: Unit[], from: number, word: string, value: string): boolean {
  const [unit, more] = units;
  if (unit === undefined || more !== undefined || !/^\p{Script=Latin}+$/u.test(unit.surface)) return false;
  const common = unit.surface.length <= 2 || isFunctionWord(unit.surface, 'en');
  return common && (word !== value || word === word.toLowerCase() || (word.length === 1 && from === 0));
}

function isNew(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}
