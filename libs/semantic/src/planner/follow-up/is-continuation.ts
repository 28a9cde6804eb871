import type { PlanInput } from '../plan-input';
import { openReading } from '../reading/open-reading';
import { isContent } from '../reading/mention';
import { isTooLong } from '../reading/too-long';
import { readOpening } from './read-opening';
import { standsAlone } from './stands-alone';

/**
 * Whether a turn of a conversation goes on with the question before rather than being one of its own: 那去年呢, "only the VIP ones".
 * For a question before that has no semantic query; where there is one, `planQuestion` itself reads the turn.
 */
export function isContinuation(input: PlanInput): boolean {
  const reading = openReading(input);
  if (isTooLong(reading.mentions)) return false;
  const opening = readOpening(reading.text, (position) => reading.mentions.some((mention) => isContent(mention) && mention.span.start < position));
  return !standsAlone(reading, opening);
}
