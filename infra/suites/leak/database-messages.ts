import type { DatabaseErrorClassName } from '@querent/sql';

/** The names and the SQL of a failing statement. */
export interface FailedStatement {
  table: string;
  column: string;
  other: string;
  sql: string;
}

type Message = (about: FailedStatement) => string;

/**
 * One error of PostgreSQL or of the connection to it: its SQLSTATE or error code, and its message in English and with
 * `lc_messages = zh_CN`.
 */
export interface DatabaseMessage {
  state: string | undefined;
  en: Message;
  zh: Message;
}

const quoted = (sql: string): string => `\nLINE 1: ${sql.slice(0, 120)}\n                ^`;
const quotedZh = (sql: string): string => `\n第1行${sql.slice(0, 120)}\n                ^`;

/** Texts of src/backend/po of PostgreSQL 16, with the HINT, DETAIL and LINE that clients print after the message. */
export const databaseMessages: Readonly<Record<DatabaseErrorClassName, readonly DatabaseMessage[]>> = {
  unknown_column: [
    {
      state: '42703',
      en: ({ column, sql }) =>
        `column t0.${column} does not exist${quoted(sql)}\nHINT:  Perhaps you meant to reference the column "t0.${column}".`,
      zh: ({ column, sql }) => `字段 t0.${column} 不存在${quotedZh(sql)}\n提示:  也许您想要引用列"t0.${column}".`,
    },
  ],
  unknown_table: [
    {
      state: '42P01',
      en: ({ table, sql }) => `relation "${table}" does not exist${quoted(sql)}`,
      zh: ({ table, sql }) => `关系 "${table}" 不存在${quotedZh(sql)}`,
    },
  ],
  ambiguous_column: [
    {
      state: '42702',
      en: ({ column }) => `column reference "${column}" is ambiguous`,
      zh: ({ column }) => `字段关联 "${column}" 是不明确的`,
    },
  ],
  ambiguous_join: [
    {
      state: '42712',
      en: ({ table }) => `table name "${table}" specified more than once`,
      zh: ({ table }) => `表名 "${table}" 指定多次`,
    },
  ],
  syntax: [
    {
      state: '42601',
      en: ({ sql }) => `syntax error at or near "FROM"${quoted(sql)}`,
      zh: ({ sql }) => `语法错误 在 "FROM" 或附近的${quotedZh(sql)}`,
    },
  ],
  unsupported_calculation: [
    {
      state: '0A000',
      en: ({ column }) => `DISTINCT is not implemented for window functions of "${column}"`,
      zh: ({ column }) => `未实现用于窗口函数的DISTINCT: "${column}"`,
    },
  ],
  type_mismatch: [
    {
      state: '42883',
      en: ({ column }) =>
        `operator does not exist: text = integer\nHINT:  No operator matches the given name and argument types. You might need to add explicit type casts to ${column}.`,
      zh: ({ column }) =>
        `操作符不存在: text = integer\n提示:  没有匹配指定名称和参数类型的操作符. 您也许需要增加明确的类型转换: ${column}.`,
    },
  ],
  function_missing: [
    {
      state: '42883',
      en: ({ column }) => `function sum(text) does not exist: ${column}`,
      zh: ({ column }) => `函数 sum(text) 不存在: ${column}`,
    },
  ],
  grouping: [
    {
      state: '42803',
      en: ({ table, column }) =>
        `column "${table}.${column}" must appear in the GROUP BY clause or be used in an aggregate function`,
      zh: ({ table, column }) => `字段 "${table}.${column}" 必须出现在 GROUP BY 子句中或者在聚合函数中使用`,
    },
  ],
  aggregate_use: [
    {
      state: '42803',
      en: ({ column }) => `aggregate function calls cannot be nested: ${column}`,
      zh: ({ column }) => `聚合函数的调用不能嵌套: ${column}`,
    },
  ],
  several_values: [
    {
      state: '21000',
      en: ({ table }) => `more than one row returned by a subquery used as an expression on "${table}"`,
      zh: ({ table }) => `作为一个表达式使用的子查询返回了多列: "${table}"`,
    },
  ],
  division_by_zero: [
    {
      state: '22012',
      en: ({ sql }) => `division by zero\nSTATEMENT:  ${sql}`,
      zh: ({ sql }) => `错误:  除以零\n语句:  ${sql}`,
    },
  ],
  invalid_text: [
    {
      state: '22P02',
      en: ({ column }) => `invalid input syntax for type integer: "abc"\nCONTEXT:  column ${column}`,
      zh: ({ column }) => `无效的类型 integer 输入语法: "abc"\n背景:  字段 ${column}`,
    },
  ],
  numeric_overflow: [
    {
      state: '22003',
      en: ({ column }) =>
        `numeric field overflow\nDETAIL:  A field with precision 12, scale 2 must round to an absolute value less than 10^10: ${column}.`,
      zh: ({ column }) => `数值字段溢出\n详细信息:  ${column}`,
    },
  ],
  permission: [
    {
      state: '42501',
      en: ({ table }) => `permission denied for table ${table}`,
      zh: ({ table }) => `对表 ${table} 权限不够`,
    },
  ],
  no_access: [
    {
      state: '28P01',
      en: () => 'password authentication failed for user "reader"',
      zh: () => '用户 "reader" Password 认证失败',
    },
  ],
  timeout: [
    {
      state: '57014',
      en: ({ sql }) => `canceling statement due to statement timeout\nSTATEMENT:  ${sql}`,
      zh: ({ sql }) => `由于语句执行超时，正在取消查询命令\n语句:  ${sql}`,
    },
  ],
  cancelled: [
    { state: '57014', en: () => 'canceling statement due to user request', zh: () => '由于用户请求而正在取消查询' },
  ],
  too_many_connections: [
    {
      state: '53300',
      en: () => 'remaining connection slots are reserved for roles with the SUPERUSER attribute',
      zh: () => '剩余的连接槽已为超级用户保留',
    },
  ],
  connection_lost: [
    {
      state: 'ECONNREFUSED',
      en: () => 'connect ECONNREFUSED 10.20.30.40:5432',
      zh: () => 'connect ECONNREFUSED 10.20.30.40:5432',
    },
    {
      state: '08006',
      en: ({ table }) => `server closed the connection unexpectedly while reading ${table}`,
      zh: ({ table }) => `服务器意外地关闭了联接: ${table}`,
    },
    { state: '3D000', en: () => 'database "wh_prod_07" does not exist', zh: () => '数据库 "wh_prod_07" 不存在' },
  ],
  out_of_resources: [
    {
      state: '53200',
      en: ({ table }) => `out of memory\nDETAIL:  Failed on request of size 4096 in memory context "${table}".`,
      zh: ({ table }) => `内存用尽\n详细信息:  ${table}`,
    },
    {
      state: '53100',
      en: ({ table }) =>
        `could not resize shared memory segment "/PostgreSQL.${table}" to 8388608 bytes: No space left on device`,
      zh: ({ table }) => `无法重置共享内存段"/PostgreSQL.${table}": 设备上没有空间`,
    },
  ],
  too_complex: [
    {
      state: '54001',
      en: ({ table }) =>
        `stack depth limit exceeded\nHINT:  Increase the configuration parameter "max_stack_depth" for ${table}.`,
      zh: ({ table }) => `堆栈深度超过限制: ${table}`,
    },
  ],
  being_changed: [
    {
      state: '40P01',
      en: ({ table }) => `deadlock detected\nDETAIL:  Process 18 waits for AccessShareLock on relation "${table}".`,
      zh: ({ table }) => `检测到死锁\n详细信息:  进程18等待在关系 "${table}" 上`,
    },
  ],
  read_only_violation: [
    {
      state: '25006',
      en: () => 'cannot execute INSERT in a read-only transaction',
      zh: () => '不能在一个只读模式的事务中执行INSERT',
    },
  ],
  source_trouble: [
    {
      state: '58030',
      en: ({ table, other }) =>
        `could not open relation with OID 16385: ${table}, duplicate key value violates unique constraint "${other}_pkey"`,
      zh: ({ table, other }) => `无法打开关系 16385: ${table}, 重复键违反唯一约束"${other}_pkey"`,
    },
  ],
  other: [
    {
      state: undefined,
      en: ({ table }) =>
        `TypeError: Cannot read properties of undefined (reading '${table}')\n    at Object.run (/srv/querent/dist/executor.cjs:4711:13)`,
      zh: ({ table }) =>
        `TypeError: Cannot read properties of undefined (reading '${table}')\n    at Object.run (/srv/querent/dist/executor.cjs:4711:13)`,
    },
  ],
};
