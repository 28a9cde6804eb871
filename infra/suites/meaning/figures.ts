import type { Filter, Measure } from '@querent/contracts';
import { aggregated, figure, ratio, type Figure } from './aggregated';
import { conditionHolds, readColumn, satisfies, valueOf, type Asked } from './conditions';
import { columnOf, type Formula, type Row, type World, type WorldMetric } from './world';

/** The tables whose rows a measure aggregates. */
export function homesOf(world: World, measure: Measure): string[] {
  return measure.what.kind === 'aggregate' ? [measure.what.table] : [...new Set(formulasOf(world, metricOf(world, measure.what.id)).flatMap(formulaHomes))];
}

/** Whether an X without related rows has a figure, namely 0: of a count or a sum, not of an average or a ratio. */
export const isOfNone = (asked: Asked, measure: Measure): boolean => measured(asked, measure, () => []).value !== null;

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
  // Counting a yes/no column never counts distinct values.
  const isYesNo = columnOf(asked.world, column.table, column.column).type === 'boolean';
  if (isYesNo) return figure(rows.filter((row) => valueOf(asked, table, row, column) === true).length);
  return aggregated(what.fn, rows.map((row) => valueOf(asked, table, row, column)));
}

const narrowed = (asked: Asked, rowsOf: (home: string) => readonly Row[], where: readonly Filter[]) => (home: string) =>
  rowsOf(home).filter((row) => satisfies(asked, home, row, where));

/** A parent's composite is the weighted sum of its children. */
function metricFigure(world: World, metric: WorldMetric, rowsOf: (home: string) => readonly Row[]): Figure {
  if (metric.formula !== null) return formulaFigure(world, metric.formula, rowsOf);
  const parts = metric.children.map(({ id, weight }) => ({ weight, part: metricFigure(world, metricOf(world, id), rowsOf) }));
  if (parts.some(({ part }) => part.value === null)) return figure(null);
  // SQL adds nothing to what has no value; but where there are no rows at all, every sum is 0.
  if (parts.some(({ part }) => part.isNothing) && formulasOf(world, metric).flatMap(formulaHomes).some((home) => rowsOf(home).length > 0)) return { value: null, isNothing: true };
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
    case 'ratio': {
      const [over, under] = [formulaFigure(world, formula.over, rowsOf), formulaFigure(world, formula.under, rowsOf)];
      return over.isNothing ? { value: null, isNothing: true } : ratio(over, under);
    }
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
