import { say } from '../../wording/words';
import { settleShare } from '../assembly/read-share';
import type { Stop } from '../assembly/step';
import { cueOf } from '../reading/mention';
import type { Turn } from './turn';

/** "And the share?" of figures that are split: each as a part of their total. */
export function shareOfTotal({ reading, kept, said }: Turn): Stop | null {
  const cue = reading.mentions.find((mention) => mention.claim === null && cueOf(mention, 'share'));
  const [measure] = kept.measures;
  if (!cue || !measure || kept.dimensions.length === 0 || kept.compare || measure.share || kept.measures.length > 1) return null;
  reading.draft.measures = [measure];
  const stop = settleShare(reading);
  kept.measures = reading.draft.measures.map((one) => ({ ...one, span: cue.span }));
  said.push(say(reading.locale, '改看占比', 'now as shares of the total'));
  return stop;
}
