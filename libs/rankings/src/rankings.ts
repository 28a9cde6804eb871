import type { ColumnRef } from '@querent/contracts';
import {
  alone,
  bestDirections,
  type ConditionMeaning,
  type Construction,
  countOf,
  either,
  type EventMeaning,
  type Facts,
  type FigureMeaning,
  figureOf,
  type GroupConditionMeaning,
  isCount,
  pair,
  type RankingMeaning,
  setOf,
  type TopMeaning,
  withCondition,
  withGroupCondition,
  opposite,
} from '@querent/grammar';
import { doersOfEvents, isMeasureWord, related, rowsOf, rowsOfEvent, writtenPersons } from '@querent/constructions';
import { gradedColumn, marked } from './extremes';
import { ranked, isTop, withinEach, figureOfRanked, rankedKeys, costOfGroups } from './ranked';

/** Rankings: things and groups with an extreme, and the top of them. */
export const RANKINGS: readonly Construction[] = [
  ...either(
    'things with an extreme',
    'set',
    'ranking',
    { zh: '订单最多的客户', en: 'customer with the most orders' },
    (set, found, facts) => ranked(facts, set, found),
  ),
  pair(
    'extreme among things',
    'ranking',
    'of_set',
    { cost: 0.03, zh: '', en: 'hired first among the doctors' },
    (found, { set }, facts) => (found.by.cat === 'column' && !found.attributive ? ranked(facts, set, found) : null),
  ),
  pair(
    'most that someone does',
    'done_by',
    'ranking',
    { cost: 0.05, zh: '审批订单最多', en: '' },
    ({ column }, found, facts) => {
      const [by, way] = found.by.cat === 'figure' ? [found.by, facts.way(column.table, found.by.thing)] : [null, null];
      if (by === null || !isCount(by) || by.keys.length > 0) return null;
      if (way?.kind !== 'same' && (way?.kind !== 'lookup' || by.periods.length > 0)) return null;
      const of = { ...by, thing: column.table };
      const rows = countOf(rowsOf(facts, column));
      if (rows === null) return null;
      const ranking: RankingMeaning = {
        ...found,
        by: way.kind === 'same' ? of : { ...rows, filters: [...rows.filters, ...by.filters] },
      };
      return { cat: 'most_done', column, ranking };
    },
  ),
  pair(
    'most often done by someone',
    'done_by',
    'op:extreme',
    { cost: 0.05, zh: '审批最多', en: '' },
    ({ column }, { operator: { direction, limit, rank, scale } }, facts) => {
      const by = scale === 'amount' ? countOf(rowsOf(facts, column)) : null;
      return by && { cat: 'most_done', column, ranking: { cat: 'ranking', by, direction, limit, rank } };
    },
  ),
  pair(
    'how often done by someone',
    'done_by',
    'op:count',
    { cost: 0.02, zh: '审批次数', en: '' },
    (done, { operator }, facts) => {
      // 推荐人数 counts persons who were recommended, not other rows.
      const isOfRows = operator.heads ? facts.isPerson(done.column.table) : operator.rows && !operator.asks;
      return isOfRows ? done : null;
    },
  ),
  ...either(
    'those who do something most',
    'set',
    'most_done',
    { cost: 0.02, zh: '审批订单最多的经理', en: '' },
    (set, { column, ranking }, facts) => {
      const role = facts.refersTo(column);
      const isPlain = set.filters.length + set.periods.length + set.having.length + set.select.length === 0;
      if (role === null || (role !== set.thing && facts.playerOf(role) !== set.thing) || !isPlain) return null;
      return ranked(facts, { ...setOf(role, true), asked: set.asked }, marked(ranking));
    },
  ),
  pair('being ranked first', 'w:is', 'figure', { zh: '', en: 'is the lender of the most loans' }, (_, figure) =>
    isTop(figure) ? { cat: 'is_ranked', figure } : null,
  ),
  pair(
    'things in a role that are ranked first',
    'set',
    'is_ranked',
    { cost: 0.02, zh: '', en: 'which warehouse is the destination of the most shipments' },
    (set, { figure }, facts) => {
      const [key, ...more] = figure.keys;
      const role = key?.column?.table;
      const isBare = set.filters.length + set.periods.length + set.having.length + set.select.length === 0;
      const isRole = role !== undefined && role !== set.thing && facts.playerOf(role) === set.thing;
      return set.asked && isBare && isRole && more.length === 0 ? figure : null;
    },
  ),
  ...either(
    'attribute with an extreme',
    'columns',
    'ranking',
    { cost: 0.02, zh: '哪个大区订单最多', en: 'which region has the most orders', reversed: 0.1 },
    (columns, found, facts) => {
      // Things that another table refers to have one row each.
      const isOfItself = (column: ColumnRef): boolean =>
        found.by.cat === 'figure' &&
        isCount(found.by) &&
        found.by.thing !== column.table &&
        facts.refersTo(column) === found.by.thing;
      if (columns.columns.some(isOfItself)) return null;
      const made = rankedKeys(
        facts,
        columns.columns.map((column) => ({ column, grain: null })),
        columns.asked ? marked(found) : found,
      );
      return (
        made && {
          ...made,
          cost: made.cost + costOfGroups(facts, columns, found),
        }
      );
    },
  ),
  pair(
    'number of values that are asked for',
    'number',
    'columns',
    { cost: 0.02, zh: '3个大区', en: '3 regions' },
    ({ value, unit }, { columns }) =>
      Number.isInteger(value) && value > 0 && isMeasureWord(unit) ? { cat: 'few_values', columns, limit: value } : null,
  ),
  ...either(
    'things that are listed and counted',
    'condition',
    'set',
    { zh: '北京和上海两个大区', en: 'the two regions Berlin and Bonn' },
    (listed, { limit, ...set }) => {
      const isBare =
        set.filters.length + set.periods.length + set.having.length + set.order.length + set.select.length === 0;
      return isBare && isListOf(listed, limit) && listed.thing === set.thing
        ? { ...set, limit: null, rank: null, filters: listed.filters }
        : null;
    },
  ),
  ...either(
    'values that are listed and counted',
    'condition',
    'few_values',
    { zh: '北京和上海两个大区', en: 'the two regions Berlin and Bonn' },
    (listed, { columns: [column, ...more], limit }) => {
      const [only] = listed.filters;
      const isOf = only?.kind === 'in' && only.column.table === column?.table && only.column.column === column.column;
      return more.length === 0 && isOf && isListOf(listed, limit) ? listed : null;
    },
  ),
  pair(
    'which few values',
    ['w:which', 'w:list', 'w:in'],
    'few_values',
    { zh: '哪3个大区', en: 'which 3 regions' },
    (_, few) => few,
  ),
  ...either(
    'few values with an extreme',
    'few_values',
    'ranking',
    { cost: 0.02, zh: '订单最多的3个大区', en: 'which 3 regions have the most orders' },
    ({ columns, limit }, found, facts) =>
      found.limit === null && found.rank === null
        ? rankedKeys(
            facts,
            columns.map((column) => ({ column, grain: null })),
            marked({ ...found, limit }),
          )
        : null,
  ),
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
    'period with an extreme',
    'keys',
    'ranking',
    { cost: 0.02, zh: '哪个月订单最多', en: 'which month had the most orders', reversed: 0.05 },
    (keys, found, facts) =>
      // "The top 2 of each category" are not categories.
      found.limit !== null && keys.keys.some((key) => key.each)
        ? null
        : rankedKeys(facts, keys.keys, keys.asked ? marked(found) : found),
  ),
  pair(
    'kinds with an extreme of an amount',
    'op:extreme',
    'columns',
    { cost: 0.05, zh: '最贵的品类', en: 'most expensive category' },
    ({ operator: { direction, limit, rank, scale, top } }, { columns: [column, ...more] }, facts) => {
      const isKind = column !== undefined && more.length === 0 && facts.role(column) === 'dimension';
      const amounts =
        isKind && !top && scale !== null ? facts.amountsOnScale(column.table, scale) : { columns: [], areNamed: false };
      return amounts.areNamed && column
        ? amounts.columns.flatMap((amount) => {
            const by = {
              ...figureOf(amount.table, { kind: 'aggregate', fn: 'sum', table: amount.table, column: amount }),
              bare: amount,
            };
            return rankedKeys(facts, [{ column, grain: null }], { cat: 'ranking', by, direction, limit, rank }) ?? [];
          })
        : null;
    },
  ),
  pair(
    'kind with the most rows',
    'keys',
    'op:extreme',
    { cost: 0.05, zh: '哪类设备最多', en: '' },
    ({ keys: [key, ...more], asked, of }, { operator: { direction, limit, rank, scale, top } }, facts) => {
      if (!asked || !key?.column || more.length > 0 || scale !== 'amount' || top) return null;
      const table = of ?? key.column.table;
      const by = figureOf(table, { kind: 'aggregate', fn: 'count', table });
      return of !== undefined || facts.role(key.column) === 'dimension'
        ? rankedKeys(facts, [key], { cat: 'ranking', by, direction, limit, rank })
        : null;
    },
  ),
  pair(
    'part of time with an extreme',
    'ranking',
    'other',
    { cost: 0.02, zh: '订单最多的月份', en: '' },
    (found, { unit }, facts) =>
      unit.type === 'grain' && unit.bare ? rankedKeys(facts, [{ column: null, grain: unit.grain }], found) : null,
  ),
  pair('what has an extreme', 'ranking', 'w:de', { cost: 0.03, zh: '面积最大的', en: '' }, (found, _, facts) => {
    const home = found.by.cat === 'figure' ? found.by.thing : found.by.column.table;
    const isOfRow = found.by.cat === 'column' || found.by.bare !== null;
    if (!isOfRow || found.attributive || !isNamed(facts, home)) return null;
    const made = ranked(facts, { ...setOf(home, true), asked: true }, found);
    return made?.meaning.cat === 'set' ? { ...made, meaning: { cat: 'headless', what: made.meaning } } : null;
  }),
  pair(
    'what has an extreme, under a condition',
    'condition',
    'headless',
    { zh: '上海面积最大的', en: '' },
    (condition, { what }, facts) =>
      withCondition(facts, what, condition).map(({ meaning, cost }) => ({
        meaning: { cat: 'headless', what: meaning },
        cost,
      })),
  ),
  pair(
    'who has an extreme',
    'w:who',
    'ranking',
    { cost: 0.02, zh: '谁的订单最多', en: 'who has the most orders' },
    (_, found, facts) => {
      const home = found.by.cat === 'figure' ? found.by.thing : found.by.column.table;
      // For inspections with a column for the inspector, the question asks for persons only.
      const written = found.by.cat === 'figure' ? writtenPersons(facts, home) : [];
      const owners = ownersOf(facts, home).filter((thing) => written.length === 0 || facts.isPerson(thing));
      const byName = written.flatMap((column) => rankedKeys(facts, [{ column, grain: null }], marked(found)) ?? []);
      const byThing = [...(written.length > 0 ? [] : [home]), ...owners].flatMap((thing) => {
        const made = isNamed(facts, thing)
          ? ranked(facts, { ...setOf(thing, true), asked: true }, marked(found))
          : null;
        return dearer(made, asPerson(facts, thing, home)).flatMap((one) => {
          const doers = one.meaning.cat === 'set' ? doersOfEvents(one.meaning, facts) : null;
          return doers?.map(({ meaning, cost }) => ({ meaning, cost: one.cost + cost })) ?? [one];
        });
      });
      return [...byName, ...byThing];
    },
  ),
  pair(
    'who has related rows',
    'w:who',
    'group_condition',
    { cost: 0.1, zh: '谁没有下过订单', en: 'who has not placed an order' },
    (_, condition, facts) =>
      ownersOf(facts, condition.figure.thing).flatMap((thing) =>
        dearer(
          withGroupCondition(facts, { ...setOf(thing, true), asked: true }, condition),
          asPerson(facts, thing, condition.figure.thing),
        ),
      ),
  ),
  pair(
    'how many people do something',
    'op:count',
    ['group_condition', 'event', 'condition'],
    { zh: '多少人下过单', en: 'how many people ordered' },
    ({ operator }, what, facts) => {
      const done = operator.people ? doneBy(facts, what) : null;
      return done && { cat: 'people_who', done };
    },
  ),
  ...either(
    'people who do something in a period',
    'people_who',
    'period',
    { cost: 0.03, zh: '上周多少人下单', en: 'how many people ordered last week' },
    ({ done }, { use }) => ({
      cat: 'people_who',
      done: { ...done, figure: { ...done.figure, periods: [...done.figure.periods, use] } },
    }),
  ),
  alone(
    'number of people',
    'people_who',
    { cost: 0.05, zh: '多少人退过款', en: 'how many people ordered' },
    ({ done }, facts) =>
      facts.peopleOf(done.figure.thing).flatMap(({ thing, isCalledSo }) => {
        const found = withGroupCondition(facts, setOf(thing, true), done);
        const count = found && countOf(found.meaning);
        return count ? [{ meaning: count, cost: isCalledSo ? 0 : 0.15 }] : [];
      }),
  ),
  pair(
    'who before ranked things',
    'w:who',
    ['set', 'figure', 'top'],
    { cost: 0.02, zh: '', en: 'who are the top 5 doctors by visits' },
    (_, what, facts) => {
      if (what.cat !== 'set') return what.cat === 'top' || what.order !== null ? what : null;
      const doers = doersOfEvents(what, facts);
      if (doers !== null) return doers;
      // "Who made the films" does not ask for films.
      const isThing = what.select.length + what.order.length === 0 && facts.isMadeByPersons(what.thing);
      return { meaning: { ...what, asked: true }, cost: isThing ? 0.3 : 0 };
    },
  ),
  pair(
    'which of ranked things',
    'w:which',
    'figure',
    { cost: 0.12, zh: '哪家是订单最多的客户', en: '' },
    (_, figure) => (figure.order !== null && figure.limit !== null && figure.keys.length > 0 ? figure : null),
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
              ...bare(top, scale),
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
            ...bare(top, scale),
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

/** Whether a condition lists exactly that many values. */
const isListOf = ({ filters: [only, ...more] }: ConditionMeaning, many: number | null): boolean =>
  more.length === 0 && only?.kind === 'in' && !only.negated && only.values.length > 1 && only.values.length === many;

/** A bare "top" or "best" may be by any figure. */
const bare = (top: boolean, scale: string | null): Pick<TopMeaning, 'bare'> =>
  scale === 'quality' ? { bare: 'best' } : top && scale === null ? { bare: 'top' } : {};

/** An action as a condition on those who do it. */
function doneBy(
  facts: Facts,
  what: GroupConditionMeaning | EventMeaning | ConditionMeaning,
): GroupConditionMeaning | null {
  if (what.cat === 'group_condition') return what;
  if (what.cat === 'event') return what.became ? null : rowsOfEvent(facts, what);
  return what.event ? related(facts, { ...setOf(what.thing, true), filters: what.filters }, '>=', 1) : null;
}

/** Things with names that rows refer to. If all of these are events, also what the events refer to. */
export function ownersOf(facts: Facts, thing: string): string[] {
  const direct = facts.references.flatMap(({ from, to }) =>
    from.table === thing && to.table !== thing ? [to.table] : [],
  );
  const isOnlyOfEvents = direct.every((owner) => facts.isEvent(owner));
  const owners = direct.flatMap((owner) =>
    isOnlyOfEvents && facts.way(thing, owner)?.kind === 'lookup' ? [owner, ...ownersOf(facts, owner)] : [owner],
  );
  return [...new Set(owners)].filter((owner) => isNamed(facts, owner));
}

/**
 * Cost of a thing as the answer to "who": low for a person, higher for an event, a kind, or the owner of a named thing.
 */
const asPerson = (facts: Facts, thing: string, home: string): number =>
  (facts.isPerson(thing) ? 0 : 0.2) +
  (facts.isLookup(thing) || (thing !== home && isNamed(facts, home) && !facts.isEvent(home)) ? 0.2 : 0);

const dearer = <M>(made: { meaning: M; cost: number } | null, cost: number): { meaning: M; cost: number }[] =>
  made ? [{ ...made, cost: made.cost + cost }] : [];

const isNamed = (facts: Facts, thing: string): boolean => {
  const name = facts.nameColumn(thing);
  return name !== null && facts.role(name) === 'name';
};
