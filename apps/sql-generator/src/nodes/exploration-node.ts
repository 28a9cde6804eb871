import { MAX_EXPLORATIONS, explorationSchema, type Exploration } from '@querent/contracts';
import { statementFacts, type Finding } from '@querent/lint';
import { missingInExploration } from '../checking/agent-conditions';
import { checkStatement, checkFailed } from '../checking/check-statement';
import { failedByFindings, type Failed } from '../checking/failed-statement';
import { isOneOf } from '../checking/same-statement';
import { explorationSubject } from '../checking/statement-subject';
import { literalLeaks } from '../checking/literal-leaks';
import type { GeneratorState } from '../generator-state';
import { takeDraft } from '../record/take-draft';
import { typedByAsker } from '../record/typed-by-asker';

/**
 * Checks the exploration of stored values that the last reply requests. A valid one is recorded as `wanted` for the
 * executor. An invalid one is recorded as failed and goes to repair. If it exceeds the limit or repeats an earlier one,
 * the draft that came with it is used; without a draft, the next prompt says so.
 */
export async function explorationNode(state: GeneratorState): Promise<Partial<GeneratorState>> {
  const { reply, reasoning, model, wasted } = state;
  if (reply?.kind !== 'intermediate_sql') return {};
  const subject = explorationSubject(model);
  const made = reasoning.explorations;
  const known =
    made.length >= MAX_EXPLORATIONS ||
    (await isOneOf(
      reply.sql,
      made.map(({ sql }) => sql),
      subject.catalogue,
    ));
  const draft = reply.draft ?? reasoning.draft;
  const taken = known ? takeDraft({ ...state, reasoning: { ...reasoning, draft } }) : null;
  if (taken !== null) return taken;
  if (known) return { wasted: wasted + 1, failed: redundantExploration(reply.sql, made) };
  const checked = await checkStatement(reply.sql, subject);
  const { sql } = checked;
  const errors = checked.errors.length > 0 ? checked.errors : await explorationErrors(sql, state);
  // The next reply may be the final statement, which need not keep any part of the exploration (`excused: null`).
  const error = errors.map(({ rule, message }) => `${rule}: ${message}`).join('; ');
  const exploration = explorationSchema.parse(
    errors.length === 0 ? { sql, state: 'wanted' } : { sql, state: 'failed', error },
  );
  return {
    reasoning: { ...reasoning, draft, explorations: [...made, exploration] },
    ...(errors.length === 0
      ? {}
      : {
          failed: {
            ...failedByFindings(
              sql,
              errors,
              made.map((one) => one.sql),
            ),
            excused: null,
          },
        }),
  };
}

async function explorationErrors(sql: string, { run, model, defaults }: GeneratorState): Promise<Finding[]> {
  const { catalogue } = explorationSubject(model);
  try {
    const missing = await missingInExploration(
      defaults,
      { sql, facts: await statementFacts(sql, catalogue), run },
      model,
      catalogue,
    );
    return [...missing, ...(await literalLeaks(sql, model, typedByAsker(run)))];
  } catch (error) {
    return [checkFailed(error)];
  }
}

/** Error class of a redundant exploration. */
export const NO_MORE_EXPLORATIONS = 'no_more_exploration';

const redundantExploration = (sql: string, made: readonly Exploration[]): Failed => ({
  sql,
  errorClass: NO_MORE_EXPLORATIONS,
  fragment: null,
  excused: null,
  hints: [
    'No more stored values can be looked at: what was found is given above. Reply with the statement that answers the question, or with a question to the asker.',
  ],
  tried: made.map((one) => one.sql),
});
