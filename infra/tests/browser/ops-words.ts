/** The names by which the tests find parts of the pages for operators, as a screen reader does. */
export const words = {
  en: {
    runs: 'Questions, newest first',
    cause: 'Cause',
    away: 'The data could not be reached',
    clear: 'Clear the filters',
    openConnection: 'Open the connection',
    unavailable: 'Cannot be reached',
    readAgain: 'Read the tables again',
    requested: 'Requested. The state below follows.',
    newKey: 'New key',
    nameMissing: 'Enter a name.',
    revoke: 'Revoke',
  },
  zh: {
    runs: '问题，最新的在前',
    cause: '原因',
    away: '数据源连接不上',
    clear: '清除筛选',
    openConnection: '打开这个连接',
    unavailable: '无法连接',
    readAgain: '重新读取表结构',
    requested: '已请求，下方状态会随之更新。',
    newKey: '新建密钥',
    nameMissing: '请输入名称。',
    revoke: '撤销',
  },
} as const;

/** Addresses of the pages. */
export const pages = (run: string): Record<string, string> => ({
  runs: '/runs',
  'runs-failed': '/runs?status=failed',
  'runs-none': '/runs?status=expired',
  'runs-causes': '/runs?code=connection_unavailable,query_timeout',
  'given-up': '/runs?view=given_up',
  run: `/runs/${run}/details`,
  connections: '/connections',
  connection: '/connections/shop',
  'connection-away': '/connections/stock',
  'connection-unknown': '/connections/nothing',
  keys: '/keys',
  usage: '/usage',
});
