/**
 * Searches bytes for leaks: given names, sequences of SQL keywords, and phrases of drivers. It shares no code with the
 * gate, so that it does not share the gate's faults.
 */

const sqlSequences = [
  /\bselect\b[^"{}<>]{0,200}\bfrom\b[^"{}<>]{0,80}\b(?:where|group|order|limit|join|as)\b/i,
  /SELECT\s/,
  /\bFROM\s+[a-z_"]/,
  /\bWHERE\s/,
  /\b(?:GROUP|ORDER) BY\b/,
  /\bJOIN\s/,
  /\bLIMIT \d/,
  /\bcount\(\*\)/i,
  /::(?:text|numeric|date|int)/,
  /\bCASE WHEN\b/,
  /\bwith \w+ as \(/i,
  /\bNULLS LAST\b/,
  /\bt0\.\w/,
  /= ?\$\d/,
  /\bCOALESCE\(/i,
  /\bdate_trunc\(/i,
  /information_schema/i,
];

const driverPhrases = [
  'does not exist',
  'is ambiguous',
  'syntax error',
  'permission denied',
  'canceling statement',
  'violates',
  'duplicate key',
  'must appear in',
  'operator does',
  'no operator',
  'type casts',
  'invalid input',
  'division by zero',
  'numeric field overflow',
  'out of memory',
  'shared memory',
  'no space left',
  'read-only transaction',
  'remaining connection',
  'econnrefused',
  'server closed',
  'superuser',
  'more than one row',
  'aggregate function calls',
  'specified more than once',
  'hint:',
  'detail:',
  'line 1:',
  'statement:',
  'context:',
  'sqlstate',
  'pg_',
  'typeerror',
  'executor.cjs',
  '10.20.30.40',
  'wh_prod_07',
  '" 不存在',
  '操作符不存在',
  '字段 t0',
  '关系 "',
  '数据库 "',
  '不明确',
  '语法错误',
  '权限不够',
  '取消查询',
  '违反',
  '重复键',
  '必须出现在',
  '操作符',
  '类型转换',
  '输入语法',
  '数值字段溢出',
  '内存用尽',
  '共享内存',
  '设备上没有空间',
  '只读模式',
  '意外地关闭',
  '聚合函数',
  '子查询',
  '提示:',
  '详细信息',
  '语句:',
  '背景:',
  '第1行',
  '指定多次',
  '执行超时',
  'authentication',
  '认证失败',
  'has no login',
  'role "',
  'pg_hba',
  '连接槽',
  '堆栈深度',
  '死锁',
];

/** SQLSTATEs that are not part of a longer number or word. */
const states = /(?<![0-9a-z.])(?:42703|42p01|42601|22p02|57014|53300|xx000|3d000)(?![0-9a-z.])/;

/** Returns the leaks found, each with its kind. */
export function leaksIn(bytes: string, names: readonly string[]): string[] {
  const text = plainOf(bytes);
  const lower = text.toLowerCase();
  return [
    ...names.filter((name) => lower.includes(name.toLowerCase())).map((name) => `name ${name}`),
    ...driverPhrases.filter((phrase) => lower.includes(phrase)).map((phrase) => `driver ${phrase}`),
    ...(states.test(lower) ? ['driver state'] : []),
    ...sqlSequences.filter((pattern) => pattern.test(text)).map((pattern) => `sql ${pattern.source}`),
  ];
}

/**
 * Removes the escapes of JSON and XML. Also removes run ids, sizes and digests, which may contain a SQLSTATE or the
 * beginning of a word by chance.
 */
const plainOf = (bytes: string): string =>
  bytes
    .replace(/\bq[0-9a-z]{9}[0-9a-f]{13}\b/g, 'RUN')
    .replace(/"content-length":"\d+"/g, '')
    .replace(/"etag":"(?:W\/)?\\"[\w-]{43}\\""/g, '')
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\\"', '"')
    .replaceAll('\\n', '\n')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'");
