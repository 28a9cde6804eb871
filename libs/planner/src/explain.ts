import type { PlanResult } from '@querent/contracts';
import { normalizeQuestion } from '@querent/language';
import type { Unit, UnitMeaning } from '@querent/lexicon';
import { describeQuery } from '@querent/explain';
import { withRoles } from '@querent/model';
import { type Item, type Reading, readingsOf, unitsOf } from '@querent/reading';
import type { PlanInput } from './plan-input';
import { CEILING, MARGIN } from './eligible-readings';
import { planQuestion } from './plan-question';

/** How the planner arrived at its answer to a question. It contains names of tables and columns. */
export interface Explanation {
  /** The decision, and its text: the answered query, the question to the asker or the refusal. */
  outcome: { kind: PlanResult['kind']; text: string };
  /** The meaning of each stretch of the normalised question; `end` is excluded, `cost` is 0 for a name as written. */
  units: { start: number; end: number; words: string; means: string; form: Unit['form']; cost: number }[];
  /** Words that no unit explains. */
  unknown: string[];
  /** The number of meanings built, and whether a bound on the work was reached. */
  chart: { items: number; cut: boolean };
  /**
   * Readings of the whole question, cheapest first. A reading above the cost `ceiling` is not answered. One with
   * another meaning within `margin` is asked about. `verdict` states which case applies.
   */
  readings: { cost: number; text: string; verdict: Verdict; dearerBy: string[]; steps: ExplainedStep[] }[];
  ceiling: number;
  margin: number;
}

/** `best` is answered, `near` is close enough to be asked about, `dearer` is not, `too_dear` is never answered. */
type Verdict = 'best' | 'near' | 'dearer' | 'too_dear';

/**
 * A part of a reading: a unit, by its form, or the result of a construction over the parts that follow one level
 * deeper. `cost` is that of the whole part, `own` that of this step.
 */
export interface ExplainedStep {
  depth: number;
  by: string;
  words: string;
  category: string;
  cost: number;
  own: number;
}

const MOST_READINGS = 6;

/** Explains how a question is read as the first of a conversation, without earlier choices of its asker. Pure. */
export function explainQuestion(input: PlanInput): Explanation {
  const model = withRoles(input.model);
  const { locale, today } = input;
  const text = normalizeQuestion(input.question);
  const { units, unknown, chart, readings } = readingsOf(text, { model, today, locale });
  const [best] = readings;
  const describe = ({ query }: Reading): string => describeQuery(query, { model, locale });
  return {
    outcome: outcomeOf(planQuestion(input), (query) => describeQuery(query, { model, locale })),
    units: units
      .filter(({ meaning }) => meaning.type !== 'filler')
      .sort((a, b) => a.start - b.start || b.end - a.end || a.cost - b.cost)
      .map(explainedUnit),
    unknown: unknown.map((one) => one.text),
    chart: { items: chart.items, cut: chart.cut },
    readings: readings.slice(0, MOST_READINGS).map((reading) => ({
      cost: rounded(reading.cost),
      text: describe(reading),
      verdict: verdictOf(reading, best),
      dearerBy: reading === best || !best ? [] : stepsBeside(reading, best),
      steps: explainedSteps(reading.item, text, 0),
    })),
    ceiling: CEILING,
    margin: MARGIN,
  };
}

function outcomeOf(plan: PlanResult, describe: (query: Reading['query']) => string): Explanation['outcome'] {
  if (plan.kind === 'planned') return { kind: plan.kind, text: describe(plan.query) };
  if (plan.kind === 'chitchat') return { kind: plan.kind, text: plan.reply };
  if (plan.kind === 'unsupported') return { kind: plan.kind, text: plan.reason };
  const options = plan.ambiguity.options.map(({ label }) => label).join(' | ');
  return { kind: plan.kind, text: `${plan.ambiguity.question} ${options}` };
}

function verdictOf(reading: Reading, best: Reading | undefined): Verdict {
  if (reading.cost > CEILING) return 'too_dear';
  if (reading === best) return 'best';
  return reading.cost <= (best?.cost ?? 0) + MARGIN ? 'near' : 'dearer';
}

const rounded = (cost: number): number => Math.round(cost * 100) / 100;

function explainedUnit({ start, end, text, meaning, form, cost }: Unit): Explanation['units'][number] {
  return { start, end, words: text, means: meansOf(meaning), form, cost: rounded(cost) };
}

/** A meaning in one line: its type, then its columns, days and other members. */
function meansOf({ type, ...rest }: UnitMeaning): string {
  const { column, range, ...others }: Partial<Record<string, unknown>> = 'operator' in rest ? rest.operator : rest;
  const parts = Object.entries(others).flatMap(([name, value]): string[] => {
    if (value === true) return [name];
    if (Array.isArray(value)) return [value.map(String).join(', ')];
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  });
  return [type, ...namesIn(column), ...namesIn(range), ...parts].join(' ');
}

/** The names in a column or a range of days: `orders.status`, `2026-01-01.2026-02-01`. */
const namesIn = (value: unknown): string[] => (value ? [Object.values(value).join('.')] : []);

function explainedSteps(item: Item, text: string, depth: number): ExplainedStep[] {
  const units = unitsOf(item);
  const [start, end] = [Math.min(...units.map((unit) => unit.start)), Math.max(...units.map((unit) => unit.end))];
  return [
    {
      depth,
      by: nameOf(item),
      words: text.slice(start, end),
      category: item.category,
      cost: rounded(item.cost),
      own: rounded(ownCost(item)),
    },
    ...partsOf(item).flatMap((part) => explainedSteps(part, text, depth + 1)),
  ];
}

const partsOf = ({ made }: Item): readonly Item[] => ('parts' in made ? made.parts : []);

const nameOf = ({ made }: Item): string => ('unit' in made ? made.unit.form : made.by.name);

const ownCost = (item: Item): number => item.cost - partsOf(item).reduce((sum, part) => sum + part.cost, 0);

/** Steps of a derivation that the best one does not have and that cost something, the most expensive first. */
function stepsBeside({ item }: Reading, best: Reading): string[] {
  const known = new Set(steps(best.item).map(({ name }) => name));
  const own = steps(item).filter(({ name, cost }) => !known.has(name) && cost >= 0.005);
  return own.length === 0
    ? ['the form of its answer']
    : own.sort((a, b) => b.cost - a.cost).map(({ name, cost }) => `${cost.toFixed(2)} ${name}`);
}

function steps(item: Item): { name: string; cost: number }[] {
  const words = 'unit' in item.made ? ` “${item.made.unit.text}”` : '';
  return [
    { name: `${nameOf(item)}${words} as ${item.category}`, cost: ownCost(item) },
    ...partsOf(item).flatMap(steps),
  ];
}
