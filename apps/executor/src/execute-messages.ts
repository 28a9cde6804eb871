/** Step texts of the execution stage, in business words. */
export const executeMessages = {
  executed: {
    zh: (rows: number, truncated: boolean): string =>
      truncated ? `查询完成，取前 ${rows} 行` : `查询完成，共 ${rows} 行`,
    en: (rows: number, truncated: boolean): string =>
      truncated
        ? `Done: the first ${rows} ${rows === 1 ? 'row' : 'rows'}`
        : `Done: ${rows} ${rows === 1 ? 'row' : 'rows'}`,
  },
  waiting: {
    zh: '数据源暂时无法访问，正在等待它恢复',
    en: 'The data source cannot be reached right now; waiting until it is available again',
  },
  deferred: {
    zh: '预计需要较长时间，已转入长任务队列',
    en: 'This is expected to take a while; it was moved to the queue for long questions',
  },
  cut: {
    zh: (cells: number): string => `有 ${cells} 个值过长，已截短`,
    en: (cells: number): string => `${cells} ${cells === 1 ? 'value was' : 'values were'} too long and shortened`,
  },
  entryFailed: {
    zh: '之前的查询方式已不适用，重新生成',
    en: 'The earlier way of answering no longer works; finding another',
  },
  asked: { zh: '需要您说明一下才能继续', en: 'Please choose how to continue' },
  repair: { zh: '这一次没有成功，正在换一种算法', en: 'That did not work; trying another way' },
};
