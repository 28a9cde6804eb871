import type { Locale, OutputColumn } from '@querent/contracts';
import { decimal, isPercent } from '../reading/cell-text';

/** Scale of the numbers on an axis: a divisor and the unit that names it. */
export interface ValueScale {
  divisor: number;
  /** Unit in the axis name: 万元, million yuan, %. */
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

/** The scale on which the numbers are readable without counting zeros. */
export function valueScale(column: OutputColumn, values: readonly number[], locale: Locale): ValueScale {
  if (isPercent(column)) return { divisor: 0.01, unit: '', tick: '{value}%' };
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const step = steps[locale].find(({ from }) => largest >= from);
  const unit = [step?.name, column.unit].filter(Boolean).join(locale === 'zh' ? '' : ' ');
  return { divisor: step?.divisor ?? 1, unit, tick: '{value}' };
}

/** A number on its scale, without rounding noise of the division. */
export function scaled(value: number | null, scale: ValueScale): number | null {
  if (value === null || Math.abs(value) > largestDrawn) return null;
  const shown = value / scale.divisor;
  return Math.abs(shown) < smallestDrawn ? 0 : Number(shown.toPrecision(6));
}

/** Outside these limits ECharts' tick computation fails. Smaller numbers become 0, larger ones are not drawn. */
const smallestDrawn = 1e-12;
const largestDrawn = 1e30;

/** A scaled number as a chart label, without the unit, which the axis shows. */
export function labelText(value: number, scale: ValueScale, locale: Locale): string {
  const digits = digitsOf(Math.abs(value), scale);
  const text = decimal(value, locale, digits);
  // A value that rounds to zero is shown as ≈0, because 0 would mean that there is nothing.
  return scale.tick.replace('{value}', value !== 0 && Number(text) === 0 ? '≈0' : text);
}

/** Number of decimals. Small numbers keep two significant digits, unless the scale has a divisor. */
function digitsOf(size: number, { divisor }: ValueScale): number {
  if (size >= 100) return size >= 1000 ? 0 : 1;
  return size >= 0.1 || size === 0 || divisor > 1 ? 2 : Math.min(8, 1 - Math.floor(Math.log10(size)));
}

/** `订单金额（万元）`, `Order amount (million yuan)`. */
export function axisName(label: string, scale: ValueScale, locale: Locale): string {
  // The unit is left out if the label already contains it, as in "number of orders (orders)".
  if (scale.unit === '' || (scale.divisor === 1 && label.toLowerCase().includes(scale.unit.toLowerCase())))
    return label;
  return locale === 'zh' ? `${label}（${scale.unit}）` : `${label} (${scale.unit})`;
}
