import { alone, type Construction, countOf, either, isBareSet, pair } from '@querent/grammar';
import { yearOf } from '@querent/constructions';

/**
 * Constructions for turns alone. Their phrases refer to the previous answer, so they are no part of a complete
 * question.
 */
export const TURN_CONSTRUCTIONS: readonly Construction[] = [
  ...either(
    'which is the extreme',
    ['w:which', 'w:whichKind', 'w:who', 'w:is', 'w:with', 'w:de', 'w:do'],
    'op:extreme',
    { zh: '最高的是哪个', en: 'which one is the highest' },
    (_, extreme) => extreme,
  ),
  pair(
    'which is the first in an order',
    'op:extreme',
    'op:count',
    { cost: 0.05, zh: '最高的是多少', en: '' },
    (extreme) => extreme,
  ),
  ...either(
    'asked things with an extreme',
    ['set', 'keys'],
    'op:extreme',
    { cost: 0.05, zh: '哪个客户最多', en: 'which customer has the most' },
    (of, { operator: { direction, limit, rank } }) =>
      of.asked ? { cat: 'top', of, direction, limit: limit ?? 1, rank } : null,
  ),
  ...either(
    'asked attribute with an extreme',
    'columns',
    'op:extreme',
    { cost: 0.05, zh: '哪个大区最多', en: 'which region has the most' },
    ({ columns, asked }, { operator: { direction, limit, rank } }) =>
      asked
        ? {
            cat: 'top',
            of: { cat: 'keys', keys: columns.map((column) => ({ column, grain: null })), asked },
            direction,
            limit: limit ?? 1,
            rank,
          }
        : null,
  ),
  pair(
    'whether some are so',
    'w:exists',
    'condition',
    { cost: 0.02, zh: '有没有没到的', en: 'are there any late ones' },
    (_, found) => found,
  ),
  pair(
    'where each is from',
    'w:respectively',
    'columns',
    { cost: 0.02, zh: '分别来自哪些城市', en: '' },
    (_, columns) => (columns.asked ? columns : null),
  ),
  pair(
    'which things they are from',
    'set',
    ['w:from', 'w:in', 'w:of'],
    { cost: 0.02, zh: '', en: 'which branches are they from' },
    (set, _, facts) => {
      const name = set.asked && isBareSet({ ...set, asked: false }) ? facts.nameColumn(set.thing) : null;
      return name && { cat: 'columns', columns: [name], asked: true };
    },
  ),
  pair('what belongs to things', 'set', 'w:de', { cost: 0.02, zh: '大客户的', en: '' }, (set) =>
    set.named && !set.asked && set.filters.length > 0 && set.periods.length === 0 ? { cat: 'of_set', set } : null,
  ),
  pair('total that is asked for', 'op:aggregate', 'op:count', { zh: '总共是多少', en: '' }, (aggregate) => aggregate),
  pair(
    'question word before a total',
    ['w:what', 'w:which'],
    'op:aggregate',
    { zh: '', en: 'what do they add up to' },
    (_, aggregate) => aggregate,
  ),
  pair(
    'how much of it in another part',
    ['keys', 'period'],
    'op:count',
    { cost: 0.25, zh: '各大区分别是多少', en: '' },
    (part) => part,
  ),
  pair(
    'how much in all',
    'op:count',
    'op:aggregate',
    { cost: 0.01, zh: '', en: 'how many in total' },
    (_, aggregate) => aggregate,
  ),
  ...either('part of a share', 'condition', 'op:share', { zh: '现金占多少比例', en: 'what share is cash' }, (part) => ({
    cat: 'share_part',
    part,
  })),
  pair(
    'question word before a share',
    ['w:what', 'w:which', 'op:count'],
    'op:share',
    { cost: 0.01, zh: '多少占比', en: 'what share' },
    (_, share) => share,
  ),
  pair(
    'question word after a share',
    'op:share',
    ['op:count', 'op:share'],
    { cost: 0.01, zh: '占多少比例', en: '' },
    (share) => share,
  ),
  pair(
    'light verb before a condition',
    'w:do',
    'condition',
    { cost: 0.02, zh: '办理现金的', en: 'living in Berlin' },
    (_, found) => found,
  ),
  pair(
    'number of the best',
    'number',
    'ranking',
    { zh: '期望薪资最高的5个', en: 'the 5 with the highest expected salary' },
    ({ value, unit }, ranking) =>
      unit === null && Number.isInteger(value) && value > 0 && ranking.limit === null
        ? { ...ranking, limit: value }
        : null,
  ),
  pair(
    'so many with an extreme',
    'number',
    'op:extreme',
    { cost: 0.01, zh: '', en: 'which three are the highest' },
    ({ value, unit }, { operator: { limit, rank, top, ...extreme } }) =>
      unit === null && Number.isInteger(value) && value > 0 && limit === null && rank === null && !top
        ? { cat: 'operator', operator: { ...extreme, limit: value, rank: null, top: false } }
        : null,
  ),
  pair(
    'number of the best behind them',
    'ranking',
    'number',
    { zh: '期望薪资最高的5个', en: '' },
    (ranking, { value, unit }) =>
      unit === null && Number.isInteger(value) && value > 0 && ranking.limit === null
        ? { ...ranking, limit: value }
        : null,
  ),
  pair('how many rows each has', 'each_count', 'set', { zh: '各有多少订单', en: '' }, (_, set) => {
    const what = countOf({ ...set, asked: false });
    // "And how many members are in Leeds" is more likely a question by itself.
    return what && { meaning: { cat: 'joined', by: 'their', what }, cost: set.filters.length > 0 ? 0.1 : 0 };
  }),
  ...either(
    'figure that each has',
    'w:each',
    'figure',
    { cost: 0.05, zh: '各自的运费', en: 'how many orders does each have' },
    (_, what) => ({ cat: 'joined', by: 'their', what }),
  ),
  ...either(
    'light verb beside each',
    'w:each',
    ['w:do', 'w:with'],
    { zh: '各自有', en: 'does each have' },
    (each) => each,
  ),
  pair(
    'condition called one',
    ['condition', 'columns', 'period', 'event'],
    'op:aspect',
    { zh: '贵宾条件', en: 'the VIP filter' },
    (part, { operator: { of, all } }) =>
      all || (of !== 'conditions' && of !== (part.cat === 'period' ? 'time' : 'groups')) ? null : part,
  ),
  pair(
    'marker before a shifted period',
    ['w:and', 'w:with', 'w:than', 'w:to', 'w:in'],
    'op:shift',
    { zh: '和再上一个月', en: 'with the month before' },
    (_, shift) => shift,
  ),
  pair(
    'all of an attribute',
    'w:all',
    'columns',
    { zh: '所有大区', en: 'all regions' },
    (_, { columns: [column, ...more] }) => (column && more.length === 0 ? { cat: 'any_of', column } : null),
  ),
  pair('period beside than', 'w:than', 'period', { zh: '比去年', en: 'versus last year' }, (_, { use }) => ({
    cat: 'compared',
    with: use,
  })),
  ...either(
    'period to compare with',
    'op:compare_periods',
    ['period', 'joined'],
    { zh: '和去年相比', en: 'compare with last year' },
    ({ operator: { kind } }, what) => {
      const period = what.cat === 'joined' ? what.what : what;
      return kind === 'between' && period.cat === 'period' ? { cat: 'compared', with: period.use } : null;
    },
  ),
  alone('bare year', 'number', { cost: 0.02, zh: '2025呢', en: 'what about 2025?' }, ({ value, unit }) =>
    yearOf(value, unit),
  ),
  ...either(
    'list of what was counted',
    ['w:list', 'w:all'],
    ['w:which', 'w:who'],
    { zh: '都有哪些', en: 'list which ones' },
    (list) => list,
  ),
];
