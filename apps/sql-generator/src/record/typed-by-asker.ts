import type { Run } from '@querent/contracts';

/** Texts that the asker wrote; they may be repeated to the asker, even if they contain physical names. */
export const typedByAsker = ({ request, data }: Run): string[] =>
  [
    request.question,
    data.restatedQuestion ?? '',
    ...data.clarifications.flatMap(({ answer }) => answer.text ?? []),
  ].filter((text) => text !== '');
