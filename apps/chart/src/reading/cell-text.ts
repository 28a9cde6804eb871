import type { Locale, OutputColumn, Row } from '@querent/contracts';
import { formatNumber, momentText, periodText, singular } from '@querent/language';
import { categoryOf, numberOf } from './cell-value';

type Cell = Row[number];

const yesNo: Record<Locale, [yes: string, no: string]> = { zh: ['是', '否'], en: ['yes', 'no'] };
const unknown: Record<Locale, string> = { zh: '（未知）', en: '(unknown)' };
const numericRoles: readonly OutputColumn['role'][] = ['measure', 'share', 'change', 'growth', 'distance'];

/** Formats a cell for a locale: labels of stored values, grouped digits, percentages, units. */
export function cellText(cell: Cell | undefined, column: OutputColumn, locale: Locale): string {
  if (cell === null || cell === undefined || cell === '') return unknown[locale];
  if (isNumeric(column) && numberOf(cell) !== null) return quantityText(cell as string | number, column, locale);
  return categoryText(cell, column, locale);
}

/** Formats a cell as the name of a group, in a sentence or on an axis. */
export function categoryText(cell: Cell | undefined, column: OutputColumn, locale: Locale): string {
  if (cell === null || cell === undefined || cell === '') return unknown[locale];
  if (typeof cell === 'boolean') return column.valueLabels?.[String(cell)] ?? yesNo[locale][cell ? 0 : 1];
  const text = categoryOf(cell);
  const named = column.valueLabels?.[text];
  if (named !== undefined) return categoryOf(named);
  if (column.grain) return periodText(text, column.grain, locale);
  return column.role === 'time' || column.format === 'date' ? momentText(text, locale) : text;
}

/**
 * A number with its unit. Digits are grouped; numbers have up to two decimals (more if below 0.1), percentages one.
 * @param value a number, or a numeric as text
 */
export function quantityText(
  value: string | number,
  column: Pick<OutputColumn, 'format' | 'unit' | 'role'>,
  locale: Locale,
): string {
  if (isPercent(column)) return `${decimal(Number(value) * 100, locale, 1)}%`;
  if (column.role === 'distance') return distanceText(Number(value), column.unit, locale);
  const digits = column.format === 'integer' ? 0 : decimalsFor(Number(value));
  return withUnit(decimal(value, locale, digits, column.format === 'currency'), Number(value), column.unit, locale);
}

export function isPercent(column: Pick<OutputColumn, 'format' | 'role'>): boolean {
  return (
    column.format === 'percent' ||
    ((column.role === 'share' || column.role === 'growth') && column.format === undefined)
  );
}

export function isNumeric(column: OutputColumn): boolean {
  return numericRoles.includes(column.role);
}

/** Grouped digits with at most `most` decimals; `money` has two decimals or none. */
export function decimal(value: string | number, locale: Locale, most: number, money = false): string {
  const digits = formatNumber(value, locale, { decimals: most });
  return money && /\.\d$/.test(digits) ? `${digits}0` : digits;
}

function decimalsFor(value: number): number {
  const size = Math.abs(value);
  return size === 0 || size >= 0.1 ? 2 : Math.min(8, 2 - Math.floor(Math.log10(size)));
}

function withUnit(digits: string, value: number, unit: string | undefined, locale: Locale): string {
  if (unit === undefined || unit === '') return digits;
  if (unit === '%') return `${digits}%`;
  // English units are stored in the plural, so 1 needs the singular. Short units are abbreviations: ms, lbs.
  const form = locale === 'en' && Math.abs(value) === 1 && /[a-z]{4,}$/i.test(unit) ? singular(unit) : unit;
  return `${digits} ${form}`;
}

const metres = ['m', '米', 'meters', 'metres'];

/** Metres below one kilometre, else kilometres; any other unit is unchanged. */
function distanceText(value: number, unit: string | undefined, locale: Locale): string {
  if (unit !== undefined && !metres.includes(unit)) return withUnit(decimal(value, locale, 2), value, unit, locale);
  const kilometres = Math.abs(value) >= 1000;
  const name = { zh: kilometres ? '公里' : '米', en: kilometres ? 'km' : 'm' }[locale];
  return `${decimal(kilometres ? value / 1000 : value, locale, kilometres ? 2 : 0)} ${name}`;
}
