import { type Construction, either, pair } from '../construction';
import { countOf, type FigureMeaning, type RankingMeaning } from '../meaning';

/** What the most, the highest or the earliest is of. */
export const EXTREMES: readonly Construction[] = [
  ...either(
    'extreme of a figure',
    'op:extreme',
    'figure',
    { zh: '运费最高', en: 'highest freight' },
    ({ operator: { direction, limit, rank, scale } }, figure) =>
      scale === 'time' || scale === 'age' || figure.order !== null ? null : ranking(figure, direction, limit, rank),
  ),
  ...either(
    'most or fewest rows',
    'op:extreme',
    'set',
    { cost: 0.05, zh: '订单最多', en: 'most orders' },
    ({ operator: { direction, limit, rank, scale, top } }, set) => {
      const count = scale === 'amount' && !top ? countOf({ ...set, asked: false }) : null;
      return count && set.named ? ranking(count, direction, limit, rank) : null;
    },
  ),
  ...either(
    'extreme of a column',
    'op:extreme',
    'columns',
    { zh: '最早的下单日期', en: 'earliest order date' },
    ({ operator: { direction, limit, rank } }, { columns }, facts) => {
      const [column, ...more] = columns;
      return column && more.length === 0 && (facts.isTime(column) || facts.isNumber(column))
        ? { cat: 'ranking', by: { cat: 'column', column }, direction, limit, rank }
        : null;
    },
  ),
  ...either(
    'extreme of an event',
    'op:extreme',
    'event',
    { zh: '最早入职', en: 'admitted most recently' },
    ({ operator: { direction, limit, rank, scale } }, { column, negated }) =>
      (scale === 'time' || scale === 'age') && !negated
        ? { cat: 'ranking', by: { cat: 'column', column }, direction, limit, rank }
        : null,
  ),
  pair(
    'marker before an extreme',
    ['w:with', 'w:by', 'w:in', 'w:of', 'w:is', 'w:do'],
    'ranking',
    { zh: '有最多订单', en: 'with the most orders' },
    (_, found) => found,
  ),
  pair('period of an extreme', 'ranking', 'period', { zh: '', en: 'most orders last month' }, (found, { use }) =>
    found.by.cat === 'figure' ? { ...found, by: { ...found.by, periods: [...found.by.periods, use] } } : null,
  ),
  pair('period before an extreme', 'period', 'ranking', { zh: '上个月订单最多', en: '' }, ({ use }, found) =>
    found.by.cat === 'figure' ? { ...found, by: { ...found.by, periods: [...found.by.periods, use] } } : null,
  ),
  ...either(
    'the oldest, latest or first of things',
    'op:extreme',
    'set',
    { zh: '最早的订单', en: 'the latest 5 orders' },
    ({ operator: { direction, limit, rank, scale, top } }, set, facts) => {
      if ((top && scale !== 'time') || scale === 'amount' || scale === 'distance' || set.order.length > 0) return null;
      if (scale === 'time' || scale === 'age') {
        const clocks = set.clock !== null ? [set.clock] : facts.clocks(set.thing);
        return clocks.map((column) => ({
          meaning: {
            ...set,
            order: [
              {
                column,
                direction: scale === 'age' ? (direction === 'asc' ? ('desc' as const) : ('asc' as const)) : direction,
              },
            ],
            limit: limit ?? 1,
            rank,
          },
          cost: clocks.length > 1 ? 0.15 : 0,
        }));
      }
      const amounts = facts.columns(set.thing).filter((column) => facts.role(column) === 'measure');
      return amounts.map((column) => ({
        meaning: { ...set, order: [{ column, direction }], limit: limit ?? 1, rank },
        cost: amounts.length > 1 ? 0.3 : 0.05,
      }));
    },
  ),
];

function ranking(
  by: FigureMeaning,
  direction: 'asc' | 'desc',
  limit: number | null,
  rank: number | null,
): RankingMeaning | null {
  return by.keys.length > 0 || by.compare !== null ? null : { cat: 'ranking', by, direction, limit, rank };
}
