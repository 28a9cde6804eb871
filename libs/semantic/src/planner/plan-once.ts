import type { PlanResult, SemanticQuery } from '@querent/contracts';
import { refinedQuestion } from '../wording/refined-question';
import { suggestions } from './answer/suggestions';
import { understood } from './answer/understood';
import { say } from '../wording/words';
import { applyDefaults } from './assembly/apply-defaults';
import { checkCost } from './assembly/check-cost';
import { checkCounted } from './assembly/check-counted';
import { checkCoverage } from './assembly/check-coverage';
import { checkGrouping } from './assembly/check-grouping';
import { checkIntent } from './assembly/check-intent';
import { checkLimits } from './assembly/check-limits';
import { checkMeans } from './assembly/check-means';
import { checkReserved } from './assembly/check-reserved';
import { checkSpans } from './assembly/check-spans';
import { checkTautology } from './assembly/check-tautology';
import { checkUnknown } from './assembly/check-unknown';
import { checkVague } from './assembly/check-vague';
import { decideSubject } from './assembly/decide-subject';
import { finish } from './assembly/finish';
import { joinAlternatives } from './assembly/join-alternatives';
import { mergeEqualities } from './assembly/merge-equalities';
import { readScoreWords, settleMetricForms } from './assembly/metric-forms';
import { rankKinds } from './assembly/rank-kinds';
import { readAverageReferences } from './assembly/read-average-references';
import { readBareFigures } from './assembly/read-bare-figures';
import { readBareRank } from './assembly/read-bare-rank';
import { readClassified } from './assembly/read-classified';
import { readColumns } from './assembly/read-columns';
import { readCompare } from './assembly/read-compare';
import { readComparisons } from './assembly/read-comparisons';
import { readDegrees } from './assembly/read-degrees';
import { readDimensions } from './assembly/read-dimensions';
import { checkHowMuch, readHowMuch } from './assembly/read-how-much';
import { readMeasures } from './assembly/read-measures';
import { readNear } from './assembly/read-near';
import { readNulls } from './assembly/read-nulls';
import { readOverview } from './assembly/read-overview';
import { readOrder } from './assembly/read-order';
import { readQuoted } from './assembly/read-quoted';
import { readRanking } from './assembly/read-ranking';
import { readRelations } from './assembly/read-relations';
import { measureOfShare, settleShare } from './assembly/read-share';
import { readTerms } from './assembly/read-terms';
import { readVerbs } from './assembly/read-verbs';
import { readTime } from './assembly/read-time';
import { readValues } from './assembly/read-values';
import { refuse } from './assembly/refuse';
import { fillRequiredFilters } from './assembly/required-filters';
import { rowOfExtreme } from './assembly/row-of-extreme';
import { settleMeanings } from './assembly/settle-meanings';
import { settleReach } from './assembly/settle-reach';
import type { Step, Stop } from './assembly/step';
import { followUp } from './follow-up/follow-up';
import type { PlanInput } from './plan-input';
import { openReading } from './reading/open-reading';
import type { Reading } from './reading/reading';
import { isTooLong } from './reading/too-long';

/** One pass over the question: what it plans, or the first thing that stops it. */
export function planOnce(input: PlanInput): PlanResult {
  const reading = openReading(input);
  if (isTooLong(reading.mentions)) return stopped({ ...reading, mentions: [] }, refuse(reading, 'too_long'));
  const reserved = checkReserved(reading);
  if (reserved) return stopped(reading, reserved);
  const followed = input.context ? followUp(reading, input.context) : null;
  if (followed) return 'stop' in followed ? stopped(followed.reading, followed.stop) : planned(followed.reading, followed.query, true);
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
  return { kind: 'planned', understood: understood(reading, query), query, refinedQuestion: refinedQuestion(reading, query), disclosures, settled: reading.settled, continued };
}

function corrections(reading: Reading): string[] {
  return reading.mentions.flatMap(({ corrected, span }) => (corrected === null ? [] : [say(reading.locale, `“${span.text}”按“${corrected}”理解`, `“${span.text}” was read as “${corrected}”`)]));
}

/** The order matters: measures decide the subject, the subject decides which columns and values are near. */
const STEPS: Step[] = [
  checkIntent, readClassified, checkUnknown, settleMeanings, readOverview, checkMeans, readScoreWords, readVerbs, readMeasures, readHowMuch, measureOfShare, readBareRank, readRanking, readDimensions, readBareFigures, decideSubject, readNear, readDegrees,
  readComparisons, readAverageReferences, readRelations, readQuoted, readTerms, readValues, mergeEqualities, readNulls, readCompare, readTime, joinAlternatives, settleShare, readOrder, readColumns, rowOfExtreme, rankKinds, settleMetricForms,
  checkVague, checkHowMuch, checkCounted, applyDefaults, fillRequiredFilters, settleReach, checkTautology, checkLimits, checkGrouping, checkCoverage, checkSpans, checkCost,
];

function stopped(reading: Reading, stop: Stop): PlanResult {
  const unknown = reading.mentions.flatMap(({ literal, span }) => (literal?.kind === 'unknown' ? [span.text] : []));
  if (stop.kind === 'ambiguous') return { kind: 'ambiguous', understood: understood(reading, stop), ambiguity: stop.ambiguity, unknown };
  const base = { understood: understood(reading, stop), suggestions: suggestions(reading) };
  return stop.kind === 'chitchat' ? { kind: 'chitchat', ...base, reply: stop.reply } : { kind: 'unsupported', ...base, reason: stop.reason, unknown, conclusive: stop.conclusive ?? false };
}
