import type { Run } from '@querent/contracts';
import type { TableQuestion } from '@querent/retrieval';

/**
 * What a run asks for, in all the words that there are for it: the question as refined, and each reply to a
 * clarification.
 */
export function questionOf({ request, data }: Run): TableQuestion {
  const asked = data.refinedQuestion ?? data.restatedQuestion ?? request.question;
  const replies = data.clarifications.flatMap(({ options, answer }) => [
    options.find(({ id }) => id === answer.optionId)?.label,
    answer.text,
  ]);
  const text = [asked, ...replies].filter((part) => part !== undefined && part !== '').join('\n');
  return { text, before: data.semanticQuery === null ? (data.context?.question ?? null) : null };
}
