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
  /** The run, including what this job has found so far. */
  run: Run;
  model: SemanticModel;
  agent: ReturnType<GeneratorDeps['agent']>;
  failed: FailedStatement | null;
  /** Default conditions of the agent, which the statement must have. */
  always: readonly string[];
  /** Note for the prompt about the previous reply. */
  note: string | null;
  /** Whether an earlier reply of this job was unusable. */
  wasted: boolean;
}

/** The run with the reasoning and samples that the prompt shows. */
export function shownRun(run: Run, reasoning: Reasoning, samples: NonNullable<RunData['retrieval']>['samples']): Run {
  const { retrieval } = run.data;
  return { ...run, data: { ...run.data, reasoning, retrieval: retrieval && { ...retrieval, samples } } };
}

/**
 * Asks a model for a statement: the fine-tuned model if there is one; the general model if that is unavailable or an
 * earlier reply was unusable.
 * @throws LlmUnavailableError if neither model replies; the signal's reason if it was aborted
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

/** The fine-tuned model was trained to reply with a bare statement, so no reply schema is enforced. */
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
