import type { PlanResult, SemanticQuery } from '@querent/contracts';
import { normalizeQuestion } from '@querent/language';
import { explainQuestion } from '@querent/planner';
import { readingsOf } from '@querent/reading';
import { describeQuery } from '@querent/explain';
import { type CaseOptions, casesOf } from './cases';
import type { Case } from './grammar/phrase';
import { isDue, meaningOf, type Outcome, outcomeOf } from './judge';
import { explanationLines } from '../../tools/local/ask/explanation-report.mjs';
import { type Place, planOf, TIMEZONE, TODAY } from './place';

export interface Played {
  one: Case;
  outcome: Outcome;
  /** Why it is not right, without names: what failures are grouped by. */
  cause: string;
  /** The same for a reader. */
  detail: string;
  /** How the planner reads it. */
  explained: () => string[];
}

/** Whether each generated question is read as it is meant. */
export function* playCoverage(options: CaseOptions): Generator<Played> {
  for (const { one, place } of casesOf(options)) yield judged(one, place);
}

function judged(one: Case, place: Place): Played {
  const plan = planOf(one.question, place, one.locale, one.context);
  const outcome = outcomeOf(plan, one);
  const { cause, detail } = outcome === 'right' ? { cause: '', detail: '' } : causeOf(one, plan, place);
  return { one, outcome, cause, detail, explained: () => explained(one, place) };
}

function explained({ question, locale }: Case, { model }: Place): string[] {
  return explanationLines(explainQuestion({ question, locale, model, choices: [], today: TODAY, timezone: TIMEZONE }));
}

function causeOf(one: Case, plan: PlanResult, { model }: Place): { cause: string; detail: string } {
  const words = (query: SemanticQuery): string => describeQuery(query, { model, locale: one.locale });
  const { readings, unknown } = readingsOf(normalizeQuestion(one.question), {
    model,
    today: TODAY,
    locale: one.locale,
  });
  const at = readings.findIndex(({ query }) => isDue(query, one));
  const found = readings[at];
  const [best] = readings;
  const standing = found
    ? at === 0
      ? `first at ${found.cost.toFixed(2)}`
      : `${at + 1}th at ${found.cost.toFixed(2)} after ${best?.cost.toFixed(2)}`
    : 'not built';
  const notBuilt = found === undefined ? 'not built' : at === 0 ? 'first' : 'behind';
  if (plan.kind === 'planned')
    return {
      cause: `answered otherwise (${notBuilt}): ${differences(plan.query, one.expected)}`,
      detail: `${standing}; read as: ${words(plan.query)}`,
    };
  if (plan.kind === 'ambiguous') {
    const { trigger, options } = plan.ambiguity;
    return {
      cause: `asked ${trigger} (${notBuilt})`,
      detail: `${standing}; options: ${options.map(({ label }) => label).join(' / ')}`,
    };
  }
  const why = unknown.length > 0 ? 'unknown words' : plan.kind;
  return {
    cause: `declined: ${why} (${notBuilt})`,
    detail: `${standing}; ${unknown.map(({ text }) => text).join(', ')} ${plan.kind === 'unsupported' ? plan.reason : ''}`,
  };
}

/** The parts of a query that differ. */
function differences(query: SemanticQuery, expected: SemanticQuery): string {
  const keys = Object.keys(expected) as (keyof SemanticQuery)[];
  return keys
    .filter((key) => key !== 'strategy')
    .filter((key) => meaningOf({ ...expected, [key]: query[key] }, []) !== meaningOf(expected, []))
    .join(', ');
}
