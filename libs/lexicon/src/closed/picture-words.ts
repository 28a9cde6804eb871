/** Words for how an answer is drawn, which change nothing of what is asked: as a pie chart, 用柱状图展示. */
const PICTURES = {
  zh: {
    nouns: '图|图表|图形|饼图|饼状图|环形图|折线图|曲线图|柱状图|柱形图|条形图|直方图|散点图|面积图|统计图|表格',
    before: '用|以|画|画个|画张|画成|画出|做|做成|做个|做一个|画一个|画一张|绘制|绘制一个|生成|生成一个|出个|以|的',
    alone:
      '饼图|饼状图|环形图|折线图|曲线图|柱状图|柱形图|条形图|直方图|散点图|统计图|图表|画个|画一个|画一张|画张|画出|绘制|可视化|可视化一下|的图',
    after: '|展示|显示|呈现|表示|来展示|来看',
  },
  en: {
    nouns:
      'chart|graph|plot|diagram|pie|pie chart|donut chart|bar chart|bar graph|line chart|line graph|column chart|area chart|histogram|scatter plot|table',
    before: 'as a|in a|on a|with a|into a|draw a|plot a|make a|create a|show as a|as',
    alone:
      'plot|plot the|plotted|charted|visualize|visualise|visualize the|visualise the|visualized|visualised|draw|draw the|as bars|as lines',
  },
};

export const picturePhrases = (): string[] => {
  const { zh, en } = PICTURES;
  const together = (before: string, nouns: string, gap: string, after: string): string[] =>
    before
      .split('|')
      .flatMap((first) =>
        nouns.split('|').flatMap((noun) => after.split('|').map((last) => first + gap + noun + last)),
      );
  return [
    ...together(zh.before, zh.nouns, '', zh.after),
    ...zh.alone.split('|'),
    ...together(en.before, en.nouns, ' ', ''),
    ...en.alone.split('|'),
  ];
};
