import type { SemanticQuery } from '@querent/contracts';
import type { Asked } from '../asked';
import { ownWords } from './own-words';

/**
 * The original question with one group inserted, for questions that cannot be reworded (上个月和去年同期各渠道的订单金额对比). Empty
 * unless `query` differs only by one group.
 */
export function withGroupInserted(asked: Asked, query: SemanticQuery): string[] {
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
