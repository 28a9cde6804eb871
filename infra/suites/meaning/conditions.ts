import {
  type ColumnRef,
  comparedColumns,
  type CompareOperator,
  type DateRange,
  type Filter,
  type Since,
} from '@querent/contracts';
import { aggregated } from './aggregated';
import type { EvaluationContext } from './evaluation-context';
import { partOfTime, shownTime } from './civil-time';
import { lastFanOut, looksUp, lookedUp, relatedRows } from './related-rows';
import {
  columnOf,
  tableOf,
  type ColumnType,
  type PlainCondition,
  type Row,
  type Value,
  type World,
  type WorldColumn,
} from './random/world';

/** SQL's three-valued logic: null is "unknown", which excludes a row. */
type Truth = boolean | null;

/**
 * The rows of a table that satisfy all conditions. Conditions on a table behind a one-to-many join must hold for the
 * same related row: customers with a paid order of more than 100.
 */
export function rowsThatSatisfy(context: EvaluationContext, table: string, filters: readonly Filter[]): Row[] {
  return tableOf(context.world, table).rows.filter((row) => satisfies(context, table, row, filters));
}

export function satisfies(context: EvaluationContext, table: string, row: Row, filters: readonly Filter[]): boolean {
  const far = new Map<string, Filter[]>();
  for (const filter of filters) {
    const about = farTableOf(context, table, filter);
    if (about !== null) far.set(about, [...(far.get(about) ?? []), filter]);
    else if (holds(context, table, row, filter) !== true) return false;
  }
  return [...far].every(([about, conditions]) =>
    eachOfOneRow(conditions).every((together) =>
      relatedRows(context.world, row, table, about).some((related) => satisfies(context, about, related, together)),
    ),
  );
}

/** Groups conditions by row. Two values of one column need two rows: "bought a phone and a laptop in 2025". */
function eachOfOneRow(conditions: readonly Filter[]): Filter[][] {
  const wanted = (filter: Filter): { column: string; value: string } | null => {
    if (filter.kind === 'compare' && filter.op === '=')
      return { column: JSON.stringify([filter.column.table, filter.column.column]), value: String(filter.value) };
    if (filter.kind === 'in' && !filter.negated && filter.values.length === 1)
      return { column: JSON.stringify([filter.column.table, filter.column.column]), value: String(filter.values[0]) };
    return null;
  };
  for (const condition of conditions) {
    const column = wanted(condition)?.column;
    const rivals = column === undefined ? [] : conditions.filter((other) => wanted(other)?.column === column);
    if (new Set(rivals.map((rival) => wanted(rival)?.value)).size < 2) continue;
    const others = conditions.filter((other) => !rivals.includes(other));
    return rivals.flatMap((rival) => eachOfOneRow([...others, rival]));
  }
  return [[...conditions]];
}

/** The tables whose columns a condition reads. An `exists` reads its subject. */
export function tablesRead(context: Pick<EvaluationContext, 'world' | 'subject'>, filter: Filter): string[] {
  switch (filter.kind) {
    case 'or':
      return [...new Set(filter.filters.flatMap((part) => tablesRead(context, part)))];
    case 'term':
      return [termOf(context.world, filter.id).table];
    case 'exists':
      return [context.subject];
    case 'bound':
      return [filter.thing];
    case 'compare_columns':
      return [...new Set([filter.column.table, filter.other.table])];
    default:
      return [filter.column.table];
  }
}

/** The table behind a one-to-many join that a condition concerns, or null. */
function farTableOf(context: EvaluationContext, table: string, filter: Filter): string | null {
  const about = tablesRead(context, filter).find((read) => !looksUp(context.world, table, read));
  return about === undefined ? null : lastFanOut(context.world, table, about);
}

function holds(context: EvaluationContext, table: string, row: Row, filter: Filter): Truth {
  switch (filter.kind) {
    case 'compare':
      return comparedColumn(context, table, row, filter.column, filter.op, filter.value);
    case 'in':
      return negatedIf(
        filter.negated,
        anyTrue(filter.values.map((value) => compared(valueOf(context, table, row, filter.column), '=', value))),
        isYesNo(context, filter.column),
      );
    case 'between': {
      const value = valueOf(context, table, row, filter.column);
      return negatedIf(
        filter.negated,
        allTrue([compared(value, '>=', filter.from), compared(value, '<=', filter.to)]),
        false,
      );
    }
    case 'text': {
      const value = valueOf(context, table, row, filter.column);
      return negatedIf(
        filter.negated,
        value === null ? null : textMatches(String(value).toLowerCase(), filter.match, filter.value.toLowerCase()),
        false,
      );
    }
    case 'null':
      return isNotRecorded(valueOf(context, table, row, filter.column)) !== filter.negated;
    case 'time':
      return negatedIf(filter.negated, inRange(context, table, row, filter.column, filter.range), false);
    case 'recurring':
      return negatedIf(filter.negated, comesAgain(context, table, row, filter), false);
    case 'latest': {
      const { type } = columnOf(context.world, filter.column.table, filter.column.column);
      const day = (value: Value): Value =>
        ['date', 'timestamp', 'timestamptz'].includes(type) && value !== null
          ? String(shownTime(context, value, type)).slice(0, 10)
          : value;
      const stored = tableOf(context.world, filter.column.table).rows.map((other) =>
        day(read(context.world, filter.column, other)),
      );
      return compared(day(valueOf(context, table, row, filter.column)), '=', aggregated('max', stored).value);
    }
    case 'term': {
      const term = termOf(context.world, filter.id);
      const about = lookedUp(context.world, row, table, term.table);
      return negatedIf(
        filter.negated,
        allTrue(term.conditions.map((condition) => conditionHolds(condition, about))),
        false,
      );
    }
    case 'exists':
      return existsHolds(context, table, row, filter);
    case 'bound':
      return boundHolds(context, table, row, filter);
    case 'or':
      return anyTrue(filter.filters.map((part) => holds(context, table, row, part)));
    case 'compare_aggregate':
      return comparedWithAll(context, table, row, filter);
    case 'compare_columns':
      return comparedWithOther(context, table, row, filter);
  }
}

/** Counts the related rows of the subject's row, each once. False if the row has no subject's row. */
function existsHolds(
  context: EvaluationContext,
  table: string,
  row: Row,
  filter: Extract<Filter, { kind: 'exists' }>,
): Truth {
  const subject = lookedUp(context.world, row, table, context.subject);
  if (subject === null) return false;
  const count = relatedRows(context.world, subject, context.subject, filter.table).filter((related) =>
    satisfies(context, filter.table, related, filter.filters),
  ).length;
  const all = rowsThatSatisfy(context, filter.table, filter.filters).length;
  if (filter.all) return (count === all) !== filter.negated;
  const bound = filter.count ?? { op: '>=' as const, value: 1 };
  return compared(count, bound.op, bound.value) !== filter.negated;
}

/**
 * The thing's figure is computed over the rows of its group in a grouping by the thing, regardless of the question's
 * other conditions.
 */
function boundHolds(
  context: EvaluationContext,
  table: string,
  row: Row,
  filter: Extract<Filter, { kind: 'bound' }>,
): Truth {
  const { thing, measure, op, value } = filter;
  const owner = lookedUp(context.world, row, table, thing);
  if (owner === null) return false;
  const rows = new Map(
    context.homesOf(context.world, measure).map((home) => [home, rowsOfThing(context, home, thing, owner)]),
  );
  const hasNone = [...rows.values()].every((own) => own.length === 0);
  if (hasNone && !context.conventions.includesThingsWithNone) return false;
  const figure = figureOfThing(context, filter, owner);
  return filter.against
    ? comparedRounded(figure, op, timesOthers(value, figureOfOthers(context, filter)))
    : compared(figure, op, value);
}

type Bound = Extract<Filter, { kind: 'bound' }>;

function figureOfThing(context: EvaluationContext, { thing, measure }: Bound, owner: Row): Value {
  const own = { ...context, subject: thing, filters: [], isGrouped: true };
  return context.measured(own, measure, (home) => rowsOfThing(context, home, thing, owner)).value;
}

/**
 * The average over all things that satisfy the question's conditions on them, or the figure of named things regardless
 * of other conditions.
 */
function figureOfOthers(context: EvaluationContext, bound: Bound): Value {
  const { thing, against } = bound;
  const isOnThing = (filter: Filter): boolean =>
    !isAgainst(filter) && tablesRead(context, filter).every((read) => looksUp(context.world, thing, read));
  const others = against?.among
    ? rowsThatSatisfy({ ...context, subject: thing, filters: against.among }, thing, against.among)
    : rowsThatSatisfy(
        context,
        thing,
        context.conventions.averagesUnderFilters ? context.filters.filter(isOnThing) : [],
      );
  return aggregated(
    against?.fn ?? 'avg',
    others
      .filter((other) => context.conventions.includesThingsWithNone || hasRows(context, bound, other))
      .map((other) => figureOfThing(context, bound, other)),
  ).value;
}

const hasRows = (context: EvaluationContext, { thing, measure }: Bound, owner: Row): boolean =>
  context.homesOf(context.world, measure).some((home) => rowsOfThing(context, home, thing, owner).length > 0);

/** A multiple of the others' value, or null if they have none. */
export const timesOthers = (times: number, others: Value): Value =>
  others === null || times === 1 ? others : times * Number(others);

/** Whether a condition compares with others of the kind. */
const isAgainst = (filter: Filter): boolean =>
  filter.kind === 'compare_aggregate' || (filter.kind === 'bound' && filter.against !== undefined);

function rowsOfThing({ world }: EvaluationContext, home: string, thing: string, owner: Row): Row[] {
  return tableOf(world, home).rows.filter((row) => relatedRows(world, row, home, thing).includes(owner));
}

/**
 * "Above the average" compares with the average under the question's other filters, "at the largest store" with the
 * largest store that satisfies the filters on stores, and "dearer than the Alpha lamp" only with the named rows.
 */
function comparedWithAll(
  context: EvaluationContext,
  table: string,
  row: Row,
  filter: Extract<Filter, { kind: 'compare_aggregate' }>,
): Truth {
  const home = filter.column.table;
  const isOfOther = home !== table && (filter.fn === 'min' || filter.fn === 'max');
  const others = context.conventions.averagesUnderFilters
    ? context.filters.filter((other) => !isAgainst(other) && !(isOfOther && !isOnlyOn(home, other)))
    : [];
  const { among, times = 1 } = filter;
  const rows = among
    ? rowsThatSatisfy({ ...context, subject: home, filters: among }, home, among)
    : rowsThatSatisfy(context, home, others);
  const values = rows.map((other) => read(context.world, filter.column, other));
  const than = timesOthers(times, aggregated(filter.fn, values).value);
  return comparedRounded(valueOf(context, table, row, filter.column), filter.op, than);
}

/** Whether a condition compares columns of the same table. */
const isOnlyOn = (table: string, filter: Filter): boolean =>
  filter.kind === 'or'
    ? filter.filters.every((one) => isOnlyOn(table, one))
    : 'column' in filter && comparedColumns(filter).every((column) => column.table === table);

/** Compares two columns of the row or of rows that it references. Unknown if either value is missing. */
function comparedWithOther(
  context: EvaluationContext,
  table: string,
  row: Row,
  { column, op, other, by }: Extract<Filter, { kind: 'compare_columns' }>,
): Truth {
  const [left, right] = [valueOf(context, table, row, column), valueOf(context, table, row, other)];
  if (by?.unit)
    return compared(elapsed(context, table, row, { column, since: { ...other, unit: by.unit } }), op, by.value);
  if (left === null || right === null) return null;
  if (by) return compared(Number(left) - Number(right), op, by.value);
  const [one, two] = [column, other].map((ref) => columnOf(context.world, ref.table, ref.column).type);
  if (one === two || !isTimeType(one) || !isTimeType(two)) return compared(left, op, right);
  return compared(dayOf(context, left, one), op, dayOf(context, right, two));
}

/** Time between two times, in whole civil days or in fractional hours or minutes. */
export function elapsed(
  context: EvaluationContext,
  table: string,
  row: Row,
  { column, since }: { column: ColumnRef; since: Since },
): number | null {
  const [end, begin] = [column, since].map((ref) => {
    const value = valueOf(context, table, row, ref);
    const { type } = columnOf(context.world, ref.table, ref.column);
    if (value === null) return null;
    const moment = since.unit === 'day' ? `${dayOf(context, value, type)}T00:00:00` : String(value).replace(' ', 'T');
    return Date.parse(`${moment}Z`);
  });
  if (end === null || end === undefined || begin === null || begin === undefined) return null;
  return (end - begin) / { day: 86_400_000, hour: 3_600_000, minute: 60_000 }[since.unit];
}

const isTimeType = (type: ColumnType | undefined): type is ColumnType =>
  type === 'date' || type === 'timestamp' || type === 'timestamptz';

const dayOf = (context: EvaluationContext, value: Value, type: ColumnType): string =>
  String(shownTime(context, value, type)).slice(0, 10);

/**
 * Compares in days of the question's zone. A `timestamp` without a zone is wall-clock time; a year means all its days.
 */
function inRange(
  context: EvaluationContext,
  table: string,
  row: Row,
  column: ColumnRef,
  { from, to }: DateRange,
): Truth {
  const stored = shownTime(
    context,
    valueOf(context, table, row, column),
    columnOf(context.world, column.table, column.column).type,
  );
  if (stored === null) return null;
  const day = typeof stored === 'number' ? `${stored}-01-01` : String(stored).slice(0, 10);
  return (from === null || day >= from) && (to === null || day < to);
}

/** Compares weekdays, months and times of day in the question's zone. */
function comesAgain(
  context: EvaluationContext,
  table: string,
  row: Row,
  { column, times }: Extract<Filter, { kind: 'recurring' }>,
): Truth {
  const { type } = columnOf(context.world, column.table, column.column);
  const shown = shownTime(context, valueOf(context, table, row, column), type);
  if (shown === null) return null;
  if (times.unit !== 'time_of_day') return times.values.includes(partOfTime(String(shown), times.unit));
  const [, hours = 0, minutes = 0] = (/[ T](\d\d):(\d\d)/.exec(String(shown)) ?? []).map(Number);
  const minute = hours * 60 + minutes;
  const { from, to } = times;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

function comparedColumn(
  context: EvaluationContext,
  table: string,
  row: Row,
  column: ColumnRef,
  op: CompareOperator,
  value: string | number | boolean,
): Truth {
  const stored = valueOf(context, table, row, column);
  return op === '!='
    ? negatedIf(true, compared(stored, '=', value), isYesNo(context, column))
    : compared(stored, op, value);
}

/** Blank text counts as missing. */
const isNotRecorded = (value: Value): boolean => value === null || (typeof value === 'string' && value.trim() === '');

/** A negation also holds for rows without a value, except that a yes/no column must be FALSE. */
function negatedIf(negated: boolean, truth: Truth, isYesNoColumn: boolean): Truth {
  if (!negated) return truth;
  return isYesNoColumn && truth === null ? null : truth !== true;
}

const isYesNo = (context: EvaluationContext, { table, column }: ColumnRef): boolean =>
  context.conventions.yesNoLeavesOutUnknown && columnOf(context.world, table, column).type === 'boolean';

/** A column's value in the row, or in the row that it references. */
export function valueOf(context: EvaluationContext, table: string, row: Row, column: ColumnRef): Value {
  const owner = lookedUp(context.world, row, table, column.table);
  return owner === null ? null : read(context.world, column, owner);
}

/** Reads a number that is stored as text. Text that is not a number is NULL. */
function read(world: World, { table, column }: ColumnRef, row: Row): Value {
  return readColumn(columnOf(world, table, column), row);
}

export function readColumn(column: WorldColumn, row: Row): Value {
  const stored = row[column.name] ?? null;
  if (!column.isCast || typeof stored !== 'string') return stored;
  return /^[0-9]+(\.[0-9]+)?$/.test(stored) ? Number(stored) : null;
}

/** The truth of a model's SQL fragment: plain SQL without conventions. */
export function conditionHolds({ column, op, value }: PlainCondition, row: Row | null): Truth {
  return compared(row?.[column] ?? null, op, value);
}

export function compared(left: Value, op: CompareOperator, right: Value): Truth {
  if (left === null || right === null) return null;
  switch (op) {
    case '=':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}

/**
 * Two figures are equal except for rounding. PostgreSQL's `numeric` and JavaScript's numbers round at different digits.
 */
export class Undecided extends Error {}

/**
 * Compares a figure with a computed one.
 * @throws Undecided when only rounding makes a difference
 */
export function comparedRounded(left: Value, op: CompareOperator, right: Value): Truth {
  if (typeof left === 'number' && typeof right === 'number') {
    const isNear = Math.abs(left - right) <= 1e-9 * Math.max(Math.abs(left), Math.abs(right));
    if (isNear && !(isShort(left) && isShort(right))) throw new Undecided(`${left} ${op} ${right}`);
  }
  return compared(left, op, right);
}

/** Whether a number has few enough digits for both to represent it exactly. */
const isShort = (value: number): boolean => Number(value.toPrecision(12)) === value;

function textMatches(text: string, match: 'contains' | 'starts' | 'ends', wanted: string): boolean {
  if (match === 'contains') return text.includes(wanted);
  return match === 'starts' ? text.startsWith(wanted) : text.endsWith(wanted);
}

const anyTrue = (truths: Truth[]): Truth => (truths.includes(true) ? true : truths.includes(null) ? null : false);
const allTrue = (truths: Truth[]): Truth => (truths.includes(false) ? false : truths.includes(null) ? null : true);

function termOf(world: World, id: string) {
  const term = world.terms.find((candidate) => candidate.id === id);
  if (term === undefined) throw new Error(`unknown term ${id}`);
  return term;
}
