import type { SampleScope } from '@querent/catalog';
import { checkStatement, type StatementCheck } from '@querent/retrieval';
import type { GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import type { FieldMistake } from '../problems/field-mistakes';

/**
 * Checks a statement for use as a sample: one SELECT that fits the model. Returns it without comments; never runs it.
 * Throws `statement_unfit`.
 */
export async function fitStatement(
  { models }: Pick<GatewayServices, 'models'>,
  { connection, tenant }: SampleScope,
  { path, sql }: { path: string; sql: string },
): Promise<{ sql: string; modelVersion: string }> {
  const registered = await models.model(connection, tenant);
  if (registered === null) throw new ProblemError('connection_unavailable');
  if (registered.problems.length > 0) throw new ProblemError('connection_misconfigured');
  const check = await checkStatement(sql, registered.model);
  if (!check.ok)
    throw new ProblemError('statement_unfit', { mistakes: [{ path, message: statementMistake(check.why) }] });
  return { sql: check.sql, modelVersion: registered.model.version };
}

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

const statementMistake = (why: Why): FieldMistake['message'] => messages[kindOf[why]];
