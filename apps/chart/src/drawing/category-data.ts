import type { Row } from '@querent/contracts';
import { categoryText } from '../reading/cell-text';
import { categoryOf, numberOf } from '../reading/cell-value';
import { everyPeriod, isoDay, periodOnAxis } from '../reading/period-text';
import { periodName, rowName, sameScale, type ResultShape, type ShapeColumn } from '../reading/result-shape';
import { categoryAxes, drawingLimits, valuesOf } from './chart-type';
import { note, type Note } from './chart-note';

export interface Series {
  name: string;
  column: ShapeColumn;
  values: (number | null)[];
}

/** What bars and lines draw: categories along one axis, a value (or none) of each series at each. */
export interface CategoryData {
  /** What the categories are, e.g. 区; empty where they are measures. */
  axisLabel: string;
  categories: string[];
  series: Series[];
  /** The categories are periods, in their order. */
  overTime: boolean;
  /** What is not drawn. */
  notes: Note[];
}

/** Lays a result out for bars or lines, at most `maxCategories` of them where a number is given. */
export function categoryData(shape: ResultShape, kind: 'bar' | 'line', maxCategories: number | null): CategoryData {
  const axes = categoryAxes(shape);
  if (axes.length === 0) return shape.pairs.length > 0 ? totalsOfPeriods(shape) : measuresAsCategories(shape);
  const series = Math.min(drawingLimits.series, maxCategories ?? drawingLimits.series);
  const data = axes.length === 2 ? pivoted(shape, axes, kind, series) : wide(shape, axes[0], kind);
  // Periods are no categories: the latest of them may not go to make room.
  if (kind === 'line' || data.overTime) return data;
  const capped = maxCategories !== null && maxCategories < drawingLimits.bars;
  return capped ? firstCategories(data, maxCategories, 0) : firstCategories(data, drawingLimits.bars, pettyRest);
}

/** One row, several measures: each a bar. */
function measuresAsCategories(shape: ResultShape): CategoryData {
  const [row] = shape.rows;
  const [first] = shape.measures;
  if (!row || !first) return { axisLabel: '', overTime: false, categories: [], series: [], notes: [] };
  const values = shape.measures.map((measure) => numberOf(row[measure.index]));
  return { axisLabel: '', overTime: false, categories: shape.measures.map(({ label }) => categoryOf(label)), series: [{ name: '', column: first, values }], notes: [] };
}

/** One row, two periods: a bar each. */
function totalsOfPeriods(shape: ResultShape): CategoryData {
  const [pair] = shape.pairs;
  const [row] = shape.rows;
  if (!pair || !row) return { axisLabel: '', overTime: false, categories: [], series: [], notes: [] };
  const both = [pair.base, pair.current];
  const series = { name: '', column: pair.current, values: both.map(({ index }) => numberOf(row[index])) };
  return { axisLabel: '', overTime: false, categories: both.map((column) => categoryOf(periodName(column))), series: [series], notes: [] };
}

/** One category a row, one series a measure. */
function wide(shape: ResultShape, axis: ShapeColumn | undefined, kind: 'bar' | 'line'): CategoryData {
  const all = shape.pairs.length > 0 ? shape.pairs.flatMap(({ base, current }) => [base, current]) : drawnMeasures(shape);
  const [first] = all;
  // Lines may use a second axis; bars of different units side by side would invite comparing them.
  const columns = first ? all.filter((column) => sameScale(column, first) || (kind === 'line' && column === all.find((other) => !sameScale(other, first)))) : [];
  const rows = orderedRows(shape, axis);
  const notes = all.filter((column) => !columns.includes(column)).map((column) => note('measure_left_out', { measure: categoryOf(column.label) }));
  return {
    axisLabel: axis?.label ?? '',
    overTime: axis !== undefined && axis === shape.time,
    categories: rows.map(({ name }) => name),
    series: columns.map((column) => seriesOf(column, categoryOf(shape.pairs.length === 1 ? periodName(column) : column.label), rows.map(({ row }) => row))),
    notes,
  };
}

/** Two labels: the one with more values (or the time) along the axis, the other as series, the largest first. */
function pivoted(shape: ResultShape, axes: ShapeColumn[], kind: 'bar' | 'line', mostSeries: number): CategoryData {
  const [measure] = drawnMeasures(shape);
  const count = (axis: ShapeColumn): number => new Set(shape.rows.map((row) => categoryOf(row[axis.index]))).size;
  const along = shape.time && axes.includes(shape.time) ? shape.time : [...axes].sort((a, b) => count(b) - count(a))[0];
  const across = axes.find((axis) => axis !== along);
  if (!measure || !along || !across) return { axisLabel: '', overTime: false, categories: [], series: [], notes: [] };
  const positions = new Map(orderedRows(shape, along).map(({ key }, position) => [key, position]));
  const categories = orderedRows(shape, along).map(({ name }) => name);
  const groups = new Map<string, (Row | null)[]>();
  for (const row of shape.rows) {
    const name = categoryText(row[across.index], across, shape.locale);
    const rows = groups.get(name) ?? categories.map(() => null);
    rows[positions.get(keyOf(row, along)) ?? 0] = row;
    groups.set(name, rows);
  }
  const total = (rows: (Row | null)[]): number => rows.reduce((sum, row) => sum + Math.abs(numberOf(row?.[measure.index]) ?? 0), 0);
  const sorted = [...groups].sort((a, b) => total(b[1]) - total(a[1]));
  const drawn = sorted.slice(0, mostSeries);
  return {
    axisLabel: along.label,
    overTime: along === shape.time,
    categories,
    series: drawn.map(([name, rows]) => seriesOf(measure, name, rows)),
    notes: sorted.length > drawn.length ? [note(kind === 'line' ? 'lines_left_out' : 'groups_left_out', { count: sorted.length - drawn.length })] : [],
  };
}

/** Shares where they were asked for; in a ranking of things, the measure they are ranked by; else all. */
function drawnMeasures(shape: ResultShape): ShapeColumn[] {
  const all = valuesOf(shape);
  if (shape.grouped) return shape.shares.length > 0 ? shape.shares : all;
  return [all.find((column) => isSorted(shape.rows.map((row) => numberOf(row[column.index])))) ?? all[0]].filter((column) => column !== undefined);
}

function isSorted(values: (number | null)[]): boolean {
  const known = values.flatMap((value) => value ?? []);
  const pairs = known.slice(1).map((value, index) => value - (known[index] ?? 0));
  return known.length > 1 && (pairs.every((step) => step >= 0) || pairs.every((step) => step <= 0)) && pairs.some((step) => step !== 0);
}

interface Place {
  key: string;
  name: string;
  row: Row | null;
}

/** Rows in the order of the axis: periods in time with the empty ones between, all else as the database sorted it. */
function orderedRows(shape: ResultShape, axis: ShapeColumn | undefined): Place[] {
  if (!axis) return [];
  const byKey = new Map<string, Row>();
  for (const row of shape.rows) if (!byKey.has(keyOf(row, axis))) byKey.set(keyOf(row, axis), row);
  if (axis !== shape.time) return [...byKey].map(([key, row]) => ({ key, row, name: axis.role === 'name' || axis.role === 'dimension' ? categoryText(row[axis.index], axis, shape.locale) : rowName(shape, row) }));
  const grain = axis.grain ?? 'day';
  const known = [...byKey.keys()].filter((key) => key !== '');
  const keys = everyPeriod(known, grain) ?? known.sort();
  return keys.map((key) => ({ key, row: byKey.get(key) ?? null, name: periodOnAxis(key, grain) }));
}

function keyOf(row: Row, axis: ShapeColumn): string {
  const text = categoryOf(row[axis.index]);
  return axis.grain === undefined ? text : (isoDay(text) ?? text);
}

function seriesOf(column: ShapeColumn, name: string, rows: (Row | null)[]): Series {
  return { name, column, values: rows.map((row) => numberOf(row?.[column.index])) };
}

/** "1 more not drawn" would be petty: China's 31 provinces, say. */
const pettyRest = 4;

function firstCategories(data: CategoryData, most: number, tolerated: number): CategoryData {
  const left = data.categories.length - most;
  if (left <= tolerated) return data;
  return {
    ...data,
    categories: data.categories.slice(0, most),
    series: data.series.map((series) => ({ ...series, values: series.values.slice(0, most) })),
    notes: [...data.notes, note('categories_left_out', { count: left })],
  };
}
