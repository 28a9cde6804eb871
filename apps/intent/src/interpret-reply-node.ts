import type { Run } from '@querent/contracts';
import { interpretReply } from '@querent/semantic';
import type { IntentState } from './intent-state';

/**
 * Reads the reply to the last clarification, if the run has one: a choice joins the run's choices, a new question
 * replaces the old one, and words that pick no option are tried as an addition to the question.
 */
export function interpretReplyNode(state: Pick<IntentState, 'run'>): Partial<IntentState> {
  const { run } = state;
  const asked = { question: run.data.restatedQuestion ?? run.request.question, choices: run.data.choices };
  const { reply, ambiguity } = run.data;
  if (reply === null || ambiguity === null) return { ...asked, restated: run.data.restatedQuestion, unclearReply: false };

  const read = interpretReply(ambiguity, replyOf(reply), run.request.locale);
  if (read.kind === 'choice') return { ...asked, choices: [...asked.choices, read.choice], restated: run.data.restatedQuestion, unclearReply: false };
  if (read.kind === 'new_question') return { question: read.text, choices: [], restated: read.text, unclearReply: false };
  const extended = `${asked.question} ${reply.text ?? ''}`.trim();
  return { ...asked, question: extended, restated: extended, unclearReply: true };
}

const replyOf = (reply: NonNullable<Run['data']['reply']>): { optionId: string } | { text: string } =>
  reply.optionId === undefined ? { text: reply.text ?? '' } : { optionId: reply.optionId };
