import { type ColumnRef, comparedColumns, type Filter } from '@querent/contracts';
import {
  type ColumnsMeaning,
  type Construction,
  either,
  type Facts,
  type FigureMeaning,
  figureOf,
  isBareSet,
  isCount,
  type Key,
  narrowed,
  pair,
  refersToKind,
  type SetMeaning,
  setOf,
} from '@querent/grammar';
import { isMeasureWord } from './bounds';
import { doersOfEvents } from '../events/doers-of-events';
import { overSet } from './rows-of-sets';

/** Cost of a list of amounts or times without the things that have them. */
const OF_EACH_ROW = 0.2;

/** Lists of things and attributes, with their columns and figures. */
export const LISTS: readonly Construction[] = [
  pair(
    'asked thing',
    ['w:which', 'w:list'],
    'set',
    { zh: '哪些客户', en: 'which customers, list the customers' },
    (marker, set, facts) => {
      if ((marker as { cat: string }).cat !== 'w:which') return { ...set, asked: true };
      // "What did Ann buy" does not ask for someone called Ann.
      if ((set.clause || !set.named) && facts.isNaming(set.thing, set.filters)) return null;
      return { meaning: whichOf(facts, set), cost: areTimes(facts, set.select) ? WHEN_OF_WHICH : 0 };
    },
  ),
  pair('each thing', 'w:each', 'set', { cost: 0.12, zh: '各仓库的面积', en: "each warehouse's area" }, (_, set) =>
    set.asked || set.order.length > 0 ? null : { ...set, asked: true, each: true },
  ),
  // The number in "all 50 states" is their total and not a limit.
  pair('all of a thing', 'w:all', 'set', { zh: '所有客户', en: 'all customers' }, (_, set) =>
    set.limit !== null && isBareSet({ ...set, limit: null }) ? { ...set, limit: null } : set,
  ),
  pair('list after its things', 'set', ['w:list', 'w:which'], { cost: 0.02, zh: '客户名单', en: '' }, (set, word) =>
    (word as { cat: string }).cat === 'w:list'
      ? { ...set, asked: true, several: true, ...(isNearestOne(set) && { limit: null }) }
      : set.clause
        ? null
        : { ...set, asked: true },
  ),
  pair(
    'question word after its things',
    ['set', 'figure'],
    ['w:who', 'w:which', 'w:when'],
    { cost: 0.01, zh: '信用额度最高的客户是谁', en: '' },
    (what, asked, facts) => {
      // 最近一次付款是哪天 asks for its day.
      const isWhen = (asked as { cat: string }).cat === 'w:when';
      if (what.cat === 'set' && isWhen) return whenOf(what, facts, OTHER_TIME, UNSAID_TIME);
      const doers =
        what.cat === 'set' && (asked as { cat: string }).cat === 'w:who' ? doersOfEvents(what, facts) : null;
      if (doers !== null) return doers;
      // 客户买了什么 asks for what they bought.
      if (what.cat === 'set') return what.clause ? null : { ...what, asked: true };
      return what.order === null && what.having.length === 0 ? null : what;
    },
  ),
  pair('whose it is', 'set', 'w:de', { cost: 0.02, zh: '哪个客户的', en: '' }, (set) =>
    set.asked && set.filters.length + set.periods.length + set.having.length + set.order.length === 0
      ? { cat: 'whose', thing: set.thing }
      : null,
  ),
  pair(
    'things and whose they are',
    'set',
    'whose',
    { cost: 0.02, zh: '运费最高的订单是哪个客户的', en: '' },
    (set, { thing }, facts) => {
      const name = facts.way(set.thing, thing)?.kind === 'lookup' ? facts.nameColumn(thing) : null;
      return name && set.order.length > 0 && set.select.length === 0
        ? selected(facts, set, { columns: [name], asked: true })
        : null;
    },
  ),
  pair('who did something', 'w:who', 'w:do', { zh: '', en: 'who made' }, () => ({ cat: 'who_did' })),
  pair(
    'those who did something with things',
    'who_did',
    'set',
    { cost: 0.2, zh: '', en: 'who made the deliveries' },
    // Only for things with several columns of persons, each of which may be the actor. A single person column need not
    // be the actor.
    (_, set, facts) => {
      const columns = set.asked || set.select.length > 0 ? [] : facts.personColumns(set.thing);
      return columns.length > 1 ? columns.flatMap((column) => selected(facts, set, { columns: [column] }) ?? []) : null;
    },
  ),
  pair('and when', ['w:and', 'w:comma'], 'w:when', { zh: '', en: 'and when' }, (_, when) => when),
  pair(
    'how much so the extreme is',
    ['set', 'figure'],
    'w:howSo',
    { cost: 0.02, zh: '', en: 'the longest trip, and how long is it' },
    (what) => {
      const isRanked = what.cat === 'set' ? what.order.length > 0 : what.order !== null;
      return isRanked && what.limit !== null ? what : null;
    },
  ),
  pair(
    'number of things to name',
    'number',
    'set',
    { cost: 0.03, zh: '5个客户', en: '5 customers' },
    ({ value, unit }, set) =>
      Number.isInteger(value) && value > 0 && isMeasureWord(unit) && set.limit === null && set.order.length === 0
        ? { ...set, limit: value }
        : null,
  ),
  pair(
    'when of things',
    'w:when',
    'set',
    { zh: '什么时候', en: 'when was the first warehouse opened' },
    (_, set, facts) => whenOf(set, facts, 0.1, 0),
  ),
  pair(
    'question word behind respectively',
    'w:respectively',
    ['w:when', 'w:who', 'w:which'],
    { cost: 0.01, zh: '分别是哪天', en: '' },
    (_, asked) => asked,
  ),
  pair('asked attribute', 'w:which', 'columns', { zh: '哪个大区', en: 'which region' }, (_, columns, facts) => ({
    meaning: { ...columns, asked: true },
    // "Which branch area" more probably asks for the branch.
    cost: columns.columns.some((column) => facts.role(column) === 'measure') ? 0.3 : 0,
  })),
  pair(
    'listed attribute',
    ['w:list', 'w:all'],
    'columns',
    { zh: '列出大区', en: 'list the regions' },
    (_, columns, facts) => ({
      meaning: { ...columns, asked: true },
      // Amounts and times are listed for each row: 列出所有门店的租金.
      cost: columns.columns.some((column) => facts.role(column) === 'measure' || facts.isTime(column))
        ? OF_EACH_ROW
        : 0,
    }),
  ),
  pair(
    'question word after its attribute',
    'columns',
    'w:which',
    { cost: 0.02, zh: '大区是哪个', en: '' },
    (columns) => ({ ...columns, asked: true }),
  ),
  pair(
    'marker before an asked attribute',
    ['w:in', 'w:is', 'w:from'],
    'columns',
    { cost: 0.02, zh: '来自哪些大区', en: '' },
    (_, columns) => (columns.asked ? columns : null),
  ),
  pair(
    'two attributes',
    'columns',
    'joined',
    { zh: '名称和地址', en: 'name and address' },
    (columns, { by, what }, facts) => {
      if (by === 'or' || what.cat !== 'columns') return null;
      // "The winner and the name of the loser" asks for two names; a key beside a name is not one.
      const isKeyBesideName =
        facts.model.derived === true &&
        columns.inRole !== what.inRole &&
        [...columns.columns, ...what.columns].some((ref) => facts.isCalled(ref));
      return isKeyBesideName ? null : { ...columns, columns: [...columns.columns, ...what.columns] };
    },
  ),
  pair(
    'attributes of things',
    'columns',
    'set',
    { cost: 0.1, zh: '', en: 'names of customers' },
    (columns, set, facts) => {
      // "The population of the capital of Ohio" belongs to the capital and is not a second column of Ohio.
      if (set.select.length > 0 && set.order.length === 0) return null;
      const found = selected(facts, set, columns);
      // A name behind a reference to the same kind usually names the referenced thing: employees whose manager is Ann.
      const isOther =
        facts.isNaming(set.thing, set.filters) && columns.columns.some((ref) => refersToKind(facts, ref, set.thing));
      return found && { ...found, cost: found.cost + (isOther ? 0.2 : 0) };
    },
  ),
  pair(
    'attributes of things after them',
    'columns',
    'of_set',
    { cost: 0.05, zh: '', en: 'names for all customers' },
    (columns, { set }, facts) => {
      if (set.select.length > 0 && set.order.length === 0) return null;
      // "The kinds of devices" lists each kind once.
      const isBare = set.filters.length + set.periods.length + set.having.length === 0 && set.limit === null;
      const areKinds = columns.columns.every((ref) => ref.table === set.thing && facts.role(ref) === 'dimension');
      if (isBare && areKinds && set.near === null) return { ...columns, ofOwner: true };
      const found = selected(facts, set, columns);
      return (
        found && {
          ...found,
          cost: found.cost + (columns.columns.every((ref) => isTotalled(facts, ref)) ? OF_TOTALLED : 0),
        }
      );
    },
  ),
  pair(
    'attributes of ranked things',
    'columns',
    'of_ranked',
    { cost: 0.02, zh: '', en: 'address of the customer with the most orders' },
    ({ columns }, { figure }, facts) => {
      const owner = figure.keys[0]?.column?.table;
      const areOfOwner = owner !== undefined && columns.every(({ table }) => table === owner);
      // Shows the attribute of the one thing. Grouping by the attribute would produce other groups.
      return areOfOwner && facts.nameColumn(owner)?.column === figure.keys[0]?.column?.column
        ? { ...figure, keys: keysWith(columns, figure.keys) }
        : null;
    },
  ),
  ...either(
    'amount of a degree',
    'op:degree',
    'set',
    { zh: '长江有多长', en: 'how long is the Rhine' },
    ({ operator: { scale } }, set, facts) => {
      const isPlain = set.select.length + set.order.length + set.having.length === 0 && set.limit === null;
      const { columns, areNamed } = facts.amountsOnScale(set.thing, scale);
      // "How long is the longest river": the amount of the order is the one that is asked for.
      const [first] = set.order;
      const isFirst =
        set.limit === 1 && set.select.length === 0 && columns.some((column) => first && isColumn(column)(first.column));
      if (areNamed && isFirst) return { meaning: { ...set, asked: true }, cost: 0 };
      if (!isPlain || !areNamed || !facts.isNaming(set.thing, set.filters)) return null;
      return columns.flatMap((column) => selected(facts, set, { columns: [column] }) ?? []);
    },
  ),
  pair(
    'attributes of each thing',
    'columns',
    'keys',
    { cost: 0.08, zh: '', en: 'names and regions for every customer' },
    ({ columns }, { keys: [key, ...more] }, facts) => {
      const thing = key?.column?.table;
      const isOfThing =
        thing !== undefined && more.length === 0 && facts.nameColumn(thing)?.column === key?.column?.column;
      return isOfThing && columns.every(({ table }) => table === thing)
        ? withName(facts, { ...setOf(thing, true), asked: true }, columns)
        : null;
    },
  ),
  pair(
    'attributes that some rows have',
    'columns',
    'group_condition',
    { cost: 0.05, zh: '哪些大区有VIP客户', en: 'which regions have VIP customers' },
    ({ columns, asked }, { figure, op, value, to }, facts) => {
      const isSome = op === '>=' && value === 1 && to === null && isCount(figure);
      if (!asked || !isSome || figure.periods.length > 0 || columns.some(({ table }) => table !== figure.thing))
        return null;
      const set: SetMeaning = { ...setOf(figure.thing, true), filters: figure.filters };
      return selected(facts, set, { columns, distinct: true });
    },
  ),
  pair(
    'things and their attributes',
    'set',
    'columns',
    { cost: 0.05, zh: '客户的地址', en: "customers' addresses" },
    (set, columns, facts) => {
      const roles = columns.columns.map((ref) => facts.role(ref));
      // "Which channels" asks for the distinct channels of all orders.
      const areKinds = columns.asked && !set.asked && roles.every((role) => role === 'dimension');
      const found = selected(facts, set, areKinds ? { ...columns, distinct: true } : columns);
      // Amounts without a word of listing are rather summed.
      const isSum = !set.asked && !columns.asked && roles.every((role) => role === 'measure');
      const isWhen = set.asked && !columns.asked && areTimes(facts, columns.columns);
      // 图书超过20的类别: the number of rows of each kind, rather than the kinds of rows with such an amount.
      const isBounded = !set.asked && set.filters.some((one) => isAmountBound(facts, one));
      const more = (isSum ? 0.12 : 0) + (isWhen ? WHEN_OF_WHICH : 0) + (isBounded ? 0.1 : 0);
      return found && { ...found, cost: found.cost + more };
    },
  ),
  pair(
    'things with their columns',
    'set',
    'joined',
    { zh: '客户及其地址', en: 'customers and their addresses' },
    (set, { by, what }, facts) => {
      // "Names of clients and orders" does not count orders.
      if (by === 'or' || (by === 'and' && what.cat === 'figure' && what.implied && facts.model.derived === true))
        return null;
      if (what.cat !== 'columns' && what.cat !== 'figure') return null;
      if (by === 'and' && what.cat === 'figure' && isOfAllOf(set, what)) return overSet(facts, what, set);
      // "The names of clients and the names of …": the second names belong to another thing.
      if (what.cat === 'columns' && what.columns.some((ref) => set.select.some(isColumn(ref)))) return null;
      const made = what.cat === 'columns' ? withName(facts, set, what.columns) : besideEach(facts, set, what);
      return made && { ...made, cost: made.cost + (isOfKnown(set) ? KNOWN_AND_SHOWN : 0) };
    },
  ),
  pair(
    'attributes of groups and their figure',
    'columns',
    'joined',
    { zh: '客户名称和每个客户的订单数', en: 'customer names and the number of orders of each customer' },
    ({ columns }, { by, what }, facts) => {
      const [key, ...more] = what.cat === 'figure' ? what.keys : [];
      if (by === 'or' || what.cat !== 'figure' || !key?.column || more.length > 0 || what.order !== null) return null;
      const owner = key.column.table;
      if (columns.some(({ table }) => table !== owner)) return null;
      // Of each thing, not of each value of another attribute.
      if (facts.nameColumn(owner)?.column !== key.column.column && !columns.some(isColumn(key.column))) return null;
      // Amounts of the rows themselves are listed as columns.
      const cost = what.bare !== null && what.thing === owner ? 0.3 : 0;
      return { meaning: { ...what, keys: keysWith(columns, what.keys) }, cost };
    },
  ),
  pair(
    'figure of groups and what to show of them',
    'figure',
    'columns',
    { cost: 0.38, zh: '', en: 'top 2 regions by freight; return the region' },
    (figure, { columns }) => {
      const owners = new Set(figure.keys.map(({ column }) => column?.table));
      return figure.keys.length > 0 && columns.every(({ table }) => owners.has(table))
        ? { ...figure, keys: keysWith(columns, figure.keys) }
        : null;
    },
  ),
  pair(
    'figure of groups and what they are called',
    'figure',
    'joined',
    { cost: 0.05, zh: '每个客户的平均运费和他们的名称', en: 'average freight of each customer and their names' },
    (figure, { by, what }, facts) => {
      if (by === 'or' || what.cat !== 'columns' || figure.having.length > 0) return null;
      // The order of the groups is preserved: all of their columns belong to one thing.
      if (figure.order !== null && (figure.keys.length > 1 || figure.order.by !== undefined)) return null;
      // Applies to things only: a second kind beside a kind is a further grouping.
      const owners = new Set(
        figure.keys.flatMap(({ column }) =>
          column && facts.nameColumn(column.table)?.column === column.column ? [column.table] : [],
        ),
      );
      return owners.size > 0 && what.columns.every(({ table }) => owners.has(table))
        ? { ...figure, keys: keysWith(what.columns, figure.keys) }
        : null;
    },
  ),
  pair(
    'figure of groups and another figure of them',
    'figure',
    'joined',
    { cost: 0.1, zh: '', en: 'top 2 regions by freight; return the region and average freight' },
    (figure, { by, what }) => {
      if (
        by === 'or' ||
        what.cat !== 'figure' ||
        figure.per !== null ||
        what.per !== null ||
        figure.implied ||
        what.implied ||
        figure.keys.length === 0 ||
        what.keys.length > 0 ||
        what.thing !== figure.thing
      )
        return null;
      if (what.filters.length + what.periods.length > 0 || what.order !== null || what.share !== null) return null;
      const known = new Set(figure.measures.map((measure) => JSON.stringify(measure.what)));
      const others = what.measures.filter((measure) => !known.has(JSON.stringify(measure.what)));
      // Another amount may be listed for each row; only the amount that ranks the groups can be shown with them.
      if (what.bare !== null && others.length > 0) return null;
      return { ...figure, measures: [...figure.measures, ...others] };
    },
  ),
  ...either(
    'figures of asked things',
    'set',
    'figure',
    { cost: 0.1, zh: '哪些客户的运费', en: '', reversed: 0.2 },
    // In a derived model, a count needs an explicit word.
    (set, figure, facts) =>
      set.asked && !(figure.implied && facts.model.derived === true) ? besideEach(facts, set, figure) : null,
  ),
];

/** Cost of a time as the answer to "which employees left". */
const WHEN_OF_WHICH = 0.15;
const areTimes = (facts: Facts, columns: readonly ColumnRef[]): boolean =>
  columns.length > 0 && columns.every((ref) => facts.isTime(ref));
const isAmountBound = (facts: Facts, filter: Filter): boolean =>
  filter.kind === 'compare' && /[<>]/.test(filter.op) && facts.role(filter.column) === 'measure';
/** Whether the set is the nearest row to a place, without a number. */
const isNearestOne = ({ near, limit }: SetMeaning): boolean => near !== null && near.radius === null && limit === 1;

/**
 * The things of a "which" question: with their names if they are ranked, else with distinct values ("which countries
 * have customers").
 */
function whichOf(facts: Facts, set: SetMeaning): SetMeaning {
  const asked: SetMeaning = { ...set, asked: true };
  if (set.select.length === 0) return asked;
  const name = facts.nameColumn(set.thing);
  if (set.order.length > 0) return name ? { ...asked, select: [name, ...set.select] } : asked;
  return { ...asked, distinct: set.distinct || set.select.every((ref) => facts.role(ref) === 'dimension') };
}

function selected(
  facts: Facts,
  set: SetMeaning,
  {
    columns: asked,
    asked: isAsked = false,
    distinct,
  }: Pick<ColumnsMeaning, 'columns' | 'distinct'> & { asked?: boolean },
): { meaning: SetMeaning; cost: number } | null {
  const columns = asked.map((ref) => facts.ownReference(set.thing, facts.inRole(set.thing, ref)));
  const ways = columns.map(({ table }) => facts.way(set.thing, table));
  if (ways.some((way) => way?.kind !== 'same' && way?.kind !== 'lookup')) return null;
  // The region of Berlin is an attribute of Berlin, rather than of things in Berlin.
  const isOfNamed =
    !set.named && columns.every(({ table }) => table !== set.thing && facts.isNaming(table, set.filters));
  // "Names" of a thing with a name column are its own.
  const own = facts.nameColumn(set.thing);
  const isOthersName =
    facts.model.derived === true &&
    own !== null &&
    facts.role(own) === 'name' &&
    columns.some(
      (ref) =>
        ref.table !== set.thing && facts.role(ref) === 'name' && ![...columns, ...set.select].some(isColumn(own)),
    );
  return {
    meaning: {
      ...set,
      asked: true,
      select: [...set.select, ...columns],
      // "Which countries have singers": each country once.
      distinct: set.distinct || distinct === true || (isAsked && asked.every((ref) => facts.role(ref) === 'dimension')),
    },
    cost:
      (ways.some((way) => way?.kind === 'lookup') ? 0.1 : 0) +
      (isOfNamed ? OF_NAMED : 0) +
      (isOthersName ? OTHERS_NAME : 0),
  };
}

/** Cost of the name of another thing instead of the rows' own. */
const OTHERS_NAME = 0.1;

/** Cost of an attribute of a named thing, shown for each of the things that look it up. */
const OF_NAMED = 0.3;

const isColumn =
  (one: ColumnRef) =>
  ({ table, column }: ColumnRef): boolean =>
    table === one.table && column === one.column;

/** Keys of the shown attributes, followed by the others. */
function keysWith(columns: readonly ColumnRef[], keys: readonly Key[]): Key[] {
  const shown = columns.map((column): Key => ({ column, grain: null }));
  const isShown = ({ column }: Key): boolean =>
    columns.some((one) => one.table === column?.table && one.column === column.column);
  return [...shown, ...keys.filter((key) => !isShown(key))];
}

/** Cost of "with A and B" as "has A; show B". */
const KNOWN_AND_SHOWN = 0.3;

const isOfKnown = ({ filters }: SetMeaning): boolean => {
  const last = filters.at(-1);
  return last?.kind === 'null' && last.negated;
};

function withName(facts: Facts, set: SetMeaning, columns: ColumnRef[]): { meaning: SetMeaning; cost: number } | null {
  const name = facts.nameColumn(set.thing);
  const isNamed = set.select.length > 0 || columns.some((column) => name !== null && isColumn(name)(column));
  return selected(facts, set, { columns: name && !isNamed ? [name, ...columns] : columns });
}

/** Cost of rows without a name column, each with its figure. */
const UNNAMED_ROWS = 0.1;

/** Cost where rows belong to several of the things. */
const THROUGH = 0.05;

/**
 * One row for each thing with its figure. Null if the figure has an order or other keys, or if the set is ordered or
 * limited.
 */
export function besideEach(
  facts: Facts,
  set: SetMeaning,
  figure: FigureMeaning,
): { meaning: FigureMeaning | SetMeaning; cost: number } | null {
  if (isBoundedBy(set, figure)) return { meaning: set, cost: 0 };
  if (figure.bare !== null && figure.thing === set.thing && figure.filters.length === 0)
    return withName(facts, set, [figure.bare]);
  const name = facts.nameColumn(set.thing);
  const way = facts.way(figure.thing, set.thing);
  // Each row of a junction table ties one thing, so that its rows are counted.
  if (way?.kind === 'through' && isCount(figure) && figure.filters.length === 0 && facts.isJunction(way.pivot)) {
    const rows = figureOf(way.pivot, { kind: 'aggregate', fn: 'count', table: way.pivot });
    return figure.periods.length > 0 ? null : besideEach(facts, set, rows);
  }
  const isEach = figure.keys.every(({ column }) => column?.table === set.thing);
  if (!name || (way?.kind !== 'lookup' && way?.kind !== 'through') || !isEach || figure.order !== null) return null;
  const isWhole =
    way.kind === 'through' && set.filters.length + set.periods.length + set.having.length === 0 && set.clock === null;
  const attached = isWhole
    ? { filters: [], cost: THROUGH }
    : narrowed(facts, figure.thing, { ...set, order: [], limit: null, select: [] });
  // A limit must not be lost.
  if (!attached || set.order.length > 0 || set.limit !== null) return null;
  return {
    meaning: {
      ...figure,
      implied: false,
      filters: [...figure.filters, ...attached.filters],
      keys: keysWith(set.select, [{ column: name, grain: null }]),
      withNone: true,
    },
    cost: attached.cost + (facts.role(name) === 'name' ? 0 : UNNAMED_ROWS),
  };
}

/** 去年下的订单，运费一共多少: rows that are not asked for restrict one total, and are not shown with one amount each. */
const isOfAllOf = (set: SetMeaning, figure: FigureMeaning): boolean =>
  figure.amountAsked === true &&
  figure.keys.length === 0 &&
  !set.asked &&
  !set.each &&
  set.limit === null &&
  set.order.length + set.select.length + set.having.length === 0;

/** Cost of an amount for each row, if a metric of the model sums it. */
const OF_TOTALLED = 0.1;
const isTotalled = (facts: Facts, column: ColumnRef): boolean =>
  facts.role(column) === 'measure' &&
  facts.metricOf({ kind: 'aggregate', fn: 'sum', table: column.table, column }) !== null;

/** Whether the set is bounded by the figure that is shown with it: who worked over 20 hours, and how many each did. */
const isBoundedBy = ({ having }: SetMeaning, { measures, filters, periods, keys }: FigureMeaning): boolean =>
  having.length > 0 &&
  filters.length + periods.length + keys.length === 0 &&
  having.every(({ figure }) => JSON.stringify(figure.measures) === JSON.stringify(measures));

/** Cost of each further time column that the question may ask for. */
const OTHER_TIME = 0.2;
/** Cost of "and when" where no event is named. */
const UNSAID_TIME = 0.15;

/** The set with the time column that it is ordered by, else of a named event, else each of its time columns. */
/** `later`: cost of each further time column; `unsaid`: cost if no event is named. */
function whenOf(set: SetMeaning, facts: Facts, later: number, unsaid: number): { meaning: SetMeaning; cost: number }[] {
  const ordered = set.order.map(({ column }) => column).filter((column) => facts.isTime(column));
  // "Which lots were sold this year, and when" asks for the time of the sale.
  const named = [...set.periods.flatMap(({ column }) => column ?? []), ...set.filters.flatMap(comparedColumns)];
  const said = named.filter((column) => column.table === set.thing && facts.isTime(column));
  const known = [...ordered, ...said, ...(set.clock === null ? [] : [set.clock])];
  const clocks = known.length > 0 ? known.slice(0, 1) : facts.clocks(set.thing);
  const name = set.asked && set.select.length === 0 ? facts.nameColumn(set.thing) : null;
  return clocks.map((column, at) => ({
    meaning: { ...set, asked: true as const, select: [...(name ? [name] : []), ...set.select, column] },
    cost: at * later + (known.length > 0 ? 0 : unsaid),
  }));
}
