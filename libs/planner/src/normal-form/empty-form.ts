import type { SemanticQuery } from '@querent/contracts';
import type { Locale } from '@querent/language';
import type { Facts } from '../facts';

/** A reading as a semantic query. */
export interface Normal {
  query: SemanticQuery;
  /** What a convention decided, on top of the cost of the derivation. */
  cost: number;
  notes: { zh: string; en: string }[];
}

export interface Context {
  facts: Facts;
  locale: Locale;
  today: string;
}

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
