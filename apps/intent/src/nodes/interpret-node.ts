import { isModelKey, type Ambiguity, type Choice, type Run } from '@querent/contracts';
import { isForgetRequest, isHabitual, type TakenChoice } from '@querent/memory';
import { interpretReply, planQuestion, type Interpretation } from '@querent/planner';
import { civilDaysOf, type SemanticModel } from '@querent/model';
import { offeredQuestion } from '@querent/explain';
import { intentMessages } from '../intent-messages';
import type { IntentState } from '../intent-state';

type Interpreted = Pick<
  IntentState,
  | 'question'
  | 'restated'
  | 'passedOver'
  | 'choices'
  | 'learned'
  | 'asked'
  | 'replyRead'
  | 'taken'
  | 'forget'
  | 'notes'
  | 'proposals'
  | 'continuesModelAnswer'
  | 'context'
>;

/**
 * Reads the reply to the last clarification, if there is one. A choice is added to the run's choices, a correction
 * restates the question and keeps them, and a new question starts over. Choices from habits are removed and applied
 * again later, because the habits may have changed.
 */
export function interpretNode({ run, model }: Pick<IntentState, 'run' | 'model'>): Interpreted {
  const asked = recordedState(run);
  const { reply, ambiguity } = run.data;
  if (reply === null || ambiguity === null) return { ...asked, forget: isForgetRequest(asked.question) };
  if (reply.text !== undefined && isForgetRequest(reply.text)) return { ...asked, replyRead: 'forget', forget: true };

  const read = readReply(ambiguity, run, model);
  switch (read.kind) {
    case 'choice':
      return {
        ...asked,
        replyRead: 'understood',
        choices: [...asked.choices, read.choice],
        taken: takenChoiceOf(run, ambiguity, read.choice),
      };
    case 'amended':
      return { ...asked, replyRead: 'amended', ...restatedAs(read.question, 'amended', run) };
    case 'new_question':
      return {
        ...asked,
        replyRead: 'understood',
        ...restatedAs(read.text, 'newQuestion', run),
        // An option that is a question answers the clarification.
        passedOver: reply.optionId === undefined ? ambiguity : null,
        choices: [],
        asked: [],
      };
    case 'unclear':
      return { ...asked, replyRead: isModelKey(ambiguity.key) ? 'understood' : 'unclear' };
  }
}

/**
 * Interprets the reply. A language model reads replies to its questions itself, from the record. Exceptions are a
 * selected option, an explicit new start, and a question that the planner can answer.
 */
function readReply(ambiguity: Ambiguity, run: Run, model: SemanticModel): Interpretation {
  const { locale, today } = run.request;
  const reply = run.data.reply ?? { text: '' };
  const read = interpretReply(ambiguity, replyOf(reply), {
    locale,
    question: recordedState(run).question,
    model,
    today,
  });
  const offered = read.kind === 'choice' ? offeredQuestion(read.choice.value) : null;
  if (offered !== null) return { kind: 'new_question', text: offered };
  if (!isModelKey(ambiguity.key) || read.kind === 'choice' || read.kind === 'unclear') return read;
  const question = read.kind === 'amended' ? read.question : read.text;
  const isNewStart = read.kind === 'new_question' && read.text !== reply.text?.trim();
  return isNewStart ||
    planQuestion({ question, locale, model, ...civilDaysOf(run, model), choices: [] }).kind === 'planned'
    ? read
    : { kind: 'unclear' };
}

/** The state as the run's record holds it, without choices from habits. */
export function recordedState({ request, data }: Run): Interpreted {
  const isLearned = (choice: Choice): boolean => data.learned.some(({ key }) => key === choice.key);
  return {
    question: data.restatedQuestion ?? request.question,
    restated: data.restatedQuestion,
    passedOver: null,
    choices: data.choices.filter((choice) => !isLearned(choice)),
    learned: [],
    asked: data.asked,
    replyRead: null,
    taken: null,
    forget: false,
    notes: [],
    proposals: [],
    continuesModelAnswer: false,
    context: data.context,
  };
}

function restatedAs(
  question: string,
  how: 'amended' | 'newQuestion',
  run: Run,
): Pick<Interpreted, 'question' | 'restated' | 'notes'> {
  const kind = how === 'amended' ? 'amended' : 'new_question';
  return {
    question,
    restated: question,
    notes: [{ kind, message: `${intentMessages[how][run.request.locale]}${question}` }],
  };
}

/** A clarification is answered once, so its id identifies the decision and a repeated job records it only once. */
function takenChoiceOf(run: Run, ambiguity: Ambiguity, choice: Choice): TakenChoice | null {
  const answered = run.data.clarifications.at(-1);
  if (answered === undefined || !isHabitual(ambiguity)) return null;
  const labels = Object.fromEntries(ambiguity.options.map(({ value, label }) => [value, label]));
  return {
    id: `${run.id}/${answered.id}`,
    choice,
    at: answered.answeredAt,
    asked: { question: ambiguity.question, labels },
  };
}

const replyOf = (
  reply: Pick<NonNullable<Run['data']['reply']>, 'optionId' | 'text'>,
): { optionId: string } | { text: string } =>
  reply.optionId === undefined ? { text: reply.text ?? '' } : { optionId: reply.optionId };
