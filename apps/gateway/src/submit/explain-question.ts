import { submitBodySchema } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import { inSlices } from '@querent/platform';
import { explainQuestion, lexiconSteps, type Explanation } from '@querent/planner';
import { civilDaysOf } from '@querent/model';
import { z } from 'zod';
import type { Caller } from '../auth/caller';
import { ProblemError } from '../problems/problem-error';
import { cachedTodayIn } from './cached-today';
import { askable, type SubmitDeps } from './submit-question';

export const explainBodySchema = submitBodySchema.pick({
  question: true,
  connection: true,
  locale: true,
  timezone: true,
});

export const explainedUnitSchema = z.object({
  start: z.number().int().describe('index of the first UTF-16 unit in the normalised question'),
  end: z.number().int().describe('index after the last UTF-16 unit'),
  words: z.string().describe('the words'),
  means: z.string().describe('their meaning, with names of tables and columns'),
  form: z.string().describe('how the words match: as written, in another form, approximately'),
  cost: z.number().describe('doubt about the match; 0: a name as written'),
});

export const explainedStepSchema = z.object({
  depth: z.number().int().describe('depth in the derivation, from 0; the parts of a step follow one level deeper'),
  by: z.string().describe('the form of a word, or the construction that joined the parts'),
  words: z.string().describe('the words'),
  category: z.string().describe('category of the meaning, such as a figure or a condition'),
  cost: z.number().describe('cost of the whole part'),
  own: z.number().describe('cost of this step alone'),
});

export const explainedReadingSchema = z.object({
  cost: z.number().describe('cost of the reading; the lowest is the best'),
  text: z.string().describe('the question in explicit words'),
  verdict: z
    .enum(['best', 'near', 'dearer', 'too_dear'])
    .describe(
      '`best` is answered, `near` is close enough to be asked about, `dearer` is not, `too_dear` is never answered',
    ),
  dearerBy: z.array(z.string()).describe('steps that the best reading has not, with their costs'),
  steps: z.array(explainedStepSchema).describe('the derivation, a whole before its parts'),
});

export const explanationSchema = z.object({
  outcome: z
    .object({
      kind: z.enum(['planned', 'ambiguous', 'unsupported', 'chitchat']).describe('what the planner would do'),
      text: z.string().describe('the question in explicit words, the question to the asker, or the refusal'),
    })
    .describe('the decision'),
  units: z.array(explainedUnitSchema).describe('meanings of words, also those that no reading uses'),
  unknown: z.array(z.string()).describe('words without a meaning'),
  chart: z
    .object({
      items: z.number().int().describe('number of meanings built'),
      cut: z.boolean().describe('a bound on the work was reached'),
    })
    .describe('the work of the parser'),
  readings: z.array(explainedReadingSchema).describe('readings of the whole question, cheapest first'),
  ceiling: z.number().describe('cost above which a reading is not answered'),
  margin: z.number().describe('a reading with another meaning within this cost of the best is asked about'),
});

/**
 * Explains how the planner reads a question, as the first of a conversation. Creates no run and calls no database and
 * no language model. Counts against the tenant's questions per minute.
 * @throws ProblemError if the caller may not ask the connection, the connection is not ready, or a quota is exceeded
 */
export async function explainedQuestion(
  deps: SubmitDeps,
  caller: Caller,
  body: z.infer<typeof explainBodySchema>,
): Promise<Explanation> {
  const { zone } = await askable(deps, caller, body);
  await deps.quota.takeOfMinute(caller.tenant);
  const registered = await deps.services.models.model(body.connection, caller.tenant);
  if (registered === null) throw new ProblemError('connection_unavailable', { headers: { 'retry-after': '2' } });
  const { model } = registered;
  const asked = {
    createdAt: new Date().toISOString(),
    request: { timezone: zone.timezone, today: cachedTodayIn(zone.timezone, new Date()) },
  };
  await inSlices(lexiconSteps(model));
  const { question, locale = detectLocale(question) } = body;
  return explainQuestion({ question, locale, model, ...civilDaysOf(asked, model), choices: [] });
}
