import type { ColumnRef, Filter, Grain, Grouping } from '@querent/contracts';
import type { EvaluationContext } from './evaluation-context';
import { addDays, partOfTime, periodStart, shownTime } from './civil-time';
import { readColumn } from './conditions';
import { looksUp, ownersOf } from './related-rows';
import { columnOf, keyOf, tableOf, type Row, type Value } from './random/world';

/** One part of a group's key. */
export interface KeyPart {
  value: Value;
  /** Key of the thing if the dimension names one, because two things with the same name are two groups. */
  thing: Value;
  /** Whether the row has no owner or no stored value. */
  isMissing: boolean;
}

export const keyText = (parts: readonly KeyPart[]): string =>
  JSON.stringify(parts.map(({ value, thing }) => [value, thing]));

/** The keys of the groups that contain a row: several if groups overlap. */
export function keysOf(
  context: EvaluationContext,
  table: string,
  row: Row,
  dimensions: readonly Grouping[],
): KeyPart[][] {
  return dimensions.reduce<KeyPart[][]>(
    (keys, dimension) => {
      const parts = partsOf(context, table, row, dimension);
      return keys.flatMap((key) => parts.map((part) => [...key, part]));
    },
    [[]],
  );
}

function partsOf(context: EvaluationContext, table: string, row: Row, dimension: Grouping): KeyPart[] {
  const { column } = dimension;
  const parts = ownersOf(context.world, row, table, column.table).map((owner) => keyPart(context, dimension, owner));
  return [...new Map(parts.map((part) => [keyText([part]), part])).values()];
}

/** @param owner the row of the dimension's table, or null */
function keyPart(context: EvaluationContext, { column, grain, part }: Grouping, owner: Row | null): KeyPart {
  const definition = columnOf(context.world, column.table, column.column);
  if (owner === null) return { value: null, thing: null, isMissing: true };
  const shown = shownTime(context, readColumn(definition, owner), definition.type);
  if (part) {
    const value = shown === null ? null : partOfTime(String(shown), part);
    return { value, thing: null, isMissing: value === null };
  }
  const day = typeof shown === 'number' && definition.isYear ? `${shown}-01-01` : String(shown).slice(0, 10);
  const value = shown === null || grain === undefined ? shown : periodStart(day, grain);
  if (definition.role !== 'name') return { value, thing: null, isMissing: value === null };
  return { value, thing: owner[keyOf(tableOf(context.world, column.table)).name] ?? null, isMissing: false };
}

/** Whether a key is missing. A missing attribute of a named thing, such as its region, does not count. */
export function isMissing(
  context: EvaluationContext,
  dimensions: readonly Grouping[],
  key: readonly KeyPart[],
): boolean {
  const named = dimensions
    .map(({ column }) => column)
    .filter(({ table, column }) => columnOf(context.world, table, column).role === 'name');
  return dimensions.some(({ column }, index) => {
    const isKnownOfThing = named.some(
      (thing) =>
        thing !== column &&
        looksUp(context.world, thing.table, column.table) &&
        (thing.table !== column.table || column.column !== thing.column),
    );
    return !isKnownOfThing && key[index]?.isMissing === true;
  });
}

/** Whether recurring times include a day or month. */
const isAskedAbout =
  (filters: readonly Filter[], column: ColumnRef, grain: Grain) =>
  (start: string): boolean =>
    filters.every((filter) => {
      if (filter.kind !== 'recurring' || filter.column.table !== column.table || filter.column.column !== column.column)
        return true;
      const { times, negated } = filter;
      if (times.unit === 'time_of_day' || (grain !== 'day' && (grain !== 'month' || times.unit !== 'month')))
        return true;
      return times.values.includes(partOfTime(start, times.unit)) !== negated;
    });

/** The periods of a grouping by time within the range of the conditions. The range ends today at the latest. */
export function periodsOf(
  { world, today }: EvaluationContext,
  { column, grain }: Grouping,
  filters: readonly Filter[],
): KeyPart[] {
  const { type, isYear } = columnOf(world, column.table, column.column);
  if (grain === undefined || isYear || !['date', 'timestamp', 'timestamptz'].includes(type)) return [];
  const ranges = filters.flatMap((filter) =>
    filter.kind === 'time' &&
    !filter.negated &&
    filter.column.table === column.table &&
    filter.column.column === column.column
      ? [filter.range]
      : [],
  );
  const from = ranges
    .flatMap((range) => range.from ?? [])
    .sort()
    .at(-1);
  if (from === undefined) return [];
  const [to = ''] = [...ranges.flatMap((range) => range.to ?? []), addDays(today, 1)].sort();
  const starts = new Set<string>();
  for (let day = from; day < to; day = addDays(day, 1)) starts.add(periodStart(day, grain));
  return [...starts]
    .filter(isAskedAbout(filters, column, grain))
    .map((value) => ({ value, thing: null, isMissing: false }));
}
