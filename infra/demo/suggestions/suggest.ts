import { emptyRunData, type Choice, type Locale, type PlanResult, type Run } from '@querent/contracts';
import { planQuestion } from '@querent/planner';
import { newRun } from '@querent/testing';
import { present } from '../../../apps/chart/src/present';
import { TODAY } from '../judge/demo-questions';
import { answerOf, TIMEZONE, type Target } from '../judge/target';

type Planned = Extract<PlanResult, { kind: 'planned' }>;

export const plan = (target: Target, question: string, locale: Locale, choices: Choice[] = []): PlanResult =>
  planQuestion({ question, locale, model: target.model, today: TODAY, timezone: TIMEZONE, choices });

/** The suggestions of the real chart stage for an answered question, with a result as the executor stores it. */
export async function suggestionsTo(
  target: Target,
  asked: { question: string; locale: Locale; choices?: Choice[] },
  planned: Planned,
): Promise<string[]> {
  const { compiled, result } = await answerOf(target, planned.query, asked.locale);
  const stage = present({
    results: { readPage: async () => result.rows },
    model: async () => target.model,
    clock: () => 0,
    onFollowUpError: (error) => {
      throw error;
    },
  });
  const run: Run = {
    ...newRun({
      id: 'run_suggested',
      question: asked.question,
      locale: asked.locale,
      today: TODAY,
      timezone: TIMEZONE,
      connection: target.model.connection,
    }),
    version: 1,
    status: 'presenting',
    createdAt: `${TODAY}T00:00:00.000Z`,
    updatedAt: `${TODAY}T00:00:00.000Z`,
    finishedAt: null,
    data: {
      ...emptyRunData(),
      mode: 'fast',
      modeReason: { rule: 'suggestions', words: null, skipSamples: true, skipChart: true },
      refinedQuestion: planned.refinedQuestion,
      semanticQuery: planned.query,
      disclosures: planned.disclosures,
      choices: asked.choices ?? [],
      result: {
        blob: 'rows.1',
        columns: compiled.columns.map(({ key, label }) => ({ key, label, type: 'string' as const })),
        output: compiled.columns,
        rowCount: result.rowCount,
        truncated: result.truncated,
        skipped: [],
      },
    },
  };
  const outcome = await stage(run, new AbortController().signal);
  return outcome.patch.answer?.suggestions ?? [];
}

/** Explains why a suggestion, asked verbatim, does not lead to a new answer. Null if it does. */
export async function wrongWith(
  target: Target,
  suggestion: string,
  locale: Locale,
  meaningAsked: string,
  meaningOf: (planned: Planned) => string,
): Promise<string | null> {
  const read = plan(target, suggestion, locale);
  if (read.kind !== 'planned')
    return read.kind === 'ambiguous' ? `asks: ${read.ambiguity.question}` : `is ${read.kind}`;
  if (meaningOf(read) === meaningAsked) return 'is the question that was answered';
  try {
    await answerOf(target, read.query, locale);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
