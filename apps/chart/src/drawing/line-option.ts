import { chartSize, type Locale } from '@querent/contracts';
import { sameScale } from '../reading/result-shape';
import { namesBelow, valueAxis } from './axes';
import type { CategoryData, Series } from './category-data';
import { chartFrame, fontFamily, ink, palette, type ChartOption } from './chart-frame';
import type { Note } from './chart-note';
import { axisName, labelText, scaled, valueScale, type ValueScale } from './value-scale';

/** Line chart over time; a second unit gets a second axis on the right. Periods without a value are gaps. */
export function lineOption(title: string, data: CategoryData, notes: readonly Note[], locale: Locale): ChartOption {
  const groups = byScale(data.series);
  const scales = groups.map((group) =>
    valueScale(
      group[0]?.column ?? fallback,
      group.flatMap(({ values }) => values.filter((value) => value !== null)),
      locale,
    ),
  );
  const several = data.series.length > 1;
  const { option, top } = chartFrame(
    title,
    [...notes, ...data.notes],
    several ? data.series.map(({ name }) => name) : [],
    locale,
  );
  const [left, right] = [84, groups.length > 1 ? 84 : 36];
  const below = namesBelow(data.categories, data.axisLabel, chartSize.width - left - right, true);
  return {
    ...option,
    grid: { left, right, top: top + 48, bottom: below.height + 12, containLabel: false },
    xAxis: { ...below.axis, boundaryGap: data.categories.length <= labelledPoints },
    yAxis: groups.map((group, side) =>
      valueAxis(nameOf(group, scales[side], locale), scales[side]?.tick ?? '{value}', {
        position: side === 0 ? 'left' : 'right',
        grid: side === 0,
      }),
    ),
    series: data.series.map((series, index) =>
      line(
        series,
        groups.findIndex((group) => group.includes(series)),
        scales,
        index,
        data,
        locale,
      ),
    ),
  };
}

/** Limit of points up to which a single line shows its numbers. */
const labelledPoints = 13;
const fallback = { key: '', label: '', role: 'measure' as const };

function byScale(series: readonly Series[]): Series[][] {
  const groups: Series[][] = [];
  for (const one of series) {
    const group = groups.find(([first]) => first !== undefined && sameScale(first.column, one.column));
    if (group) group.push(one);
    else groups.push([one]);
  }
  return groups;
}

function nameOf(group: readonly Series[], scale: ValueScale | undefined, locale: Locale): string {
  const labels = new Set(group.map(({ column }) => column.label));
  const label = labels.size === 1 ? ([...labels][0] ?? '') : { zh: '数值', en: 'Value' }[locale];
  return scale ? axisName(label, scale, locale) : label;
}

function line(
  series: Series,
  side: number,
  scales: readonly ValueScale[],
  index: number,
  data: CategoryData,
  locale: Locale,
): ChartOption {
  const scale = scales[side] ?? { divisor: 1, unit: '', tick: '{value}' };
  const crowded = data.categories.length > 31;
  const labelled = data.series.length === 1 && data.categories.length <= labelledPoints;
  return {
    type: 'line',
    name: series.name,
    yAxisIndex: side,
    connectNulls: false,
    // A value between two gaps has no line segment, so only its symbol makes it visible.
    showSymbol: !crowded || hasIsolated(series.values),
    symbol: 'circle',
    symbolSize: crowded ? 4 : 7,
    lineStyle: { width: 2.5 },
    ...(data.series.length === 1 ? { areaStyle: { color: palette[index % palette.length], opacity: 0.08 } } : {}),
    label: {
      show: labelled,
      position: 'top',
      fontSize: 12,
      color: ink.soft,
      fontFamily,
      textBorderColor: '#ffffff',
      textBorderWidth: 3,
    },
    labelLayout: { hideOverlap: true },
    data: series.values.map((value) => {
      const shown = scaled(value, scale);
      return labelled && shown !== null
        ? { value: shown, label: { formatter: labelText(shown, scale, locale) } }
        : { value: shown };
    }),
  };
}

function hasIsolated(values: readonly (number | null)[]): boolean {
  return values.some(
    (value, at) => value !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null,
  );
}
