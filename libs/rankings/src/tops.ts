import {
  alone,
  bestDirections,
  type Construction,
  countOf,
  either,
  type FigureMeaning,
  figureOf,
  pair,
  type RankingMeaning,
  opposite,
  type TopMeaning,
} from '@querent/grammar';
import { ranked, isTop, withinEach, figureOfRanked, rankedKeys } from './ranked';
import { gradedColumn } from './scales';

/** The top of things or groups, by a figure that the words name, and figures of it. */
export const TOPS: readonly Construction[] = [
  pair(
    'number of the first before their extreme',
    'op:extreme',
    'ranking',
    { cost: 0.02, zh: '', en: 'top 3 most ordered' },
    ({ operator: { direction, limit, rank, top } }, found) =>
      top &&
      limit !== null &&
      rank === null &&
      found.limit === null &&
      found.rank === null &&
      direction === found.direction
        ? { ...found, limit }
        : null,
  ),
  ...either(
    'top of a set',
    'op:extreme',
    'set',
    { zh: '前5个客户', en: 'top 5 customers' },
    ({ operator: { direction, limit, rank, top, scale, degree } }, set) =>
      set.order.length === 0
        ? {
            meaning: {
              cat: 'top',
              of: set,
              direction,
              limit,
              rank,
              ...(scale !== null && { scale }),
              ...(scale === 'age' && { age: true }),
              ...(degree && { degree }),
              ...bareOf(top, scale),
            },
            cost: top ? 0 : 0.05,
          }
        : null,
  ),
  ...either(
    'top of the groups',
    'op:extreme',
    'columns',
    { zh: '前3个大区', en: 'top 3 regions' },
    ({ operator: { direction, limit, rank, scale, top } }, { columns }) =>
      top || scale === 'quality'
        ? {
            cat: 'top',
            of: { cat: 'keys', keys: columns.map((column) => ({ column, grain: null })), asked: false },
            direction,
            limit,
            rank,
            ...bareOf(top, scale),
          }
        : null,
  ),
  ...either(
    'top by a figure',
    'top',
    'sort',
    { zh: '按运费前5的客户', en: 'top 5 customers by freight' },
    ({ of, direction: most, limit, rank, age, within, bare: called }, { by, direction: sorted }, facts) => {
      // The oldest have the earliest time.
      const isTurned = age === true && by.cat === 'column' && (facts.isTime(by.column) || facts.namesYear(by.column));
      const turned = isTurned ? opposite(most) : most;
      const ways = called === 'best' && by.cat === 'figure' ? bestDirections(facts, by, most) : [turned];
      const [direction = most, ...others] = ways;
      const found: RankingMeaning = { cat: 'ranking', by, direction, limit, rank };
      // "The highest mountains, ordered by altitude" means all of them.
      if (limit === null && rank === null && sorted !== null && of.cat === 'set') {
        const whole = ranked(facts, of, { ...found, direction: sorted });
        return whole && { ...whole, meaning: { ...whole.meaning, limit: null } };
      }
      return [found, ...others.map((other) => ({ ...found, direction: other }))].flatMap(
        (one) =>
          withinEach(facts, of.cat === 'set' ? ranked(facts, of, one) : rankedKeys(facts, of.keys, one), within) ?? [],
      );
    },
  ),
  pair(
    'figure of the top',
    'top',
    'figure',
    { cost: 0.05, zh: '前3名品类的运费', en: '' },
    ({ of, direction, limit, rank, bare: by }, figure, facts) => {
      if (by !== 'top' || limit === null || figure.implied) return null;
      const found: RankingMeaning = { cat: 'ranking', by: figure, direction, limit, rank };
      return of.cat === 'set' ? ranked(facts, of, found) : rankedKeys(facts, of.keys, found);
    },
  ),
  pair(
    'top with an extreme',
    'top',
    'ranking',
    { cost: 0.02, zh: '', en: 'top 3 customers with the highest freight' },
    ({ of, direction, limit, rank, within }, found, facts) => {
      if (direction !== found.direction || found.limit !== null || found.rank !== null) return null;
      const whole: RankingMeaning = { ...found, limit, rank };
      return withinEach(facts, of.cat === 'set' ? ranked(facts, of, whole) : rankedKeys(facts, of.keys, whole), within);
    },
  ),
  ...either(
    'top of each group',
    'top',
    'keys',
    { cost: 0.02, zh: '每个品类前3的产品', en: 'top 3 products per category' },
    (top, { keys: [key, ...more] }) =>
      key?.each && more.length === 0 && top.within === undefined ? { ...top, within: key } : null,
  ),
  alone(
    'most of its kind in each group',
    'top',
    { cost: 0.03, zh: '每个品类最贵的产品', en: 'the most expensive product in each category' },
    ({ of, direction, limit, rank, scale, within, degree }, facts) => {
      if (of.cat !== 'set' || within === undefined || degree || scale === undefined) return null;
      const column = gradedColumn(facts, of, scale);
      const name = facts.nameColumn(of.thing);
      if (column === null || name === null || of.select.length + of.order.length + of.having.length > 0) return null;
      const fn = direction === 'asc' ? ('min' as const) : ('max' as const);
      const figure: FigureMeaning = {
        ...figureOf(of.thing, { kind: 'aggregate', fn, table: of.thing, column }),
        filters: of.filters,
        periods: of.periods,
        clock: of.clock,
        keys: [{ column: name, grain: null }],
        order: { measure: 0, direction },
        limit: limit ?? of.limit ?? 1,
        rank,
      };
      return withinEach(facts, { meaning: figure, cost: 0 }, within);
    },
  ),
  ...either(
    'ranked within each group',
    'figure',
    'keys',
    { cost: 0.02, zh: '每个品类销售额最高的产品', en: 'products with the highest revenue of each category' },
    (figure, { keys: [key, ...more] }, facts) =>
      key?.each && more.length === 0 && figure.order !== null && figure.limit !== null
        ? withinEach(facts, { meaning: figure, cost: 0 }, key)
        : null,
  ),
  pair(
    'how many of ranked things',
    ['figure', 'set'],
    'op:extreme',
    { cost: 0.02, zh: '运费最高的大区前三', en: '' },
    (ranked, { operator: { direction, limit, rank, top } }) => {
      const isFirst = ranked.limit === 1 && ranked.rank === null;
      const sorted = ranked.cat === 'figure' ? ranked.order?.direction : ranked.order.at(0)?.direction;
      // "The last three of the highest" contradicts itself.
      return top && limit !== null && rank === null && isFirst && direction === 'desc' && sorted !== undefined
        ? { ...ranked, limit }
        : null;
    },
  ),
  pair('of ranked things', 'w:of', 'figure', { zh: '', en: 'of the customer with the most orders' }, (_, figure) =>
    isTop(figure) ? { cat: 'of_ranked', figure } : null,
  ),
  pair(
    'figure of ranked things',
    'figure',
    'of_ranked',
    { cost: 0.02, zh: '', en: 'freight of the customer with the most orders' },
    (asked, { figure }, facts) => figureOfRanked(facts, asked, figure),
  ),
  pair(
    'ranked things and their figure',
    'figure',
    'figure',
    { cost: 0.05, zh: '订单最多的客户的运费', en: '' },
    // In "who ordered the most books", the books are counted.
    (figure, asked, facts) => (isTop(figure) && !figure.oftenest ? figureOfRanked(facts, asked, figure) : null),
  ),
  ...either(
    'top of a figure',
    'sort',
    'op:extreme',
    { zh: '按运费排名前5', en: '' },
    ({ by }, { operator: { direction, limit, rank, top } }) =>
      top ? { cat: 'ranking', by, direction, limit, rank } : null,
  ),
  pair(
    'most frequent of related rows',
    'top',
    'of_set',
    { cost: 0.05, zh: '', en: 'most frequent diagnoses of visits' },
    ({ of, direction, limit, rank }, { set }, facts) => {
      const by = of.cat === 'set' ? countOf(set) : null;
      return by && of.cat === 'set' ? ranked(facts, of, { cat: 'ranking', by, direction, limit, rank }) : null;
    },
  ),
];

/** A bare "top" or "best" may be by any figure. */
const bareOf = (top: boolean, scale: string | null): Pick<TopMeaning, 'bare'> =>
  scale === 'quality' ? { bare: 'best' } : top && scale === null ? { bare: 'top' } : {};
