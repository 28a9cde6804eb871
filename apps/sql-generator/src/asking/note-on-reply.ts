import type { GeneratorState } from '../generator-state';
import { NO_MORE_LOOKS } from '../nodes/look-node';

/**
 * What is said of the reply before this one where it brought no statement: words of ours alone, as the prompt vouches
 * for them. Of a statement that failed, the prompt tells by itself. @returns null where there is nothing to say
 */
export function noteOnReply({ reply, failed }: Pick<GeneratorState, 'reply' | 'failed'>): string | null {
  if (reply?.kind === 'unreadable')
    return `Your last reply could not be used: ${reply.why}. Reply with one JSON object in one of the three shapes.`;
  if (reply?.kind !== 'intermediate_sql') return null;
  return failed?.errorClass === NO_MORE_LOOKS
    ? 'Your last reply asked for stored values that were looked at already, or once too often: use what is known, and reply with the statement or with a question.'
    : 'Your last reply asked for stored values by a statement that was refused; the block "failed" says why. Reply with the statement that answers the question, with another look, or with a question.';
}
