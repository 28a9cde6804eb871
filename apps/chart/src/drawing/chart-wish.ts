/** Chart kinds that can be asked for by name. */
export type WishedType = 'bar' | 'line' | 'pie' | 'scatter' | 'map' | 'table';

/** Words that ask for a kind of chart, the explicit ones first; a hint gives way where the data suit another kind better. */
const wishes: { type: WishedType; words: RegExp; strength: 'explicit' | 'hint' }[] = [
  { type: 'table', words: /表格|列表形式|不要图|不画图|不用画图|as a table|in a table|tabular|no chart|without (a )?chart/i, strength: 'explicit' },
  { type: 'pie', words: /饼图|饼状图|环形图|pie chart|\bpie\b|donut|doughnut/i, strength: 'explicit' },
  { type: 'line', words: /折线图?|曲线图|线图|line chart|line graph/i, strength: 'explicit' },
  { type: 'bar', words: /柱状图|柱形图|条形图|柱图|bar chart|bar graph|column chart|histogram/i, strength: 'explicit' },
  { type: 'scatter', words: /散点图?|相关性|scatter|correlat/i, strength: 'explicit' },
  { type: 'map', words: /地图|on (a|the) map|\bmap\b/i, strength: 'explicit' },
  { type: 'pie', words: /占比|比例|份额|构成|\bshares?\b|proportion|percentage/i, strength: 'hint' },
];

export interface ChartWish {
  type: WishedType;
  strength: 'explicit' | 'hint';
}

/** The kind of chart that a question asks for, or null. */
export function chartWish(question: string): ChartWish | null {
  const found = wishes.find(({ words }) => words.test(question));
  return found ? { type: found.type, strength: found.strength } : null;
}
