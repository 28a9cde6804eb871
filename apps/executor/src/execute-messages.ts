/** What the execution stage says while it works, in business words. */
export const executeMessages = {
  executed: {
    zh: (rows: number, truncated: boolean): string => (truncated ? `查询完成，取前 ${rows} 行` : `查询完成，共 ${rows} 行`),
    en: (rows: number, truncated: boolean): string => (truncated ? `Done: the first ${rows} rows` : `Done: ${rows} ${rows === 1 ? 'row' : 'rows'}`),
  },
  asked: { zh: '需要您说明一下才能继续', en: 'How to go on needs your word' },
  repair: { zh: '这一次没有成功，正在换一种算法', en: 'That did not work out; trying another way' },
};
