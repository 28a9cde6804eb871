import type { ChartType, SemanticQuery } from '@querent/contracts';
import {
  distinctCount,
  numbersOf,
  sameScale,
  haveDuplicateLabels,
  type ResultShape,
  type ShapeColumn,
} from '../reading/result-shape';
import type { WishedType } from './chart-wish';

/** The types for a result; `clarification` is drawn for a question that needs a reply. */
export type ResultChartType = Exclude<ChartType, 'clarification'>;
export type DrawnType = Exclude<ResultChartType, 'number' | 'table'>;

/** Limits of legibility. */
export const drawingLimits = {
  bars: 30,
  barsConsidered: 300,
  slices: 8,
  slicesAsked: 12,
  series: 8,
  groupedCategories: 24,
  groupedBars: 90,
  points: 2_000,
};

interface Rule {
  /** Description of the rule, used in the test. */
  when: string;
  holds: (shape: ResultShape, query: SemanticQuery | null) => boolean;
  type: ResultChartType;
}

/** Rules in order of precedence: the first one that holds decides. */
export const chartRules: readonly Rule[] = [
  { when: 'nothing was found', holds: (shape) => shape.rows.length === 0, type: 'table' },
  {
    when: 'one number',
    holds: (shape) =>
      shape.rows.length === 1 && valuesOf(shape).length === 1 && shape.labels.length === 0 && shape.time === null,
    type: 'number',
  },
  {
    when: 'two periods of one total',
    holds: (shape) => shape.rows.length === 1 && shape.pairs.length > 0 && shape.labels.length === 0,
    type: 'bar',
  },
  {
    when: 'several measures of one thing on one scale',
    holds: (shape) => shape.rows.length === 1 && shape.grouped && sideBySide(shape),
    type: 'bar',
  },
  { when: 'one row', holds: (shape) => shape.rows.length === 1, type: 'table' },
  { when: 'things with a position', holds: (shape) => !shape.grouped && drawable.map(shape), type: 'map' },
  {
    when: 'two periods of several groups',
    holds: (shape) => shape.pairs.length > 0 && drawable.bar(shape),
    type: 'bar',
  },
  { when: 'measures over time', holds: (shape) => shape.grouped && drawable.line(shape), type: 'line' },
  {
    when: 'parts of a whole',
    holds: (shape) => shape.shares.length > 0 && drawable.pie(shape) && isWhole(shape),
    type: 'pie',
  },
  { when: 'measures by group', holds: (shape) => shape.grouped && drawable.bar(shape), type: 'bar' },
  {
    when: 'a ranking of named things',
    holds: (shape, query) => !shape.grouped && isRanking(shape, query) && drawable.bar(shape),
    type: 'bar',
  },
  { when: 'anything else', holds: () => true, type: 'table' },
];

/** Preferences about the chart type, from the question and from the agent. */
export interface ChartWishes {
  asked: WishedType | null;
  /** Types that the agent prefers, in order. */
  preferred: readonly ResultChartType[];
  /** Limit of drawn categories. */
  maxCategories: number | null;
  /** Whether the measure is additive over its groups. */
  isAdditive: boolean;
}

/**
 * Chart type of a result: the requested type if it can be drawn, else the first preferred type that suits, else the
 * type of the rules.
 */
export function chartType(shape: ResultShape, query: SemanticQuery | null, wishes: ChartWishes): ResultChartType {
  const natural = chartRules.find((rule) => rule.holds(shape, query))?.type ?? 'table';
  const { asked } = wishes;
  if (natural === 'number' || shape.rows.length < 2) return natural;
  if (asked !== null && drawable[asked](shape)) return asked;
  const fitting = natural === 'pie' && isCrowdedPie(shape, wishes) ? 'bar' : natural;
  return wishes.preferred.find((type) => type === fitting || suits(type, shape, query, wishes)) ?? fitting;
}

/**
 * Whether a type that was not requested represents the result correctly: no bars over unranked lists, no pie of parts
 * that do not form a whole.
 */
function suits(type: ResultChartType, shape: ResultShape, query: SemanticQuery | null, wishes: ChartWishes): boolean {
  if (type === 'number') return false;
  if (type === 'table' || type === 'map') return drawable[type](shape);
  if (type === 'bar') return drawable.bar(shape) && (shape.grouped || isRanking(shape, query));
  if (type === 'pie')
    return (
      drawable.pie(shape) &&
      shape.grouped &&
      shape.time === null &&
      isWhole(shape) &&
      (shape.shares.length > 0 || wishes.isAdditive) &&
      !isCrowdedPie(shape, wishes)
    );
  return drawable[type](shape) && shape.grouped;
}

function isCrowdedPie(shape: ResultShape, { maxCategories }: ChartWishes): boolean {
  return maxCategories !== null && shape.rows.length > maxCategories;
}

/** Whether a chart type can show the result at all. */
const drawable: Record<WishedType, (shape: ResultShape) => boolean> = {
  table: () => true,
  line: (shape) =>
    shape.time !== null &&
    !haveDuplicateLabels(shape, categoryAxes(shape)) &&
    valuesOf(shape).length > 0 &&
    distinctCount(shape, shape.time) > 1 &&
    shape.labels.length <= 1 &&
    seriesFit(shape, 60),
  bar: (shape) => {
    if (valuesOf(shape).length === 0) return false;
    const axes = categoryAxes(shape);
    if (axes.length === 1 || (axes.length === 2 && haveDuplicateLabels(shape, axes)))
      return shape.rows.length <= drawingLimits.barsConsidered;
    return axes.length === 2 && valuesOf(shape).length === 1 && fitsGrouped(shape, axes);
  },
  // Overlapping groups do not form a whole, so they get no pie even if one is requested.
  pie: (shape) => {
    const value = pieValue(shape);
    if (!value || value.overlapping || categoryAxes(shape).length !== 1 || !shape.complete) return false;
    const numbers = numbersOf(shape, value);
    return (
      numbers.length === shape.rows.length &&
      numbers.length <= drawingLimits.slicesAsked &&
      numbers.every((number) => number >= 0) &&
      numbers.some((number) => number > 0)
    );
  },
  scatter: (shape) => shape.measures.length >= 2 && shape.rows.length >= 3 && shape.rows.length <= drawingLimits.points,
  map: (shape) => shape.located >= 2 && shape.located <= drawingLimits.points,
};

/** Columns to draw as values: the measures, or the shares if there are no measures. */
export function valuesOf(shape: ResultShape): ShapeColumn[] {
  return shape.measures.length > 0 ? shape.measures : shape.shares;
}

/**
 * Category axes of a result: time and labels. In a list the first label identifies the rows, so the other labels are no
 * axes.
 */
export function categoryAxes(shape: ResultShape): ShapeColumn[] {
  const all = [...(shape.time ? [shape.time] : []), ...shape.labels];
  const [first] = shape.labels;
  if (!first || shape.time) return all;
  return shape.things || distinctCount(shape, first) === shape.rows.length ? [first] : all;
}

export function pieValue(shape: ResultShape): ShapeColumn | undefined {
  return shape.measures.length === 1 ? shape.measures[0] : shape.measures.length === 0 ? shape.shares[0] : undefined;
}

/** Whether the rows are the few, complete parts of a whole, with shares that add up to 1. */
function isWhole(shape: ResultShape): boolean {
  if (shape.rows.length > drawingLimits.slices || !shape.complete) return false;
  const [share] = shape.shares;
  if (!share) return true;
  const sum = numbersOf(shape, share).reduce((total, part) => total + part, 0);
  return Math.abs(sum - 1) < 0.02;
}

function sideBySide(shape: ResultShape): boolean {
  const [first, ...rest] = shape.measures;
  return first !== undefined && rest.length > 0 && rest.every((other) => sameScale(first, other));
}

function isRanking(shape: ResultShape, query: SemanticQuery | null): boolean {
  const ordered = query?.order.some(({ by }) => by.kind !== 'dimension') ?? false;
  return ordered && shape.rows.length <= drawingLimits.bars && shape.labels[0]?.role === 'name';
}

function seriesFit(shape: ResultShape, most: number): boolean {
  const [label] = shape.labels;
  return label === undefined || (distinctCount(shape, label) <= most && shape.rows.length <= drawingLimits.points);
}

function fitsGrouped(shape: ResultShape, axes: ShapeColumn[]): boolean {
  const sizes = axes.map((axis) => distinctCount(shape, axis)).sort((a, b) => a - b);
  const [fewer = 0, more = 0] = sizes;
  return (
    fewer <= drawingLimits.series &&
    more <= drawingLimits.groupedCategories &&
    fewer * more <= drawingLimits.groupedBars
  );
}
