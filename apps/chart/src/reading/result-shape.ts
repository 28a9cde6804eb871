import {
  isPlainFigure,
  type Locale,
  type OutputColumn,
  type ResultRef,
  type Row,
  type SemanticQuery,
} from '@querent/contracts';
import { halfOfName } from '@querent/model';
import { categoryText, isNumeric } from './cell-text';
import { numberOf, pointOf } from './cell-value';

/** A column of the result with its index in the rows. */
export type ShapeColumn = OutputColumn & { index: number };

/** Two periods of one measure, side by side. */
export interface PeriodPair {
  base: ShapeColumn;
  current: ShapeColumn;
  change: ShapeColumn | null;
  growth: ShapeColumn | null;
}

/** A result as the chart and the answer use it: its columns by role, and whether its rows are groups or things. */
export interface ResultShape {
  locale: Locale;
  rows: Row[];
  /** Number of rows of the whole result; `rows` holds the first of them. */
  rowCount: number;
  truncated: boolean;
  /** `rows` holds every row that answers the question. */
  complete: boolean;
  columns: ShapeColumn[];
  /** The time axis: a column of periods, or of years stored as text. */
  time: ShapeColumn | null;
  /** Columns that name the rows, best first: names and dimensions. */
  labels: ShapeColumn[];
  measures: ShapeColumn[];
  shares: ShapeColumn[];
  pairs: PeriodPair[];
  source: ShapeColumn | null;
  distance: ShapeColumn | null;
  geo: ShapeColumn | null;
  /** Number of rows whose `geo` has a position. */
  located: number;
  /** Aggregates over groups rather than a list of things. */
  grouped: boolean;
  /** Each row is a named thing: further labels are its attributes, and two rows with the same name are two things. */
  things: boolean;
}

/**
 * Derives the shape from the roles and cells of a result.
 * @param grouping for a result without a semantic query: whether its rows are groups, if known
 */
export function shapeOf(
  ref: Pick<ResultRef, 'output' | 'rowCount' | 'truncated'>,
  rows: Row[],
  query: SemanticQuery | null,
  locale: Locale,
  grouping?: boolean,
): ResultShape {
  const columns = withCountUnits(ref.output, query, locale).map((column, index): ShapeColumn => {
    const inRows = readAs({ ...column, index }, rows, query);
    return isYears(inRows, rows) ? { ...inRows, grain: 'year' } : inRows;
  });
  const withRole = (...roles: OutputColumn['role'][]): ShapeColumn[] =>
    columns.filter((column) => roles.includes(column.role));
  const time = columns.find((column) => column.grain !== undefined) ?? null;
  const geo = withRole('geo')[0] ?? null;
  const measures = withRole('measure');
  const pairs = pairsOf(columns);
  const grouped = query
    ? query.measures.length > 0
    : (grouping ?? withRole('name').length === 0) && measures.length + withRole('share').length > 0;
  return {
    locale,
    rows,
    columns,
    time,
    geo,
    measures,
    pairs,
    grouped,
    rowCount: ref.rowCount,
    truncated: ref.truncated,
    complete: !ref.truncated && rows.length >= ref.rowCount,
    labels: [...withRole('name'), ...withRole('dimension')].filter((column) => column !== time),
    shares: withRole('share'),
    source: withRole('source')[0] ?? null,
    distance: withRole('distance')[0] ?? null,
    located: geo ? rows.filter((row) => pointOf(row[geo.index]) !== null).length : 0,
    things: time === null && withRole('name').length > 0 && (!grouped || groupsAreThings(columns, query)),
  };
}

/**
 * Whether each group is a thing: customers by name and city are (both columns describe the customer); district name and
 * school type are two separate groupings.
 */
function groupsAreThings(columns: readonly ShapeColumn[], query: SemanticQuery | null): boolean {
  const tables = new Set(query?.dimensions.map(({ column }) => column.table));
  const named = columns.find(({ role }) => role === 'name');
  return tables.size === 1 && named !== undefined && query?.dimensions[named.index] !== undefined;
}

/**
 * Name of each row: its first label, with the others added if several rows have the same first label. Two things of one
 * name remain separate.
 */
export function rowNames(shape: ResultShape): string[] {
  const named = nameColumns(shape.labels);
  const short = shape.rows.map((row) => rowName(shape, row, named));
  const times = new Map<string, number>();
  for (const name of short) times.set(name, (times.get(name) ?? 0) + 1);
  return shape.rows.map((row, at) => ((times.get(short[at] ?? '') ?? 0) > 1 ? rowName(shape, row) : (short[at] ?? '')));
}

/** Columns that form the name: the first label, and the other half of a person's name. */
function nameColumns([first, ...others]: readonly ShapeColumn[]): ShapeColumn[] {
  if (!first) return [];
  const half = others.find(
    ({ index, label }) => Math.abs(index - first.index) === 1 && halfOfName({ zh: label, en: label }) !== null,
  );
  return half ? [first, half] : [first];
}

/** Whether two rows have the same labels in these columns, so that a position on these axes has several values. */
export function haveDuplicateLabels(shape: ResultShape, axes: readonly ShapeColumn[]): boolean {
  return new Set(shape.rows.map((row) => JSON.stringify(axes.map((axis) => row[axis.index])))).size < shape.rows.length;
}

/** The row's labels joined, e.g. `西湖区 · 小学`; the halves of a person's name form one label: `Ann Lee · Leeds`. */
export function rowName(shape: ResultShape, row: Row, labels: readonly ShapeColumn[] = shape.labels): string {
  const text = (label: ShapeColumn): string => categoryText(row[label.index], label, shape.locale);
  const named = nameColumns(labels);
  const others = labels.filter((label) => !named.includes(label));
  return [named.map(text).join(' '), ...others.map(text)].join(' · ');
}

export function distinctCount(shape: ResultShape, column: ShapeColumn): number {
  return new Set(shape.rows.map((row) => JSON.stringify(row[column.index]))).size;
}

export function numbersOf(shape: ResultShape, column: ShapeColumn): number[] {
  return shape.rows.flatMap((row) => numberOf(row[column.index]) ?? []);
}

/** Whether two columns can share an axis: same unit and format. */
export function sameScale(a: OutputColumn, b: OutputColumn): boolean {
  const scale = (column: OutputColumn): string =>
    `${column.unit ?? ''}|${column.format === 'percent' || column.role === 'share' ? 'percent' : ''}`;
  return scale(a) === scale(b);
}

/** Period of a column of a comparison: `订单金额 · 2025年` → 2025年. */
export function periodName(column: OutputColumn): string {
  return column.label.split(' · ').at(-1) ?? column.label;
}

/** Finds the comparisons; for each measure the compiler emits current, base, change and growth in this order. */
function pairsOf(columns: ShapeColumn[]): PeriodPair[] {
  const pairs: PeriodPair[] = [];
  columns.forEach((column, at) => {
    if (column.role !== 'change' && column.role !== 'growth') return;
    const last = pairs.at(-1);
    if (last && last.growth === null && columns[at - 1]?.role === 'change' && column.role === 'growth') {
      last.growth = column;
      return;
    }
    const [current, base] = columns
      .slice(0, at)
      .filter(({ role }) => role === 'measure' || role === 'share')
      .slice(-2);
    if (base && current)
      pairs.push({
        base,
        current,
        change: column.role === 'change' ? column : null,
        growth: column.role === 'growth' ? column : null,
      });
  });
  return pairs;
}

/** In Chinese, counts without a unit in the model get the measure word 个. */
function withCountUnits(
  output: readonly OutputColumn[],
  query: SemanticQuery | null,
  locale: Locale,
): readonly OutputColumn[] {
  const counts = new Set(
    query?.measures
      .filter((measure) => isPlainFigure(measure))
      .filter(({ what }) => what.kind === 'aggregate' && what.fn.startsWith('count'))
      .map(({ label }) => label),
  );
  if (locale !== 'zh' || counts.size === 0) return output;
  return output.map((column) =>
    column.role === 'measure' && column.unit === undefined && counts.has(column.label.split(' · ')[0] ?? '')
      ? { ...column, unit: '个' }
      : column,
  );
}

const notANumber = /^(NaN|-?Infinity)$/;

/**
 * Corrects the role of a column of a model-written statement: a computed column may hold words, such as a yes or no,
 * instead of numbers.
 */
function readAs(column: ShapeColumn, rows: readonly Row[], query: SemanticQuery | null): ShapeColumn {
  const cells = rows.map((row) => row[column.index]).filter((cell) => cell !== null && cell !== undefined);
  const isWords =
    query === null &&
    isNumeric(column) &&
    cells.some((cell) => numberOf(cell) === null && !(typeof cell === 'string' && notANumber.test(cell)));
  return isWords ? { ...column, role: 'dimension', format: 'text', unit: undefined } : column;
}

function isYears(column: ShapeColumn, rows: Row[]): boolean {
  return (
    column.role === 'dimension' &&
    rows.length > 1 &&
    /年|year/i.test(column.label) &&
    rows.every((row) => /^(19|20)\d{2}$/.test(String(row[column.index])))
  );
}
