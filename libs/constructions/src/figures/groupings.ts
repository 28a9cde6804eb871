import type { ColumnRef, Filter } from '@querent/contracts';
import {
  attach,
  type Construction,
  countOf,
  either,
  type Facts,
  type FigureMeaning,
  figureOf,
  isCount,
  isOfAny,
  type Key,
  type KeysMeaning,
  pair,
  setOf,
} from '@querent/grammar';
import { isExtreme, isKeyLabel, isMean } from '@querent/model';
import { isPlain, overGroups, perRelated } from './figures-of-figures';
import { settled } from './aggregates';
import { inTwoPeriods } from '../time/period-comparisons';
import { isOfHeads, keysOfThing } from './grouping-keys';

/** Figures by attributes, things and parts of time. */
export const GROUPINGS: readonly Construction[] = [
  pair(
    'figure of each kind of its things',
    'w:kind',
    'figure',
    { cost: 0.04, zh: '各类设备的数量', en: 'number of each kind of device' },
    (_, figure, facts) => {
      const kind = facts.isLookup(figure.thing) ? null : facts.kindOf(figure.thing);
      return kind && grouped(facts, figure, { keys: [{ column: kind, grain: null }] });
    },
  ),
  ...either(
    'figure of each group',
    'figure',
    'keys',
    { zh: '各大区的运费', en: 'freight by region' },
    (figure, keys, facts) => {
      const found = grouped(facts, figure, keys);
      // "In which month was the highest" does not ask for the highest of each month.
      const isExtreme = keys.asked && figure.measures.some(({ what }) => isExtremeOf(what));
      const own = found && { ...found, cost: found.cost + (isExtreme ? OF_WHICH : 0) };
      const part = figure.attributive ? figure.share : null;
      // "In each region" groups the share itself.
      if (part === null || part.length === 0 || keys.keys.some(({ grain, each }) => grain !== null || each)) return own;
      // "Share of unpaid orders by region": within the orders of each region, or each region's part of all unpaid
      // orders.
      const { attributive: _, ...whole } = figure;
      const ofPart = grouped(facts, { ...whole, filters: [...figure.filters, ...part], share: [] }, keys);
      return [own, ofPart].flatMap((one) => one ?? []);
    },
  ),
  pair(
    'figure per thing of each kind',
    'figure',
    'keys',
    { cost: 0.05, zh: '', en: 'freight per customer by region' },
    (figure, keys, facts) => {
      const divisor =
        isOfHeads(facts, figure, keys) && isPlain({ ...figure, keys: [] })
          ? countOf(setOf(figure.keys[0]?.column?.table ?? '', true))
          : null;
      return divisor && { ...figure, keys: keys.keys, per: divisor };
    },
  ),
  pair(
    'with a figure of each',
    'w:with',
    'figure',
    { cost: 0.02, zh: '', en: 'with the number of orders' },
    (_, figure) =>
      // "The most absences" is not a figure of each student.
      figure.measures.some(({ what }) => isExtremeOf(what)) ||
      figure.implied ||
      figure.bare !== null ||
      figure.keys.length > 0 ||
      figure.order !== null ||
      figure.share !== null
        ? null
        : { cat: 'joined', by: 'their', what: figure },
  ),
  pair(
    'groups and their figure',
    'keys',
    'joined',
    { zh: '每个客户及其订单数', en: 'each customer and their orders' },
    (keys, { by, what }, facts) => {
      const found = by === 'their' && what.cat === 'figure' ? grouped(facts, what, keys) : null;
      const [key] = keys.keys;
      // An amount of the thing is a column of its rows.
      const isOwn = key && what.cat === 'figure' && isOfAmounts(what) && isOwnName(facts, what.thing, key);
      const meaning = found && { ...found.meaning, withNone: true };
      return meaning && { meaning, cost: found.cost + (isOwn ? 0.25 : 0) };
    },
  ),
  ...either(
    'rows counted by group',
    'set',
    'keys',
    { cost: 0.05, zh: '各大区的订单', en: 'orders by region' },
    (set, keys, facts) => {
      const count = set.asked ? null : countOf(set);
      const made = count && (set.named || set.filters.length > 0) ? grouped(facts, count, keys) : null;
      const isOverTime = keys.keys.every(({ grain }) => grain !== null);
      return made && { ...made, cost: made.cost + (isOverTime ? 0 : 0.1) + (set.named ? 0 : UNNAMED) };
    },
  ),
  pair(
    'things and their average number',
    'set',
    'figure',
    { cost: 0.2, zh: '客户平均下多少单', en: '' },
    (set, figure, facts) => {
      const keys =
        figure.over?.fn === 'avg' && figure.over.by.length === 0 && !set.asked
          ? keysOfThing(facts, set, { cat: 'w:each' })
          : null;
      return keys && figure.over ? overGroups(facts, { ...figure, over: null }, keys.keys, figure.over.fn) : null;
    },
  ),
  pair(
    'average number and what has it',
    'figure',
    'set',
    { cost: 0.1, zh: '', en: 'on average, how many orders does a customer place' },
    (figure, set, facts) => {
      const isOpen = figure.over?.fn === 'avg' && figure.over.by.length === 0 && !set.asked && set.named;
      // "How many orders does a customer place": "place orders" names what is counted and does not restrict the
      // customers.
      const isCounted = (one: Filter): boolean =>
        isOfAny(one) && one.table === figure.thing && one.filters.length === 0;
      const all = { ...set, filters: set.filters.filter((one) => !isCounted(one)) };
      const keys = isOpen ? keysOfThing(facts, all, { cat: 'w:each' }) : null;
      return keys && figure.over ? overGroups(facts, { ...figure, over: null }, keys.keys, figure.over.fn) : null;
    },
  ),
  ...either(
    'number of rows of each group',
    'keys',
    'op:count',
    { cost: 0.15, zh: '各渠道的数量', en: 'count by channel', reversed: 0.05 },
    ({ keys: [key, ...more] }, { operator }, facts) => {
      const column = key?.column;
      const isOfPeople = operator.people === true && facts.arePersons(column?.table ?? '');
      const isOfRows = operator.rows || !operator.asks || isOfPeople;
      if (!column || more.length > 0 || operator.amount || !isOfRows || facts.role(column) !== 'dimension') return null;
      return grouped(facts, figureOf(column.table, { kind: 'aggregate', fn: 'count', table: column.table }), {
        keys: [key],
      });
    },
  ),
  pair(
    'number in a period',
    ['period', 'pair'],
    'op:count',
    { cost: 0.02, zh: '今年和去年的数量', en: '' },
    (when, { operator }) => (!operator.amount && (operator.rows || !operator.asks) ? { cat: 'count_in', when } : null),
  ),
  pair(
    'number of rows of each group in a period',
    'keys',
    'count_in',
    { cost: 0.15, zh: '各渠道今年和去年的数量', en: '' },
    ({ keys: [key, ...more] }, { when }, facts) => {
      const column = key?.column;
      if (!column || more.length > 0 || facts.role(column) !== 'dimension') return null;
      const count = figureOf(column.table, { kind: 'aggregate', fn: 'count', table: column.table });
      const compare = when.cat === 'pair' ? inTwoPeriods(when) : null;
      return grouped(facts, { ...count, periods: when.cat === 'period' ? [when.use] : [], compare }, { keys: [key] });
    },
  ),
  ...either(
    'rows listed by group',
    'set',
    'keys',
    { cost: 0.02, zh: '每个城市的客户名单', en: 'list the customers in each city' },
    (set, { keys }, facts) => {
      const columns = keys.flatMap(({ column, each: isEach }) =>
        column && isEach ? [facts.displayColumn(column)] : [],
      );
      const isReached = columns.every(({ table }) =>
        ['same', 'lookup'].includes(facts.way(set.thing, table)?.kind ?? ''),
      );
      if (!set.asked || columns.length < keys.length || !isReached || set.order.length > 0 || set.limit !== null)
        return null;
      return { ...set, order: columns.map((column) => ({ column, direction: 'asc' as const })) };
    },
  ),
  pair(
    'groups within a bound',
    'columns',
    'bound',
    { cost: 0.02, zh: '', en: 'categories above 500' },
    ({ columns, asked }, bound) => (asked ? null : { cat: 'bounded_groups', columns, bound }),
  ),
  pair(
    'only groups within a bound',
    ['w:only', 'w:comma'],
    'bounded_groups',
    { zh: '', en: 'only categories above 500' },
    (_, groups) => groups,
  ),
  pair(
    'figure of groups within a bound',
    'figure',
    'bounded_groups',
    { cost: 0.03, zh: '', en: 'average price per category, only categories above 500' },
    (figure, { columns, bound: { op, value, to } }) => {
      const isKey = (one: ColumnRef): boolean =>
        figure.keys.some(({ column }) => column?.table === one.table && column.column === one.column);
      if (!columns.every(isKey) || figure.having.length > 0 || op === 'between' || to !== null) return null;
      return { ...figure, having: [{ figure: { ...figure, keys: [] }, op, value, filter: null }] };
    },
  ),
  pair('list of groups', 'figure', 'w:list', { cost: 0.02, zh: '各城市的客户数列表', en: '' }, (figure) =>
    figure.keys.length > 0 ? figure : null,
  ),
];

/** Whether the join path from the rows of a thing to a table passes `via`. */
const leadsBy = (facts: Facts, thing: string, via: string, table: string): boolean =>
  thing === via || facts.model.tables[table]?.role?.way === via || facts.pathPasses(thing, via, table);

/** Cost of the highest of each group, where the words ask which group has it. */
const OF_WHICH = 0.4;
const isExtremeOf = (what: FigureMeaning['measures'][number]['what']): boolean =>
  what.kind === 'aggregate' && isExtreme(what.fn);

/** Cost of counting things that only a value names: laptops by district. */
const UNNAMED = 0.15;

/** Cost of conditions on the grouped things. */
const OF_EACH = 0.05;

/** Cost of grouping by the kind of another thing, if the counted things have a kind column. */
const KIND_OF_ANOTHER = 0.15;

function isKindOfAnother(facts: Facts, thing: string, column: ColumnRef): boolean {
  const own = facts.isKind(column) ? facts.kindOf(thing) : null;
  return own !== null && (own.table !== column.table || own.column !== column.column);
}

/** The figure of each group. Null if it already has groups or an order, or if no join path leads to a key. */
export function grouped(
  facts: Facts,
  figure: FigureMeaning,
  { keys }: Pick<KeysMeaning, 'keys'>,
): { meaning: FigureMeaning; cost: number } | null {
  if (figure.order !== null || figure.keys.length > 0) return null;
  const [own] = keys.filter(({ column }) => column !== null && isOfPlayer(facts, figure, column));
  if (own) return keys.length === 1 ? ofEachCounterpart(facts, figure, own) : null;
  if (figure.over !== null && figure.over.by.length === 0)
    return keys.some((key) => key.each === undefined)
      ? null
      : overGroups(facts, { ...figure, over: null }, keys, figure.over.fn);
  // The average, or median, of each row equals that of all rows.
  const [only, ...others] = keys;
  if (only && others.length === 0 && isAverage(figure) && isOwnName(facts, figure.thing, only))
    return { meaning: figure, cost: 0.05 };
  const isOfEachRow = keys.some((key) => key.each && isOwnName(facts, figure.thing, key));
  const rate = only && others.length === 0 ? perRelated(facts, figure, only) : null;
  if (rate) return { meaning: rate, cost: OF_EACH };
  // "The average fee per order by region" averages the orders of each region.
  let cost = others.length > 0 && isOfEachRow ? 0.3 : 0;
  // Each row has one amount: "received by customers" rarely groups by each of them.
  const isOwn = keys.some((key) => (!key.each || isBare(figure)) && isOwnName(facts, figure.thing, key));
  if (isOwn && ofAmounts(figure)) cost += OWN_AMOUNT;
  const filters = [...figure.filters];
  // A reference column groups by the name of the thing.
  const named = keys.map((key) =>
    key.column === null
      ? key
      : { ...key, column: shownKey(facts, figure.thing, facts.inRole(figure.thing, key.column)) },
  );
  for (const { column, of = [] } of named) {
    const attached = column === null ? null : attach(facts, figure.thing, column.table, of);
    if (of.length > 0 && !attached) return null;
    filters.push(...(attached?.filters ?? []));
    cost += of.length > 0 ? OF_EACH + (attached?.cost ?? 0) : 0;
  }
  // The figure per member, for each team.
  const { per } = figure;
  const isOfHeads = ({ column }: Key): boolean =>
    column === null || ['same', 'lookup'].includes(facts.way(per?.thing ?? '', column.table)?.kind ?? '');
  if (per !== null && !named.every(isOfHeads)) return null;
  for (const { column, via } of named) {
    const way = column === null ? null : facts.way(figure.thing, column.table);
    if (column !== null && way === null) return null;
    if (column !== null && via !== undefined && !leadsBy(facts, figure.thing, via, column.table)) return null;
    if (way?.kind === 'fan') cost += 0.4;
    if (way?.kind === 'lookup') cost += 0.02 * way.steps;
    if (column !== null && facts.role(column) === 'measure') cost += AMOUNT_AS_KEY;
    if (column !== null && isKindOfAnother(facts, figure.thing, column)) cost += KIND_OF_ANOTHER;
  }
  const plain = named.map(({ of: _, via: __, ...key }) => key);
  return { meaning: { ...settled(figure), bare: figure.bare, filters, keys: [...figure.keys, ...plain] }, cost };
}

/** The column that shows a key. "By customer id" shows the number if nothing else has that name. */
function shownKey(facts: Facts, thing: string, column: ColumnRef): ColumnRef {
  const isNumber =
    facts.model.derived === true && !facts.isRoleKey(column) && isKeyLabel(facts.column(column)?.label ?? {});
  if (isNumber) return facts.ownReference(thing, column);
  const shown = facts.displayColumn(column);
  const way = shown.table === column.table ? null : facts.way(thing, shown.table);
  const role = way?.kind === 'lookup' ? way.by?.find((one) => facts.isKeyOf(column, one)) : undefined;
  return role === undefined ? shown : { ...shown, table: role };
}

/** Whether the figure counts a role, grouped by the names of its players, each of whom is one. */
function isOfPlayer(facts: Facts, figure: FigureMeaning, { table, column }: ColumnRef): boolean {
  const isRole = table !== figure.thing && facts.playerOf(figure.thing) === table;
  return isRole && isCount(figure) && facts.nameColumn(table)?.column === column;
}

/** "How many followers each member has": the pairs of each member, grouped by the other side. */
function ofEachCounterpart(
  facts: Facts,
  figure: FigureMeaning,
  key: Key,
): { meaning: FigureMeaning; cost: number } | null {
  const tie = facts.counterpartOf(figure.thing);
  const isPlain = figure.filters.length + figure.periods.length === 0 && figure.having.length === 0;
  if (tie === null || key.column === null || !isPlain) return null;
  const count = figureOf(tie.pairs, { kind: 'aggregate', fn: 'count', table: tie.pairs });
  return grouped(facts, count, { keys: [{ ...key, column: { ...key.column, table: tie.other } }] });
}

/** Cost of grouping amounts by their own rows. */
const OWN_AMOUNT = 0.3;
const isBare = ({ bare, per }: FigureMeaning): boolean => bare !== null && per === null;
const ofAmounts = ({ bare, measures: [measure] }: FigureMeaning): boolean =>
  bare !== null || (measure?.what.kind === 'aggregate' && measure.what.column !== undefined);
/** Cost of grouping by an amount column. */
const AMOUNT_AS_KEY = 0.3;

const isOfAmounts = ({ measures }: FigureMeaning): boolean =>
  measures.every(({ what }) => what.kind === 'aggregate' && what.fn === 'sum' && what.column !== undefined);

const isAverage = ({ measures: [measure], bare }: FigureMeaning): boolean =>
  bare === null && measure?.what.kind === 'aggregate' && isMean(measure.what.fn);

function isOwnName(facts: Facts, thing: string, { column }: Key): boolean {
  const name = facts.nameColumn(thing);
  return column !== null && name !== null && column.table === name.table && column.column === name.column;
}
