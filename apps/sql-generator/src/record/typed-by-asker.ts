import type { Run } from '@querent/contracts';

/** All that the asker wrote themselves: it may be said back to them, names and all. */
export const typedByAsker = ({ request, data }: Run): string[] =>
  [
    request.question,
    data.restatedQuestion ?? '',
    ...data.clarifications.flatMap(({ answer }) => answer.text ?? []),
  ].filter((text) => text !== '');
