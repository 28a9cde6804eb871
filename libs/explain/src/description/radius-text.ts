import type { FilterFact, StatementFacts } from '@querent/lint';
import { type Locale, say, type SemanticModel } from '@querent/model';
import { columnOf } from './model-names';
import { valueWords } from './value-words';

/** A search around a place: the distance condition, the condition that names the place, and the radius. */
export interface Radius {
  filter: FilterFact;
  /** The condition by which the place is looked up; null where the statement contains coordinates. */
  place: FilterFact | null;
  meters: number;
  negated: boolean;
}

/** The searches around a place among a statement's conditions. Distances that may be in degrees are left out. */
export function radiiIn({ filters }: StatementFacts, model: SemanticModel): Radius[] {
  const named = filters.filter((filter) => isPlaceName(filter, model));
  return filters.flatMap((filter) => {
    const read = readRadius(filter, model);
    if (!read) return [];
    const { to, ...radius } = read;
    // A place looked up in a subquery is named there; coordinates have no name.
    const isApart = to.startsWith('(select');
    const [place = null, ...others] = to.startsWith('st_')
      ? []
      : named.filter(({ aside }) => (aside === 'compared') === isApart);
    // With several names, it is unknown which of them is the place.
    return [{ filter, place: others.every((other) => other.values[0] === place?.values[0]) ? place : null, ...radius }];
  });
}

/** 位置在“灵隐寺”5公里以内 / "within 5 km of “Lingyin”". */
export function radiusText({ place, meters, negated }: Radius, locale: Locale): string {
  const [word = ''] = place?.values ?? [];
  const name = valueWords(word.replace(/^%+|%+$/g, ''), locale);
  const where = name === null || name === '' ? say(locale, '所查地点', 'the place asked for') : `“${name}”`;
  const far =
    meters >= 1000
      ? say(locale, `${meters / 1000}公里`, `${meters / 1000} km`)
      : say(locale, `${meters}米`, `${meters} m`);
  return say(
    locale,
    `位置在${where}${far}${negated ? '以外' : '以内'}`,
    `${negated ? 'more than' : 'within'} ${far} ${negated ? 'from' : 'of'} ${where}`,
  );
}

function readRadius(
  { subject, op, negated, values, alternative, aside }: FilterFact,
  model: SemanticModel,
): (Pick<Radius, 'meters' | 'negated'> & { to: string }) | null {
  const [value = ''] = values;
  if (alternative || aside !== null) return null;
  const [, near = '', to = '', limit = ''] = /^st_dwithin\(([^(),]+), (.+), (\d+(?:\.\d+)?)\)$/.exec(subject) ?? [];
  if (isGeo(near, model) && op === '=') return metersOf(limit, 1, to, (value === 'false') !== negated);
  const [, open = '', from = '', other = '', scale] =
    /^(\(?)st_distance(?:_?spher(?:e|oid))?\(([^(),]+), (.+?)\)(?: \/ (1000(?:\.0+)?)\))?$/.exec(subject) ?? [];
  if (!isGeo(from, model) || (open === '(') !== (scale !== undefined) || !/^[<>]=?$/.test(op) || negated) return null;
  return metersOf(value, scale === undefined ? 1 : 1000, other, op.startsWith('>'));
}

/** A smaller radius is not in metres but in degrees: `ST_DWithin` on `geometry` counts in the units of its SRID. */
const MIN_METERS = 20;

function metersOf(
  value: string,
  scale: number,
  to: string,
  negated: boolean,
): (Pick<Radius, 'meters' | 'negated'> & { to: string }) | null {
  const meters = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * scale : 0;
  return meters >= MIN_METERS ? { meters, negated, to } : null;
}

const isGeo = (name: string, model: SemanticModel): boolean => {
  const [table = '', ...rest] = name.split('.');
  return columnOf(model, { table, column: rest.join('.') })?.role === 'geo';
};

/** Whether a condition compares the name of a table with locations to one literal. */
function isPlaceName({ column, op, negated, values, alternative }: FilterFact, model: SemanticModel): boolean {
  if (!column || negated || alternative || values.length !== 1 || !['=', 'like', 'ilike'].includes(op)) return false;
  const located = Object.values(model.tables[column.table]?.columns ?? {}).some(({ role }) => role === 'geo');
  return located && columnOf(model, column)?.role === 'name';
}
