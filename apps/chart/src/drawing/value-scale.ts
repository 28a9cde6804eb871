import type { Locale, OutputColumn } from '@querent/contracts';
import { decimal, isPercent } from '../reading/cell-text';

/** How the numbers of an axis are shown: divided, and named so. */
export interface ValueScale {
  divisor: number;
  /** In the axis' name: 万元, million yuan, %. */
  unit: string;
  /** ECharts text template of the tick labels. */
  tick: string;
}

const steps: Record<Locale, { from: number; divisor: number; name: string }[]> = {
  zh: [
    { from: 1e8, divisor: 1e8, name: '亿' },
    { from: 1e5, divisor: 1e4, name: '万' },
  ],
  en: [
    { from: 1e9, divisor: 1e9, name: 'billion' },
    { from: 1e6, divisor: 1e6, name: 'million' },
    { from: 1e5, divisor: 1e3, name: 'thousand' },
  ],
};

/** The scale on which the numbers can be read without counting zeros. */
export function valueScale(column: OutputColumn, values: readonly number[], locale: Locale): ValueScale {
  if (isPercent(column)) return { divisor: 0.01, unit: '', tick: '{value}%' };
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const step = steps[locale].find(({ from }) => largest >= from);
  const unit = [step?.name, column.unit].filter(Boolean).join(locale === 'zh' ? '' : ' ');
  return { divisor: step?.divisor ?? 1, unit, tick: '{value}' };
}

/** A number on its scale, without the noise of the division. */
export function scaled(value: number | null, scale: ValueScale): number | null {
  if (value === null || Math.abs(value) > largestDrawn) return null;
  const shown = value / scale.divisor;
  return Math.abs(shown) < smallestDrawn ? 0 : Number(shown.toPrecision(6));
}

/** Beyond these, ECharts' own arithmetic of ticks breaks down; on any axis they are nothing, or off the paper. */
const smallestDrawn = 1e-12;
const largestDrawn = 1e30;

/** A scaled number as the drawing's labels show it; its unit stands on the axis. */
export function labelText(value: number, scale: ValueScale, locale: Locale): string {
  const digits = digitsOf(Math.abs(value), scale);
  const text = decimal(value, locale, digits);
  // "0 billion yuan" would deny that there is anything.
  return scale.tick.replace('{value}', value !== 0 && Number(text) === 0 ? '≈0' : text);
}

/** Small numbers keep two digits that are not zero, unless the axis counts in millions. */
function digitsOf(size: number, { divisor }: ValueScale): number {
  if (size >= 100) return size >= 1000 ? 0 : 1;
  return size >= 0.1 || size === 0 || divisor > 1 ? 2 : Math.min(8, 1 - Math.floor(Math.log10(size)));
}

/** `订单金额（万元）`, `Order amount (million yuan)`. */
export function axisName(label: string, scale: ValueScale, locale: Locale): string {
  // "number of orders (orders)" says it twice.
  if (scale.unit === '' || (scale.divisor === 1 && label.toLowerCase().includes(scale.unit.toLowerCase())))
    return label;
  return locale === 'zh' ? `${label}（${scale.unit}）` : `${label} (${scale.unit})`;
}
