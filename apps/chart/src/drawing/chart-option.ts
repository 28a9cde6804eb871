import type { ResultShape } from '../reading/result-shape';
import { barOption } from './bar-option';
import { categoryData } from './category-data';
import type { ChartOption } from './chart-frame';
import { note } from './chart-note';
import type { DrawnType } from './chart-type';
import { lineOption } from './line-option';
import { mapOption } from './map-option';
import { pieOption } from './pie-option';
import { safeTexts } from './safe-texts';
import { scatterOption } from './scatter-option';

/**
 * The ECharts option that draws a result: plain JSON, all texts in the asker's language, values
 * scaled to units that can be read (万元, million yuan) and named so on the axis. `maxCategories` caps the
 * bars, and the lines over one axis of time; null: as many as can be read.
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
