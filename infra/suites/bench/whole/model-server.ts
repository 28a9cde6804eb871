import { startScriptedLlm } from '@querent/testing';
import { endWithParent } from '../hops/child-program';

/**
 * A language model without latency, as a separate process: its processor time must not count for the bench. It answers
 * the product in its format, and every other client with the bare statement.
 */
const sql = process.env['BENCH_SQL'] ?? '';
const draft = JSON.stringify({ kind: 'sql', sql, draft: null, question: null, options: null });

endWithParent();
void startScriptedLlm([
  { match: { task: 'generate-sql' }, reply: { text: draft } },
  { match: { task: '' }, reply: { text: sql } },
  { reply: { text: '{}' } },
]).then(({ url }) => process.send?.(url));
