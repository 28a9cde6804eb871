import { isFunctionWord, type NamedStretch } from '@querent/language';
import type { SemanticModel } from '../model/semantic-model';
import { lexiconOf, type LexiconEntry } from '../planner/lexicon/lexicon';
import { nameOfSense } from '../planner/lexicon/model-part';
import { unitsOf, type Unit } from '../planner/lexicon/units';

/** Labels, declared names, physical names and stored values; what is derived by sound, by head noun or by a dropped ending is a guess. */
const DECLARED = 0.96;

/**
 * Where a plain text names parts of the model, longest names first, none overlapping. The id is that of everything the words may stand
 * for, so synonyms are one only where they may mean exactly the same; a plural is not its singular (the cheapest product is one row).
 */
export function namedStretches(text: string, model: SemanticModel): NamedStretch[] {
  const { trie } = lexiconOf(model);
  const units = unitsOf(text);
  const keys = units.map(({ key }) => key);
  const stretches: NamedStretch[] = [];
  for (let from = 0; from < units.length; ) {
    const longest = trie.matches(keys, from).findLast(({ to, items }) => !isGrammar(units.slice(from, to)) && idOf(items) !== null);
    const [first, last] = [units[from], units[(longest?.to ?? 0) - 1]];
    const id = longest ? idOf(longest.items) : null;
    if (!longest || !first || !last || id === null) {
      from += 1;
      continue;
    }
    stretches.push({ start: first.start, end: last.end, id: id + (last.key === last.surface ? '' : ' plural') });
    from = longest.to;
  }
  return stretches;
}

/** Null where a meaning is guessed or where the words are grammar elsewhere: nothing is known for sure then. */
function idOf(items: readonly LexiconEntry[]): string | null {
  if (items.length === 0 || items.some(({ sense, weight }) => weight < DECLARED || sense.kind === 'cue')) return null;
  const known = ids.get(items);
  if (known !== undefined) return known;
  const parts = items.map(({ sense }) => {
    if (sense.kind === 'filter') return `filter:${sense.id}`;
    const name = nameOfSense(sense);
    return sense.kind === 'attribute' && sense.qualified ? `${name} of its own` : name;
  });
  const id = [...new Set(parts)].sort().join('|');
  ids.set(items, id);
  return id;
}

/** By the lists of the lexicon: a name that hundreds of tables have is often asked for. */
const ids = new WeakMap<readonly LexiconEntry[], string>();

/** "a", "in" and "or" are words of sentences before they are stored values. */
function isGrammar(units: readonly Unit[]): boolean {
  const [unit, more] = units;
  return unit !== undefined && more === undefined && /^\p{Script=Latin}+$/u.test(unit.surface) && (unit.surface.length <= 2 || isFunctionWord(unit.surface, 'en'));
}
