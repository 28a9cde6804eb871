import type { SemanticQuery } from '@querent/contracts';
import type { Asked } from '../asked';
import { chineseTexts } from './chinese-texts';
import { clauseOf } from './clause';
import { conditionWords, type ValueStyle } from './condition-words';
import { englishTexts } from './english-texts';
import { withGroupInserted } from './inserted-group';
import { measureWords } from './measure-words';
import { nearWords } from './near-words';
import { nounOf, type Noun } from './noun';
import { comparedWords, type ComparedWords } from './compared-words';

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

/** Questions that express `query`, the most natural first; empty if it cannot be worded reliably. */
export function questionTexts(asked: Asked, query: SemanticQuery): string[] {
  const isByLength = query.order.some(({ by }) => by.kind === 'column' && by.since);
  if (query.series || query.withNone || query.offset || isByLength) return [];
  const styles: readonly ValueStyle[] = asked.texts.length === 0 ? ['bare', 'labelled'] : ['labelled'];
  const pieces = styles.flatMap((style) => piecesOf(asked, query, style) ?? []);
  const texts =
    pieces.length === 0
      ? withGroupInserted(asked, query)
      : pieces.flatMap((one) => (asked.locale === 'zh' ? chineseTexts(asked, one) : englishTexts(asked, one)));
  return [...new Set(texts)].map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');
}

function piecesOf(asked: Asked, query: SemanticQuery, style: ValueStyle): Pieces | null {
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
