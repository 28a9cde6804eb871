/** What the execution stage says while it works, in business words. */
export const executeMessages = {
  executed: {
    zh: (rows: number, truncated: boolean): string => (truncated ? `查询完成，取前 ${rows} 行` : `查询完成，共 ${rows} 行`),
    en: (rows: number, truncated: boolean): string => (truncated ? `Done: the first ${rows} rows` : `Done: ${rows} ${rows === 1 ? 'row' : 'rows'}`),
  },
  repair: { zh: '这一次没有成功，正在换一种算法', en: 'That did not work out; trying another way' },
};
