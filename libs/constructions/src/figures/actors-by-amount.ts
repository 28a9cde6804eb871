import type { Filter } from '@querent/contracts';
import {
  type Construction,
  either,
  type Facts,
  type FigureMeaning,
  type GroupConditionMeaning,
  pair,
  type SetMeaning,
  setOf,
} from '@querent/grammar';
import { isPlain } from './figures-of-figures';
import { isSome, related } from '../rows/related-rows';
import { amountsOf } from './amounts-of-rows';

/** People who did something that is measured: "lawyers who recorded hours" means the lawyers, not the hours. */
export const ACTORS_BY_AMOUNT: readonly Construction[] = [
  pair(
    'amount of what was done',
    ['w:do', 'w:trade', 'event'],
    'figure',
    { cost: 0.05, zh: '产生过运费', en: '' },
    (verb, figure, facts) => {
      const isOfOthers = verb.cat === 'event' && (verb.negated || verb.column.table !== figure.thing);
      const group = isOfOthers ? null : rowsWithAmount(facts, figure);
      return group && { cat: 'done_amount', group };
    },
  ),
  ...either(
    'amount of what was done in a period',
    'done_amount',
    'period',
    { zh: '去年产生过运费', en: '' },
    ({ group }, { use }) => {
      const { figure } = group;
      return figure.periods.length > 0
        ? null
        : { cat: 'done_amount', group: { ...group, figure: { ...figure, periods: [use] } } };
    },
  ),
  // 律师登记工时 asks for hours; only 的 makes the words describe the actors, who follow.
  pair('those who did what is measured', 'done_amount', 'w:de', { zh: '产生过运费的', en: '' }, ({ group }) => group),
  pair(
    'how much what was done amounts to',
    'group_condition',
    'op:count',
    { cost: 0.1, zh: '收到大客户多少钱', en: '' },
    (group, { operator }, facts) =>
      operator.money && isSome(group) ? amountsOf(facts, rowsOf(group), 'sum', true) : null,
  ),
  pair(
    'rows without an amount',
    'w:missing',
    'figure',
    { cost: 0.02, zh: '没有登记过运费的', en: '' },
    (_, figure, facts) => {
      const group = rowsWithAmount(facts, figure);
      return group && { ...group, op: '=', value: 0 };
    },
  ),
];

/** The rows of which someone has at least one. */
const rowsOf = ({ figure: { thing, filters, periods, clock } }: GroupConditionMeaning): SetMeaning => ({
  ...setOf(thing, true),
  filters,
  periods,
  clock,
});

/** At least one row of an event with a positive amount. Null if the figure is more than an amount with conditions. */
function rowsWithAmount(facts: Facts, figure: FigureMeaning): GroupConditionMeaning | null {
  const { bare, thing, filters, periods, clock, keys } = figure;
  if (bare === null || bare.table !== thing || !facts.isEvent(thing)) return null;
  if (!isPlain(figure) || figure.implied || keys.length > 0) return null;
  const some: Filter = { kind: 'compare', column: bare, op: '>', value: 0 };
  return related(facts, { ...setOf(thing, true), filters: [...filters, some], periods, clock }, '>=', 1);
}
