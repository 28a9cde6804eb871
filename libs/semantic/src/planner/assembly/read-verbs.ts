import { label } from '../answer/words';
import { namesOf } from '../lexicon/lexicon';
import type { Mention } from '../reading/mention';
import { cueOf } from '../reading/mention';
import { type Reading, claim } from '../reading/reading';
import { thingOf } from './head-thing';
import { addMeasure } from './read-measures';
import type { Stop } from './step';

/** Names of the metric that a verb asks for; a verb means something only where the model has such a metric. */
const VERB_METRICS = {
  spend: /^(?:spending|spend|total spend|money spent|消费金额|消费额|总消费)$/i,
  sell: /^(?:units sold|quantity sold|sales volume|销量|销售数量|销售量)$/i,
} as const;

/** 卖了多少件, "how many were sold": the verb and the asking for a number are the measure. */
export function readVerbs(reading: Reading): Stop | null {
  for (const kind of ['sell', 'spend'] as const) {
    const verb = reading.mentions.find((mention) => mention.claim === null && cueOf(mention, kind));
    const count = reading.mentions.find((mention) => mention.claim === null && cueOf(mention, 'count'));
    if (verb && count && reading.draft.measures.length === 0 && !isBounded(reading, verb)) {
      measureOfVerb(reading, verb, kind);
      if (reading.draft.measures.length > 0) claim('measure', count);
    }
  }
  return null;
}

/** 消费超过5万的客户有多少: the verb belongs to the bound, and what is counted stands elsewhere. */
function isBounded(reading: Reading, verb: Mention): boolean {
  const next = reading.mentions[verb.index + 1];
  return cueOf(next, 'compare')?.number === 'after' || next?.literal?.kind === 'number';
}

/** Adds the one metric that the verb speaks of: a default metric of a thing in the question, or the only one so named. */
export function measureOfVerb(reading: Reading, verb: Mention, kind: keyof typeof VERB_METRICS): void {
  const named = Object.values(reading.model.metrics).filter((metric) => namesOf(metric).some(({ name }) => VERB_METRICS[kind].test(name)));
  const preferred = reading.mentions.flatMap((mention) => thingOf(reading, mention)?.defaultMetric ?? []);
  const metric = named.length === 1 ? named[0] : named.find(({ id }) => preferred.includes(id));
  if (!metric) return;
  addMeasure(reading, { label: label(metric.label, reading.locale, metric.id), what: { kind: 'metric', id: metric.id, form: 'value' } }, [verb]);
}
