import type { Mention } from '../reading/mention';
import { cueOf } from '../reading/mention';
import { type Reading, claim } from '../reading/reading';

/** Whether a negation governs this mention; claims its words (and the 以外 that closes 除了…以外). */
export function negatedBefore(reading: Reading, mention: Mention): boolean {
  const cue = negationBefore(reading, mention);
  // 没有通过App下单: the verb's own negation is not the value's too.
  if (!cue || cue.claim === 'relation') return false;
  claim('negation', cue);
  if (cueOf(cue, 'negation')?.scope === 'except') claim('negation', closing(reading, mention), others(reading, mention));
  return true;
}

/** The negation right before a mention; between them only its column, an "is" or 有 may stand. */
export function negationBefore(reading: Reading, mention: Mention): Mention | null {
  for (let at = mention.index - 1; at >= Math.max(0, mention.index - 2); at--) {
    const before = reading.mentions[at];
    if (!before) return null;
    if (cueOf(before, 'negation')) return before;
    if (before.claim !== 'label' && !cueOf(before, 'have')) return null;
  }
  return null;
}

function closing(reading: Reading, mention: Mention): Mention | undefined {
  return reading.mentions.slice(mention.index + 1, mention.index + 6).find((later) => cueOf(later, 'except_end'));
}

/** 除了App以外，其他渠道: "the other" says the exception again. */
function others(reading: Reading, mention: Mention): Mention | undefined {
  return reading.mentions.slice(mention.index + 1).find((later) => later.claim === null && /^(?:其他|其它|其余|别)的?$/.test(later.span.text));
}
