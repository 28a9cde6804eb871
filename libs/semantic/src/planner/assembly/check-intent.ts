import { cueOf } from '../reading/mention';
import type { Reading } from '../reading/reading';
import { refuse } from './refuse';
import { smallTalk } from './small-talk';
import type { Stop } from './step';

/** Chitchat is answered at once; writes, forecasts and reasons are refused before anything is read into them. */
export function checkIntent(reading: Reading): Stop | null {
  const reply = smallTalk(reading);
  if (reply !== null) return { kind: 'chitchat', reply };
  for (const mention of reading.mentions) {
    const cue = cueOf(mention, 'refuse');
    // A write is asked for at once; further on the same words describe: recently updated, 新增客户.
    if (cue?.why === 'write' && mention.index > 1) continue;
    if (cue && !mention.senses.some((sense) => sense.kind !== 'cue')) return refuse(reading, cue.why, mention.span.text);
  }
  const future = reading.mentions.find((mention) => mention.literal?.kind === 'time' && (mention.literal.time.range.from ?? '') > reading.today);
  return future ? refuse(reading, 'forecast', future.span.text) : null;
}
