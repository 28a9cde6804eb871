import type { Row } from '@querent/contracts';
import { isPercent } from '../../reading/cell-text';
import { numberOf } from '../../reading/cell-value';
import type { ShapeColumn } from '../../reading/result-shape';
import { agrees } from '../agrees';
import type { FigureToken, WordToken } from './claim-tokens';
import { ENDS_OF_MOVEMENT } from './claim-words';
import { canonicalUnit, isUnitOf, measureOf } from './measure-of-figure';
import { isExtreme } from './prove-order';
import { groupFor, isOneThing, rowsOf, type ParsedClause } from './parsed-clause';

/** Whether each figure equals the value of the row it belongs to, or is a correct bound of it. */
export function checkFigures(parsed: ParsedClause): boolean {
  const { clause, claimed, words, figures } = parsed;
  const paired = words.some(({ sense }) => sense === 'respectively');
  if (paired) return checkPairs(parsed);
  return figures.every((figure) => {
    const column = columnFor(parsed, figure);
    if (column === null) return false;
    const bound = boundBefore(parsed, figure);
    const holds = (row: Row): boolean =>
      bound === null ? isValue(parsed, figure, column, row) : isWithinBound(bound, figure, column, row);
    const extreme = words.find(({ sense }) => sense === 'most' || sense === 'least');
    const group = groupFor(parsed, figure);
    if (group === null) {
      if (extreme !== undefined)
        return claimed.rows.some((row) => holds(row) && isExtreme(claimed, row, column, extreme.sense === 'most', []));
      return claimed.rows.length === 1 && claimed.rows.every(holds);
    }
    if (group.length > 1) {
      const isEach =
        words.some(({ sense }) => sense === 'each') &&
        clause.tokens.filter(({ kind }) => kind === 'figure').length === 1;
      return isEach && group.every((token) => rowsOf(parsed, token, figure).some(holds));
    }
    const [token] = group;
    return token !== undefined && isOneOf(rowsOf(parsed, token, figure), holds, parsed, column, extreme);
  });
}

/**
 * Whether the figure holds for the named rows: for any of them if they are indistinguishable by name, for the extreme
 * one if the clause says so, else for all.
 */
function isOneOf(
  rows: readonly Row[],
  holds: (row: Row) => boolean,
  parsed: ParsedClause,
  column: ShapeColumn,
  extreme: WordToken | undefined,
): boolean {
  if (rows.length <= 1) return rows.some(holds);
  if (isOneThing(parsed, rows)) return rows.some(holds);
  if (extreme !== undefined)
    return rows.some((row) => holds(row) && isExtreme(parsed.claimed, row, column, extreme.sense === 'most', rows));
  return rows.every(holds);
}

/** "A and B had 12 and 8, respectively". */
function checkPairs(parsed: ParsedClause): boolean {
  const { figures, labels, claimed } = parsed;
  const [first] = labels;
  const names = labels.filter(({ column }) => column === first?.column);
  if (figures.length === 0 || names.length !== figures.length) return false;
  // One measure applies to all figures; it is named before the first or after the last.
  const common = figures.flatMap((figure) => columnFor(parsed, figure) ?? [])[0] ?? null;
  return figures.every((figure, at) => {
    const token = names[at];
    const column =
      columnFor(parsed, figure) ?? (common !== null && isUnitOf(parsed.clause.text, figure, common) ? common : null);
    return (
      token !== undefined &&
      column !== null &&
      [...token.rows].some((row) => claimed.rows.includes(row) && isValue(parsed, figure, column, row))
    );
  });
}

/** The column that a figure belongs to; null if that is unclear. */
export function columnFor(parsed: ParsedClause, figure: FigureToken): ShapeColumn | null {
  const { clause, claimed, context, words } = parsed;
  const movement = words.find(({ sense }) => sense === 'up' || sense === 'down');
  const { pairs } = claimed.shape;
  const isEnd = ENDS_OF_MOVEMENT.test(beforeNames(parsed, figure));
  if (movement !== undefined && pairs.length === 0 && !isEnd) return null;
  if (movement !== undefined && pairs.length === 1 && (figure.unit === '%' || !isEnd)) {
    const [pair] = pairs;
    return (figure.unit === '%' ? pair?.growth : pair?.change) ?? null;
  }
  return measureOf(clause.text, figure, clause.tokens, claimed.shape, context.measure);
}

/**
 * The clause up to a figure, without the names directly before it: in 从[2026年1月]的500元 the figure is the start of the
 * movement.
 */
function beforeNames({ clause, labels }: ParsedClause, figure: FigureToken): string {
  const last = labels.filter(({ end }) => end <= figure.start).at(-1);
  const isBeside =
    last !== undefined && /^\s*(?:的|,|was|of|at|is)?\s*$/.test(clause.text.slice(last.end, figure.start));
  return clause.text.slice(clause.start, isBeside ? last.start : figure.start);
}

function isValue({ words }: ParsedClause, figure: FigureToken, column: ShapeColumn, row: Row): boolean {
  const cell = numberOf(row[column.index]);
  if (cell === null) return false;
  const known = valueOf(cell, figure, column);
  const isMoved =
    (column.role === 'change' || column.role === 'growth') &&
    words.some(({ sense }) => sense === 'up' || sense === 'down');
  return agrees(figure.value, isMoved ? Math.abs(known) : known, figure.text);
}

/** The cell's value converted to the figure's unit. */
function valueOf(cell: number, figure: FigureToken, column: ShapeColumn): number {
  if (figure.unit === '%' && isPercent(column)) return cell * 100;
  return cell * canonicalUnit(column).times;
}

export type Bound = 'more' | 'less';

/** Bound ("more than", "less than") directly before a figure; null if there is none. */
export function boundBefore({ clause, words }: ParsedClause, figure: FigureToken): Bound | null {
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
