import type { GeneratorState } from '../generator-state';
import { NO_MORE_EXPLORATIONS } from '../nodes/exploration-node';

/**
 * Note for the prompt about a previous reply without a usable statement. It holds only fixed texts, because the prompt
 * presents it as trusted. A statement that failed is described by the prompt itself.
 * @returns null if no note is needed
 */
export function noteOnReply({ reply, failed }: Pick<GeneratorState, 'reply' | 'failed'>): string | null {
  if (reply?.kind === 'unreadable')
    return `Your last reply could not be used: ${reply.why}. Reply with one JSON object in one of the three shapes.`;
  if (reply?.kind !== 'intermediate_sql') return null;
  return failed?.errorClass === NO_MORE_EXPLORATIONS
    ? 'Your last reply asked for stored values that were looked at already, or once too often: use what is known, and reply with the statement or with a question.'
    : 'Your last reply asked for stored values by a statement that was refused; the block "failed" says why. Reply with the statement that answers the question, with another look, or with a question.';
}
