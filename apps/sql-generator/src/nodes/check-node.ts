import { statementFacts, type Finding } from '@querent/sql';
import { missingDefaults } from '../checking/agent-conditions';
import { checkStatement, type CheckedStatement } from '../checking/check-statement';
import { failedByFindings, stillFailed } from '../checking/failed-statement';
import { changedBesideFault, changedFromPlanned, LOST, parametersOf } from '../checking/kept-in-repair';
import { isOneOf } from '../checking/same-statement';
import { statementSubject } from '../checking/statement-subject';
import type { GeneratorDeps } from '../generator-deps';
import type { GeneratorState } from '../generator-state';
import { corrections, triedSinceReply, withAttempt } from '../record/attempts';

/** Judges the statement of the last reply. What is refused is a try, and what the next round is told; nothing refused has run. */
export const checkNode = ({ now }: Pick<GeneratorDeps, 'now'>) => async (state: GeneratorState): Promise<Partial<GeneratorState>> => {
  const { run, reply, attempts, failed } = state;
  if (reply?.kind !== 'sql') return {};
  const checked = await judged(reply.sql, state);
  const { errors } = checked;
  if (errors.length === 0) return { checked };
  const repeated = errors.some(({ rule }) => rule === SAME);
  const error = errors.map(({ rule, message }) => `${rule}: ${message}`).join('; ');
  // One that was tried before stands in the record already.
  const after = withAttempt(attempts, { ...(repeated ? {} : { sql: checked.sql, ...corrections(checked) }), error }, now());
  const tried = triedSinceReply(run, after).flatMap(({ sql }) => sql ?? []);
  const noRepair = errors.every(({ rule }) => rule === SAME || rule === LOST);
  return { checked, attempts: after, failed: noRepair && failed !== null ? stillFailed(failed, errors, tried) : failedByFindings(checked.sql, errors, tried) };
};

const SAME = 'same_statement';
const same: Finding = { rule: SAME, severity: 'error', fragment: '', message: 'This very statement was tried before and failed: write another one.' };

async function judged(sql: string, { model, strategy, attempts, run, compiled, failed, defaults }: GeneratorState): Promise<CheckedStatement> {
  const subject = statementSubject(model, strategy);
  const checked = await checkStatement(sql, subject);
  const tried = attempts.flatMap((attempt) => attempt.sql ?? []);
  if (await isOneOf(checked.sql, tried, subject.catalogue)) return { ...checked, errors: [same] };
  if (checked.errors.length > 0) return checked;
  if (run.data.semanticQuery !== null) return { ...checked, errors: compiled === null ? [] : await changedFromPlanned(compiled, checked, subject.catalogue) };
  const facts = await statementFacts(checked.sql, subject.catalogue);
  const missing = await missingDefaults(defaults, facts, model, subject.catalogue);
  return { ...checked, errors: [...ownParameters(checked.sql), ...missing, ...(failed === null ? [] : await changedBesideFault(failed, checked, subject.catalogue))] };
}

/** Nobody gives a model's statement values to bind. */
function ownParameters(sql: string): Finding[] {
  const parameters = parametersOf(sql);
  return parameters === '' ? [] : [{ rule: 'parameter', severity: 'error', fragment: parameters, message: 'The statement takes no parameters: write the values themselves.' }];
}
