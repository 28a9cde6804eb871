import { compileQuery, CompileError } from '@querent/compiler';
import type { PlanResult, SemanticQuery } from '@querent/contracts';
import { signatureOf, type CivilDays, type Locale, type SemanticModel } from '@querent/model';
import { conclusionOf, planQuestion } from '@querent/planner';
import type { ImpactClass, Reading } from './impact';

/** What a question means in one model. */
export interface Meaning {
  reading: Reading;
  /** Equal for readings that give the same rows or offer the same options, whatever the model calls them. */
  meaning: string;
}

export interface ModelMeanings {
  model: SemanticModel;
  days: CivilDays;
}

/** Row limit with which statements are compiled; all of a comparison have the same. */
const ROWS = 1_000;

/** Reads a question by the planner alone: without habits, agents and a conversation. Pure. */
export function meaningsIn({ model, days }: ModelMeanings, question: string, locale: Locale): Meaning {
  const plan = planQuestion({ question, locale, model, choices: [], ...days });
  const { kind, text, clarification } = conclusionOf(plan);
  const options = clarification?.options.map(({ label }) => label);
  return { reading: { kind, text, ...(options && { options }) }, meaning: `${kind} ${meaningOf(plan, model, days)}` };
}

/** The class of a change. A question that is answered ranks above one that is asked about, and that above the rest. */
export function compareReadings(before: Meaning, after: Meaning): ImpactClass {
  const [was, is] = [RANKS[before.reading.kind], RANKS[after.reading.kind]];
  if (is < was) return 'broken';
  if (is > was) return 'cleared';
  if (before.meaning !== after.meaning) {
    if (is === RANKS.planned) return 'changed';
    if (is === RANKS.ambiguous) return 'asked_otherwise';
  }
  return JSON.stringify(before.reading) === JSON.stringify(after.reading) ? 'unchanged' : 'wording';
}

const RANKS: Record<Reading['kind'], number> = { planned: 2, ambiguous: 1, uncovered: 0, unsupported: 0 };

function meaningOf(plan: PlanResult, model: SemanticModel, days: CivilDays): string {
  if (plan.kind === 'planned') return rowsOf(plan.query, model, days);
  return plan.kind === 'ambiguous' ? JSON.stringify(plan.ambiguity.options.map(({ value }) => value)) : '';
}

/**
 * The rows of a query, as its statement without labels: it names tables and columns where the query names metrics,
 * filters, terms and entities of the model, so that their definitions are compared and their names are not.
 */
function rowsOf(query: SemanticQuery, model: SemanticModel, days: CivilDays): string {
  try {
    const { sql, params } = compileQuery(query, model, { ...days, locale: 'en', maxRows: ROWS });
    return JSON.stringify([sql, params]);
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    return signatureOf(query);
  }
}
