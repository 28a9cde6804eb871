import type { SemanticQuery } from '@querent/contracts';
import type { Asked } from '../asked';
import { clauseOf } from './clause';
import { comparedWords, type ComparedWords } from './compared-words';
import { conditionWords, type ValueStyle } from './condition-words';
import { measureWords } from './measure-words';
import { nearWords } from './near-words';
import { nounOf, type Noun } from './noun';

/** Parts of a sentence for a query, in the asker's language. */
export interface Pieces {
  query: SemanticQuery;
  noun: Noun;
  /** Words for the measures; empty for a list. */
  measure: string;
  time: string;
  around: string;
  beside: string;
  where: string;
  instead: string | null;
  /** The asker's clause with all conditions: 买过电子产品的, placed no order in 2025. */
  clause: string;
  /** Alternative words for the two periods of a comparison. */
  compared: readonly ComparedWords[];
}

/** Null where the query has a part that these pieces cannot express. */
export function piecesOf(asked: Asked, query: SemanticQuery, style: ValueStyle): Pieces | null {
  const noun = nounOf(asked.model, query.subject.name, asked.locale);
  if (!noun || query.having.length > 0 || query.limitPer !== null) return null;
  const reworded = conditionWords(asked, query, noun, style);
  const clause = reworded ? '' : clauseOf(asked, query, noun);
  const conditions =
    reworded ??
    (clause === null
      ? null
      : { time: '', around: [], beside: asked.locale === 'zh' ? [clause] : [], where: [], instead: null });
  const near = query.near ? nearWords(asked, query.near) : '';
  const compared = query.compare ? comparedWords(asked, query.compare) : [];
  if (
    !conditions ||
    clause === null ||
    near === null ||
    (query.compare && (compared.length === 0 || conditions.time !== ''))
  )
    return null;
  const measure = query.measures.length > 0 ? measureWords(asked, query, conditions, noun) : '';
  if (measure === null) return null;
  const separator = asked.locale === 'zh' ? '' : ' ';
  const { time, instead, where } = conditions;
  return {
    query,
    noun,
    measure,
    time,
    instead,
    clause,
    compared,
    around: [near, ...conditions.around].join(separator),
    beside: conditions.beside.join(separator),
    where: where.length > 0 ? `where ${where.join(' and ')}` : '',
  };
}
