import type { Filter, Measure } from '@querent/contracts';
import { aggregated, figure, ratio, type Figure } from './aggregated';
import { conditionHolds, readColumn, satisfies, valueOf, type Asked } from './conditions';
import { columnOf, type Formula, type Row, type World, type WorldMetric } from './world';

/** The tables whose rows a measure aggregates. */
export function homesOf(world: World, measure: Measure): string[] {
  return measure.what.kind === 'aggregate' ? [measure.what.table] : [...new Set(formulasOf(world, metricOf(world, measure.what.id)).flatMap(formulaHomes))];
}

/** Whether an X without related rows has the figure 0: a count or a sum. */
export function isCountOrSum(world: World, measure: Measure): boolean {
  if (measure.share) return false;
  if (measure.what.kind === 'aggregate') return ['count', 'count_distinct', 'sum'].includes(measure.what.fn);
  const { formula } = metricOf(world, measure.what.id);
  return formula?.kind === 'product' || (formula?.kind === 'aggregate' && ['count', 'count_distinct', 'sum'].includes(formula.fn));
}

/**
 * A measure over rows of its homes.
 * @param rowsOf the rows of a home that are in the group, each once
 */
export function measured(asked: Asked, measure: Measure, rowsOf: (home: string) => readonly Row[]): Figure {
  const rows = narrowed(asked, rowsOf, measure.where ?? []);
  if (measure.share?.of !== 'filtered') return whatIsMeasured(asked, measure, rows);
  return ratio(whatIsMeasured(asked, measure, narrowed(asked, rows, measure.share.where ?? [])), whatIsMeasured(asked, measure, rows));
}

function whatIsMeasured(asked: Asked, { what }: Measure, rowsOf: (home: string) => readonly Row[]): Figure {
  if (what.kind === 'metric') return metricFigure(asked.world, metricOf(asked.world, what.id), rowsOf);
  const { column, table } = what;
  const rows = rowsOf(table);
  if (column === undefined) return figure(rows.length);
  return aggregated(what.fn, rows.map((row) => valueOf(asked, table, row, column)));
}

const narrowed = (asked: Asked, rowsOf: (home: string) => readonly Row[], where: readonly Filter[]) => (home: string) =>
  rowsOf(home).filter((row) => satisfies(asked, home, row, where));

/** A parent's composite is the weighted sum of its children. */
function metricFigure(world: World, metric: WorldMetric, rowsOf: (home: string) => readonly Row[]): Figure {
  if (metric.formula !== null) return formulaFigure(world, metric.formula, rowsOf);
  const parts = metric.children.map(({ id, weight }) => ({ weight, part: metricFigure(world, metricOf(world, id), rowsOf) }));
  if (parts.some(({ part }) => part.value === null)) return figure(null);
  return { value: parts.reduce((sum, { weight, part }) => sum + weight * Number(part.value), 0), isNothing: parts.some(({ part }) => part.isNothing) };
}

function formulaFigure(world: World, formula: Formula, rowsOf: (home: string) => readonly Row[]): Figure {
  switch (formula.kind) {
    case 'aggregate': {
      const { where, table, column } = formula;
      const rows = rowsOf(table).filter((row) => where === null || conditionHolds(where, row) === true);
      return column === null ? figure(rows.length) : aggregated(formula.fn, rows.map((row) => readColumn(columnOf(world, table, column), row)));
    }
    case 'product': {
      const [left, right] = [columnOf(world, formula.table, formula.left), columnOf(world, formula.table, formula.right)];
      return aggregated('sum', rowsOf(formula.table).map((row) => {
        const [a, b] = [readColumn(left, row), readColumn(right, row)];
        return a === null || b === null ? null : Number(a) * Number(b);
      }));
    }
    case 'ratio':
      return ratio(formulaFigure(world, formula.over, rowsOf), formulaFigure(world, formula.under, rowsOf));
  }
}

function formulasOf(world: World, metric: WorldMetric): Formula[] {
  return metric.formula !== null ? [metric.formula] : metric.children.flatMap(({ id }) => formulasOf(world, metricOf(world, id)));
}

function formulaHomes(formula: Formula): string[] {
  return formula.kind === 'ratio' ? [...formulaHomes(formula.over), ...formulaHomes(formula.under)] : [formula.table];
}

export function metricOf(world: World, id: string): WorldMetric {
  const metric = world.metrics.find((candidate) => candidate.id === id);
  if (metric === undefined) throw new Error(`there is no metric ${id}`);
  return metric;
}
