import type { IntentType, PlanResult, SemanticQuery } from '@querent/contracts';
import type { Unit } from '@querent/lexicon';
import { labelOf } from '@querent/model';
import { type Item, type Readings, unitsOf } from '@querent/reading';
import type { Wording } from './wording';

type Understood = PlanResult['understood'];

/** An open question is no surer than this, however much of it is clear. */
const OPEN = 0.7;
/** A refusal for a word that nobody knows may only lack a synonym; one for a word that rules an answer out is sure. */
const REFUSED = { surely: 0.95, byGap: 0.6 };
/** What a form costs that nobody doubts. */
const SURE_COST = 0.15;

/** What is known of a question that has a reading: its type, how sure, the words that decided, the metrics. */
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

/** A figure of the model is of type `metric` where it is called by its name: counted rows are a summary. */
function typeOf({ near, measures }: SemanticQuery, units: readonly Unit[], wording: Wording): IntentType {
  if (near) return 'spatial';
  const { metrics } = wording.facts.model;
  const isNamed = ({ what }: SemanticQuery['measures'][number]): boolean =>
    what.kind === 'metric' && !/^\s*count/i.test(metrics[what.id]?.expression ?? '');
  if (measures.some(isNamed) || units.some(({ meaning }) => meaning.type === 'metric')) return 'metric';
  return measures.length > 0 ? 'summary' : 'query';
}

/** The words that decide what kind of answer is wanted; where no word decides alone, what the question is about. */
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
