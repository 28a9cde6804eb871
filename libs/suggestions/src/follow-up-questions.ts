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
/** Limit of texts tried per answer; each takes a plan of a few milliseconds. */
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
  const kinds = leadsOf(query).map(({ name, lead }): Kind => ({ name, candidates: lead(asked), found: 0 }));
  const search: Search = { asked, seen: new Set([signatureOf(query)]), tried: 0, found: [] };
  // Queries of one kind share most of their words: after one that is not read as meant, the next is rarely read either.
  for (const kind of kinds) findNext(kind, search);
  // Kinds without a question come next, so that the questions are of different kinds if there are enough.
  findInTurn(
    kinds.filter(({ found }) => found === 0),
    search,
  );
  findInTurn(
    kinds.filter(({ found }) => found > 0),
    search,
  );
  return search.found;
}

/** Further questions of the kinds, one of each kind in turn. */
function findInTurn(kinds: readonly Kind[], search: Search): void {
  for (let open = kinds; open.length > 0;) open = open.filter((kind) => findNext(kind, search));
}

interface Kind {
  name: LeadName;
  candidates: Generator<SemanticQuery>;
  /** Number of its questions that were found. */
  found: number;
}

interface Search {
  asked: Asked;
  /** Signatures of queries that were already asked or suggested. */
  seen: Set<string>;
  tried: number;
  found: FollowUp[];
}

/** Tries one further query of a kind. Returns whether it may have more. */
function findNext(kind: Kind, search: Search): boolean {
  const { asked, seen, found } = search;
  if (found.length === most) return false;
  for (let next = kind.candidates.next(); !next.done; next = kind.candidates.next()) {
    const meaning = signatureOf(next.value);
    const texts = seen.has(meaning) ? [] : questionTexts(asked, next.value);
    for (const question of texts) {
      if (search.tried === mostTried) return false;
      search.tried += 1;
      if (!isReadAs(meaning, question, asked)) continue;
      seen.add(meaning);
      found.push({ lead: kind.name, question });
      kind.found += 1;
      return true;
    }
    if (texts.length > 0) return true;
  }
  return false;
}

function isReadAs(meaning: string, question: string, asked: Asked): boolean {
  const read = surelyAnswered(question, asked);
  return read !== null && signatureOf(read) === meaning;
}
