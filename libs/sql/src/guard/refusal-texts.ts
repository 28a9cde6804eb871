import type { GuardCode } from './guard-verdict';

/** A sentence for the user, without a database name or word. */
export interface RefusalText {
  zh: string;
  en: string;
}

const notOpen: RefusalText = {
  zh: '这个查询会读取没有的或不对您开放的数据，因此没有执行。请换一种问法。',
  en: 'This would read data that is not there or not open to you, so it was not run. Ask it another way.',
};
const notAQuestion: RefusalText = {
  zh: '这里只能查看数据，不能改动数据或设置，因此没有执行。',
  en: 'Data can only be looked at here, not changed or set up, so nothing was run.',
};
const notOffered: RefusalText = {
  zh: '这个查询用到了这里不提供的处理方式，因此没有执行。',
  en: 'This needs a kind of processing that is not offered here, so it was not run.',
};
const tooMuchWork: RefusalText = {
  zh: '这个查询可能产生过多的数据或耗时过长，因此没有执行。请缩小范围后重试。',
  en: 'This could produce too much data or take too long, so it was not run. Narrow the question and try again.',
};
const tooInvolved: RefusalText = {
  zh: '这个查询过于复杂，因此没有执行。请拆成几个更简单的问题。',
  en: 'This is too involved to run. Split it into simpler questions.',
};
const notUnderstood: RefusalText = {
  zh: '没有得到可以执行的查询。请换一种问法。',
  en: 'Nothing usable came of this. Ask it another way.',
};

/**
 * The user's text for each refusal. Hidden and missing objects share one sentence, because a difference would reveal
 * hidden ones.
 */
const REFUSAL_TEXTS: Readonly<Record<GuardCode, RefusalText>> = {
  too_long: tooInvolved,
  too_deep: tooInvolved,
  too_large: tooInvolved,
  too_many_joins: tooInvolved,
  syntax: notUnderstood,
  not_single_statement: notUnderstood,
  not_select: notAQuestion,
  select_into: notAQuestion,
  locking_clause: notAQuestion,
  data_modification: notAQuestion,
  forbidden_construct: notOffered,
  forbidden_function: notOffered,
  forbidden_type: notOffered,
  forbidden_operator: notOffered,
  unbounded_argument: tooMuchWork,
  unbounded_recursion: tooMuchWork,
  system_catalogue: notOpen,
  unknown_relation: notOpen,
  hidden_relation: notOpen,
  unknown_column: notOpen,
  hidden_column: notOpen,
  hidden_in_whole_row: notOpen,
  unresolved: notOffered,
  not_reproducible: notOffered,
};

/** The business text of a refusal, in both languages. */
export function refusalText(code: GuardCode): RefusalText {
  return REFUSAL_TEXTS[code];
}
