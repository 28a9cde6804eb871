import type { SampleScope } from '@querent/catalog';
import { checkStatement } from '@querent/retrieval';
import type { GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { statementMistake } from './statement-mistake';

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
