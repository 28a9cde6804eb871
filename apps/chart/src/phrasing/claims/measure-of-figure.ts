import { findNumbers, normalizeText } from '@querent/language';
import { isNumeric, isPercent } from '../../reading/cell-text';
import type { ResultShape, ShapeColumn } from '../../reading/result-shape';
import type { FigureToken, MeasureToken, Token } from './claim-tokens';

/** Measure words for counts: 12个, 12单. Any of them fits a count; a currency or a length does not. */
const COUNTED: ReadonlySet<string> = new Set([...'个名家位条所座件种台人单笔次项张组间辆本部']);

/** Units that `findNumbers` does not recognise; directly after a figure they are its unit. */
const FOREIGN_UNIT =
  /^\s?(?:个?百分点|percentage points?|分(?!别)|人|天|小时|points?|days?|hours?|weeks?|months?|years?|people|pieces?|units?)(?![a-z])/;

/** Whether the unit written with a figure matches the column's unit. */
export function isUnitOf(text: string, figure: FigureToken, column: ShapeColumn): boolean {
  const behind = text.slice(figure.end);
  if (/^\s?(?:个?百分点|percentage points?|点)/.test(behind)) return false;
  if (figure.unit === '%' || column.unit === '%')
    return figure.unit === '%' && (isPercent(column) || column.unit === '%');
  if (isPercent(column)) return figure.unit === undefined && FOREIGN_UNIT.exec(behind) === null;
  const own = canonicalUnit(column);
  const counted = COUNTED.has(behind.charAt(0)) ? behind.charAt(0) : undefined;
  const unit = figure.unit ?? counted;
  if (unit !== undefined) {
    if (unit === own.unit) return true;
    if (unit === '元' && column.unit === undefined) return column.format === 'currency';
    return COUNTED.has(unit) && (own.unit === undefined ? column.format !== 'currency' : COUNTED.has(own.unit));
  }
  const written = FOREIGN_UNIT.exec(behind)?.[0].trim();
  const singular = (word: string): string => word.replace(/s$/, '');
  return (
    written === undefined ||
    singular(written) === singular(normalizeText(column.unit ?? '')) ||
    (/^[a-z]/.test(written) && normalizeText(column.label).includes(singular(written)))
  );
}

/** Base unit and factor of a column's unit: 万元 is 元 times 10,000. */
export function canonicalUnit(column: ShapeColumn): { unit: string | undefined; times: number } {
  const [one] = column.unit === undefined ? [] : findNumbers(`1${normalizeText(column.unit)}`);
  return one === undefined ? { unit: column.unit, times: 1 } : { unit: one.unit ?? column.unit, times: one.value };
}

/**
 * The measure that a figure belongs to: the one named before it (in English also directly after it), else the one that
 * the sentence is about, else the only one with its unit. Null if there is none or more than one.
 */
export function measureOf(
  text: string,
  figure: FigureToken,
  tokens: readonly Token[],
  shape: ResultShape,
  carried: readonly ShapeColumn[] | null,
): ShapeColumn | null {
  const fits = (columns: readonly ShapeColumn[]): ShapeColumn[] =>
    columns.filter((column) => isUnitOf(text, figure, column));
  const named = namedBeside(text, figure, tokens, shape.locale);
  if (named !== null) return onlyOf(fits(named.columns));
  const inherited = carried === null ? [] : fits(carried);
  if (inherited.length > 0) return onlyOf(inherited);
  return onlyOf(fits(shape.columns.filter(isNumeric)));
}

const onlyOf = (columns: readonly ShapeColumn[]): ShapeColumn | null =>
  columns.length === 1 ? (columns[0] ?? null) : null;

function namedBeside(
  text: string,
  figure: FigureToken,
  tokens: readonly Token[],
  locale: ResultShape['locale'],
): { columns: readonly ShapeColumn[] } | null {
  const named = tokens.filter((token): token is MeasureToken => token.kind === 'measure');
  const figures = tokens.filter((token) => token.kind === 'figure');
  const before = named.filter(({ end }) => end <= figure.start);
  const last = before.at(-1);
  const behind = named.find(({ start }) => start >= figure.end);
  const isNext =
    behind !== undefined &&
    /^[\s,]*(?:[a-z]+\s){0,2}$/.test(text.slice(figure.end, behind.start)) &&
    !figures.some(({ start }) => start >= figure.end && start < behind.start);
  const isHeld = last !== undefined && !figures.some(({ start }) => start >= last.end && start < figure.start);
  // 2024年 and 订单金额 together name one column of a comparison.
  if (last !== undefined && before.length > 1) {
    const both = before
      .map(({ columns }) => columns)
      .reduce((all, columns) =>
        all.some((column) => columns.includes(column)) ? all.filter((column) => columns.includes(column)) : columns,
      );
    if (isHeld) return { columns: both };
  }
  if (
    isHeld &&
    !(locale === 'en' && isNext && !/^[\s:(]*(?:of|is|was|at)?\s*$/.test(text.slice(last.end, figure.start)))
  )
    return last;
  if (isNext && (locale === 'en' || /^\s*(?:的)?$/.test(text.slice(figure.end, behind.start)))) return behind;
  return last ?? (isNext ? behind : null);
}
