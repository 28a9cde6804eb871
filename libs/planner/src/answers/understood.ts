import type { IntentType, PlanResult, SemanticQuery } from '@querent/contracts';
import type { Unit } from '@querent/lexicon';
import { labelOf } from '@querent/model';
import { type Item, type Readings, unitsOf } from '@querent/reading';
import type { Wording } from './wording';

type Understood = PlanResult['understood'];

/** The highest confidence of an open question, even if most of it is clear. */
const OPEN = 0.7;
/**
 * The confidence of a refusal: an unknown word may only lack a synonym, but a word that rules an answer out is certain.
 */
const REFUSED = { surely: 0.95, byGap: 0.6 };
/** Forms up to this cost do not lower the confidence. */
const SURE_COST = 0.15;

/**
 * The classification of a question that has a reading: its type, the confidence, the deciding words and the metrics.
 */
export function understoodAs(
  query: SemanticQuery,
  item: Item,
  read: Readings,
  wording: Wording,
  isOpen: boolean,
): Understood {
  const units = unitsOf(item);
  const words = units.length + read.unknown.length;
  const doubts = units.reduce((product, { cost }) => product * (cost > SURE_COST ? Math.max(0.3, 1 - cost) : 1), 1);
  const sure = Math.round((words === 0 ? 1 : units.length / words) * doubts * 100) / 100;
  return {
    type: typeOf(query, units, wording),
    confidence: isOpen ? Math.min(sure, OPEN) : sure,
    keywords: keywordsOf(units).map(wording.asWritten),
    metrics: metricsOf(query, wording),
  };
}

export function understoodAsRefused(conclusive: boolean, unknown: readonly string[]): Understood {
  return {
    type: 'unsupported',
    confidence: conclusive ? REFUSED.surely : REFUSED.byGap,
    keywords: [...unknown],
    metrics: [],
  };
}

export const SMALL_TALK: Understood = { type: 'chitchat', confidence: 1, keywords: [], metrics: [] };

/** The type is `metric` if the question names a metric of the model; counted rows are a `summary`. */
function typeOf({ near, measures }: SemanticQuery, units: readonly Unit[], wording: Wording): IntentType {
  if (near) return 'spatial';
  const { metrics } = wording.facts.model;
  const isNamed = ({ what }: SemanticQuery['measures'][number]): boolean =>
    what.kind === 'metric' && !/^\s*count/i.test(metrics[what.id]?.expression ?? '');
  if (measures.some(isNamed) || units.some(({ meaning }) => meaning.type === 'metric')) return 'metric';
  return measures.length > 0 ? 'summary' : 'query';
}

/** The words that decide the kind of answer; if no word decides, the words for the subject. */
function keywordsOf(units: readonly Unit[]): string[] {
  const deciding = units.filter(
    ({ meaning }) =>
      meaning.type === 'metric' ||
      (meaning.type === 'operator' &&
        DECIDING.has(meaning.operator.op === 'plain' ? meaning.operator.word : meaning.operator.op)),
  );
  const chosen =
    deciding.length > 0
      ? deciding
      : units.filter(({ meaning }) => meaning.type !== 'operator' && meaning.type !== 'filler');
  return [...new Set(chosen.map(({ text }) => text))];
}

const DECIDING: ReadonlySet<string> = new Set([
  'count',
  'aggregate',
  'distinct',
  'extreme',
  'share',
  'compare_periods',
  'list',
  'spread',
  'trend',
  'growth',
  'composite',
  'breakdown',
]);

function metricsOf({ measures }: SemanticQuery, { facts: { model }, locale }: Wording): Understood['metrics'] {
  return measures.flatMap(({ what }) => {
    const metric = what.kind === 'metric' ? model.metrics[what.id] : undefined;
    return metric ? [{ id: metric.id, label: labelOf(metric, locale, metric.id), level: metric.level }] : [];
  });
}
