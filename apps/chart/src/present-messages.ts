/** Progress messages of the chart stage. */
export const presentMessages = {
  drawn: { zh: '已生成图表和回答', en: 'Drew the chart and wrote the answer' },
  mapped: { zh: '已绘制位置图并写好回答', en: 'Drew the positions and wrote the answer' },
  answered: { zh: '已写好回答', en: 'Wrote the answer' },
} as const;
