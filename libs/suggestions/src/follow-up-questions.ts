import type { Filter, Locale, SemanticQuery } from '@querent/contracts';
import { signatureOf, type CivilDays, type SemanticModel } from '@querent/model';
import { askedText, type Asked } from './asked';
import { leadsOf, type LeadName } from './leads/leads-by-answer';
import { surelyAnswered } from './surely-answered';
import { questionTexts } from './wording/question-texts';

export interface FollowUpInput extends CivilDays {
  question: string;
  /** The question that this one continued, if any. */
  continued?: string;
  /**
   * Whether the asker resolved an ambiguity of the question; its words are not reused, because they would be ambiguous
   * again.
   */
  decided?: boolean;
  locale: Locale;
  query: SemanticQuery | null;
  model: SemanticModel | null;
  /** Default filters of the agent. */
  defaults?: Filter[];
}

/** A question that is certain to be answered, and the kind of step that it takes from the answered one. */
export interface FollowUp {
  lead: LeadName;
  question: string;
}

const most = 3;
/** Limit of texts tried per answer; each takes a plan of about a millisecond. */
const mostTried = 8;

/**
 * At most three follow-up questions, of different kinds if there are enough. Each is certain to be answered: the
 * planner reads it, without context or choices, as exactly the query that it was worded from, and that query compiles.
 */
export function followUps(input: FollowUpInput): FollowUp[] {
  const { query, model } = input;
  if (!query || !model) return [];
  const { locale, today, timezone, modelToday, defaults = [] } = input;
  const texts = input.decided
    ? []
    : [input.question, ...(input.continued === undefined ? [] : [input.continued])].map(askedText);
  const asked: Asked = { query, model, locale, today, timezone, modelToday, texts, defaults };
  const kinds = leadsOf(query).map(({ name, lead }) => ({ name, candidates: lead(asked) }));
  const search: Search = { asked, seen: new Set([signatureOf(query)]), tried: 0 };
  const found: FollowUp[] = [];
  // One question of each kind first, then further ones of the kinds that have more.
  for (let round = 0; round < most; round += 1) {
    for (const { name, candidates } of kinds) {
      const question = found.length < most ? nextSure(candidates, search) : null;
      if (question !== null) found.push({ lead: name, question });
    }
  }
  return found;
}

interface Search {
  asked: Asked;
  /** Signatures of queries that were already asked or suggested. */
  seen: Set<string>;
  tried: number;
}

/**
 * The next question of one kind that is certain to be answered; null if there is none, or the limit of tries is
 * reached.
 */
function nextSure(candidates: Generator<SemanticQuery>, search: Search): string | null {
  for (let next = candidates.next(); !next.done; next = candidates.next()) {
    const meaning = signatureOf(next.value);
    if (search.seen.has(meaning)) continue;
    for (const question of questionTexts(search.asked, next.value)) {
      if (search.tried === mostTried) return null;
      search.tried += 1;
      const read = surelyAnswered(question, search.asked);
      if (read === null || signatureOf(read) !== meaning) continue;
      search.seen.add(meaning);
      return question;
    }
  }
  return null;
}
