import type { ColumnRef } from '@querent/contracts';
import {
  type ConditionMeaning,
  type Construction,
  countOf,
  either,
  type Facts,
  figureOf,
  isCount,
  pair,
  type RankingMeaning,
  setOf,
  withCondition,
} from '@querent/grammar';
import { isMeasureWord, rowsOf } from '@querent/constructions';
import { marked } from './extremes';
import { ranked, isTop, rankedKeys, costOfGroups } from './ranked';

/** Things and groups with an extreme. */
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
    'which of ranked things',
    'w:which',
    'figure',
    { cost: 0.12, zh: '哪家是订单最多的客户', en: '' },
    (_, figure) => (figure.order !== null && figure.limit !== null && figure.keys.length > 0 ? figure : null),
  ),
];

/** Whether a condition lists exactly that many values. */
const isListOf = ({ filters: [only, ...more] }: ConditionMeaning, many: number | null): boolean =>
  more.length === 0 && only?.kind === 'in' && !only.negated && only.values.length > 1 && only.values.length === many;

/** Whether a thing has a name column. */
export const isNamed = (facts: Facts, thing: string): boolean => {
  const name = facts.nameColumn(thing);
  return name !== null && facts.role(name) === 'name';
};
