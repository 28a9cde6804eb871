import type { Filter, Measure } from '@querent/contracts';
import { aggregated, figure, ratio, type Figure } from './aggregated';
import type { EvaluationContext } from './evaluation-context';
import { conditionHolds, elapsed, readColumn, satisfies, valueOf } from './conditions';
import { isMissing, keysOf, keyText, periodsOf } from './group-keys';
import { columnOf, type Formula, type Row, type World, type WorldMetric } from './random/world';

/** The tables whose rows a measure aggregates. */
export function homesOf(world: World, measure: Measure): string[] {
  const own =
    measure.what.kind === 'aggregate'
      ? [measure.what.table]
      : formulasOf(world, metricOf(world, measure.what.id)).flatMap(formulaHomes);
  return [...new Set([...own, ...(measure.per ? homesOf(world, measure.per) : [])])];
}

/** Whether the figure of a thing without related rows is 0, as for a count or sum, instead of missing. */
export const isOfNone = (context: EvaluationContext, measure: Measure): boolean =>
  measured(context, measure, () => []).value !== null;

/**
 * Computes a measure over rows of its home tables.
 * @param rowsOf the group's rows of a home table, each once
 */
export function measured(
  context: EvaluationContext,
  measure: Measure,
  rowsOf: (home: string) => readonly Row[],
): Figure {
  if (measure.over) return overGroups(context, measure, rowsOf);
  const rows = narrowed(context, rowsOf, measure.where ?? []);
  if (measure.per) return ratio(whatIsMeasured(context, measure, rows), measured(context, measure.per, rowsOf));
  if (measure.share?.of !== 'filtered') return whatIsMeasured(context, measure, rows);
  return ratio(
    whatIsMeasured(context, measure, narrowed(context, rows, measure.share.where ?? [])),
    whatIsMeasured(context, measure, rows),
  );
}

/** An aggregate over the figures of inner groups that have one. */
function overGroups(
  context: EvaluationContext,
  { over, ...measure }: Measure,
  rowsOf: (home: string) => readonly Row[],
): Figure {
  if (!over) throw new Error('a figure without groups');
  const { where = [], ...bare } = measure;
  const inner: Measure = measure.per ? measure : bare;
  const own = measure.per ? [] : where;
  const groups = new Map<string, Map<string, Row[]>>();
  for (const home of homesOf(context.world, inner)) {
    for (const row of narrowed(context, rowsOf, own)(home)) {
      for (const key of keysOf(context, home, row, over.by).filter((parts) => !isMissing(context, over.by, parts))) {
        const group = groups.get(keyText(key)) ?? new Map<string, Row[]>();
        groups.set(keyText(key), group.set(home, [...(group.get(home) ?? []), row]));
      }
    }
  }
  const [grouping, ...others] = over.by;
  const hasRows = homesOf(context.world, inner).some((home) => narrowed(context, rowsOf, own)(home).length > 0);
  const showsEmpty = context.conventions.countsEmptyPeriods && (hasRows || !context.isGrouped);
  if (grouping && others.length === 0 && showsEmpty)
    for (const part of periodsOf(context, grouping, [...context.filters, ...own]))
      if (!groups.has(keyText([part]))) groups.set(keyText([part]), new Map());
  const figures = [...groups.values()].map((rows) => measured(context, inner, (home) => rows.get(home) ?? []).value);
  return aggregated(over.fn, figures);
}

function whatIsMeasured(
  context: EvaluationContext,
  { what }: Measure,
  rowsOf: (home: string) => readonly Row[],
): Figure {
  if (what.kind === 'metric') return metricFigure(context.world, metricOf(context.world, what.id), rowsOf);
  const { column, table, since } = what;
  const rows = rowsOf(table);
  if (column === undefined) return figure(rows.length);
  if (since)
    return aggregated(
      what.fn,
      rows.map((row) => elapsed(context, table, row, { column, since })),
    );
  // Counting a yes/no column never counts distinct values.
  const isYesNo = columnOf(context.world, column.table, column.column).type === 'boolean';
  if (isYesNo) return figure(rows.filter((row) => valueOf(context, table, row, column) === true).length);
  return aggregated(
    what.fn,
    rows.map((row) => valueOf(context, table, row, column)),
  );
}

const narrowed =
  (context: EvaluationContext, rowsOf: (home: string) => readonly Row[], where: readonly Filter[]) => (home: string) =>
    rowsOf(home).filter((row) => satisfies(context, home, row, where));

/** A metric's figure. A parent metric is the weighted sum of its children. */
function metricFigure(world: World, metric: WorldMetric, rowsOf: (home: string) => readonly Row[]): Figure {
  if (metric.formula !== null) return formulaFigure(world, metric.formula, rowsOf);
  const parts = metric.children.map(({ id, weight }) => ({
    weight,
    part: metricFigure(world, metricOf(world, id), rowsOf),
  }));
  if (parts.some(({ part }) => part.value === null)) return figure(null);
  // As in SQL, the sum of only NULLs is NULL. Without any rows, every sum is 0.
  if (
    parts.some(({ part }) => part.isNothing) &&
    formulasOf(world, metric)
      .flatMap(formulaHomes)
      .some((home) => rowsOf(home).length > 0)
  )
    return figure(null);
  return {
    value: parts.reduce((sum, { weight, part }) => sum + weight * Number(part.value), 0),
    isNothing: parts.some(({ part }) => part.isNothing),
  };
}

function formulaFigure(world: World, formula: Formula, rowsOf: (home: string) => readonly Row[]): Figure {
  switch (formula.kind) {
    case 'aggregate': {
      const { where, table, column } = formula;
      const rows = rowsOf(table).filter((row) => where === null || conditionHolds(where, row) === true);
      return column === null
        ? figure(rows.length)
        : aggregated(
            formula.fn,
            rows.map((row) => readColumn(columnOf(world, table, column), row)),
          );
    }
    case 'product': {
      const [left, right] = [
        columnOf(world, formula.table, formula.left),
        columnOf(world, formula.table, formula.right),
      ];
      return aggregated(
        'sum',
        rowsOf(formula.table).map((row) => {
          const [a, b] = [readColumn(left, row), readColumn(right, row)];
          return a === null || b === null ? null : Number(a) * Number(b);
        }),
      );
    }
    case 'ratio': {
      const [over, under] = [formulaFigure(world, formula.over, rowsOf), formulaFigure(world, formula.under, rowsOf)];
      return over.isNothing ? figure(null) : ratio(over, under);
    }
  }
}

function formulasOf(world: World, metric: WorldMetric): Formula[] {
  return metric.formula !== null
    ? [metric.formula]
    : metric.children.flatMap(({ id }) => formulasOf(world, metricOf(world, id)));
}

function formulaHomes(formula: Formula): string[] {
  return formula.kind === 'ratio' ? [...formulaHomes(formula.over), ...formulaHomes(formula.under)] : [formula.table];
}

export function metricOf(world: World, id: string): WorldMetric {
  const metric = world.metrics.find((candidate) => candidate.id === id);
  if (metric === undefined) throw new Error(`unknown metric ${id}`);
  return metric;
}
