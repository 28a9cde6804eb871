import type { ColumnRef, Filter, SemanticQuery } from '@querent/contracts';
import { filterText } from '../wording/filter-text';
import { type Attribute, say, thingsOf, valueLabel } from '@querent/model';
import { conditionKey } from './condition-key';
import type { FailedQuery, Recovery } from './recovery';

/** Of one column, so that columns stand beside each other. */
const MOST_VALUES = 3;

/**
 * One thing of many: one value of a condition that names several, one group, or one value of what the rows are told
 * apart by.
 */
export function narrowValues(failed: FailedQuery): Recovery[] {
  return [...branches(failed), ...groups(failed), ...kinds(failed)];
}

/** Of "in Hangzhou or Shanghai", Hangzhou alone. */
function branches(failed: FailedQuery): Recovery[] {
  return failed.query.filters.flatMap((filter) =>
    alternatives(filter)
      .slice(0, MOST_VALUES)
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
 * What other conditions leave of a value is not known: of the sights in one province, none may be in the city that has
 * most.
 */
const leavesAll = ({ filters, near }: SemanticQuery): boolean =>
  near === null && filters.every(({ kind }) => kind === 'time');

/** Of every channel side by side, one. */
function groups(failed: FailedQuery): Recovery[] {
  const { query } = failed;
  if (!leavesAll(query)) return [];
  return query.dimensions.flatMap(({ column, grain }) =>
    grain === undefined ? valuesOf(failed, attributeOf(failed, column)) : [],
  );
}

/** Where rows are told apart by a few known values, those of one. */
function kinds(failed: FailedQuery): Recovery[] {
  const { query, model } = failed;
  if (!leavesAll(query)) return [];
  const attributes = thingsOf(model).get(query.subject.name)?.attributes ?? [];
  const grouped = new Set(query.dimensions.map(({ column }) => keyOf(column)));
  return attributes
    .filter(({ ref, role }) => role === 'dimension' && !grouped.has(keyOf(ref)))
    .flatMap((attribute) => valuesOf(failed, attribute));
}

/** The most frequent values first, as they are stored. */
function valuesOf(failed: FailedQuery, attribute: Attribute | undefined): Recovery[] {
  const { query } = failed;
  // A text is compared as it stands; what else is stored as what it shows is not known here.
  if (attribute?.category !== 'text' || attribute.stored.length < 2) return [];
  return attribute.stored.slice(0, MOST_VALUES).map((value) => {
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
