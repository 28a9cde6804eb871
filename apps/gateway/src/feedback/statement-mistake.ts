import type { StatementCheck } from '@querent/retrieval';
import type { FieldMistake } from '../problems/field-mistakes';

type Why = Extract<StatementCheck, { ok: false }>['why'];
type Kind = 'unread' | 'several' | 'no_select' | 'unknown' | 'forbidden' | 'too_long' | 'unfit';

/** Reasons to refuse a statement. They name no database objects and do not reveal that a hidden object exists. */
const messages: Record<Kind, FieldMistake['message']> = {
  unread: { zh: '不是有效的查询语句', en: 'is not a valid statement' },
  several: { zh: '必须是一条语句', en: 'must be one statement' },
  no_select: { zh: '必须是只读取数据的查询', en: 'must be a query that only reads' },
  unknown: { zh: '引用了该数据源中不存在的内容', en: 'refers to something that this connection does not have' },
  forbidden: { zh: '使用了不允许的功能', en: 'uses something that is not allowed' },
  too_long: { zh: '过长或过于复杂', en: 'is too long or too complex' },
  unfit: { zh: '与数据模型不符，结果可能有误', en: 'does not fit the data model: its result would be wrong' },
};

const kindOf: Record<Why, Kind> = {
  too_long: 'too_long',
  too_deep: 'too_long',
  too_many_joins: 'too_long',
  unbounded_recursion: 'too_long',
  too_large: 'too_long',
  syntax: 'unread',
  not_reproducible: 'unread',
  not_single_statement: 'several',
  not_select: 'no_select',
  select_into: 'no_select',
  locking_clause: 'no_select',
  data_modification: 'no_select',
  forbidden_construct: 'forbidden',
  forbidden_function: 'forbidden',
  forbidden_type: 'forbidden',
  forbidden_operator: 'forbidden',
  unbounded_argument: 'forbidden',
  system_catalogue: 'forbidden',
  unknown_relation: 'unknown',
  hidden_relation: 'unknown',
  unknown_column: 'unknown',
  hidden_column: 'unknown',
  hidden_in_whole_row: 'unknown',
  unresolved: 'unknown',
  lint: 'unfit',
};

export const statementMistake = (why: Why): FieldMistake['message'] => messages[kindOf[why]];
