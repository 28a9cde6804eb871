import type { Outcome, Run } from '@querent/contracts';
import { echoesPrompt, LlmUnavailableError, PromptTooLongError, readReply, type ModelReply } from '@querent/llm';
import { askModels, shownRun } from '../asking/ask-models';
import { defaultConditions } from '../checking/agent-conditions';
import { parametersOf } from '../checking/kept-in-repair';
import { statementSubject } from '../checking/statement-subject';
import type { GeneratorDeps } from '../generator-deps';
import { messageOf } from '../generator-messages';
import type { GeneratorState } from '../generator-state';
import { takeDraft } from '../record/take-draft';
import { NO_MORE_EXPLORATIONS } from './exploration-node';

/**
 * One model call: for a first statement, or for a repair of a failed one. The reply is parsed here and checked by the
 * following nodes.
 */
export const callNode =
  (deps: Pick<GeneratorDeps, 'models' | 'agent' | 'onModelTrouble'>) =>
  async (state: GeneratorState, { signal }: { signal?: AbortSignal }): Promise<Partial<GeneratorState>> => {
    const { run, model, budget, reasoning, samples, notes, wasted, defaults, strategy } = state;
    if (deps.models === null) return { reply: null };
    const spentBefore = budget.spent.llmMs;
    const agent = run.request.agent === null ? null : deps.agent(run.request.agent, run.tenant);
    try {
      const always = await defaultConditions(defaults, model, statementSubject(model, strategy).catalogue);
      const question = {
        run: shownRun(run, reasoning, samples),
        model,
        agent,
        always,
        failed: withParameters(state),
        note: noteOnReply(state),
        wasted: wasted > 0,
      };
      const { text, version } = await askModels(question, deps.models, budget, signal ?? new AbortController().signal);
      const reply = usableReply(await readReply(text), run);
      return {
        reply,
        reasoning: { ...reasoning, promptVersion: version },
        wasted: reply.kind === 'unreadable' ? wasted + 1 : wasted,
        notes: [...notes, roundOf(state, budget.spent.llmMs - spentBefore)],
      };
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof LlmUnavailableError || error instanceof PromptTooLongError)) throw error;
      deps.onModelTrouble(run, error);
      if (error instanceof LlmUnavailableError && error.why === 'day_budget')
        return withoutModel({
          ...state,
          dayIsSpent: true,
          notes: [...notes, { kind: 'budget', message: messageOf('dayIsSpent', run.request.locale) }],
        });
      return withoutModel(state);
    }
  };

/** Continues with the draft if there is one, else without a reply. */
const withoutModel = (state: GeneratorState): Partial<GeneratorState> => ({
  dayIsSpent: state.dayIsSpent,
  notes: state.notes,
  ...(takeDraft(state) ?? { reply: null }),
});

/**
 * Adds a hint about the parameters of the planner's statement, which every repair must keep; the prompt does not
 * mention them otherwise.
 */
function withParameters({ failed, compiled }: GeneratorState): GeneratorState['failed'] {
  const parameters = compiled === null ? '' : parametersOf(compiled.sql);
  if (failed === null || parameters === '') return failed;
  return {
    ...failed,
    hints: [
      ...failed.hints,
      `The statement is given values for the parameters ${parameters}: keep each of them where it stands.`,
    ],
  };
}

function roundOf(
  { run, reasoning, failed }: GeneratorState,
  durationMs: number,
): Outcome<'sql-generator'>['steps'][number] {
  const { locale } = run.request;
  if (failed !== null) return { kind: 'repair', message: messageOf('repairing', locale), durationMs };
  const explored = reasoning.explorations.filter(({ state }) => state === 'done').length;
  return {
    kind: 'round',
    message: messageOf(explored === 0 ? 'round' : 'roundWithValues', locale, { n: explored + 1 }),
    durationMs,
  };
}

/**
 * Marks useless replies as unreadable: a question that the asker has already answered (the answer is in the prompt),
 * and a statement that repeats our instructions, which must not be recorded among the attempts, because some keys may
 * read those.
 */
function usableReply(reply: ModelReply, { data }: Run): ModelReply {
  if ('sql' in reply && echoesPrompt(`${reply.sql}\n${'draft' in reply ? (reply.draft ?? '') : ''}`))
    return { kind: 'unreadable', why: 'the instructions are repeated' };
  const isAnswered =
    reply.kind === 'clarification' &&
    data.clarifications.some(({ question }) => lettersOf(question) === lettersOf(reply.question));
  return isAnswered ? { kind: 'unreadable', why: 'what the asker has answered is asked again' } : reply;
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/**
 * Note for the prompt about a previous reply without a usable statement. It holds only fixed texts, because the prompt
 * presents it as trusted. A statement that failed is described by the prompt itself.
 * @returns null if no note is needed
 */
function noteOnReply({ reply, failed }: Pick<GeneratorState, 'reply' | 'failed'>): string | null {
  if (reply?.kind === 'unreadable')
    return `Your last reply could not be used: ${reply.why}. Reply with one JSON object in one of the three shapes.`;
  if (reply?.kind !== 'intermediate_sql') return null;
  return failed?.errorClass === NO_MORE_EXPLORATIONS
    ? 'Your last reply asked for stored values that were looked at already, or once too often: use what is known, and reply with the statement or with a question.'
    : 'Your last reply asked for stored values by a statement that was refused; the block "failed" says why. Reply with the statement that answers the question, with another look, or with a question.';
}
