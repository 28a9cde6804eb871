import {
  type ColumnRef,
  comparedColumns,
  type CompareOperator,
  type DateRange,
  type Filter,
  type Since,
} from '@querent/contracts';
import { aggregated } from './aggregated';
import type { Asked } from './asked';
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

/** SQL's three truths: null is "unknown", which does not let a row through. */
type Truth = boolean | null;

/**
 * The rows of a table that satisfy all conditions. Conditions on a table that is reached by a step that fans out hold
 * of one and the same related row: customers with a paid order of more than 100.
 */
export function rowsThatSatisfy(asked: Asked, table: string, filters: readonly Filter[]): Row[] {
  return tableOf(asked.world, table).rows.filter((row) => satisfies(asked, table, row, filters));
}

export function satisfies(asked: Asked, table: string, row: Row, filters: readonly Filter[]): boolean {
  const far = new Map<string, Filter[]>();
  for (const filter of filters) {
    const about = farTableOf(asked, table, filter);
    if (about !== null) far.set(about, [...(far.get(about) ?? []), filter]);
    else if (holds(asked, table, row, filter) !== true) return false;
  }
  return [...far].every(([about, conditions]) =>
    eachOfOneRow(conditions).every((together) =>
      relatedRows(asked.world, row, table, about).some((related) => satisfies(asked, about, related, together)),
    ),
  );
}

/** No row has two values of one column: "bought a phone and a laptop in 2025" are two rows, each of 2025. */
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
export function tablesRead(asked: Pick<Asked, 'world' | 'subject'>, filter: Filter): string[] {
  switch (filter.kind) {
    case 'or':
      return [...new Set(filter.filters.flatMap((part) => tablesRead(asked, part)))];
    case 'term':
      return [termOf(asked.world, filter.id).table];
    case 'exists':
      return [asked.subject];
    case 'bound':
      return [filter.thing];
    case 'compare_columns':
      return [...new Set([filter.column.table, filter.other.table])];
    default:
      return [filter.column.table];
  }
}

/** The table of which the row may have several rows that a condition is about, or from which they look it up. */
function farTableOf(asked: Asked, table: string, filter: Filter): string | null {
  const about = tablesRead(asked, filter).find((read) => !looksUp(asked.world, table, read));
  return about === undefined ? null : lastFanOut(asked.world, table, about);
}

function holds(asked: Asked, table: string, row: Row, filter: Filter): Truth {
  switch (filter.kind) {
    case 'compare':
      return comparedColumn(asked, table, row, filter.column, filter.op, filter.value);
    case 'in':
      return negatedIf(
        filter.negated,
        anyTrue(filter.values.map((value) => compared(valueOf(asked, table, row, filter.column), '=', value))),
        isYesNo(asked, filter.column),
      );
    case 'between': {
      const value = valueOf(asked, table, row, filter.column);
      return negatedIf(
        filter.negated,
        allTrue([compared(value, '>=', filter.from), compared(value, '<=', filter.to)]),
        false,
      );
    }
    case 'text': {
      const value = valueOf(asked, table, row, filter.column);
      return negatedIf(
        filter.negated,
        value === null ? null : textMatches(String(value).toLowerCase(), filter.match, filter.value.toLowerCase()),
        false,
      );
    }
    case 'null':
      return isNotRecorded(valueOf(asked, table, row, filter.column)) !== filter.negated;
    case 'time':
      return negatedIf(filter.negated, inRange(asked, table, row, filter.column, filter.range), false);
    case 'recurring':
      return negatedIf(filter.negated, comesAgain(asked, table, row, filter), false);
    case 'latest': {
      const { type } = columnOf(asked.world, filter.column.table, filter.column.column);
      const day = (value: Value): Value =>
        ['date', 'timestamp', 'timestamptz'].includes(type) && value !== null
          ? String(shownTime(asked, value, type)).slice(0, 10)
          : value;
      const stored = tableOf(asked.world, filter.column.table).rows.map((other) =>
        day(read(asked.world, filter.column, other)),
      );
      return compared(day(valueOf(asked, table, row, filter.column)), '=', aggregated('max', stored).value);
    }
    case 'term': {
      const term = termOf(asked.world, filter.id);
      const about = lookedUp(asked.world, row, table, term.table);
      return negatedIf(
        filter.negated,
        allTrue(term.conditions.map((condition) => conditionHolds(condition, about))),
        false,
      );
    }
    case 'exists':
      return existsHolds(asked, table, row, filter);
    case 'bound':
      return boundHolds(asked, table, row, filter);
    case 'or':
      return anyTrue(filter.filters.map((part) => holds(asked, table, row, part)));
    case 'compare_aggregate':
      return comparedWithAll(asked, table, row, filter);
    case 'compare_columns':
      return comparedWithOther(asked, table, row, filter);
  }
}

/** Counts the related rows of the subject's row, each once; where the row looks up no subject, it does not hold. */
function existsHolds(asked: Asked, table: string, row: Row, filter: Extract<Filter, { kind: 'exists' }>): Truth {
  const subject = lookedUp(asked.world, row, table, asked.subject);
  if (subject === null) return false;
  const count = relatedRows(asked.world, subject, asked.subject, filter.table).filter((related) =>
    satisfies(asked, filter.table, related, filter.filters),
  ).length;
  const all = rowsThatSatisfy(asked, filter.table, filter.filters).length;
  if (filter.all) return (count === all) !== filter.negated;
  const bound = filter.count ?? { op: '>=' as const, value: 1 };
  return compared(count, bound.op, bound.value) !== filter.negated;
}

/**
 * The thing's figure is taken over the rows that a grouping by the thing would give it, whatever else the question
 * asks.
 */
function boundHolds(asked: Asked, table: string, row: Row, filter: Extract<Filter, { kind: 'bound' }>): Truth {
  const { thing, measure, op, value } = filter;
  const owner = lookedUp(asked.world, row, table, thing);
  if (owner === null) return false;
  const rows = new Map(
    asked.homesOf(asked.world, measure).map((home) => [home, rowsOfThing(asked, home, thing, owner)]),
  );
  const hasNone = [...rows.values()].every((own) => own.length === 0);
  if (hasNone && !asked.conventions.includesThingsWithNone) return false;
  const figure = figureOfThing(asked, filter, owner);
  return filter.against
    ? comparedRounded(figure, op, timesOthers(value, figureOfOthers(asked, filter)))
    : compared(figure, op, value);
}

type Bound = Extract<Filter, { kind: 'bound' }>;

function figureOfThing(asked: Asked, { thing, measure }: Bound, owner: Row): Value {
  const own = { ...asked, subject: thing, filters: [], isGrouped: true };
  return asked.measured(own, measure, (home) => rowsOfThing(asked, home, thing, owner)).value;
}

/**
 * The average of all things that the question's conditions on them leave; or the figure of those that are named,
 * whatever else is asked.
 */
function figureOfOthers(asked: Asked, bound: Bound): Value {
  const { thing, against } = bound;
  const isOnThing = (filter: Filter): boolean =>
    !isAgainst(filter) && tablesRead(asked, filter).every((read) => looksUp(asked.world, thing, read));
  const others = against?.among
    ? rowsThatSatisfy({ ...asked, subject: thing, filters: against.among }, thing, against.among)
    : rowsThatSatisfy(asked, thing, asked.conventions.averagesUnderFilters ? asked.filters.filter(isOnThing) : []);
  return aggregated(
    against?.fn ?? 'avg',
    others
      .filter((other) => asked.conventions.includesThingsWithNone || hasRows(asked, bound, other))
      .map((other) => figureOfThing(asked, bound, other)),
  ).value;
}

const hasRows = (asked: Asked, { thing, measure }: Bound, owner: Row): boolean =>
  asked.homesOf(asked.world, measure).some((home) => rowsOfThing(asked, home, thing, owner).length > 0);

/** So many times what others have; nothing where they have nothing. */
export const timesOthers = (times: number, others: Value): Value =>
  others === null || times === 1 ? others : times * Number(others);

/** Whether a condition holds something against others of the kind. */
const isAgainst = (filter: Filter): boolean =>
  filter.kind === 'compare_aggregate' || (filter.kind === 'bound' && filter.against !== undefined);

function rowsOfThing({ world }: Asked, home: string, thing: string, owner: Row): Row[] {
  return tableOf(world, home).rows.filter((row) => relatedRows(world, row, home, thing).includes(owner));
}

/**
 * "Above the average" compares with the average under the question's other filters; "at the largest store" with the
 * largest of all stores that satisfy the filters on stores; "dearer than the Alpha lamp" with those that are named
 * alone.
 */
function comparedWithAll(
  asked: Asked,
  table: string,
  row: Row,
  filter: Extract<Filter, { kind: 'compare_aggregate' }>,
): Truth {
  const home = filter.column.table;
  const isOfOther = home !== table && (filter.fn === 'min' || filter.fn === 'max');
  const others = asked.conventions.averagesUnderFilters
    ? asked.filters.filter((other) => !isAgainst(other) && !(isOfOther && !isOnlyOn(home, other)))
    : [];
  const { among, times = 1 } = filter;
  const rows = among
    ? rowsThatSatisfy({ ...asked, subject: home, filters: among }, home, among)
    : rowsThatSatisfy(asked, home, others);
  const values = rows.map((other) => read(asked.world, filter.column, other));
  const than = timesOthers(times, aggregated(filter.fn, values).value);
  return comparedRounded(valueOf(asked, table, row, filter.column), filter.op, than);
}

/** Whether a condition compares columns of one table alone. */
const isOnlyOn = (table: string, filter: Filter): boolean =>
  filter.kind === 'or'
    ? filter.filters.every((one) => isOnlyOn(table, one))
    : 'column' in filter && comparedColumns(filter).every((column) => column.table === table);

/** Two columns of the row, or of rows that it looks up: unknown where either is missing. */
function comparedWithOther(
  asked: Asked,
  table: string,
  row: Row,
  { column, op, other, by }: Extract<Filter, { kind: 'compare_columns' }>,
): Truth {
  const [left, right] = [valueOf(asked, table, row, column), valueOf(asked, table, row, other)];
  if (by?.unit)
    return compared(elapsed(asked, table, row, { column, since: { ...other, unit: by.unit } }), op, by.value);
  if (left === null || right === null) return null;
  if (by) return compared(Number(left) - Number(right), op, by.value);
  const [one, two] = [column, other].map((ref) => columnOf(asked.world, ref.table, ref.column).type);
  if (one === two || !isTimeType(one) || !isTimeType(two)) return compared(left, op, right);
  return compared(dayOf(asked, left, one), op, dayOf(asked, right, two));
}

/** How long it is from one time to another: in whole civil days, or in parts of hours and minutes. */
export function elapsed(
  asked: Asked,
  table: string,
  row: Row,
  { column, since }: { column: ColumnRef; since: Since },
): number | null {
  const [end, begin] = [column, since].map((ref) => {
    const value = valueOf(asked, table, row, ref);
    const { type } = columnOf(asked.world, ref.table, ref.column);
    if (value === null) return null;
    const moment = since.unit === 'day' ? `${dayOf(asked, value, type)}T00:00:00` : String(value).replace(' ', 'T');
    return Date.parse(`${moment}Z`);
  });
  if (end === null || end === undefined || begin === null || begin === undefined) return null;
  return (end - begin) / { day: 86_400_000, hour: 3_600_000, minute: 60_000 }[since.unit];
}

const isTimeType = (type: ColumnType | undefined): type is ColumnType =>
  type === 'date' || type === 'timestamp' || type === 'timestamptz';

const dayOf = (asked: Asked, value: Value, type: ColumnType): string =>
  String(shownTime(asked, value, type)).slice(0, 10);

/** Days of the asker; a `timestamp` without a zone holds wall-clock time, and a year its whole days. */
function inRange(asked: Asked, table: string, row: Row, column: ColumnRef, { from, to }: DateRange): Truth {
  const stored = shownTime(
    asked,
    valueOf(asked, table, row, column),
    columnOf(asked.world, column.table, column.column).type,
  );
  if (stored === null) return null;
  const day = typeof stored === 'number' ? `${stored}-01-01` : String(stored).slice(0, 10);
  return (from === null || day >= from) && (to === null || day < to);
}

/** Weekdays, months and times of the day of the asker's zone; a `timestamp` without a zone holds wall-clock time. */
function comesAgain(
  asked: Asked,
  table: string,
  row: Row,
  { column, times }: Extract<Filter, { kind: 'recurring' }>,
): Truth {
  const { type } = columnOf(asked.world, column.table, column.column);
  const shown = shownTime(asked, valueOf(asked, table, row, column), type);
  if (shown === null) return null;
  if (times.unit !== 'time_of_day') return times.values.includes(partOfTime(String(shown), times.unit));
  const [, hours = 0, minutes = 0] = (/[ T](\d\d):(\d\d)/.exec(String(shown)) ?? []).map(Number);
  const minute = hours * 60 + minutes;
  const { from, to } = times;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

function comparedColumn(
  asked: Asked,
  table: string,
  row: Row,
  column: ColumnRef,
  op: CompareOperator,
  value: string | number | boolean,
): Truth {
  const stored = valueOf(asked, table, row, column);
  return op === '!='
    ? negatedIf(true, compared(stored, '=', value), isYesNo(asked, column))
    : compared(stored, op, value);
}

/** Blank text is no value. */
const isNotRecorded = (value: Value): boolean => value === null || (typeof value === 'string' && value.trim() === '');

/** A negation holds for all the rest, rows without a value too; but of a yes/no column only FALSE is not true. */
function negatedIf(negated: boolean, truth: Truth, isYesNoColumn: boolean): Truth {
  if (!negated) return truth;
  return isYesNoColumn && truth === null ? null : truth !== true;
}

const isYesNo = (asked: Asked, { table, column }: ColumnRef): boolean =>
  asked.conventions.yesNoLeavesOutUnknown && columnOf(asked.world, table, column).type === 'boolean';

/** A column's value of the row, or of the row that it looks up. */
export function valueOf(asked: Asked, table: string, row: Row, column: ColumnRef): Value {
  const owner = lookedUp(asked.world, row, table, column.table);
  return owner === null ? null : read(asked.world, column, owner);
}

/** A number that is kept as text is read where it is one; every other text is NULL. */
function read(world: World, { table, column }: ColumnRef, row: Row): Value {
  return readColumn(columnOf(world, table, column), row);
}

export function readColumn(column: WorldColumn, row: Row): Value {
  const stored = row[column.name] ?? null;
  if (!column.isCast || typeof stored !== 'string') return stored;
  return /^[0-9]+(\.[0-9]+)?$/.test(stored) ? Number(stored) : null;
}

/** SQL's own truth, without a convention: what a model's fragment means. */
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
 * Two figures that are equal but for rounding, which PostgreSQL's `numeric` and JavaScript's numbers do at other
 * digits.
 */
export class Undecided extends Error {}

/**
 * A figure against one that was worked out of others.
 * @throws Undecided where only rounding tells the two apart
 */
export function comparedRounded(left: Value, op: CompareOperator, right: Value): Truth {
  if (typeof left === 'number' && typeof right === 'number') {
    const isNear = Math.abs(left - right) <= 1e-9 * Math.max(Math.abs(left), Math.abs(right));
    if (isNear && !(isShort(left) && isShort(right))) throw new Undecided(`${left} ${op} ${right}`);
  }
  return compared(left, op, right);
}

/** Whether both write a number in full: it has few digits. */
const isShort = (value: number): boolean => Number(value.toPrecision(12)) === value;

function textMatches(text: string, match: 'contains' | 'starts' | 'ends', wanted: string): boolean {
  if (match === 'contains') return text.includes(wanted);
  return match === 'starts' ? text.startsWith(wanted) : text.endsWith(wanted);
}

const anyTrue = (truths: Truth[]): Truth => (truths.includes(true) ? true : truths.includes(null) ? null : false);
const allTrue = (truths: Truth[]): Truth => (truths.includes(false) ? false : truths.includes(null) ? null : true);

function termOf(world: World, id: string) {
  const term = world.terms.find((candidate) => candidate.id === id);
  if (term === undefined) throw new Error(`there is no term ${id}`);
  return term;
}
