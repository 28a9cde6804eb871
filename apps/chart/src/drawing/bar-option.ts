import { chartSize, type Locale } from '@querent/contracts';
import { namesBelow, namesBeside, valueAxis } from './axes';
import type { CategoryData, Series } from './category-data';
import { chartFrame, fontFamily, fontSizes, ink, type ChartOption } from './chart-frame';
import type { Note } from './chart-note';
import { textWidth, widest } from './text-width';
import { axisName, labelText, scaled, valueScale, type ValueScale } from './value-scale';

const edge = 28;
const verticalLeft = 84;

/** Bar chart; horizontal if the labels are long or many. */
export function barOption(title: string, data: CategoryData, notes: readonly Note[], locale: Locale): ChartOption {
  const values = data.series.flatMap((series) => series.values.filter((value) => value !== null));
  const [first] = data.series;
  const scale: ValueScale = first
    ? valueScale(first.column, values, locale)
    : { divisor: 1, unit: '', tick: '{value}' };
  const several = data.series.length > 1;
  const { option, top } = chartFrame(
    title,
    [...notes, ...data.notes],
    several ? data.series.map(({ name }) => name) : [],
    locale,
  );
  const horizontal = isHorizontal(data);
  const valueName = axisName(commonName(data, locale), scale, locale);
  return {
    ...option,
    ...(horizontal ? horizontalAxes(data, valueName, scale, top, locale) : verticalAxes(data, valueName, scale, top)),
    series: data.series.map((series) => bars(series, scale, horizontal, data, locale)),
  };
}

/** Vertical bars need labels that fit below them; time always runs from left to right. */
function isHorizontal(data: CategoryData): boolean {
  if (data.overTime) return false;
  const count = data.categories.length;
  const fits = widest(data.categories, fontSizes.label) + 10 <= (chartSize.width - 120) / Math.max(1, count);
  // In horizontal groups, many bars become hairlines; vertical groups have twice the space, with slanted labels if
  // needed.
  if (data.series.length > 1) return !fits && count * data.series.length <= 24;
  return count > 12 || !fits;
}

function verticalAxes(data: CategoryData, valueName: string, scale: ValueScale, top: number): ChartOption {
  const below = namesBelow(data.categories, data.axisLabel, chartSize.width - verticalLeft - edge, data.overTime);
  const left = Math.max(verticalLeft, below.overhang + 12);
  return {
    grid: { left, right: edge, top: top + 48, bottom: below.height + 12, containLabel: false },
    xAxis: below.axis,
    yAxis: valueAxis(valueName, scale.tick, { position: 'left', grid: true, negative: hasNegative(data) }),
  };
}

function horizontalAxes(
  data: CategoryData,
  valueName: string,
  scale: ValueScale,
  top: number,
  locale: Locale,
): ChartOption {
  const beside = namesBeside(data.categories, data.axisLabel);
  const labels = showsLabels(data, scale, locale) ? widest(labelTexts(data, scale, locale), 12) : 0;
  return {
    grid: {
      left: beside.width + edge,
      right: edge + Math.max(16, labels),
      top: top + 24,
      bottom: 56,
      containLabel: false,
    },
    yAxis: beside.axis,
    xAxis: valueAxis(valueName, scale.tick, { position: 'bottom', grid: true, negative: hasNegative(data) }),
  };
}

function bars(series: Series, scale: ValueScale, horizontal: boolean, data: CategoryData, locale: Locale): ChartOption {
  const labelled = showsLabels(data, scale, locale);
  return {
    type: 'bar',
    name: series.name,
    barMaxWidth: data.categories.length <= 3 ? 96 : 56,
    barCategoryGap: data.series.length > 1 ? '28%' : '36%',
    itemStyle: { borderRadius: 2 },
    data: series.values.map((value) => {
      const shown = scaled(value, scale);
      if (!labelled || shown === null) return { value: shown };
      return {
        value: shown,
        label: {
          formatter: labelText(shown, scale, locale),
          position: outside[horizontal ? 'horizontal' : 'vertical'][shown < 0 ? 'below' : 'above'],
        },
      };
    }),
    label: { show: labelled, fontSize: 12, color: ink.soft, fontFamily },
  };
}

function hasNegative(data: CategoryData): boolean {
  return data.series.some(({ values }) => values.some((value) => value !== null && value < 0));
}

/** Label positions: at the end of the bar, on its side of zero. */
const outside = { horizontal: { above: 'right', below: 'left' }, vertical: { above: 'top', below: 'bottom' } };

function labelTexts(data: CategoryData, scale: ValueScale, locale: Locale): string[] {
  return data.series.flatMap(({ values }) =>
    values.flatMap((value) => (value === null ? [] : labelText(scaled(value, scale) ?? 0, scale, locale))),
  );
}

/** Whether bars show their numbers: only if each number fits. */
function showsLabels(data: CategoryData, scale: ValueScale, locale: Locale): boolean {
  const bars = data.categories.length * data.series.length;
  if (isHorizontal(data)) return bars <= 30 && data.series.length <= 2;
  const room = ((chartSize.width - 120) / Math.max(1, bars)) * 0.9;
  return bars <= 24 && labelTexts(data, scale, locale).every((text) => textWidth(text, 12) <= room);
}

/** Name of the value axis: the label of the only measure; several measures are named in the legend or as categories. */
function commonName(data: CategoryData, locale: Locale): string {
  const labels = new Set(data.series.map(({ column }) => column.label));
  if (data.axisLabel !== '' && labels.size === 1) return [...labels][0] ?? '';
  return { zh: '数值', en: 'Value' }[locale];
}
