import { z } from 'zod';
import type { Ambiguity } from './plan';
import { clarificationSchema, isTerminal, type Run } from './run';

/** A clarification of a finished run that never got an answer. */
export const unansweredClarificationSchema = z.object({
  end: z
    .enum(['expired', 'stopped', 'another_question'])
    .describe('`expired`: no reply in time; `stopped`: the run was cancelled; `another_question`: that was the reply'),
  question: z.string().describe('the question to the user'),
  words: z.string().nullable().describe('the words of the question that were unclear; null: none in particular'),
  options: z
    .array(clarificationSchema.shape.options.element.omit({ id: true }))
    .describe('replies that were offered to choose from'),
});
export type UnansweredClarification = z.infer<typeof unansweredClarificationSchema>;

/** Null: the run has not ended, was never paused, or got an answer to each of its clarifications. */
export function unansweredClarification(run: Run): UnansweredClarification | null {
  const { passedOver, ambiguity, reply } = run.data;
  if (!isTerminal(run.status)) return null;
  if (passedOver !== null) return described(run, passedOver, 'another_question');
  // A reply leaves the ambiguity in the run until it has been read.
  if (ambiguity === null || reply !== null) return null;
  if (run.status === 'expired') return described(run, ambiguity, 'expired');
  return run.status === 'cancelled' ? described(run, ambiguity, 'stopped') : null;
}

const described = (run: Run, ambiguity: Ambiguity, end: UnansweredClarification['end']): UnansweredClarification => ({
  end,
  question: ambiguity.question,
  words: unclearWords(run, ambiguity),
  options: ambiguity.options.map(({ label, description }) => ({
    label,
    ...(description === undefined ? {} : { description }),
  })),
});

/** The words that an ambiguity is about: its span, or what the clarification quotes of the question. */
function unclearWords({ request, data }: Run, { span, question }: Ambiguity): string | null {
  const asked = [request.question, data.restatedQuestion ?? ''].join('\n');
  const quoted = [...question.matchAll(/[“"]([^“”"]+)[”"]/gu)].map(([, text = '']) => text);
  const written = [...(span ? [span.text] : []), ...quoted].flatMap((words) => writtenIn(asked, words) ?? []);
  return written[0] ?? span?.text ?? null;
}

/** Words as a text writes them; null: it does not contain them. */
function writtenIn(text: string, words: string): string | null {
  const at = text.toLowerCase().indexOf(words.toLowerCase());
  return at < 0 ? null : text.slice(at, at + words.length);
}
