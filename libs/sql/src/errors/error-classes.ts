import type { Remedy } from './remedy';

/**
 * One kind of failure. `repairable`: another statement for the same question may succeed. `retryable`: the same
 * statement may succeed later. Neither: only the user can help. `text` describes the failure in one sentence of
 * business words; `remedies` are two or three suggestions, best first.
 */
interface ErrorClassEntry {
  /** SQLSTATEs of PostgreSQL's appendix A, five characters or a class of two, or the operating system's code. */
  states: readonly string[];
  repairable: boolean;
  retryable: boolean;
  text: { zh: string; en: string };
  remedies: readonly Remedy[];
}

const by = (who: 'repair' | 'time' | 'asker') => ({ repairable: who === 'repair', retryable: who === 'time' });

/**
 * All classes. `STATE:word` is that state with a message that matches the qualifier `word`. No text may contain a
 * technical word.
 */
export const ERROR_CLASSES = {
  unknown_column: {
    states: ['42703'],
    ...by('repair'),
    remedies: ['drop_condition', 'other_dimension', 'contact_admin'],
    text: {
      zh: '问题中用到的某一项内容现在已经取不到了。',
      en: 'Something that the question asks about is no longer kept.',
    },
  },
  unknown_table: {
    states: ['42P01', '3F000'],
    ...by('repair'),
    remedies: ['drop_condition', 'other_dimension', 'contact_admin'],
    text: {
      zh: '问题涉及的一部分数据现在已经没有了。',
      en: 'Part of the data that the question is about is no longer there.',
    },
  },
  ambiguous_column: {
    states: ['42702'],
    ...by('repair'),
    remedies: ['drop_condition', 'other_dimension', 'rephrase'],
    text: {
      zh: '问题中的某一项在数据里有不止一种含义，无法判断用哪一种。',
      en: 'Something in the question has more than one meaning in the data, and it is not clear which one counts.',
    },
  },
  ambiguous_join: {
    states: ['42702:join', '42P09', '42712'],
    ...by('repair'),
    remedies: ['drop_condition', 'other_dimension', 'rephrase'],
    text: {
      zh: '问题涉及的几部分数据之间有不止一种关联方式，无法判断用哪一种。',
      en: 'The parts of data in the question belong together in more than one way, and it is not clear which one counts.',
    },
  },
  syntax: {
    states: ['42'],
    ...by('repair'),
    remedies: ['drop_condition', 'use_totals', 'rephrase'],
    text: { zh: '这个问题没能正确转换成可计算的内容。', en: 'The question could not be turned into a calculation.' },
  },
  unsupported_calculation: {
    states: ['0A'],
    ...by('repair'),
    remedies: ['use_totals', 'other_dimension', 'rephrase'],
    text: {
      zh: '问题所要求的这种算法目前还做不到。',
      en: 'The kind of calculation that the question asks for is not possible here.',
    },
  },
  type_mismatch: {
    states: ['42804', '42846', '42809', '42P21', '42P22', '42P18', '42883:operator'],
    ...by('repair'),
    remedies: ['drop_condition', 'other_dimension', 'rephrase'],
    text: {
      zh: '问题把不同类型的内容放在一起比较或计算，例如把文字当作数字。',
      en: 'The question compares or combines different kinds of content, such as words with numbers.',
    },
  },
  function_missing: {
    states: ['42883', '42704', '42725'],
    ...by('repair'),
    remedies: ['drop_condition', 'use_totals', 'rephrase'],
    text: {
      zh: '回答这个问题需要一种这里没有的计算方法。',
      en: 'Answering this needs a way of calculating that is not available here.',
    },
  },
  grouping: {
    states: ['42803'],
    ...by('repair'),
    remedies: ['use_totals', 'other_dimension', 'rephrase'],
    text: {
      zh: '这个问题的分组方式与要看的内容对不上。',
      en: 'The way the question groups things does not fit what it wants to see.',
    },
  },
  aggregate_use: {
    states: ['42803:aggregate', '42P19', '42P20', '22013', '22014', '22016'],
    ...by('repair'),
    remedies: ['use_totals', 'drop_condition', 'rephrase'],
    text: {
      zh: '这个问题把合计、平均之类的数字用在了不能用的地方。',
      en: 'The question uses a total, an average or the like where there cannot be one.',
    },
  },
  several_values: {
    states: ['21'],
    ...by('repair'),
    remedies: ['drop_condition', 'use_totals', 'rephrase'],
    text: {
      zh: '问题的一部分本应只对应一个值，实际却有好几个。',
      en: 'Part of the question should refer to one value but refers to several.',
    },
  },
  division_by_zero: {
    states: ['22012'],
    ...by('repair'),
    remedies: ['use_totals', 'drop_condition', 'other_dimension'],
    text: {
      zh: '计算比例或平均时出现了除以零：有些分组没有可作分母的数据。',
      en: 'A ratio or an average would have been divided by zero: some groups have nothing to divide by.',
    },
  },
  invalid_text: {
    states: ['22'],
    ...by('repair'),
    remedies: ['drop_condition', 'use_totals', 'check_values'],
    text: {
      zh: '有的取值与所需的格式不符，例如日期或数字的写法。',
      en: 'A value is not written the way it has to be, such as a date or a number.',
    },
  },
  numeric_overflow: {
    states: ['22003', '22001', '22015', '2201E', '2201F', '2201G'],
    ...by('repair'),
    remedies: ['narrow_time', 'drop_condition', 'check_values'],
    text: {
      zh: '计算中出现了过大、过小或无意义的数值。',
      en: 'The calculation came to a number that is too large, too small or has no meaning.',
    },
  },
  permission: {
    states: ['42501', '0L', '0P'],
    ...by('asker'),
    remedies: ['drop_condition', 'other_dimension', 'contact_admin'],
    text: { zh: '您没有查看其中一部分数据的权限。', en: 'You are not allowed to see part of this data.' },
  },
  no_access: {
    states: ['28'],
    ...by('asker'),
    remedies: ['contact_admin', 'retry'],
    text: { zh: '您还没有获准访问这个数据源。', en: 'You have not been given access to this data source.' },
  },
  timeout: {
    states: ['57014:timeout', '25P03', '25P04'],
    ...by('asker'),
    remedies: ['narrow_time', 'use_totals', 'first_rows'],
    text: {
      zh: '这个问题涉及的数据太多，没有在限定时间内算完。',
      en: 'The question covers so much data that it was not finished in time.',
    },
  },
  out_of_resources: {
    states: ['53'],
    ...by('asker'),
    remedies: ['narrow_time', 'use_totals', 'first_rows'],
    text: {
      zh: '这个问题需要同时处理的数据超出了可用的容量。',
      en: 'The question needs more data at once than there is room for.',
    },
  },
  too_complex: {
    states: ['54'],
    ...by('asker'),
    remedies: ['drop_condition', 'use_totals', 'other_dimension'],
    text: {
      zh: '这个问题包含的条件或步骤太多，无法一次算完。',
      en: 'The question has too many conditions or steps to be worked out at once.',
    },
  },
  cancelled: {
    states: ['57014'],
    ...by('asker'),
    remedies: ['ask_again', 'retry'],
    text: { zh: '已按您的要求取消。', en: 'Cancelled, as you asked.' },
  },
  read_only_violation: {
    states: ['25006', '2F002', '2F004', '38002', '38004'],
    ...by('asker'),
    remedies: ['rephrase', 'contact_admin'],
    text: { zh: '这里只能查看数据，不能修改数据。', en: 'Data can only be looked at here, not changed.' },
  },
  too_many_connections: {
    states: ['53300'],
    ...by('time'),
    remedies: ['retry', 'contact_admin'],
    text: {
      zh: '数据源此刻正忙，没有空闲来回答这个问题。',
      en: 'The data source is busy and has no room for this question at the moment.',
    },
  },
  connection_lost: {
    states: [
      '08',
      '57',
      '3D',
      'HV00N',
      'ECONNREFUSED',
      'ECONNRESET',
      'ETIMEDOUT',
      'ENOTFOUND',
      'EPIPE',
      'EHOSTUNREACH',
      'EAI_AGAIN',
      'EAI_FAIL',
      'ECONNABORTED',
      'ENETUNREACH',
      'ENETDOWN',
      'EHOSTDOWN',
      'ENOENT',
    ],
    ...by('time'),
    remedies: ['retry', 'contact_admin'],
    text: { zh: '数据源暂时无法访问。', en: 'The data source cannot be reached right now.' },
  },
  being_changed: {
    states: ['40', '55', '72'],
    ...by('time'),
    remedies: ['retry', 'contact_admin'],
    text: {
      zh: '这部分数据此刻正在更新，没能算出结果。',
      en: 'This data is being updated at the moment, so no result could be worked out.',
    },
  },
  source_trouble: {
    states: ['58', 'F0', 'HV', 'XX001', 'XX002'],
    ...by('time'),
    remedies: ['retry', 'contact_admin'],
    text: {
      zh: '数据源自身出现了故障，请联系管理员。',
      en: 'The data source itself has a problem. Please contact your administrator.',
    },
  },
  other: {
    states: [],
    ...by('repair'),
    remedies: ['drop_condition', 'use_totals', 'rephrase'],
    text: { zh: '这个问题没能算出结果。', en: 'No result could be worked out for this question.' },
  },
} as const satisfies Record<string, ErrorClassEntry>;
