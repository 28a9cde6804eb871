import type { Reasoning, Run, RunData } from '@querent/contracts';
import {
  generatePrompt,
  LlmUnavailableError,
  promptContextOf,
  repairPrompt,
  replySchema,
  tunedPrompt,
  type FailedStatement,
  type Prompt,
  type RunBudget,
} from '@querent/llm';
import type { SemanticModel } from '@querent/model';
import type { GeneratorDeps } from '../generator-deps';

type Models = NonNullable<GeneratorDeps['models']>;

interface Question {
  /** With what this job has found out so far. */
  run: Run;
  model: SemanticModel;
  agent: ReturnType<GeneratorDeps['agent']>;
  failed: FailedStatement | null;
  /** Conditions of the agent, which the statement is to have. */
  always: readonly string[];
  /** What is said of the reply before. */
  note: string | null;
  /** An earlier reply led nowhere. */
  wasted: boolean;
}

/** The run as the prompt is to show it. */
export function shownRun(run: Run, reasoning: Reasoning, samples: NonNullable<RunData['retrieval']>['samples']): Run {
  const { retrieval } = run.data;
  return { ...run, data: { ...run.data, reasoning, retrieval: retrieval && { ...retrieval, samples } } };
}

/**
 * Asks for a statement: the fine-tuned model where there is one, and the general one where that is away or replied to
 * no use.
 * @throws LlmUnavailableError where neither answers; the signal's reason where it was aborted
 */
export async function askModels(
  question: Question,
  models: Models,
  budget: RunBudget,
  signal: AbortSignal,
): Promise<{ text: string; version: string }> {
  if (!models.tuned || question.wasted) return askGeneral(question, models, budget, signal);
  try {
    return await askTuned(question, models, budget, signal);
  } catch (error) {
    if (
      signal.aborted ||
      !(error instanceof LlmUnavailableError) ||
      error.why === 'budget' ||
      error.why === 'day_budget'
    )
      throw error;
    return askGeneral(question, models, budget, signal);
  }
}

async function askGeneral(
  question: Question,
  { general, promptTokens, answerTokens }: Models,
  budget: RunBudget,
  signal: AbortSignal,
): Promise<{ text: string; version: string }> {
  const context = promptContextOf(question);
  const { failed } = question;
  const prompt =
    failed === null
      ? generatePrompt(context, { maxTokens: promptTokens })
      : repairPrompt(context, failed, { maxTokens: promptTokens });
  const { text } = await general.complete(
    { ...requestOf(question, prompt, answerTokens), schema: replySchema },
    budget,
    signal,
  );
  return { text, version: prompt.version };
}

/** It was trained to reply with a statement alone, so no shape is forced on it. */
async function askTuned(
  question: Question,
  { sql, promptTokens, answerTokens }: Models,
  budget: RunBudget,
  signal: AbortSignal,
): Promise<{ text: string; version: string }> {
  const { failed } = question;
  const prompt = tunedPrompt(promptContextOf(question), {
    maxTokens: promptTokens,
    ...(failed === null ? {} : { failed }),
  });
  const { text } = await sql.complete(requestOf(question, prompt, answerTokens), budget, signal);
  return { text, version: prompt.version };
}

function requestOf({ run, failed }: Question, { system, user }: Prompt, maxTokens: number) {
  return {
    task: failed === null ? ('generate-sql' as const) : ('repair-sql' as const),
    runId: run.id,
    system,
    user,
    maxTokens,
  };
}
