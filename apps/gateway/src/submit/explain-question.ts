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

export const explanationSchema = z.object({
  outcome: z.object({ kind: z.enum(['planned', 'ambiguous', 'unsupported', 'chitchat']), text: z.string() }),
  units: z.array(
    z.object({
      start: z.number().int(),
      end: z.number().int(),
      words: z.string(),
      means: z.string(),
      form: z.string(),
      cost: z.number(),
    }),
  ),
  unknown: z.array(z.string()),
  chart: z.object({ items: z.number().int(), cut: z.boolean() }),
  readings: z.array(
    z.object({
      cost: z.number(),
      text: z.string(),
      verdict: z.enum(['best', 'near', 'dearer', 'too_dear']),
      dearerBy: z.array(z.string()),
      steps: z.array(
        z.object({
          depth: z.number().int(),
          by: z.string(),
          words: z.string(),
          category: z.string(),
          cost: z.number(),
          own: z.number(),
        }),
      ),
    }),
  ),
  ceiling: z.number(),
  margin: z.number(),
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
