import type { Row } from '@querent/contracts';
import { categoryText } from '../reading/cell-text';
import { categoryOf, numberOf } from '../reading/cell-value';
import { everyPeriod, isoDay, periodOnAxis } from '@querent/language';
import {
  distinctCount,
  periodName,
  rowName,
  rowNames,
  sameScale,
  haveDuplicateLabels,
  type ResultShape,
  type ShapeColumn,
} from '../reading/result-shape';
import { categoryAxes, drawingLimits, valuesOf } from './chart-type';
import { fontSizes, legendWidth } from './chart-frame';
import { note, type Note } from './chart-note';
import { distinctWhenCut } from './text-width';

export interface Series {
  name: string;
  column: ShapeColumn;
  values: (number | null)[];
}

/** Data of bar and line charts: categories along one axis, and for each series one value or null per category. */
export interface CategoryData {
  /** Label of the category axis, e.g. 区; empty if the categories are measures. */
  axisLabel: string;
  categories: string[];
  series: Series[];
  /** Whether the categories are periods, in chronological order. */
  overTime: boolean;
  /** Notes about data that is not drawn. */
  notes: Note[];
}

/**
 * Converts a result to data of a bar or line chart with at most `maxCategories` bars or lines; null: as many as are
 * legible.
 */
export function categoryData(shape: ResultShape, kind: 'bar' | 'line', maxCategories: number | null): CategoryData {
  const axes = categoryAxes(shape);
  if (axes.length === 0) return shape.pairs.length > 0 ? totalsOfPeriods(shape) : measuresAsCategories(shape);
  const series = Math.min(drawingLimits.series, maxCategories ?? drawingLimits.series);
  const data =
    axes.length === 2 && !haveDuplicateLabels(shape, axes)
      ? pivoted(shape, axes, kind, series)
      : wide(shape, axes, kind);
  // Periods are never cut off: that would drop the latest ones.
  if (kind === 'line' || data.overTime) return data;
  const capped = maxCategories !== null && maxCategories < drawingLimits.bars;
  return capped ? firstCategories(data, maxCategories, 0) : firstCategories(data, drawingLimits.bars, toleratedExcess);
}

/** One row with several measures: one bar per measure. */
function measuresAsCategories(shape: ResultShape): CategoryData {
  const [row] = shape.rows;
  const [first] = shape.measures;
  if (!row || !first) return { axisLabel: '', overTime: false, categories: [], series: [], notes: [] };
  const values = shape.measures.map((measure) => numberOf(row[measure.index]));
  return {
    axisLabel: '',
    overTime: false,
    categories: shape.measures.map(({ label }) => categoryOf(label)),
    series: [{ name: '', column: first, values }],
    notes: [],
  };
}

/** One row with two periods: one bar per period. */
function totalsOfPeriods(shape: ResultShape): CategoryData {
  const [pair] = shape.pairs;
  const [row] = shape.rows;
  if (!pair || !row) return { axisLabel: '', overTime: false, categories: [], series: [], notes: [] };
  const both = [pair.base, pair.current];
  const series = { name: '', column: pair.current, values: both.map(({ index }) => numberOf(row[index])) };
  return {
    axisLabel: '',
    overTime: false,
    categories: both.map((column) => categoryOf(periodName(column))),
    series: [series],
    notes: [],
  };
}

/** One category per row, one series per measure. */
function wide(shape: ResultShape, axes: readonly ShapeColumn[], kind: 'bar' | 'line'): CategoryData {
  const all =
    shape.pairs.length > 0 ? shape.pairs.flatMap(({ base, current }) => [base, current]) : drawnMeasures(shape);
  const [first] = all;
  // Lines may use a second axis; bars of different units are not drawn side by side, because readers would compare
  // them.
  const columns = first
    ? all.filter(
        (column) =>
          sameScale(column, first) || (kind === 'line' && column === all.find((other) => !sameScale(other, first))),
      )
    : [];
  const [axis] = axes;
  const isTime = axes.length === 1 && axis === shape.time && !haveDuplicateLabels(shape, axes);
  const rows = isTime ? periodsOf(shape, axis) : slotPerRow(shape, axes);
  const measures = all
    .filter((column) => !columns.includes(column))
    .map((column) => note('measure_left_out', { measure: categoryOf(column.label) }));
  const notes = [...measures, ...(isTime ? undatedNote(shape, axis) : [])];
  return {
    axisLabel: axes.map(({ label }) => label).join(' · '),
    overTime: isTime,
    categories: rows.map(({ name }) => name),
    series: withDistinctNames(
      columns.map((column) =>
        seriesOf(
          column,
          categoryOf(shape.pairs.length === 1 ? periodName(column) : column.label),
          rows.map(({ row }) => row),
        ),
      ),
    ),
    notes,
  };
}

/** Two labels: time or the label with more values becomes the axis, the other the series, largest first. */
function pivoted(shape: ResultShape, axes: ShapeColumn[], kind: 'bar' | 'line', mostSeries: number): CategoryData {
  const [measure] = drawnMeasures(shape);
  const along =
    shape.time && axes.includes(shape.time)
      ? shape.time
      : [...axes].sort((a, b) => distinctCount(shape, b) - distinctCount(shape, a))[0];
  const across = axes.find((axis) => axis !== along);
  if (!measure || !along || !across) return { axisLabel: '', overTime: false, categories: [], series: [], notes: [] };
  const slots = along === shape.time ? periodsOf(shape, along) : slotPerValue(shape, along);
  const positions = new Map(slots.map(({ key }, position) => [key, position]));
  const categories = slots.map(({ name }) => name);
  // Keyed by the stored value, because two values may have the same name.
  const groups = new Map<string, (Row | null)[]>();
  for (const row of shape.rows) {
    const key = JSON.stringify(row[across.index]);
    const rows = groups.get(key) ?? categories.map(() => null);
    const position = positions.get(keyOf(row, along));
    if (position !== undefined) rows[position] = row;
    groups.set(key, rows);
  }
  const total = (rows: (Row | null)[]): number =>
    rows.reduce((sum, row) => sum + Math.abs(numberOf(row?.[measure.index]) ?? 0), 0);
  const sorted = [...groups].sort((a, b) => total(b[1]) - total(a[1]));
  const drawn = sorted.slice(0, mostSeries);
  return {
    axisLabel: along.label,
    overTime: along === shape.time,
    categories,
    series: withDistinctNames(
      drawn.map(([, rows]) =>
        seriesOf(measure, categoryText(rows.find((row) => row !== null)?.[across.index], across, shape.locale), rows),
      ),
    ),
    notes: [
      ...(sorted.length > drawn.length
        ? [note(kind === 'line' ? 'lines_left_out' : 'groups_left_out', { count: sorted.length - drawn.length })]
        : []),
      ...(along === shape.time ? undatedNote(shape, along) : []),
    ],
  };
}

/** Measures to draw. Groups: shares if there are any, else all. A list: the measure it is sorted by, else the first. */
function drawnMeasures(shape: ResultShape): ShapeColumn[] {
  const all = valuesOf(shape);
  if (shape.grouped) return shape.shares.length > 0 ? shape.shares : all;
  return [all.find((column) => isSorted(shape.rows.map((row) => numberOf(row[column.index])))) ?? all[0]].filter(
    (column) => column !== undefined,
  );
}

function isSorted(values: (number | null)[]): boolean {
  const known = values.flatMap((value) => value ?? []);
  const pairs = known.slice(1).map((value, index) => value - (known[index] ?? 0));
  return (
    known.length > 1 &&
    (pairs.every((step) => step >= 0) || pairs.every((step) => step <= 0)) &&
    pairs.some((step) => step !== 0)
  );
}

interface Slot {
  key: string;
  name: string;
  row: Row | null;
}

/** One slot per row, in the order of the database; rows with equal names keep separate slots. */
function slotPerRow(shape: ResultShape, axes: readonly ShapeColumn[]): Slot[] {
  const names =
    axes.length === 1 && axes[0] === shape.labels[0]
      ? rowNames(shape)
      : shape.rows.map((row) => rowName(shape, row, [...axes]));
  return shape.rows.map((row, at) => ({ key: String(at), row, name: names[at] ?? '' }));
}

/** One slot per stored value of the axis, in the order of the database. */
function slotPerValue(shape: ResultShape, axis: ShapeColumn): Slot[] {
  const byKey = new Map<string, Row>();
  for (const row of shape.rows) if (!byKey.has(keyOf(row, axis))) byKey.set(keyOf(row, axis), row);
  return [...byKey].map(([key, row]) => ({ key, row, name: categoryText(row[axis.index], axis, shape.locale) }));
}

/** One slot per period in chronological order, including empty periods in between. */
function periodsOf(shape: ResultShape, axis: ShapeColumn): Slot[] {
  const byKey = new Map(shape.rows.map((row) => [keyOf(row, axis), row]));
  const grain = axis.grain ?? 'day';
  const known = [...byKey.keys()].filter((key) => key !== '');
  const keys = everyPeriod(known, grain) ?? known.sort();
  return keys.map((key) => ({ key, row: byKey.get(key) ?? null, name: periodOnAxis(key, grain) }));
}

/** Note about rows without a date, which a time axis cannot show. */
function undatedNote(shape: ResultShape, axis: ShapeColumn): Note[] {
  const count = shape.rows.filter((row) => keyOf(row, axis) === '').length;
  return count > 0 ? [note('without_date', { count })] : [];
}

function keyOf(row: Row, axis: ShapeColumn): string {
  const cell = row[axis.index];
  if (axis.grain === undefined) return JSON.stringify(cell);
  const text = categoryOf(cell);
  return isoDay(text) ?? text;
}

/** Numbers series with equal names, because ECharts identifies legend entries and colours by name. */
function withDistinctNames(series: readonly Series[]): Series[] {
  const names = distinctWhenCut(
    series.map(({ name }) => name),
    fontSizes.legend,
    legendWidth,
  );
  return series
    .map((one, index) => ({ ...one, name: names[index] ?? '' }))
    .map((one, at, all) => {
      const alike = all.filter(({ name }) => name === one.name);
      return alike.length === 1
        ? one
        : { ...one, name: `${one.name} (${all.slice(0, at + 1).filter(({ name }) => name === one.name).length})` };
    });
}

function seriesOf(column: ShapeColumn, name: string, rows: (Row | null)[]): Series {
  return { name, column, values: rows.map((row) => numberOf(row?.[column.index])) };
}

/** A few categories above the limit are drawn anyway, for example China's 31 provinces. */
const toleratedExcess = 4;

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
