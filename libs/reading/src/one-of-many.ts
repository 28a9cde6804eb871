import type { ColumnRef, Filter, SemanticQuery } from '@querent/contracts';
import { closedUnits, type Unit } from '@querent/lexicon';
import type { Item } from './chart';
import type { Facts } from '@querent/grammar';

/**
 * Whether a question asks for one extreme, and the reading shows an attribute with a superlative as its name for many
 * rows: "the highest point in America" does not ask for the highest points of all its states. The attribute is meant
 * for a thing identified by name, with "each", and in the plural.
 */
export function isOneOfMany(
  { select, filters, dimensions, measures }: SemanticQuery,
  item: Item,
  facts: Facts,
): boolean {
  if (select.length === 0 || dimensions.length + measures.length > 0 || filters.some((one) => isOfOne(one, facts)))
    return false;
  const units = unitsIn(item);
  // The height of the highest point is an attribute of it as well.
  const isOne = ({ meaning, form }: Unit): boolean =>
    form === 'exact' &&
    meaning.type === 'attribute' &&
    isSuperlative(facts, meaning.column) &&
    select.some(({ table }) => table === meaning.column.table);
  return units.some(isOne) && !units.some(isOfSeveral);
}

const superlatives = new WeakMap<Facts, Map<string, boolean>>();

function isSuperlative(facts: Facts, ref: ColumnRef): boolean {
  const known = superlatives.get(facts) ?? new Map<string, boolean>();
  superlatives.set(facts, known);
  const key = `${ref.table}.${ref.column}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const { label } = facts.column(ref) ?? {};
  const names = [label?.en?.toLowerCase(), label?.zh];
  const isFound = facts.role(ref) !== 'measure' && names.some((name) => name !== undefined && beginsWithExtreme(name));
  known.set(key, isFound);
  return isFound;
}

const beginsWithExtreme = (name: string): boolean =>
  closedUnits(name, '2000-01-01', []).some(
    ({ meaning, start, end }) =>
      start === 0 &&
      end < name.length &&
      meaning.type === 'operator' &&
      meaning.operator.op === 'extreme' &&
      // First and last names are no extremes.
      meaning.operator.sequence !== true &&
      meaning.operator.scale !== 'time',
  );

/** Whether a condition identifies a single row by its name. */
const isOfOne = (filter: Filter, facts: Facts): boolean =>
  'column' in filter && (filter.kind === 'compare' || filter.kind === 'in') && facts.role(filter.column) === 'name';

/** Words that ask for several: each, all, and the plural of a thing. */
const isOfSeveral = ({ meaning, form, text }: Unit): boolean =>
  (meaning.type === 'thing' && (form === 'inflected' || /[a-z]s$/.test(text))) ||
  (meaning.type === 'operator' &&
    meaning.operator.op === 'plain' &&
    ['each', 'all', 'respectively'].includes(meaning.operator.word));

const unitsIn = ({ made }: Item): Unit[] => ('unit' in made ? [made.unit] : made.parts.flatMap(unitsIn));
