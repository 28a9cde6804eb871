import type { SemanticQuery } from '@querent/contracts';
import type { Asked } from '../asked';
import { chineseTexts } from './chinese-texts';
import type { ValueStyle } from './condition-words';
import { englishTexts } from './english-texts';
import { ownWords } from './own-words';
import { piecesOf } from './pieces';

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

/**
 * The original question with one group inserted, for questions that cannot be reworded (上个月和去年同期各渠道的订单金额对比). Empty
 * unless `query` differs only by one group.
 */
function withGroupInserted(asked: Asked, query: SemanticQuery): string[] {
  const { query: from, locale } = asked;
  const [group, ...others] = query.dimensions;
  const [measure] = from.measures;
  if (
    !group ||
    group.grain ||
    others.length > 0 ||
    from.dimensions.length > 0 ||
    measure?.what !== query.measures[0]?.what ||
    query.limit !== null
  )
    return [];
  if (query.filters.length !== from.filters.length || query.having.length !== from.having.length) return [];
  const own = ownWords(asked, measure?.span);
  if (!own) return [];
  if (locale === 'zh')
    return own.before === '' ? [] : [`${own.before.replace(/的$/, '')}各${group.label}的${own.words}${own.after}`];
  return [`${own.before}${own.words} by ${group.label}${own.after}`];
}
