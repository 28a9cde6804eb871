import { MAX_EXPLORATIONS, explorationSchema, type Exploration } from '@querent/contracts';
import { statementFacts, type Finding } from '@querent/lint';
import { missingInLook } from '../checking/agent-conditions';
import { checkStatement, stumbled } from '../checking/check-statement';
import { failedByFindings, type Failed } from '../checking/failed-statement';
import { isOneOf } from '../checking/same-statement';
import { explorationSubject } from '../checking/statement-subject';
import { toldByConstants } from '../checking/told-constants';
import type { GeneratorState } from '../generator-state';
import { takeDraft } from '../record/take-draft';
import { typedByAsker } from '../record/typed-by-asker';

/**
 * Judges the look at stored values that the last reply asks for. One that may go to the executor becomes the last
 * exploration, `wanted`. One that reads what does not exist is recorded as failed, and put right. One too many, or one
 * that was made before, tells nothing new: the draft that came with it is taken, else the model is told so once.
 */
export async function lookNode(state: GeneratorState): Promise<Partial<GeneratorState>> {
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
  if (known) return { wasted: wasted + 1, failed: alreadyLooked(reply.sql, made) };
  const checked = await checkStatement(reply.sql, subject);
  const { sql } = checked;
  const errors = checked.errors.length > 0 ? checked.errors : await refusedAsLook(sql, state);
  // What comes next may be the statement itself, which has nothing to keep of a look.
  const error = errors.map(({ rule, message }) => `${rule}: ${message}`).join('; ');
  const look = explorationSchema.parse(
    errors.length === 0 ? { sql, state: 'wanted' } : { sql, state: 'failed', error },
  );
  return {
    reasoning: { ...reasoning, draft, explorations: [...made, look] },
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

async function refusedAsLook(sql: string, { run, model, defaults }: GeneratorState): Promise<Finding[]> {
  const { catalogue } = explorationSubject(model);
  try {
    const missing = await missingInLook(
      defaults,
      { sql, facts: await statementFacts(sql, catalogue), run },
      model,
      catalogue,
    );
    return [...missing, ...(await toldByConstants(sql, model, typedByAsker(run)))];
  } catch (error) {
    return [stumbled(error)];
  }
}

/** The class of a look that nobody needs. */
export const NO_MORE_LOOKS = 'no_more_exploration';

const alreadyLooked = (sql: string, made: readonly Exploration[]): Failed => ({
  sql,
  errorClass: NO_MORE_LOOKS,
  fragment: null,
  excused: null,
  hints: [
    'No more stored values can be looked at: what was found is given above. Reply with the statement that answers the question, or with a question to the asker.',
  ],
  tried: made.map((one) => one.sql),
});
