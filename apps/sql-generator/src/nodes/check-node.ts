import { explorationSchema, triedSinceReply } from '@querent/contracts';
import { statementFacts, type Finding, type StatementFacts } from '@querent/lint';
import { missingDefaults } from '../checking/agent-conditions';
import { checkStatement, stumbled, type CheckedStatement } from '../checking/check-statement';
import { failedByFindings, stillFailed } from '../checking/failed-statement';
import { changedBesideFault, changedFromPlanned, LOST, parametersOf } from '../checking/kept-in-repair';
import { literalVerdict } from '../checking/probed-literals';
import { isOneOf } from '../checking/same-statement';
import { statementSubject } from '../checking/statement-subject';
import { tellMended, tellWritten, type Told } from '../checking/tell-statement';
import { toldByConstants } from '../checking/told-constants';
import type { GeneratorDeps } from '../generator-deps';
import type { GeneratorState } from '../generator-state';
import { corrections, withAttempt } from '../record/attempts';
import { typedByAsker } from '../record/typed-by-asker';

/**
 * Judges the statement of the last reply. What is refused is a try, and what the next round is told; nothing refused
 * has run. Where only the database can tell whether a literal is stored, that is the next exploration, and the
 * statement waits for it as the draft.
 */
export const checkNode =
  ({ now }: Pick<GeneratorDeps, 'now'>) =>
  async (state: GeneratorState): Promise<Partial<GeneratorState>> => {
    const { run, reply, attempts, failed, reasoning } = state;
    if (reply?.kind !== 'sql') return {};
    const { checked, told, probe } = await judged(reply.sql, state);
    const { errors } = checked;
    if (told !== null) return { checked, told };
    if (probe !== undefined) {
      const wanted = explorationSchema.parse({ sql: probe, state: 'wanted' });
      return {
        checked,
        reasoning: { ...reasoning, draft: reply.sql, explorations: [...reasoning.explorations, wanted] },
      };
    }
    const repeated = errors.some(({ rule }) => rule === SAME);
    const error = errors.map(({ rule, message }) => `${rule}: ${message}`).join('; ');
    // One that was tried before stands in the record already.
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

/** `told` is null where there are errors, or where it waits for a probe. */
interface Judged {
  checked: CheckedStatement;
  told: Told | null;
  /** The statement that asks the database for what is open. */
  probe?: string;
}

async function judged(sql: string, state: GeneratorState): Promise<Judged> {
  const { model, strategy, attempts, run, compiled } = state;
  const subject = statementSubject(model, strategy);
  const checked = await checkStatement(sql, subject);
  const tried = attempts.flatMap((attempt) => attempt.sql ?? []);
  if (await isOneOf(checked.sql, tried, subject.catalogue)) return refused(checked, [same]);
  if (checked.errors.length > 0) return { checked, told: null };
  try {
    const telling = await toldByConstants(checked.sql, model, typedByAsker(run));
    if (telling.length > 0) return refused(checked, telling);
    if (run.data.semanticQuery === null) return await judgedAsWritten(checked, state);
    if (compiled === null) return refused(checked, []);
    const changes = await changedFromPlanned(compiled, checked, subject.catalogue);
    return changes.length > 0
      ? refused(checked, changes)
      : { checked, told: tellMended(checked, compiled, run.data, run.request.locale) };
  } catch (error) {
    return refused(checked, [stumbled(error)]);
  }
}

async function judgedAsWritten(
  checked: CheckedStatement,
  { model, strategy, failed, defaults, run, reasoning }: GeneratorState,
): Promise<Judged> {
  const subject = statementSubject(model, strategy);
  const { catalogue } = subject;
  const facts = await statementFacts(checked.sql, catalogue);
  const missing = await missingDefaults(defaults, { sql: checked.sql, facts, run }, model, catalogue);
  const changes = failed === null ? [] : await changedBesideFault(failed, checked, catalogue);
  // A look past an agent's filters would tell what is behind them.
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
    ? { checked, told: null, probe: verdict.probe }
    : { checked, told: tellWritten(checked, facts, model, run) };
}

const refused = (checked: CheckedStatement, errors: Finding[]): Judged => ({
  checked: { ...checked, errors },
  told: null,
});

/**
 * A literal that a column does not hold gives no rows, or all of them, which reads as an answer: the model names
 * another, or the asker is asked.
 */
function unstoredValues(found: readonly Finding[], { doubts }: CheckedStatement): Finding[] {
  // Of the same literal the lint knows near values.
  const known = ({ fragment }: Finding): Finding | undefined =>
    doubts.find((doubt) => doubt.unstored !== undefined && doubt.fragment === fragment);
  const unstored = found
    .filter(({ unstored: values }) => values !== undefined)
    .map((finding) => ({ ...finding, nearest: finding.nearest ?? known(finding)?.nearest ?? [] }));
  return unstored.map((finding) => ({ ...finding, severity: 'error', message: `${finding.message} ${HOW_TO_FIND}` }));
}

const HOW_TO_FIND = 'Compare with a stored value, look for one, or ask; keep the condition.';

/** `SELECT 1`, or a sentence as a constant: whatever it says is not from the data. */
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

/** Nobody gives a model's statement values to bind. */
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
