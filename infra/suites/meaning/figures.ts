import type { Filter, Measure } from '@querent/contracts';
import { aggregated, figure, ratio, type Figure } from './aggregated';
import type { Asked } from './asked';
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

/** Whether an X without related rows has a figure, namely 0: of a count or a sum, not of an average or a ratio. */
export const isOfNone = (asked: Asked, measure: Measure): boolean => measured(asked, measure, () => []).value !== null;

/**
 * A measure over rows of its homes.
 * @param rowsOf the rows of a home that are in the group, each once
 */
export function measured(asked: Asked, measure: Measure, rowsOf: (home: string) => readonly Row[]): Figure {
  if (measure.over) return overGroups(asked, measure, rowsOf);
  const rows = narrowed(asked, rowsOf, measure.where ?? []);
  if (measure.per) return ratio(whatIsMeasured(asked, measure, rows), measured(asked, measure.per, rowsOf));
  if (measure.share?.of !== 'filtered') return whatIsMeasured(asked, measure, rows);
  return ratio(
    whatIsMeasured(asked, measure, narrowed(asked, rows, measure.share.where ?? [])),
    whatIsMeasured(asked, measure, rows),
  );
}

/** The figure of each inner group, then an aggregate of those that have one. */
function overGroups(asked: Asked, { over, ...measure }: Measure, rowsOf: (home: string) => readonly Row[]): Figure {
  if (!over) throw new Error('a figure without groups');
  const { where = [], ...bare } = measure;
  const inner: Measure = measure.per ? measure : bare;
  const own = measure.per ? [] : where;
  const groups = new Map<string, Map<string, Row[]>>();
  for (const home of homesOf(asked.world, inner)) {
    for (const row of narrowed(asked, rowsOf, own)(home)) {
      for (const key of keysOf(asked, home, row, over.by).filter((parts) => !isMissing(asked, over.by, parts))) {
        const group = groups.get(keyText(key)) ?? new Map<string, Row[]>();
        groups.set(keyText(key), group.set(home, [...(group.get(home) ?? []), row]));
      }
    }
  }
  const [grouping, ...others] = over.by;
  const hasRows = homesOf(asked.world, inner).some((home) => narrowed(asked, rowsOf, own)(home).length > 0);
  const showsEmpty = asked.conventions.countsEmptyPeriods && (hasRows || !asked.isGrouped);
  if (grouping && others.length === 0 && showsEmpty)
    for (const part of periodsOf(asked, grouping, [...asked.filters, ...own]))
      if (!groups.has(keyText([part]))) groups.set(keyText([part]), new Map());
  const figures = [...groups.values()].map((rows) => measured(asked, inner, (home) => rows.get(home) ?? []).value);
  return aggregated(over.fn, figures);
}

function whatIsMeasured(asked: Asked, { what }: Measure, rowsOf: (home: string) => readonly Row[]): Figure {
  if (what.kind === 'metric') return metricFigure(asked.world, metricOf(asked.world, what.id), rowsOf);
  const { column, table, since } = what;
  const rows = rowsOf(table);
  if (column === undefined) return figure(rows.length);
  if (since)
    return aggregated(
      what.fn,
      rows.map((row) => elapsed(asked, table, row, { column, since })),
    );
  // Counting a yes/no column never counts distinct values.
  const isYesNo = columnOf(asked.world, column.table, column.column).type === 'boolean';
  if (isYesNo) return figure(rows.filter((row) => valueOf(asked, table, row, column) === true).length);
  return aggregated(
    what.fn,
    rows.map((row) => valueOf(asked, table, row, column)),
  );
}

const narrowed = (asked: Asked, rowsOf: (home: string) => readonly Row[], where: readonly Filter[]) => (home: string) =>
  rowsOf(home).filter((row) => satisfies(asked, home, row, where));

/** A parent's composite is the weighted sum of its children. */
function metricFigure(world: World, metric: WorldMetric, rowsOf: (home: string) => readonly Row[]): Figure {
  if (metric.formula !== null) return formulaFigure(world, metric.formula, rowsOf);
  const parts = metric.children.map(({ id, weight }) => ({
    weight,
    part: metricFigure(world, metricOf(world, id), rowsOf),
  }));
  if (parts.some(({ part }) => part.value === null)) return figure(null);
  // SQL adds nothing to what has no value; but where there are no rows at all, every sum is 0.
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
  if (metric === undefined) throw new Error(`there is no metric ${id}`);
  return metric;
}
