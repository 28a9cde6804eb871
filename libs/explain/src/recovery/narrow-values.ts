import type { ColumnRef, Filter, SemanticQuery } from '@querent/contracts';
import { filterText } from '../wording/filter-text';
import { type Attribute, say, thingsOf, valueLabel } from '@querent/model';
import { conditionKey } from './meaning-key';
import type { FailedQuery, Recovery } from './recovery';

/** Maximum of values of one column, so that the options differ in column. */
const MAX_VALUES_PER_COLUMN = 3;

/**
 * The same question about one value: one alternative of a condition, one group, or one value of a dimension of the
 * subject.
 */
export function narrowValues(failed: FailedQuery): Recovery[] {
  return [...branches(failed), ...groups(failed), ...kinds(failed)];
}

/** One alternative of a condition: Hangzhou of "in Hangzhou or Shanghai". */
function branches(failed: FailedQuery): Recovery[] {
  return failed.query.filters.flatMap((filter) =>
    alternatives(filter)
      .slice(0, MAX_VALUES_PER_COLUMN)
      .map((one) =>
        only(
          failed,
          one,
          failed.query.filters.map((other) => (other === filter ? one : other)),
        ),
      ),
  );
}

function alternatives(filter: Filter): Filter[] {
  if (filter.kind === 'or') return filter.filters.length > 1 ? filter.filters : [];
  if (filter.kind !== 'in' || filter.negated || filter.values.length < 2) return [];
  const { column } = filter;
  return filter.values.map((value) => ({ kind: 'compare', column, op: '=', value }));
}

/**
 * Whether the query restricts nothing but time. Otherwise the most frequent value may have no rows left: the city with
 * most sights need not be in the province asked about.
 */
const leavesAll = ({ filters, near }: SemanticQuery): boolean =>
  near === null && filters.every(({ kind }) => kind === 'time');

/** One of the groups. */
function groups(failed: FailedQuery): Recovery[] {
  const { query } = failed;
  if (!leavesAll(query)) return [];
  return query.dimensions.flatMap(({ column, grain }) =>
    grain === undefined ? valuesOf(failed, attributeOf(failed, column)) : [],
  );
}

/** One value of a dimension of the subject that the query does not group by. */
function kinds(failed: FailedQuery): Recovery[] {
  const { query, model } = failed;
  if (!leavesAll(query)) return [];
  const attributes = thingsOf(model).get(query.subject.name)?.attributes ?? [];
  const grouped = new Set(query.dimensions.map(({ column }) => keyOf(column)));
  return attributes
    .filter(({ ref, role }) => role === 'dimension' && !grouped.has(keyOf(ref)))
    .flatMap((attribute) => valuesOf(failed, attribute));
}

/** Restrictions to one stored value of an attribute, most frequent values first. */
function valuesOf(failed: FailedQuery, attribute: Attribute | undefined): Recovery[] {
  const { query } = failed;
  // Only a text is stored as it is shown. The stored form of other types is unknown here.
  if (attribute?.category !== 'text' || attribute.stored.length < 2) return [];
  return attribute.stored.slice(0, MAX_VALUES_PER_COLUMN).map((value) => {
    const filter: Filter = { kind: 'compare', column: attribute.ref, op: '=', value };
    return {
      ...only(failed, filter, [...query.filters, filter]),
      aliases: [valueLabel(attribute, value, failed.locale)],
    };
  });
}

function only(failed: FailedQuery, filter: Filter, filters: Filter[]): Recovery {
  const { query, model, locale } = failed;
  const text = filterText({ locale, model }, filter);
  return {
    kind: 'narrow_values',
    lighter: true,
    id: conditionKey(query, { filter }),
    label: say(locale, `只看${text}的部分`, `only where ${text}`),
    aliases: [],
    query: { ...query, filters },
  };
}

function attributeOf({ model }: FailedQuery, ref: ColumnRef): Attribute | undefined {
  return thingsOf(model)
    .get(ref.table)
    ?.attributes.find((one) => one.ref.column === ref.column);
}

const keyOf = ({ table, column }: ColumnRef): string => `${table}.${column}`;
