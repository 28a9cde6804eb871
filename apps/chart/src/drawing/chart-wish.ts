import type { ChartType } from '@querent/contracts';

/** Chart types that a question can request by name. */
export type WishedType = Exclude<ChartType, 'clarification' | 'number'>;

/** Words that request a chart type, in order of precedence. */
const wishes: readonly { type: WishedType; words: RegExp }[] = [
  {
    type: 'table',
    words: /表格|列表形式|不要图|不画图|不用画图|as a table|in a table|tabular|no chart|without (a )?chart/i,
  },
  { type: 'pie', words: /饼图|饼状图|环形图|pie chart|\bpie\b|donut|doughnut/i },
  { type: 'line', words: /折线|曲线图|线图|line chart|line graph/i },
  { type: 'bar', words: /柱状图|柱形图|条形图|柱图|bar chart|bar graph|column chart|histogram/i },
  { type: 'scatter', words: /散点|相关性|scatter|correlat/i },
  { type: 'map', words: /地图|on (a|the) map|\bmap\b/i },
];

/** The chart type that a question requests by name, or null. */
export function chartWish(question: string): WishedType | null {
  return wishes.find(({ words }) => words.test(question))?.type ?? null;
}
