import type { SemanticQuery } from '@querent/contracts';
import type { Asked } from '../asked';
import { ownWords } from './own-words';

/**
 * The asked question itself with one group put in, for what no words of ours can say again (上个月和去年同期各渠道的订单金额对比).
 * Empty unless a group is all that `query` has more.
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
