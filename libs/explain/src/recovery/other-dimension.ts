import type { ColumnRef, Dimension, Filter } from '@querent/contracts';
import { type Attribute, attributeLabel, looksUp, say, type Thing, thingsOf } from '@querent/model';
import type { FailedQuery, Recovery } from './recovery';
import { regrouped } from './regroup';

/**
 * The same figures with another grouping: by one of several dimensions, by the column of a condition instead of that
 * condition, or by another column.
 */
export function otherDimension(failed: FailedQuery): Recovery[] {
  if (failed.query.measures.length === 0) return [];
  return [...fewer(failed), ...insteadOfConditions(failed), ...others(failed)];
}

function fewer({ query, locale }: FailedQuery): Recovery[] {
  if (query.dimensions.length < 2) return [];
  return query.dimensions.map((kept) => ({
    kind: 'other_dimension',
    lighter: true,
    id: `only:${keyOf(kept.column)}${kept.grain ?? ''}`,
    aliases: [kept.label],
    query: regrouped(query, [kept]),
    label: say(locale, `只按${kept.label}统计`, `by ${kept.label} only`),
  }));
}

/** Groups by the column of a condition instead: every city, where one city was asked about and may not match. */
function insteadOfConditions({ query, model, locale }: FailedQuery): Recovery[] {
  if (query.dimensions.length > 0) return [];
  return query.filters.flatMap((filter): Recovery[] => {
    if ((filter.kind !== 'compare' && filter.kind !== 'in' && filter.kind !== 'text') || !('column' in filter))
      return [];
    const attribute = attributesOf(thingsOf(model).get(filter.column.table)).find(
      ({ ref }) => keyOf(ref) === keyOf(filter.column),
    );
    if (attribute?.role !== 'dimension') return [];
    const dimension = dimensionOf(attribute, locale);
    const without = { ...query, filters: query.filters.filter((one) => one !== filter) };
    return [
      {
        kind: 'other_dimension',
        lighter: false,
        id: `each:${keyOf(attribute.ref)}`,
        aliases: [dimension.label],
        query: regrouped(without, [dimension]),
        label: say(
          locale,
          `不限${dimension.label}，按${dimension.label}分别统计`,
          `every ${dimension.label} side by side`,
        ),
      },
    ];
  });
}

/**
 * Groups by another column: first columns of the subject, which need no join, then of tables that it refers to; of each
 * table, first the columns whose values are known.
 */
function others({ query, model, locale }: FailedQuery): Recovery[] {
  const [first, ...rest] = query.dimensions;
  if (first === undefined) return [];
  const used = new Set(
    [...query.dimensions.map(({ column }) => column), ...query.filters.flatMap(fixedColumn)].map(keyOf),
  );
  const isOwn = ({ table }: ColumnRef): boolean => table === query.subject.name;
  const things = thingsOf(model);
  const subject = things.get(query.subject.name);
  // Names and keys yield nearly a group per row; a dimension has few values.
  const isMany =
    first.grain === undefined &&
    attributesOf(things.get(first.column.table)).some(
      ({ ref, role }) => keyOf(ref) === keyOf(first.column) && role !== 'dimension',
    );
  const lookedUp = [...things.values()].filter(
    (thing) =>
      thing.kind === 'table' &&
      thing !== subject &&
      subject?.kind === 'table' &&
      looksUp(model.joins, subject.name, thing.name),
  );
  const candidates = [subject, ...lookedUp]
    .flatMap((thing) => groupable(thing))
    .filter((one) => !used.has(keyOf(one.ref)));
  return candidates.map((attribute) => {
    const dimension = dimensionOf(attribute, locale);
    return {
      kind: 'other_dimension',
      lighter: isMany || (isOwn(attribute.ref) && !isOwn(first.column)),
      id: `by:${keyOf(attribute.ref)}`,
      aliases: [dimension.label],
      query: regrouped(query, [dimension, ...rest]),
      label: say(locale, `改为按${dimension.label}统计`, `by ${dimension.label} instead of ${first.label}`),
    };
  });
}

/** Columns that a filter fixes to one value. Grouping by such a column would yield a single group. */
const fixedColumn = (filter: Filter): ColumnRef[] =>
  filter.kind === 'latest' || (filter.kind === 'compare' && filter.op === '=') ? [filter.column] : [];

function groupable(thing: Thing | undefined): Attribute[] {
  const own = attributesOf(thing).filter(({ role }) => role === 'dimension');
  return own.sort(
    (a, b) => Number(b.storedComplete && b.stored.length > 0) - Number(a.storedComplete && a.stored.length > 0),
  );
}

const attributesOf = (thing: Thing | undefined): Attribute[] => [...(thing?.attributes ?? [])];
const dimensionOf = (attribute: Attribute, locale: FailedQuery['locale']): Dimension => ({
  label: attributeLabel(attribute, locale),
  column: attribute.ref,
});
const keyOf = ({ table, column }: ColumnRef): string => `${table}.${column}`;
