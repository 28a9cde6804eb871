import { chartSize, type Locale } from '@querent/contracts';
import { numberOf, pointOf } from '../reading/cell-value';
import { numbersOf, rowNames, type ResultShape, type ShapeColumn } from '../reading/result-shape';
import { chartFrame, fontFamily, fontSizes, ink, palette, type ChartOption } from './chart-frame';
import { note, type Note } from './chart-note';
import { fitText } from './text-width';
import { axisName, labelText, scaled, valueScale, type ValueScale } from './value-scale';

const namedPoints = 40;

/**
 * Points by longitude and latitude on plain axes, with the same scale in both directions. There are no map tiles and no
 * country outlines: nothing is fetched, and no border is asserted.
 */
export function mapOption(title: string, shape: ResultShape, notes: readonly Note[], locale: Locale): ChartOption {
  const { geo } = shape;
  const coloured = shape.distance ?? shape.measures[0];
  const scale = coloured ? valueScale(coloured, numbersOf(shape, coloured), locale) : undefined;
  const names = rowNames(shape);
  const points = shape.rows.flatMap((row, at) => {
    const position = geo ? pointOf(row[geo.index]) : null;
    if (!position) return [];
    const third = coloured && scale ? scaled(numberOf(row[coloured.index]), scale) : null;
    return [{ name: names[at] ?? '', value: third === null ? position : [...position, third] }];
  });
  const left = shape.rows.length - points.length;
  const { option, top } = chartFrame(
    title,
    left > 0 ? [...notes, note('without_position', { count: left })] : notes,
    [],
    locale,
  );
  const grid = { left: 72, right: coloured ? 150 : 40, top: top + 32, bottom: 56, containLabel: false };
  const bounds = equalAspect(
    points.map(({ value }) => [value[0] ?? 0, value[1] ?? 0]),
    chartSize.width - grid.left - grid.right,
    chartSize.height - grid.top - grid.bottom,
  );
  return {
    ...option,
    grid,
    xAxis: degrees(bounds.x, { zh: '经度', en: 'Longitude' }[locale], 'middle'),
    yAxis: degrees(bounds.y, { zh: '纬度', en: 'Latitude' }[locale], 'end'),
    ...(coloured && scale
      ? {
          visualMap: ramp(
            coloured,
            scale,
            points.flatMap(({ value }) => value[2] ?? []),
            locale,
          ),
        }
      : {}),
    series: [
      {
        type: 'scatter',
        symbolSize: points.length > 200 ? 7 : 11,
        itemStyle: { color: palette[0], opacity: 0.85, borderColor: '#ffffff', borderWidth: 1 },
        label: {
          show: points.length <= namedPoints,
          formatter: '{b}',
          position: 'right',
          fontSize: 12,
          color: ink.strong,
          fontFamily,
          width: 140,
          overflow: 'truncate',
        },
        labelLayout: { hideOverlap: true },
        data: points,
      },
    ],
  };
}

type Range = [from: number, to: number];

/**
 * Smallest bounding box with the plot's aspect ratio around all points, with a margin of a tenth. A degree of longitude
 * becomes shorter with the latitude.
 */
export function equalAspect(
  points: readonly (readonly [number, number])[],
  width: number,
  height: number,
): { x: Range; y: Range } {
  const range = (axis: 0 | 1): Range => [
    Math.min(...points.map((point) => point[axis])),
    Math.max(...points.map((point) => point[axis])),
  ];
  const [x, y] = [range(0), range(1)];
  const middle: [number, number] = [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2];
  const shrink = Math.max(0.05, Math.cos((middle[1] * Math.PI) / 180));
  const least = 0.005;
  const perPixel = Math.max(((x[1] - x[0]) * shrink) / width, (y[1] - y[0]) / height, least / height) * 1.2;
  const halfWide = (perPixel * width) / shrink / 2;
  const halfHigh = (perPixel * height) / 2;
  return {
    x: [round(middle[0] - halfWide), round(middle[0] + halfWide)],
    y: [round(middle[1] - halfHigh), round(middle[1] + halfHigh)],
  };
}

function degrees([min, max]: Range, name: string, nameLocation: string): ChartOption {
  return {
    type: 'value',
    min,
    max,
    name,
    nameLocation,
    nameGap: nameLocation === 'end' ? 12 : 32,
    splitNumber: 6,
    nameTextStyle: { fontSize: fontSizes.label, color: ink.soft, fontFamily },
    axisLabel: {
      formatter: '{value}°',
      fontSize: 12,
      color: ink.soft,
      fontFamily,
      showMinLabel: false,
      showMaxLabel: false,
      hideOverlap: true,
    },
    axisLine: { show: true, onZero: false, lineStyle: { color: ink.line } },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: ink.faint } },
  };
}

/** Colour scale from the smallest to the largest value, labelled at its ends. */
function ramp(column: ShapeColumn, scale: ValueScale, values: readonly number[], locale: Locale): ChartOption {
  const near = column.role === 'distance' || column.better === 'lower';
  const [min, max] = [Math.min(...values, 0), Math.max(...values, 1)];
  const colors = ['#bcd4f6', '#5b93e6', '#143d8f'];
  return {
    type: 'continuous',
    dimension: 2,
    min,
    max,
    calculable: false,
    right: 20,
    top: 'middle',
    itemHeight: 160,
    text: [
      `${fitText(axisName(column.label, scale, locale), 12, 120)}\n${labelText(max, scale, locale)}`,
      labelText(min, scale, locale),
    ],
    textStyle: { fontSize: 12, color: ink.soft, fontFamily },
    inRange: { color: near ? [...colors].reverse() : colors },
  };
}

function round(value: number): number {
  return Number(value.toFixed(5));
}
