import type { Locale } from '@querent/contracts';
import { numberOf } from '../reading/cell-value';
import { numbersOf, rowName, type ResultShape } from '../reading/result-shape';
import { valueAxis } from './axes';
import { chartFrame, fontFamily, ink, palette, type ChartOption } from './chart-frame';
import { note, type Note } from './chart-note';
import { axisName, scaled, valueScale } from './value-scale';

const namedPoints = 25;

/** Scatter chart of two measures, one point per row; names are shown if there are few points. */
export function scatterOption(title: string, shape: ResultShape, notes: readonly Note[], locale: Locale): ChartOption {
  const [x, y] = shape.measures;
  if (!x || !y) return chartFrame(title, notes, [], locale).option;
  const [across, up] = [valueScale(x, numbersOf(shape, x), locale), valueScale(y, numbersOf(shape, y), locale)];
  const points = shape.rows.flatMap((row) => {
    const position = [scaled(numberOf(row[x.index]), across), scaled(numberOf(row[y.index]), up)];
    return position.includes(null) ? [] : [{ name: rowName(shape, row), value: position }];
  });
  const left = shape.rows.length - points.length;
  const { option, top } = chartFrame(
    title,
    left > 0 ? [...notes, note('without_value', { count: left })] : notes,
    [],
    locale,
  );
  return {
    ...option,
    grid: { left: 84, right: 60, top: top + 40, bottom: 60, containLabel: false },
    xAxis: {
      ...valueAxis(axisName(x.label, across, locale), across.tick, { position: 'bottom', grid: true }),
      scale: true,
    },
    yAxis: { ...valueAxis(axisName(y.label, up, locale), up.tick, { position: 'left', grid: true }), scale: true },
    series: [
      {
        type: 'scatter',
        symbolSize: 10,
        itemStyle: { color: palette[0], opacity: 0.75 },
        label: {
          show: points.length <= namedPoints,
          formatter: '{b}',
          position: 'right',
          fontSize: 12,
          color: ink.soft,
          fontFamily,
        },
        labelLayout: { hideOverlap: true },
        data: points,
      },
    ],
  };
}
