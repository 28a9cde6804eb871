import type { Locale } from '@querent/contracts';
import { cellText } from '../reading/cell-text';
import { numberOf } from '../reading/cell-value';
import { rowName, rowNames, type ResultShape } from '../reading/result-shape';
import { categoryAxes, pieValue } from './chart-type';
import { chartFrame, fontFamily, fontSizes, ink, type ChartOption } from './chart-frame';
import type { Note } from './chart-note';
import { distinctWhenCut, fitText } from './text-width';

/** Donut chart, largest part first; each part shows its name, value and share. */
export function pieOption(title: string, shape: ResultShape, notes: readonly Note[], locale: Locale): ChartOption {
  const { option, top } = chartFrame(title, notes, [], locale);
  const value = pieValue(shape);
  const axes = categoryAxes(shape);
  const names =
    axes.length === 1 && axes[0] === shape.labels[0]
      ? rowNames(shape)
      : shape.rows.map((row) => rowName(shape, row, axes));
  const slices = shape.rows
    .map((row, at) => ({
      name: names[at] ?? '',
      value: value ? (numberOf(row[value.index]) ?? 0) : 0,
      text: value ? cellText(row[value.index], value, locale) : '',
    }))
    .sort((a, b) => b.value - a.value);
  const total = slices.reduce((sum, slice) => sum + slice.value, 0);
  const share = (part: number): string =>
    part > 0 && part / total < 0.0005 ? '<0.1%' : `${((part / total) * 100).toFixed(1)}%`;
  const shown = distinctWhenCut(
    slices.map(({ name }) => name),
    fontSizes.label,
    200,
  );
  return {
    ...option,
    series: [
      {
        type: 'pie',
        name: value?.label ?? '',
        center: ['50%', `${Math.round(((top + 540) / 2 / 540) * 100)}%`],
        radius: ['34%', '64%'],
        startAngle: 90,
        minShowLabelAngle: 0,
        avoidLabelOverlap: true,
        itemStyle: { borderColor: '#ffffff', borderWidth: 2 },
        labelLine: { length: 16, length2: 14, lineStyle: { color: ink.line } },
        label: {
          fontSize: fontSizes.label,
          lineHeight: 19,
          color: ink.strong,
          fontFamily,
          alignTo: 'none',
          bleedMargin: 8,
        },
        data: slices.map((slice, at) => {
          const lines = value?.role === 'share' ? [share(slice.value)] : [slice.text, share(slice.value)];
          return {
            name: slice.name,
            value: slice.value,
            label: {
              formatter:
                `${fitText(shown[at] ?? '', fontSizes.label, 200)}\n${lines.join(locale === 'zh' ? '，' : ', ')}`.replace(
                  /[{}|]/g,
                  ' ',
                ),
            },
          };
        }),
      },
    ],
  };
}
