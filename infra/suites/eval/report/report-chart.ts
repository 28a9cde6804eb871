import { init, type EChartsOption } from 'echarts';
import { metricNames, metrics, type MetricName } from './metrics';
import type { Proportion } from './proportion';
import type { Report } from './report';

const size = { width: 1040, rowHeight: 34, head: 110, foot: 56 };
/** Removes quotation marks, which ECharts does not escape in attributes. */
const fontFamily = 'Noto Sans CJK SC, PingFang SC, Microsoft YaHei, Helvetica Neue, Arial, sans-serif';
const ink = { strong: '#1f2733', soft: '#5b6675', line: '#e8ecf1', bar: '#c9daf8', whisker: '#2f6fde' };
/** Colours that colour-blind people can distinguish (Okabe and Ito). */
const palette = ['#e58a1f', '#1f9e89', '#c2476b', '#7a63c7', '#5ea7d8', '#b3a100', '#767d89'];
/** Maximum number of sets with separate points, for legibility. */
const dotsAtMost = 7;

interface Row {
  title: string;
  value: Proportion;
  /** The same share in each set. */
  bySet: (number | null)[];
}

/** Draws every measured share with its interval, and the share of each set, as a standalone SVG. */
export function reportChart(report: Report): string {
  const sets = Object.keys(report.questions?.by.set ?? {});
  const dotted = sets.length > 1 && sets.length <= dotsAtMost ? sets : [];
  const rows = rowsOf(report, dotted);
  const chart = init(null, null, {
    renderer: 'svg',
    ssr: true,
    width: size.width,
    height: size.head + size.foot + size.rowHeight * Math.max(1, rows.length),
  });
  try {
    chart.setOption(chartOption(report, rows, dotted));
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}

function rowsOf(report: Report, sets: readonly string[]): Row[] {
  const { questions, pairs } = report;
  const shares =
    questions === null
      ? []
      : metricNames
          .filter((name) => questions.overall[name].of > 0)
          .map((name): Row => ({
            title: metrics[name].title,
            value: questions.overall[name],
            bySet: sets.map((set) => shareIn(report, set, name)),
          }));
  const cache = [
    ['cache: right hits', pairs?.asked?.trueHitsWhenAnswered],
    ['cache: wrong hits', pairs?.asked?.falseHits],
  ] as const;
  return [
    ...shares,
    ...cache.flatMap(([title, value]): Row[] =>
      value === undefined || value.of === 0 ? [] : [{ title, value, bySet: sets.map(() => null) }],
    ),
  ];
}

const shareIn = ({ questions }: Report, set: string, name: MetricName): number | null =>
  questions?.by.set[set]?.[name].share ?? null;

function chartOption(report: Report, rows: readonly Row[], sets: readonly string[]): EChartsOption {
  const percent = (share: number | null): number | null => (share === null ? null : 100 * share);
  const text = { fontFamily, fontSize: 13, color: ink.soft };
  return {
    backgroundColor: '#ffffff',
    animation: false,
    color: palette,
    title: {
      text: 'Evaluation',
      subtext: `${report.startedAt.slice(0, 16).replace('T', ' ')} UTC, ${report.where}${report.complete ? '' : ', stopped before the end'}. Whiskers: Wilson 95 % intervals.`,
      left: 24,
      top: 14,
      textStyle: { fontFamily, fontSize: 18, color: ink.strong },
      subtextStyle: text,
    },
    ...(sets.length > 0
      ? { legend: { data: [...sets], left: 24, top: 72, textStyle: text, itemWidth: 10, itemHeight: 10 } }
      : {}),
    grid: { left: 210, right: 150, top: size.head, bottom: size.foot },
    xAxis: {
      type: 'value',
      min: 0,
      max: 100,
      axisLabel: { ...text, formatter: '{value} %' },
      splitLine: { lineStyle: { color: ink.line } },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map(({ title }) => title),
      axisLabel: { ...text, color: ink.strong },
      axisTick: { show: false },
      axisLine: { show: false },
    },
    series: [
      {
        type: 'bar',
        barWidth: 16,
        itemStyle: { color: ink.bar, borderRadius: 2 },
        data: rows.map(({ value }) => percent(value.share)),
        silent: true,
      },
      {
        type: 'custom',
        silent: true,
        z: 3,
        data: rows.map(({ value }, index) => [percent(value.low) ?? 0, index, percent(value.high) ?? 0]),
        encode: { x: [0, 2], y: 1 },
        renderItem: (_params, api) => whisker(api),
      },
      {
        type: 'custom',
        silent: true,
        z: 3,
        data: rows.map((_, index) => [100, index]),
        encode: { x: 0, y: 1 },
        renderItem: ({ dataIndex }, api) => countLabel(api, rows[dataIndex]?.value),
      },
      ...sets.map((set, index) => ({
        type: 'scatter' as const,
        name: set,
        symbolSize: 8,
        z: 4,
        data: rows.map(({ bySet }, row) => [percent(bySet[index] ?? null), row]).filter(([share]) => share !== null),
      })),
    ],
  };
}

interface Drawing {
  value(dimension: number): unknown;
  coord(data: number[]): number[];
}

/** An error bar. */
function whisker(api: Drawing) {
  const row = Number(api.value(1));
  const [left = 0, y = 0] = api.coord([Number(api.value(0)), row]);
  const [right = 0] = api.coord([Number(api.value(2)), row]);
  const line = (x1: number, y1: number, x2: number, y2: number) => ({
    type: 'line' as const,
    shape: { x1, y1, x2, y2 },
    style: { stroke: ink.whisker, lineWidth: 1.5 },
  });
  return {
    type: 'group' as const,
    children: [line(left, y, right, y), line(left, y - 5, left, y + 5), line(right, y - 5, right, y + 5)],
  };
}

function countLabel(api: Drawing, value: Proportion | undefined) {
  const [x = 0, y = 0] = api.coord([100, Number(api.value(1))]);
  const text =
    value === undefined || value.share === null
      ? ''
      : `${(100 * value.share).toFixed(1)} %  (${value.right}/${value.of})`;
  return {
    type: 'text' as const,
    style: { x: x + 12, y, text, fill: ink.strong, fontSize: 13, fontFamily, verticalAlign: 'middle' as const },
  };
}
