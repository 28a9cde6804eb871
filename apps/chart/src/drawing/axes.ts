import type { ChartOption } from './chart-frame';
import { fontSizes, fontFamily, ink } from './chart-frame';
import { distinctWhenCut, textWidth, widest } from './text-width';

const label = { fontSize: fontSizes.label, color: ink.soft, fontFamily };
const name = { nameTextStyle: { fontSize: fontSizes.label, color: ink.soft, fontFamily }, nameGap: 22 };

/** A numeric axis. `template` is an ECharts tick template such as `{value}%`. */
export function valueAxis(
  text: string,
  template: string,
  side: { position: 'left' | 'right' | 'bottom'; grid: boolean; /** room below zero for labels */ negative?: boolean },
): ChartOption {
  const upright = side.position !== 'bottom';
  return {
    type: 'value',
    name: text,
    ...name,
    position: side.position,
    nameLocation: 'end',
    ...(upright
      ? {
          nameTextStyle: {
            ...name.nameTextStyle,
            align: side.position === 'left' ? 'left' : 'right',
            padding: side.position === 'left' ? [0, 0, 0, -40] : [0, -40, 0, 0],
          },
        }
      : { nameLocation: 'middle', nameGap: 32 }),
    axisLabel: { ...label, formatter: template, hideOverlap: true },
    axisLine: { show: false, onZero: false },
    axisTick: { show: false },
    splitLine: { show: side.grid, lineStyle: { color: ink.faint } },
    splitNumber: 5,
    ...(side.negative ? { boundaryGap: ['10%', 0] } : {}),
  };
}

/** Category labels below the plot: horizontal if they fit, else slanted; periods are thinned out instead. */
export interface NamesBelow {
  axis: ChartOption;
  /** Height of the labels in pixels. */
  height: number;
  /** Pixels by which the first label extends to the left of the plot. */
  overhang: number;
}

/**
 * @param thin true for periods, whose labels may be thinned out; all other labels are shown
 */
export function namesBelow(
  categories: readonly string[],
  axisLabel: string,
  plotWidth: number,
  thin: boolean,
): NamesBelow {
  const room = plotWidth / Math.max(1, categories.length);
  const longest = widest(categories, fontSizes.label) * 1.05;
  const level = longest + 8 <= room;
  const slanted = !level && !thin;
  const width = slanted ? Math.min(longest, 150) : Math.max(room, longest);
  const height = slanted ? Math.ceil(width * Math.sin(Math.PI / 4)) + 20 : 24;
  return {
    height: height + (axisLabel === '' ? 4 : 26),
    overhang: slanted ? Math.ceil(width * Math.cos(Math.PI / 4) - room / 2) : 0,
    axis: {
      type: 'category',
      data: distinctWhenCut(categories, fontSizes.label, width),
      name: axisLabel,
      ...name,
      nameLocation: 'middle',
      nameGap: height + 10,
      axisLabel: {
        ...label,
        width,
        overflow: 'truncate',
        ...(slanted ? { rotate: 45 } : {}),
        ...(thin ? { hideOverlap: true, showMaxLabel: null } : { interval: 0 }),
      },
      axisLine: { lineStyle: { color: ink.line }, onZero: false },
      axisTick: { show: false },
    },
  };
}

/** Category labels beside horizontal bars, the first at the top. */
export function namesBeside(categories: readonly string[], axisLabel: string): { axis: ChartOption; width: number } {
  // The estimated width may be slightly too small, and ECharts would cut the last letters.
  const width = Math.min(Math.ceil(widest(categories, fontSizes.label) * 1.1) + 4, 270);
  return {
    width: Math.max(width, axisLabel === '' ? 0 : textWidth(axisLabel, fontSizes.label)) + 12,
    axis: {
      type: 'category',
      inverse: true,
      data: distinctWhenCut(categories, fontSizes.label, width),
      name: axisLabel,
      ...name,
      nameLocation: 'start',
      nameGap: 8,
      nameTextStyle: { ...name.nameTextStyle, align: 'right', padding: [0, 8, 0, 0] },
      axisLabel: {
        ...label,
        width,
        overflow: 'truncate',
        interval: 0,
        ...(categories.length > 22 ? { fontSize: 11 } : {}),
      },
      axisLine: { lineStyle: { color: ink.line }, onZero: false },
      axisTick: { show: false },
    },
  };
}
