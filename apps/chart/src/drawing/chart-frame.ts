import { chartSize, type Locale } from '@querent/contracts';
import { cleanLine } from '../reading/cell-value';
import { noteLine, type Note } from './chart-note';
import { fitText, textWidth } from './text-width';

/** An ECharts option as plain JSON data, without functions, because it is stored and sent. */
export type ChartOption = Record<string, unknown>;

/** Without quotation marks, because ECharts writes the value into an attribute unescaped. */
export const fontFamily =
  'Noto Sans CJK SC, Noto Sans SC, PingFang SC, Hiragino Sans GB, Microsoft YaHei, WenQuanYi Micro Hei, Helvetica Neue, Arial, sans-serif';
/** Eight hues that colour-blind readers can distinguish (after Okabe and Ito), toned for a white background. */
export const palette = ['#2f6fde', '#e58a1f', '#1f9e89', '#c2476b', '#7a63c7', '#5ea7d8', '#b3a100', '#767d89'];
export const ink = { strong: '#1f2733', soft: '#5b6675', line: '#c9d0da', faint: '#e8ecf1' };
/** Width of a legend entry's text in pixels. */
export const legendWidth = 180;
export const fontSizes = { title: 18, note: 13, label: 13, legend: 13 };

/** Common parts of every chart: background, fonts, title, notes and legend. */
export interface Frame {
  option: ChartOption;
  /** Height of title, notes and legend in pixels. */
  top: number;
}

const margin = 24;
const titleLine = 26;
const legendLine = 24;

/**
 * @param legend names of the series; a single series gets no legend
 */
export function chartFrame(title: string, notes: readonly Note[], legend: readonly string[], locale: Locale): Frame {
  const width = chartSize.width - 2 * margin;
  const lines = titleLines(capitalized(cleanLine(title)), width);
  const under = fitText(noteLine(notes, locale), fontSizes.note, width);
  const names = legend.map((name) => fitText(name, fontSizes.legend, legendWidth));
  const titleHeight = margin + lines.length * titleLine + (under === '' ? 0 : 22);
  const legendHeight = legend.length > 1 ? legendLines(names, width) * legendLine + 6 : 0;
  return {
    top: titleHeight + legendHeight,
    option: {
      backgroundColor: '#ffffff',
      animation: false,
      color: palette,
      textStyle: { fontFamily, color: ink.strong },
      title: {
        text: lines.join('\n'),
        subtext: under,
        left: margin,
        top: margin - 8,
        itemGap: 6,
        textStyle: { fontSize: fontSizes.title, lineHeight: titleLine, fontWeight: 600, color: ink.strong, fontFamily },
        subtextStyle: { fontSize: fontSizes.note, color: ink.soft, fontFamily },
      },
      ...(legend.length > 1
        ? {
            legend: {
              show: true,
              data: [...legend],
              left: margin,
              top: titleHeight,
              width,
              itemGap: 18,
              itemWidth: 16,
              itemHeight: 10,
              textStyle: {
                fontSize: fontSizes.legend,
                color: ink.soft,
                fontFamily,
                width: legendWidth,
                overflow: 'truncate',
              },
            },
          }
        : {}),
      tooltip: { trigger: 'item', confine: true },
    },
  };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** At most two lines, broken at a space if there is one in the second half of the line. */
function titleLines(title: string, width: number): string[] {
  if (textWidth(title, fontSizes.title) <= width) return title === '' ? [] : [title];
  let first = fitText(title, fontSizes.title, width).slice(0, -1);
  const space = first.lastIndexOf(' ');
  if (space > first.length / 2) first = first.slice(0, space);
  return [first, fitText(title.slice(first.length).trim(), fontSizes.title, width)];
}

function legendLines(names: readonly string[], width: number): number {
  let lines = 1;
  let used = 0;
  for (const name of names) {
    const entry = 16 + 5 + textWidth(name, fontSizes.legend) + 18;
    if (used + entry > width) {
      lines += 1;
      used = 0;
    }
    used += entry;
  }
  return lines;
}
