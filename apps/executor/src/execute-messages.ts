/** What the execution stage says while it works, in business words. */
export const executeMessages = {
  executed: {
    zh: (rows: number, truncated: boolean): string => (truncated ? `查询完成，取前 ${rows} 行` : `查询完成，共 ${rows} 行`),
    en: (rows: number, truncated: boolean): string => (truncated ? `Done: the first ${rows} rows` : `Done: ${rows} ${rows === 1 ? 'row' : 'rows'}`),
  },
  repair: { zh: '查询没有成功，正在调整', en: 'The query did not succeed; adjusting it' },
};
