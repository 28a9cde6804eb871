/**
 * What became of a statement that the database refused, in classes that decide the next step.
 * `repairable`: another statement for the same question may succeed. `retryable`: the same statement may succeed
 * later. `text` is for the asker and holds no technical word.
 */
export interface DatabaseErrorClass {
  name: DatabaseErrorClassName;
  repairable: boolean;
  retryable: boolean;
  text: { zh: string; en: string };
}

const NO_SUCH_DATA = {
  zh: '问题中提到的部分内容在数据里没有找到，请换个说法或指明具体要看的内容。',
  en: 'Part of what the question mentions was not found in the data. Please rephrase it or name what you want to see.',
};
const NOT_UNDERSTOOD = {
  zh: '这个问题没能正确转换成可计算的内容，请换个说法。',
  en: 'This question could not be turned into a calculation. Please rephrase it.',
};
const VALUE_DOES_NOT_FIT = {
  zh: '问题中的某个取值与数据的格式不符，请检查日期、数字或名称的写法。',
  en: 'A value in the question does not fit the data. Please check how dates, numbers and names are written.',
};
const SOURCE_AWAY = {
  zh: '数据源暂时无法访问，请稍后再试。',
  en: 'The data source cannot be reached right now. Please try again shortly.',
};
const TOO_HEAVY = {
  zh: '这个问题需要计算的数据太多，请缩小时间范围或增加筛选条件。',
  en: 'This question needs too much data. Please narrow the period or add a filter.',
};

/** Every class, with the SQLSTATEs that mean it: five characters exactly, or a class of two (PostgreSQL's appendix A). */
const ERROR_CLASSES = {
  unknown_column: { states: ['42703'], repairable: true, retryable: false, text: NO_SUCH_DATA },
  unknown_table: { states: ['42P01', '3F000'], repairable: true, retryable: false, text: NO_SUCH_DATA },
  ambiguous_column: { states: ['42702', '42P09', '42725'], repairable: true, retryable: false, text: NOT_UNDERSTOOD },
  syntax: { states: ['42601', '42P10', '42712', '42701', '42P08', '42P02', '42P18', '42P19', '42P20', '42611', '0A000', '21000'], repairable: true, retryable: false, text: NOT_UNDERSTOOD },
  type_mismatch: { states: ['42804', '42846', '42809', '42P21', '42P22', '42883:operator'], repairable: true, retryable: false, text: NOT_UNDERSTOOD },
  grouping: { states: ['42803'], repairable: true, retryable: false, text: NOT_UNDERSTOOD },
  division_by_zero: {
    states: ['22012'],
    repairable: true,
    retryable: false,
    text: {
      zh: '计算中出现了除以零：部分分组没有可作分母的数据，请调整条件。',
      en: 'The calculation divided by zero: some groups have nothing to divide by. Please adjust the conditions.',
    },
  },
  invalid_text: { states: ['22P02', '22007', '22008', '22018', '22023', '2201B', '22025', '22P05', '22021', '22032', '22030'], repairable: true, retryable: false, text: VALUE_DOES_NOT_FIT },
  numeric_overflow: { states: ['22003', '22001', '22015', '2201F', '2201E'], repairable: true, retryable: false, text: VALUE_DOES_NOT_FIT },
  permission: {
    states: ['42501', '28', '0L', '0P'],
    repairable: false,
    retryable: false,
    text: {
      zh: '您没有查看这部分数据的权限，请联系管理员。',
      en: 'You are not allowed to see this data. Please ask an administrator.',
    },
  },
  timeout: { states: ['57014:timeout', '55P03', '25P03', '25P04'], repairable: true, retryable: false, text: TOO_HEAVY },
  cancelled: {
    states: ['57014'],
    repairable: false,
    retryable: false,
    text: { zh: '已按您的要求取消。', en: 'Cancelled, as you asked.' },
  },
  too_many_connections: { states: ['53300'], repairable: false, retryable: true, text: SOURCE_AWAY },
  connection_lost: {
    states: ['08', '57P01', '57P02', '57P03', '57P05', '3D000', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EPIPE', 'EHOSTUNREACH', 'EAI_AGAIN'],
    repairable: false,
    retryable: true,
    text: SOURCE_AWAY,
  },
  out_of_resources: { states: ['53', '54'], repairable: true, retryable: false, text: TOO_HEAVY },
  function_missing: { states: ['42883', '42704'], repairable: true, retryable: false, text: NOT_UNDERSTOOD },
  read_only_violation: {
    states: ['25006'],
    repairable: false,
    retryable: false,
    text: {
      zh: '这里只能查询数据，不能修改数据。',
      en: 'Data can only be looked at here, not changed.',
    },
  },
  other: {
    states: [],
    repairable: true,
    retryable: false,
    text: { zh: '这个问题没能算出结果，请换个说法再试。', en: 'No result could be computed for this question. Please try rephrasing it.' },
  },
} as const satisfies Record<string, { states: readonly string[] } & Omit<DatabaseErrorClass, 'name'>>;

export type DatabaseErrorClassName = keyof typeof ERROR_CLASSES;

export const DATABASE_ERROR_CLASSES = Object.keys(ERROR_CLASSES) as DatabaseErrorClassName[];

/** Words that tell apart two failures sharing a SQLSTATE, in the server's own (lc_messages C) wording. */
const QUALIFIERS: Readonly<Record<string, RegExp>> = {
  operator: /^operator does not exist/i,
  timeout: /timeout/i,
};

const classByState = new Map(
  DATABASE_ERROR_CLASSES.flatMap((name) => ERROR_CLASSES[name].states.map((state) => [state as string, name] as const)),
);

/**
 * The class of a failure by its SQLSTATE, or by the operating system's code of a broken connection.
 * The message only separates states with two meanings (57014 is a time-out or a cancellation). Unknown
 * states fall back to their two-character class, then to `other`.
 */
export function classifyDatabaseError(sqlstate: string | undefined, message = ''): DatabaseErrorClass {
  const name = sqlstate === undefined ? 'other' : findClass(sqlstate, message);
  const { repairable, retryable, text } = ERROR_CLASSES[name];
  return { name, repairable, retryable, text };
}

function findClass(state: string, message: string): DatabaseErrorClassName {
  for (const [word, pattern] of Object.entries(QUALIFIERS)) {
    const qualified = classByState.get(`${state}:${word}`);
    if (qualified && pattern.test(message)) return qualified;
  }
  return classByState.get(state) ?? classByState.get(state.slice(0, 2)) ?? 'other';
}
