import type { Row } from '@querent/contracts';
import { isPercent } from '../../reading/cell-text';
import { numberOf } from '../../reading/cell-value';
import type { ShapeColumn } from '../../reading/result-shape';
import { agrees } from '../agrees';
import type { FigureToken, WordToken } from './claim-tokens';
import { ENDS_OF_MOVEMENT } from './claim-words';
import { canonicalUnit, isUnitOf, measureOf } from './measure-of-figure';
import { isExtreme } from './prove-order';
import { groupFor, isOneThing, rowsOf, type Said } from './said';

/** Whether each figure is the value, or within the bound, of the row that it stands with. */
export function checkFigures(said: Said): boolean {
  const { clause, claimed, words, figures } = said;
  const paired = words.some(({ sense }) => sense === 'respectively');
  if (paired) return checkPairs(said);
  return figures.every((figure) => {
    const column = columnFor(said, figure);
    if (column === null) return false;
    const bound = boundBefore(said, figure);
    const holds = (row: Row): boolean =>
      bound === null ? isValue(said, figure, column, row) : isWithinBound(bound, figure, column, row);
    const extreme = words.find(({ sense }) => sense === 'most' || sense === 'least');
    const group = groupFor(said, figure);
    if (group === null) {
      if (extreme !== undefined)
        return claimed.rows.some((row) => holds(row) && isExtreme(claimed, row, column, extreme.sense === 'most', []));
      return claimed.rows.length === 1 && claimed.rows.every(holds);
    }
    if (group.length > 1) {
      const isEach =
        words.some(({ sense }) => sense === 'each') &&
        clause.tokens.filter(({ kind }) => kind === 'figure').length === 1;
      return isEach && group.every((token) => rowsOf(said, token, figure).some(holds));
    }
    const [token] = group;
    return token !== undefined && isOneOf(rowsOf(said, token, figure), holds, said, column, extreme);
  });
}

/** Rows that their names do not tell apart, any of which may be meant; of several others an extreme picks one. */
function isOneOf(
  rows: readonly Row[],
  holds: (row: Row) => boolean,
  said: Said,
  column: ShapeColumn,
  extreme: WordToken | undefined,
): boolean {
  if (rows.length <= 1) return rows.some(holds);
  if (isOneThing(said, rows)) return rows.some(holds);
  if (extreme !== undefined)
    return rows.some((row) => holds(row) && isExtreme(said.claimed, row, column, extreme.sense === 'most', rows));
  return rows.every(holds);
}

/** "A and B had 12 and 8, respectively". */
function checkPairs(said: Said): boolean {
  const { figures, labels, claimed } = said;
  const [first] = labels;
  const names = labels.filter(({ column }) => column === first?.column);
  if (figures.length === 0 || names.length !== figures.length) return false;
  // One measure is named for all of them, before the first or behind the last.
  const common = figures.flatMap((figure) => columnFor(said, figure) ?? [])[0] ?? null;
  return figures.every((figure, at) => {
    const token = names[at];
    const column =
      columnFor(said, figure) ?? (common !== null && isUnitOf(said.clause.text, figure, common) ? common : null);
    return (
      token !== undefined &&
      column !== null &&
      [...token.rows].some((row) => claimed.rows.includes(row) && isValue(said, figure, column, row))
    );
  });
}

/** The column that a figure is of; null where that cannot be told. */
export function columnFor(said: Said, figure: FigureToken): ShapeColumn | null {
  const { clause, claimed, context, words } = said;
  const movement = words.find(({ sense }) => sense === 'up' || sense === 'down');
  const { pairs } = claimed.shape;
  const isEnd = ENDS_OF_MOVEMENT.test(beforeNames(said, figure));
  if (movement !== undefined && pairs.length === 0 && !isEnd) return null;
  if (movement !== undefined && pairs.length === 1 && (figure.unit === '%' || !isEnd)) {
    const [pair] = pairs;
    return (figure.unit === '%' ? pair?.growth : pair?.change) ?? null;
  }
  return measureOf(clause.text, figure, clause.tokens, claimed.shape, context.measure);
}

/** The clause up to a figure, without the names right before it: 从[2026年1月]的500元 begins the movement. */
function beforeNames({ clause, labels }: Said, figure: FigureToken): string {
  const last = labels.filter(({ end }) => end <= figure.start).at(-1);
  const isBeside =
    last !== undefined && /^\s*(?:的|,|was|of|at|is)?\s*$/.test(clause.text.slice(last.end, figure.start));
  return clause.text.slice(clause.start, isBeside ? last.start : figure.start);
}

function isValue({ words }: Said, figure: FigureToken, column: ShapeColumn, row: Row): boolean {
  const cell = numberOf(row[column.index]);
  if (cell === null) return false;
  const known = valueOf(cell, figure, column);
  const isMoved =
    (column.role === 'change' || column.role === 'growth') &&
    words.some(({ sense }) => sense === 'up' || sense === 'down');
  return agrees(figure.value, isMoved ? Math.abs(known) : known, figure.text);
}

/** The cell as it would be written with the figure's unit. */
function valueOf(cell: number, figure: FigureToken, column: ShapeColumn): number {
  if (figure.unit === '%' && isPercent(column)) return cell * 100;
  return cell * canonicalUnit(column).times;
}

export type Bound = 'more' | 'less';

/** "More than" or "less than" right before a figure. */
export function boundBefore({ clause, words }: Said, figure: FigureToken): Bound | null {
  const word = words.find(
    ({ sense, end }) =>
      (sense === 'more' || sense === 'less') &&
      end <= figure.start &&
      clause.text.slice(end, figure.start).trim() === '',
  );
  return word === undefined ? null : (word.sense as Bound);
}

function isWithinBound(bound: Bound, figure: FigureToken, column: ShapeColumn, row: Row): boolean {
  const cell = numberOf(row[column.index]);
  if (cell === null) return false;
  const known = valueOf(cell, figure, column);
  return bound === 'more' ? known > figure.value : known < figure.value;
}
