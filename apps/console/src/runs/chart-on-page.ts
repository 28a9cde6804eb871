import type { ChartSpec } from './chart-library';

/** Colours of the page that replace those of the drawing, which is made for white paper. */
export interface ChartColours {
  surface: string;
  text: string;
  quiet: string;
  line: string;
  faint: string;
  /** The first series. */
  series: string;
}

/** The colours that `apps/chart` draws with: its background, its inks and its first series. */
const drawn: Record<string, keyof ChartColours> = {
  '#ffffff': 'surface',
  '#1f2733': 'text',
  '#5b6675': 'quiet',
  '#c9d0da': 'line',
  '#e8ecf1': 'faint',
  '#2f6fde': 'series',
};

/** Narrower charts have no room for every name and every label. */
const NARROW = 640;

/**
 * The drawing for the page: in its colours, without the title, which the page writes above it, and with fewer labels
 * where there is little room.
 * @param width of the chart, CSS pixels
 */
export function chartOnPage(spec: ChartSpec, colours: ChartColours, width: number): ChartSpec {
  const { title: _title, ...option } = coloured(spec, colours) as ChartSpec;
  const isNarrow = width < NARROW;
  const titled = heightOfTitle(spec);
  const legend = isObject(option['legend'])
    ? { ...option['legend'], top: 0, left: 0, width: width - 8, ...(isNarrow ? { type: 'plain' } : {}) }
    : undefined;
  return {
    ...option,
    backgroundColor: 'transparent',
    tooltip: {
      ...(isObject(option['tooltip']) ? option['tooltip'] : {}),
      renderMode: 'richText',
      confine: true,
      backgroundColor: colours.surface,
      borderColor: colours.line,
      textStyle: { color: colours.text, fontSize: 13 },
    },
    ...(legend ? { legend } : {}),
    ...(isObject(option['grid']) ? { grid: gridOf(option['grid'], titled, isNarrow) } : {}),
    ...each(option, 'xAxis', (axis) => axisOf(axis, isNarrow ? width : null)),
    ...each(option, 'yAxis', (axis) => axisOf(axis, isNarrow ? Infinity : null)),
    ...each(option, 'series', (series) => ({ ...series, ...(isNarrow ? { labelLayout: { hideOverlap: true } } : {}) })),
  };
}

/** Pixels of a bar with its name and distance, and of the parts of a chart beside its bars. */
const BAR = 21;
const BESIDE_BARS = 96;

/**
 * Height in CSS pixels. Bars beside each other need room for their names; other charts fit their width.
 * @param width of the chart, CSS pixels
 */
export function chartHeight(spec: ChartSpec, width: number): number {
  const usual = Math.min(460, Math.max(280, width * 0.56));
  const names = isObject(spec['yAxis']) && Array.isArray(spec['yAxis']['data']) ? spec['yAxis']['data'].length : 0;
  const below = width < NARROW && isObject(spec['xAxis']) && spec['xAxis']['type'] === 'category' ? spec['xAxis'] : {};
  const turned = isTurned(shareOf(below, width)) ? NAME : 0;
  return Math.max(usual + turned, names * BAR + BESIDE_BARS);
}

/** Pixels that the title of the drawing takes above the legend or the plot. */
function heightOfTitle({ legend, title }: ChartSpec): number {
  if (isObject(legend) && typeof legend['top'] === 'number') return legend['top'];
  if (!isObject(title)) return 0;
  const lines = String(title['text'] ?? '').split('\n').length;
  return 24 + lines * 26 + (title['subtext'] ? 22 : 0) - 10;
}

function gridOf(grid: Record<string, unknown>, titled: number, isNarrow: boolean): Record<string, unknown> {
  const top = typeof grid['top'] === 'number' ? Math.max(36, grid['top'] - titled) : 36;
  return isNarrow ? { left: 4, right: 12, bottom: 28, top, containLabel: true } : { ...grid, top };
}

/** Pixels beside the names of a horizontal axis, the least that a name in lines needs, and a turned one. */
const BESIDE_NAMES = 64;
const LEAST_NAME = 40;
const LEAST_TURNED = 13;
/** Most pixels of a name. */
const NAME = 92;

/**
 * An axis of a narrow chart. Few names below it share its width, in several lines; more are turned.
 * @param width for its names, CSS pixels; infinite for a vertical axis; null: the chart is not narrow
 */
function axisOf(axis: Record<string, unknown>, width: number | null): Record<string, unknown> {
  if (width === null) return axis;
  const { width: _width, interval: _interval, ...label } = isObject(axis['axisLabel']) ? axis['axisLabel'] : {};
  const isCategory = axis['type'] === 'category';
  const share = width < Infinity && isCategory ? shareOf(axis, width) : 0;
  const inLines = { interval: 0, rotate: 0, width: Math.min(NAME, share - 4), overflow: 'break' };
  const turned = { interval: 0, rotate: 90 };
  const name = isObject(axis['nameTextStyle']) ? { nameTextStyle: { ...axis['nameTextStyle'], padding: 0 } } : {};
  return {
    ...axis,
    ...name,
    // Turned names need the room of the axis's own.
    ...(isTurned(share) ? { name: '' } : {}),
    axisLabel: {
      ...label,
      fontSize: 12,
      ...(isCategory ? { width: NAME, overflow: 'truncate' } : {}),
      ...(share >= LEAST_NAME ? inLines : isTurned(share) ? turned : { hideOverlap: true }),
    },
  };
}

/** Pixels of each name below a chart; 0: its names are not known. */
const shareOf = ({ data }: Record<string, unknown>, width: number): number =>
  Array.isArray(data) && data.length > 0 ? (width - BESIDE_NAMES) / data.length : 0;

const isTurned = (share: number): boolean => share >= LEAST_TURNED && share < LEAST_NAME;

function each(
  option: ChartSpec,
  member: string,
  change: (value: Record<string, unknown>) => Record<string, unknown>,
): ChartSpec {
  const value = option[member];
  if (Array.isArray(value)) return { [member]: value.map((one: unknown) => (isObject(one) ? change(one) : one)) };
  return isObject(value) ? { [member]: change(value) } : {};
}

function coloured(value: unknown, colours: ChartColours): unknown {
  if (typeof value === 'string') {
    const name = drawn[value];
    return name === undefined ? value : colours[name];
  }
  if (Array.isArray(value)) return value.map((one) => coloured(one, colours));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, coloured(one, colours)]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
