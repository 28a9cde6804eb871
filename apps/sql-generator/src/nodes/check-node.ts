import { explorationSchema, triedSinceReply } from '@querent/contracts';
import { statementFacts, type Finding, type StatementFacts } from '@querent/lint';
import { missingDefaults } from '../checking/agent-conditions';
import { checkStatement, checkFailed, type CheckedStatement } from '../checking/check-statement';
import { failedByFindings, stillFailed } from '../checking/failed-statement';
import { changedBesideFault, changedFromPlanned, LOST, parametersOf } from '../checking/kept-in-repair';
import { literalVerdict } from '../checking/probed-literals';
import { isOneOf } from '../checking/same-statement';
import { statementSubject } from '../checking/statement-subject';
import { describeRepaired, describeWritten, type DescribedStatement } from '../checking/describe-statement';
import { literalLeaks } from '../checking/literal-leaks';
import type { GeneratorDeps } from '../generator-deps';
import type { GeneratorState } from '../generator-state';
import { corrections, withAttempt } from '../record/attempts';
import { typedByAsker } from '../record/typed-by-asker';

/**
 * Checks the statement of the last reply. A refused statement never runs; it counts as an attempt and is described in
 * the next prompt. If only the database knows whether a literal is stored, that probe becomes the next exploration, and
 * the statement waits as the draft.
 */
export const checkNode =
  ({ now }: Pick<GeneratorDeps, 'now'>) =>
  async (state: GeneratorState): Promise<Partial<GeneratorState>> => {
    const { run, reply, attempts, failed, reasoning } = state;
    if (reply?.kind !== 'sql') return {};
    const { checked, described, probe } = await judged(reply.sql, state);
    const { errors } = checked;
    if (described !== null) return { checked, described };
    if (probe !== undefined) {
      const wanted = explorationSchema.parse({ sql: probe, state: 'wanted' });
      return {
        checked,
        reasoning: { ...reasoning, draft: reply.sql, explorations: [...reasoning.explorations, wanted] },
      };
    }
    const repeated = errors.some(({ rule }) => rule === SAME);
    const error = errors.map(({ rule, message }) => `${rule}: ${message}`).join('; ');
    // A repeated statement is already in the record.
    const after = withAttempt(
      attempts,
      { ...(repeated ? {} : { sql: checked.sql, ...corrections(checked) }), error },
      now(),
    );
    const tried = triedSinceReply({ ...run.data, attempts: after }).flatMap(({ sql }) => sql ?? []);
    const noRepair = errors.every(({ rule }) => rule === SAME || rule === LOST);
    return {
      checked,
      attempts: after,
      failed:
        noRepair && failed !== null ? stillFailed(failed, errors, tried) : failedByFindings(checked.sql, errors, tried),
    };
  };

const SAME = 'same_statement';
const same: Finding = {
  rule: SAME,
  severity: 'error',
  fragment: '',
  message: 'This very statement was tried before and failed: write another one.',
};

/** Result of a check. `described` is null if there are errors, or if the statement waits for a probe. */
interface Judged {
  checked: CheckedStatement;
  described: DescribedStatement | null;
  /** Statement that asks the database which literals are stored. */
  probe?: string;
}

async function judged(sql: string, state: GeneratorState): Promise<Judged> {
  const { model, strategy, attempts, run, compiled } = state;
  const subject = statementSubject(model, strategy);
  const checked = await checkStatement(sql, subject);
  const tried = attempts.flatMap((attempt) => attempt.sql ?? []);
  if (await isOneOf(checked.sql, tried, subject.catalogue)) return refused(checked, [same]);
  if (checked.errors.length > 0) return { checked, described: null };
  try {
    const leaks = await literalLeaks(checked.sql, model, typedByAsker(run));
    if (leaks.length > 0) return refused(checked, leaks);
    if (run.data.semanticQuery === null) return await checkedAsWritten(checked, state);
    if (compiled === null) return refused(checked, []);
    const changes = await changedFromPlanned(compiled, checked, subject.catalogue);
    return changes.length > 0
      ? refused(checked, changes)
      : { checked, described: describeRepaired(checked, compiled, run.data, run.request.locale) };
  } catch (error) {
    return refused(checked, [checkFailed(error)]);
  }
}

async function checkedAsWritten(
  checked: CheckedStatement,
  { model, strategy, failed, defaults, run, reasoning }: GeneratorState,
): Promise<Judged> {
  const subject = statementSubject(model, strategy);
  const { catalogue } = subject;
  const facts = await statementFacts(checked.sql, catalogue);
  const missing = await missingDefaults(defaults, { sql: checked.sql, facts, run }, model, catalogue);
  const changes = failed === null ? [] : await changedBesideFault(failed, checked, catalogue);
  // Under an agent's filters there is no probe, because it would reveal values that the filters exclude.
  const verdict = defaults.length > 0 ? null : await literalVerdict(checked.sql, subject, reasoning.explorations);
  const unstored =
    verdict?.state === 'missing'
      ? unstoredValues(verdict.findings, checked)
      : verdict === null
        ? unstoredValues(checked.doubts, checked)
        : [];
  const errors = [...readsNothing(facts), ...ownParameters(checked.sql), ...unstored, ...missing, ...changes];
  if (errors.length > 0) return refused(checked, errors);
  return verdict?.state === 'unknown'
    ? { checked, described: null, probe: verdict.probe }
    : { checked, described: describeWritten(checked, facts, model, run) };
}

const refused = (checked: CheckedStatement, errors: Finding[]): Judged => ({
  checked: { ...checked, errors },
  described: null,
});

/**
 * Errors for literals that a column does not hold. They would select no rows, or all, which looks like an answer: the
 * model must name another value or ask.
 */
function unstoredValues(found: readonly Finding[], { doubts }: CheckedStatement): Finding[] {
  // The lint knows similar values of the same literal.
  const known = ({ fragment }: Finding): Finding | undefined =>
    doubts.find((doubt) => doubt.unstored !== undefined && doubt.fragment === fragment);
  const unstored = found
    .filter(({ unstored: values }) => values !== undefined)
    .map((finding) => ({ ...finding, nearest: finding.nearest ?? known(finding)?.nearest ?? [] }));
  return unstored.map((finding) => ({ ...finding, severity: 'error', message: `${finding.message} ${HOW_TO_FIND}` }));
}

const HOW_TO_FIND = 'Compare with a stored value, look for one, or ask; keep the condition.';

/** Refuses statements that read no table (`SELECT 1`, or a constant sentence): their result is not from the data. */
function readsNothing({ relations }: StatementFacts): Finding[] {
  return relations.length > 0
    ? []
    : [
        {
          rule: 'reads_nothing',
          severity: 'error',
          fragment: '',
          message: 'The statement reads no table: the answer must come from the data, or the question be asked back.',
        },
      ];
}

/** Refuses parameters in a model's statement, for which there are no values to bind. */
function ownParameters(sql: string): Finding[] {
  const parameters = parametersOf(sql);
  return parameters === ''
    ? []
    : [
        {
          rule: 'parameter',
          severity: 'error',
          fragment: parameters,
          message: 'The statement takes no parameters: write the values themselves.',
        },
      ];
}
