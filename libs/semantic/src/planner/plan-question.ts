import { normalizeWithMap } from '@querent/language';
import type { Choice, Filter, IntentType, PlanResult, Proposal, SemanticQuery } from '@querent/contracts';
import type { Locale, SemanticModel } from '../model/semantic-model';
import { refinedQuestion } from './answer/refined-question';
import { suggestions } from './answer/suggestions';
import { label, say } from './answer/words';
import { checkCoverage } from './assembly/check-coverage';
import { checkIntent } from './assembly/check-intent';
import { checkLimits } from './assembly/check-limits';
import { checkMeans } from './assembly/check-means';
import { checkSpans } from './assembly/check-spans';
import { checkTautology } from './assembly/check-tautology';
import { checkUnknown } from './assembly/check-unknown';
import { checkVague } from './assembly/check-vague';
import { decideSubject } from './assembly/decide-subject';
import { finish } from './assembly/finish';
import { joinAlternatives } from './assembly/join-alternatives';
import { mergeEqualities } from './assembly/merge-equalities';
import { readScoreWords, settleMetricForms } from './assembly/metric-forms';
import { readAverageReferences } from './assembly/read-average-references';
import { readBareFigures } from './assembly/read-bare-figures';
import { readColumns } from './assembly/read-columns';
import { readCompare } from './assembly/read-compare';
import { readComparisons } from './assembly/read-comparisons';
import { readDimensions } from './assembly/read-dimensions';
import { readMeasures } from './assembly/read-measures';
import { readNear } from './assembly/read-near';
import { readNulls } from './assembly/read-nulls';
import { readOrder } from './assembly/read-order';
import { readQuoted } from './assembly/read-quoted';
import { readRanking } from './assembly/read-ranking';
import { readRelations } from './assembly/read-relations';
import { measureOfShare, settleShare } from './assembly/read-share';
import { readTerms } from './assembly/read-terms';
import { readVerbs } from './assembly/read-verbs';
import { readTime } from './assembly/read-time';
import { readValues } from './assembly/read-values';
import { fillRequiredFilters } from './assembly/required-filters';
import { settleReach } from './assembly/settle-reach';
import type { Step, Stop } from './assembly/step';
import { followUp } from './follow-up';
import { lexiconOf } from './lexicon/lexicon';
import { emptyDraft, type Reading } from './reading/reading';
import { readMentions } from './reading/read-mentions';

export interface PlanInput {
  question: string;
  /** Language of every text in the result; words of both languages are understood whatever it is. */
  locale: Locale;
  model: SemanticModel;
  /** The asker's civil date, `YYYY-MM-DD`. */
  today: string;
  timezone: string;
  /** Decisions taken so far; what is decided is never asked again. */
  choices: Choice[];
  /** The query that a follow-up question continues, if any. */
  context?: SemanticQuery | null;
  /** What unexplained words may mean, found by likeness of meaning; offered where the planner asks, never taken. */
  proposals?: Proposal[];
  /** Conditions that hold where the question says nothing about their column (an agent's default filters); disclosed. */
  defaults?: Filter[];
}

/**
 * Reads a question into a semantic query. Pure and deterministic: the same input gives the same plan. Answers `planned`
 * only when every content word is accounted for and nothing is ambiguous; otherwise it asks or says what it cannot do.
 */
export function planQuestion(input: PlanInput): PlanResult {
  const reading = open(input);
  const followed = input.context ? followUp(reading, input.context) : null;
  if (followed) return planned(reading, followed, true);
  for (const step of STEPS) {
    const stop = step(reading);
    if (stop) return stopped(reading, stop);
  }
  const query = finish(reading);
  if ('kind' in query) return stopped(reading, query);
  return planned(reading, query);
}

function planned(reading: Reading, query: SemanticQuery, continued = false): PlanResult {
  const disclosures = [...new Set([...corrections(reading), ...reading.disclosures])];
  return { kind: 'planned', understood: understood(reading, query), query, refinedQuestion: refinedQuestion(reading, query), disclosures, settled: [], continued };
}

function corrections(reading: Reading): string[] {
  return reading.mentions.flatMap(({ corrected, span }) => (corrected === null ? [] : [say(reading.locale, `“${span.text}”按“${corrected}”理解`, `“${span.text}” was read as “${corrected}”`)]));
}

/** The order matters: measures decide the subject, the subject decides which columns and values are near. */
const STEPS: Step[] = [
  checkIntent, checkUnknown, checkMeans, readScoreWords, readVerbs, readMeasures, measureOfShare, readRanking, readDimensions, readBareFigures, decideSubject, readNear,
  readComparisons, readAverageReferences, readRelations, readQuoted, readTerms, readValues, mergeEqualities, readNulls, readCompare, readTime, joinAlternatives, settleShare, readOrder, readColumns, settleMetricForms,
  checkVague, fillRequiredFilters, settleReach, checkTautology, checkLimits, checkCoverage, checkSpans,
];

function open(input: PlanInput): Reading {
  const lexicon = lexiconOf(input.model);
  const { text, toOriginal } = normalizeWithMap(input.question);
  return {
    question: input.question, text, toOriginal, locale: input.locale, today: input.today, model: input.model, lexicon,
    choices: new Map(input.choices.map(({ key, value }) => [key, value])),
    mentions: readMentions(text, lexicon, input.today), draft: emptyDraft(), disclosures: [],
  };
}

function stopped(reading: Reading, stop: Stop): PlanResult {
  const unknown = reading.mentions.flatMap(({ literal, span }) => (literal?.kind === 'unknown' ? [span.text] : []));
  if (stop.kind === 'ambiguous') return { kind: 'ambiguous', understood: understood(reading, null), ambiguity: stop.ambiguity, unknown };
  const base = { understood: { ...understood(reading, null), type: stop.kind }, suggestions: suggestions(reading) };
  return stop.kind === 'chitchat' ? { kind: 'chitchat', ...base, reply: stop.reply } : { kind: 'unsupported', ...base, reason: stop.reason, unknown };
}

function understood(reading: Reading, query: SemanticQuery | null) {
  const content = reading.mentions;
  const covered = content.filter((mention) => mention.literal?.kind !== 'unknown');
  const fuzzy = content.reduce((product, mention) => product * (mention.confidence < 0.9 ? mention.confidence : 1), 1);
  const share = content.length === 0 ? 0 : covered.length / content.length;
  const metrics = (query?.measures ?? reading.draft.measures).flatMap(({ what }) => {
    const metric = what.kind === 'metric' ? reading.model.metrics[what.id] : undefined;
    return metric ? [{ id: metric.id, label: label(metric.label, reading.locale, metric.id), level: metric.level }] : [];
  });
  return { type: intentType(query, metrics.length), confidence: Math.round(share * fuzzy * 100) / 100, keywords: keywordsOf(reading), metrics };
}

/** Cues that decide what kind of answer is wanted. */
const TELLING: ReadonlySet<string> = new Set(['count', 'list', 'aggregate', 'superlative', 'share', 'growth', 'trend', 'near', 'versus', 'group', 'composite', 'breakdown', 'overview']);

function keywordsOf(reading: Reading): string[] {
  const telling = reading.mentions.filter(({ senses, literal }) => literal?.kind === 'distance' || senses.some((sense) => sense.kind === 'metric' || (sense.kind === 'cue' && TELLING.has(sense.cue.kind))));
  return [...new Set(telling.map(({ span }) => span.text))];
}

function intentType(query: SemanticQuery | null, metrics: number): IntentType {
  if (query?.near) return 'spatial';
  if (metrics > 0) return 'metric';
  return (query?.measures.length ?? 0) > 0 ? 'summary' : 'query';
}
