import type { SemanticQuery } from '@querent/contracts';
import type { Locale } from '@querent/language';
import type { Facts } from '@querent/grammar';

/** A reading as a semantic query. */
export interface Normal {
  query: SemanticQuery;
  /** The cost of choices made by convention, in addition to the cost of the derivation. */
  cost: number;
  notes: { zh: string; en: string }[];
}

/** The inputs of a normal form besides the meaning; `today` is a day such as 2026-01-31. */
export interface Context {
  facts: Facts;
  locale: Locale;
  today: string;
}

/** The limit and offset of an order: the second of an order is one row after the first. */
export function ranked({
  limit,
  rank,
}: {
  limit: number | null;
  rank: number | null;
}): Pick<SemanticQuery, 'limit' | 'offset'> {
  return rank === null || rank === 1 ? { limit } : { limit: 1, offset: rank - 1 };
}

/** A query of all rows of a thing, to be filled in. */
export function empty(thing: string, { facts }: Context): Normal {
  const kind = facts.model.entities[thing] ? 'entity' : 'table';
  return {
    cost: 0,
    notes: [],
    query: {
      subject: { kind, name: thing },
      strategy: kind === 'entity' ? 'coverage' : 'detail',
      measures: [],
      dimensions: [],
      select: [],
      distinct: false,
      filters: [],
      having: [],
      compare: null,
      near: null,
      order: [],
      limit: null,
      limitPer: null,
    },
  };
}
