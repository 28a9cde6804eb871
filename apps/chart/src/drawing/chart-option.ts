import type { ResultShape } from '../reading/result-shape';
import { barOption } from './bar-option';
import { categoryData } from './category-data';
import type { ChartOption } from './chart-frame';
import { note } from './chart-note';
import type { DrawnType } from './chart-type';
import { lineOption } from './line-option';
import { mapOption } from './map-option';
import { pieOption } from './pie-option';
import { scatterOption } from './scatter-option';
import { withoutUnprintable } from '../reading/cell-value';

/**
 * The ECharts option for a result: plain JSON, texts in the asker's language, values scaled to readable units (万元,
 * million yuan) that the axis names. `maxCategories` limits the bars, and the lines of a time chart; null: as many as
 * are legible.
 */
export function chartOption(
  type: DrawnType,
  title: string,
  shape: ResultShape,
  maxCategories: number | null = null,
): ChartOption {
  return safeTexts(optionFor(type, title, shape, maxCategories));
}

function optionFor(type: DrawnType, title: string, shape: ResultShape, maxCategories: number | null): ChartOption {
  const notes = shape.truncated ? [note('result_truncated')] : [];
  const { locale } = shape;
  switch (type) {
    case 'bar':
      return barOption(title, categoryData(shape, 'bar', maxCategories), notes, locale);
    case 'line':
      return lineOption(title, categoryData(shape, 'line', maxCategories), notes, locale);
    case 'pie':
      return pieOption(title, shape, notes, locale);
    case 'scatter':
      return scatterOption(title, shape, notes, locale);
    case 'map':
      return mapOption(title, shape, notes, locale);
  }
}

/**
 * Copies the data with every text made safe to draw: no characters that XML forbids, and no `__proto__`. zrender caches
 * text widths in a plain object keyed by the text: a category named `__proto__` would change Object.prototype for the
 * whole process (zrender 6, core/LRU).
 */
function safeTexts<T>(value: T): T {
  if (typeof value === 'string') return withoutUnprintable(value, '\n').replaceAll('__proto__', '__proto\u2060__') as T;
  if (Array.isArray(value)) return value.map((item: unknown) => safeTexts(item)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, safeTexts(item as unknown)])) as T;
}
