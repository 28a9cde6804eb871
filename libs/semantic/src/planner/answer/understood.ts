import type { IntentType, Measure, PlanResult, SemanticQuery } from '@querent/contracts';
import { countingMetric } from '../assembly/read-measures';
import type { Stop } from '../assembly/step';
import { cueOf, isContent, type Mention, sensesOf } from '../reading/mention';
import { original, type Reading } from '../reading/reading';
import { label } from '../../wording/words';

type Understood = PlanResult['understood'];

/** What a finished or stopped reading tells of the question: its type, how sure, the words that decided, the metrics. */
export function understood(reading: Reading, outcome: SemanticQuery | Stop): Understood {
  const query = 'kind' in outcome ? null : outcome;
  const type = 'kind' in outcome ? stoppedType(reading, outcome) : plannedType(reading, outcome);
  const metrics = (query?.measures ?? reading.draft.measures).flatMap(({ what }) => {
    const metric = what.kind === 'metric' ? reading.model.metrics[what.id] : undefined;
    return metric ? [{ id: metric.id, label: label(metric.label, reading.locale, metric.id), level: metric.level }] : [];
  });
  return { type, confidence: confidenceOf(reading, type, query !== null), keywords: keywordsOf(reading, type), metrics };
}

function plannedType(reading: Reading, query: SemanticQuery): IntentType {
  if (query.near) return 'spatial';
  if (query.measures.some((measure) => isMetric(reading, measure))) return 'metric';
  return query.measures.length > 0 ? 'summary' : 'query';
}

/** "How many customers" asks for a number of things, also where the model counts them by a metric; 客户数 names that metric. */
function isMetric(reading: Reading, { what }: Measure): boolean {
  if (what.kind !== 'metric') return false;
  const counts = [...reading.lexicon.things.values()].some((thing) => countingMetric(reading, thing)?.id === what.id);
  return !counts || reading.mentions.some((mention) => sensesOf(mention, 'metric').some(({ id }) => id === what.id));
}

/** The best guess for what is still open; a refusal is one whatever its words were about. */
function stoppedType(reading: Reading, stop: Stop): IntentType {
  if (stop.kind !== 'ambiguous') return stop.kind;
  const { mentions, draft } = reading;
  if (draft.near || mentions.some((mention) => cueOf(mention, 'near') || mention.literal?.kind === 'distance')) return 'spatial';
  if (stop.ambiguity.trigger === 'ambiguous_metric' || draft.measures.some((measure) => isMetric(reading, measure)) || mentions.some((mention) => sensesOf(mention, 'metric').length > 0)) return 'metric';
  return draft.measures.length > 0 || mentions.some((mention) => SUMMARISING.some((kind) => cueOf(mention, kind))) ? 'summary' : 'query';
}

const SUMMARISING = ['count', 'aggregate', 'overview', 'share', 'trend'] as const;

/** An open question is no surer than this, however much of it is clear. */
const OPEN = 0.7;
/** A refusal for a word that nobody knows may only lack a synonym; one for a word that refuses is sure. */
const REFUSED = { byWord: 0.95, byGap: 0.6 };

function confidenceOf(reading: Reading, type: IntentType, planned: boolean): number {
  if (type === 'chitchat') return 1;
  if (type === 'unsupported') return reading.mentions.some((mention) => cueOf(mention, 'refuse')) ? REFUSED.byWord : REFUSED.byGap;
  const { mentions } = reading;
  const known = mentions.filter(({ literal }) => literal?.kind !== 'unknown').length;
  const fuzzy = mentions.reduce((product, { confidence }) => product * (confidence < 0.9 ? confidence : 1), 1);
  // A turn such as "as a pie chart" has no words of content: what it goes on with is all there is.
  const sure = Math.round((mentions.length === 0 ? Number(planned) : known / mentions.length) * fuzzy * 100) / 100;
  return planned ? sure : Math.min(sure, OPEN);
}

/** Cues that decide what kind of answer is wanted. */
const TELLING: ReadonlySet<string> = new Set(['count', 'list', 'aggregate', 'superlative', 'share', 'growth', 'trend', 'near', 'versus', 'group', 'composite', 'breakdown', 'overview']);

/** The deciding words in the asker's own letters; where no word decides alone, what the question is about. */
function keywordsOf(reading: Reading, type: IntentType): string[] {
  const telling = reading.mentions.filter((mention) => decides(mention, type));
  const chosen = telling.length > 0 ? telling : reading.mentions.filter(isContent);
  return [...new Set(chosen.map((mention) => original(reading, mention)))];
}

function decides(mention: Mention, type: IntentType): boolean {
  if (type === 'unsupported') return cueOf(mention, 'refuse') !== null || mention.literal?.kind === 'unknown';
  return mention.literal?.kind === 'distance' || mention.senses.some((sense) => sense.kind === 'metric' || (sense.kind === 'cue' && TELLING.has(sense.cue.kind)));
}
