import { label } from '../../wording/words';
import { namesOf } from '../../model/things';
import type { Mention } from '../reading/mention';
import { cueOf } from '../reading/mention';
import { type Reading, claim, spanOver } from '../reading/reading';
import { reach } from '../lexicon/join-graph';
import type { Thing } from '../../model/things';
import type { ModelMetric } from '../../model/semantic-model';
import { thingOf } from './head-thing';
import { negationBefore } from './negation';
import { refuse } from './refuse';
import { thingOfVerb } from './read-relations';
import { addMeasure, countOf, ownerOfValue } from './read-measures';
import type { Stop } from './step';

/** Names of the metric that a verb asks for; a verb means something only where the model has such a metric. */
const VERB_METRICS = {
  spend: /^(?:spending|spend|total spend|money spent|消费金额|消费额|总消费)$/i,
  sell: /^(?:units sold|quantity sold|sales volume|销量|销售数量|销售量)$/i,
} as const;

/** 卖了多少件, "how many were sold": the verb and the asking for a number are the measure. */
export function readVerbs(reading: Reading): Stop | null {
  readPlaced(reading);
  const sold = readSoldThings(reading) ?? readBoughtPieces(reading);
  if (sold) return sold;
  for (const kind of ['sell', 'spend'] as const) {
    const verb = reading.mentions.find((mention) => mention.claim === null && cueOf(mention, kind));
    const count = reading.mentions.find((mention) => mention.claim === null && cueOf(mention, 'count'));
    if (verb && count && isOffered(reading, verb, count)) claim('verb', verb);
    else if (verb && count && reading.draft.measures.length === 0 && !isBounded(reading, verb)) {
      measureOfVerb(reading, verb, kind);
      if (reading.draft.measures.length > 0) claim('measure', count);
    }
  }
  return null;
}

/** "How many products do we sell": what is on offer is counted, not what went over the counter. */
function isOffered(reading: Reading, verb: Mention, count: Mention): boolean {
  return verb.span.text === 'sell' && thingOf(reading, reading.mentions[count.index + 1]) !== null;
}

/** 卖出过的产品有多少种, "products that were not sold": the kinds of things, told by whether they have sales, not their pieces. */
function readSoldThings(reading: Reading): null {
  const { mentions, draft } = reading;
  const verb = mentions.find((mention) => mention.claim === null && cueOf(mention, 'sell'));
  const home = verb && unitsMetric(reading)?.table;
  const thing = home ? soldThing(reading, home) : undefined;
  if (!verb || !home || !thing) return null;
  const negation = negationBefore(reading, verb);
  const kinds = mentions.some((mention) => KINDS.test(mention.span.text) && (cueOf(mention, 'count') || cueOf(mention, 'distinct')));
  if (!negation && !kinds) return null;
  claim('relation', verb, negation);
  draft.exists.push({ table: home, negated: negation !== null, filters: [], span: spanOver(reading, negation, verb) ?? verb.span, at: verb.index });
  return null;
}

/** 下了多少单: the orders placed, counted; what is counted needs no noun. */
function readPlaced(reading: Reading): void {
  const { mentions, draft } = reading;
  const verb = mentions.find((mention) => mention.claim === null && /^下了$/.test(mention.span.text) && cueOf(mention, 'relation'));
  const count = verb && mentions[verb.index + 1];
  const thing = verb && thingOfVerb(reading, verb);
  if (count && thing && /^(?:多少|几)单$/.test(count.span.text) && draft.measures.length === 0) addMeasure(reading, countOf(reading, thing), [verb, count]);
}

const KINDS = /[种款类]$|different|distinct|unique|不同/;

/** 买了多少件美妆产品: pieces are what was sold; "how many products did … buy" leaves open which of the two is meant. */
function readBoughtPieces(reading: Reading): Stop | null {
  const { mentions } = reading;
  const verb = mentions.find((mention) => mention.claim === null && cueOf(mention, 'relation')?.of === 'order');
  const metric = verb && unitsMetric(reading);
  if (!verb || !metric) return null;
  const beside = [mentions[verb.index + 1], mentions[verb.index + 2]].find((one) => cueOf(one, 'count'));
  const count = mentions.find((mention) => mention.claim === null && cueOf(mention, 'count'));
  const thing = soldThing(reading, metric.table ?? '');
  if (count && beside === count && /件$/.test(count.span.text)) measureOfVerb(reading, verb, 'sell');
  if (count && beside === count && reading.draft.measures.length > 0) claim('measure', count);
  const counted = count && mentions[count.index + 1];
  const open = thing && count && counted && (thingOf(reading, counted) ?? ownerOfValue(reading, counted)) === thing && reading.draft.measures.length === 0 && (beside === count ? !KINDS.test(count.span.text) : /^how many/.test(count.span.text) && /\b(?:did|do|have|has)\b/.test(reading.text.slice(count.span.end, verb.span.start)));
  return open ? refuse(reading, 'unplaced', verb.span.text) : null;
}

/** The named thing of the question that each row of the sales is of one of. */
function soldThing(reading: Reading, home: string): Thing | undefined {
  const things = reading.mentions.flatMap((mention) => thingOf(reading, mention) ?? ownerOfValue(reading, mention) ?? []);
  return things.find((thing) => {
    const way = reach(reading.model, home, thing.name);
    return way?.kind === 'one' && way.steps === 1 && thing.attributes.some(({ role }) => role === 'name');
  });
}

function unitsMetric(reading: Reading): ModelMetric | undefined {
  const named = Object.values(reading.model.metrics).filter((metric) => namesOf(metric).some(({ name }) => VERB_METRICS.sell.test(name)));
  return named.length === 1 ? named[0] : undefined;
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
