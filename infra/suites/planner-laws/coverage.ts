import type { PlanResult, SemanticQuery } from '@querent/contracts';
import { normalizeQuestion } from '@querent/language';
import { explainQuestion } from '@querent/planner';
import { readingsOf } from '@querent/reading';
import { describeQuery } from '@querent/explain';
import { type CaseOptions, casesOf } from './cases';
import type { Case } from './grammar/phrase';
import { isAcceptable, meaningOf, type Outcome, outcomeOf } from './judge';
import { explanationLines } from '@querent/cli';
import { type Target, planOf, TIMEZONE, TODAY } from './target';

export interface Played {
  one: Case;
  outcome: Outcome;
  /** Cause of the failure, without names. Failures are grouped by it. */
  cause: string;
  /** Cause of the failure, with names. */
  detail: string;
  /** The planner's reading. */
  explained: () => string[];
}

/** Compares the planner's reading of each generated question with its meaning. */
export function* playCoverage(options: CaseOptions): Generator<Played> {
  for (const { one, target } of casesOf(options)) yield judged(one, target);
}

function judged(one: Case, target: Target): Played {
  const plan = planOf(one.question, target, one.locale, one.context);
  const outcome = outcomeOf(plan, one);
  const { cause, detail } = outcome === 'right' ? { cause: '', detail: '' } : causeOf(one, plan, target);
  return { one, outcome, cause, detail, explained: () => explained(one, target) };
}

function explained({ question, locale }: Case, { model }: Target): string[] {
  return explanationLines(explainQuestion({ question, locale, model, choices: [], today: TODAY, timezone: TIMEZONE }));
}

function causeOf(one: Case, plan: PlanResult, { model }: Target): { cause: string; detail: string } {
  const words = (query: SemanticQuery): string => describeQuery(query, { model, locale: one.locale });
  const { readings, unknown } = readingsOf(normalizeQuestion(one.question), {
    model,
    today: TODAY,
    locale: one.locale,
  });
  const at = readings.findIndex(({ query }) => isAcceptable(query, one));
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

/** The differing parts of two queries. */
function differences(query: SemanticQuery, expected: SemanticQuery): string {
  const keys = Object.keys(expected) as (keyof SemanticQuery)[];
  return keys
    .filter((key) => key !== 'strategy')
    .filter((key) => meaningOf({ ...expected, [key]: query[key] }, []) !== meaningOf(expected, []))
    .join(', ');
}
