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
  /** Whether the asker had to decide what some of its words mean: they would be asked about again. */
  decided?: boolean;
  locale: Locale;
  query: SemanticQuery | null;
  model: SemanticModel | null;
  /** Conditions that the agent's questions are read with. */
  defaults?: Filter[];
}

/** A question that is sure to be answered, and the way that it leads on. */
export interface FollowUp {
  lead: LeadName;
  question: string;
}

const most = 3;
/** A plan takes about a millisecond: so many texts are tried for one answer, in the worst case. */
const mostTried = 8;

/**
 * At most three questions that lead on from an answered one, each in another way where there are enough. Each is sure:
 * read by the planner without context or choices it is the very query that it was worded from, and that query compiles.
 */
export function followUps(input: FollowUpInput): FollowUp[] {
  const { query, model } = input;
  if (!query || !model) return [];
  const { locale, today, timezone, modelToday, defaults = [] } = input;
  const texts = input.decided
    ? []
    : [input.question, ...(input.continued === undefined ? [] : [input.continued])].map(askedText);
  const asked: Asked = { query, model, locale, today, timezone, modelToday, texts, defaults };
  const ways = leadsOf(query).map(({ name, lead }) => ({ name, candidates: lead(asked) }));
  const search: Search = { asked, seen: new Set([signatureOf(query)]), tried: 0 };
  const found: FollowUp[] = [];
  // Once around all ways, then around those again that have more to offer.
  for (let round = 0; round < most; round += 1) {
    for (const { name, candidates } of ways) {
      const question = found.length < most ? nextSure(candidates, search) : null;
      if (question !== null) found.push({ lead: name, question });
    }
  }
  return found;
}

interface Search {
  asked: Asked;
  /** Meanings that were asked or suggested already. */
  seen: Set<string>;
  tried: number;
}

/** The next question of one way that is sure to be answered; null where there is none, or enough were tried. */
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
