import type { Outcome, Run } from '@querent/contracts';
import { echoesPrompt, LlmUnavailableError, PromptTooLongError, readReply, type ModelReply } from '@querent/llm';
import { askModels, shownRun } from '../asking/ask-models';
import { noteOnReply } from '../asking/note-on-reply';
import { standingConditions } from '../checking/agent-conditions';
import { parametersOf } from '../checking/kept-in-repair';
import { statementSubject } from '../checking/statement-subject';
import type { GeneratorDeps } from '../generator-deps';
import { messageOf } from '../generator-messages';
import type { GeneratorState } from '../generator-state';
import { takeDraft } from '../record/take-draft';

/**
 * One round with a model: a first statement, or one that puts right what failed. Its reply is read here, and judged by
 * the nodes behind.
 */
export const callNode =
  (deps: Pick<GeneratorDeps, 'models' | 'agent' | 'onModelTrouble'>) =>
  async (state: GeneratorState, { signal }: { signal?: AbortSignal }): Promise<Partial<GeneratorState>> => {
    const { run, model, budget, reasoning, samples, notes, wasted, defaults, strategy } = state;
    if (deps.models === null) return { reply: null };
    const spentBefore = budget.spent.llmMs;
    const agent = run.request.agent === null ? null : deps.agent(run.request.agent);
    try {
      const always = await standingConditions(defaults, model, statementSubject(model, strategy).catalogue);
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
      const reply = heard(await readReply(text), run);
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

/** Goes on with the draft at hand, or with nothing. */
const withoutModel = (state: GeneratorState): Partial<GeneratorState> => ({
  dayIsSpent: state.dayIsSpent,
  notes: state.notes,
  ...(takeDraft(state) ?? { reply: null }),
});

/** The planner's statement is given values, whatever failed last: the prompt knows no other parameters. */
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
  const looks = reasoning.explorations.filter(({ state }) => state === 'done').length;
  return {
    kind: 'round',
    message: messageOf(looks === 0 ? 'round' : 'roundWithValues', locale, { n: looks + 1 }),
    durationMs,
  };
}

/**
 * A question that the asker has answered tells nothing new: their answer stands in the prompt. A statement that recites
 * our instructions is none, and must not even stand among the attempts, which some may read.
 */
function heard(reply: ModelReply, { data }: Run): ModelReply {
  if ('sql' in reply && echoesPrompt(`${reply.sql}\n${'draft' in reply ? (reply.draft ?? '') : ''}`))
    return { kind: 'unreadable', why: 'the instructions are repeated' };
  const isAnswered =
    reply.kind === 'clarification' &&
    data.clarifications.some(({ question }) => lettersOf(question) === lettersOf(reply.question));
  return isAnswered ? { kind: 'unreadable', why: 'what the asker has answered is asked again' } : reply;
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
