import {
  type Construction,
  either,
  isCount,
  pair,
  refersToKind,
  type SetMeaning,
  setOf,
  type ColumnsMeaning,
  type Facts,
} from '@querent/grammar';
import type { ColumnRef, Filter } from '@querent/contracts';
import type { Operator } from '@querent/lexicon';

/** Attributes that the question asks for, and things with their attributes. */
export const ATTRIBUTES_OF_THINGS: readonly Construction[] = [
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
        [...columns.columns, ...what.columns].some((ref) => facts.isNameColumn(ref));
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
  pair('marker before a direction', 'w:by', 'op:order', { cost: 0.01, zh: '按降序', en: '' }, (_, word) => word),
  pair(
    'attributes in their own order',
    'columns',
    'op:order',
    { cost: 0.02, zh: '客户的名称字母升序', en: 'names of customers in alphabetical order' },
    (what, { operator }, facts) => inOwnOrder(what, operator, facts),
  ),
  pair(
    'attributes in their own order, reversed',
    'op:order',
    'columns',
    { cost: 0.03, zh: '按字母升序列出客户的名称', en: '' },
    ({ operator }, what, facts) => (what.asked ? inOwnOrder(what, operator, facts) : null),
  ),
];

/** Cost of a list of amounts or times without the things that have them. */
const OF_EACH_ROW = 0.2;

/** A set with columns to show. Null if a column belongs to a table that the rows do not look up. */
export function selected(
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

/** A set with columns to show, and with the name of its things unless columns are already shown. */
export function withName(
  facts: Facts,
  set: SetMeaning,
  columns: ColumnRef[],
): { meaning: SetMeaning; cost: number } | null {
  const name = facts.nameColumn(set.thing);
  const isNamed = set.select.length > 0 || columns.some((column) => name !== null && isColumn(name)(column));
  return selected(facts, set, { columns: name && !isNamed ? [name, ...columns] : columns });
}

/** Cost of the name of another thing instead of the rows' own. */
const OTHERS_NAME = 0.1;

/** Cost of an attribute of a named thing, shown for each of the things that look it up. */
const OF_NAMED = 0.3;

/** A predicate for references to the same column. */
export const isColumn =
  (one: ColumnRef) =>
  ({ table, column }: ColumnRef): boolean =>
    table === one.table && column === one.column;

/** Cost of an amount for each row, if a metric of the model sums it. */
const OF_TOTALLED = 0.1;

const isTotalled = (facts: Facts, column: ColumnRef): boolean =>
  facts.role(column) === 'measure' &&
  facts.metricOf({ kind: 'aggregate', fn: 'sum', table: column.table, column }) !== null;

const isAmountBound = (facts: Facts, filter: Filter): boolean =>
  filter.kind === 'compare' && /[<>]/.test(filter.op) && facts.role(filter.column) === 'measure';

/** Cost of a time as the answer to "which employees left". */
export const WHEN_OF_WHICH = 0.15;

export const areTimes = (facts: Facts, columns: readonly ColumnRef[]): boolean =>
  columns.length > 0 && columns.every((ref) => facts.isTime(ref));

function inOwnOrder(
  what: ColumnsMeaning,
  { direction, time, letters, scale, of }: Order,
  facts: Facts,
): SetMeaning | null {
  const column = time || scale || of ? null : sortedOf(facts, what, letters);
  return column === null || direction === null
    ? null
    : {
        ...setOf(column.table, false),
        asked: true,
        select: [...what.columns],
        distinct: what.distinct === true,
        order: [{ column, direction }],
      };
}

type Order = Extract<Operator, { op: 'order' }>;

/** The only shown column, or the only one that can be sorted by letters. All columns must be of one table. */
function sortedOf(facts: Facts, { columns }: ColumnsMeaning, byLetters: boolean): ColumnRef | null {
  const [first, ...others] = columns;
  if (!first || others.some(({ table }) => table !== first.table)) return null;
  const sorted = byLetters ? columns.filter((column) => !facts.isNumber(column) && !facts.isTime(column)) : columns;
  const [only, ...more] = sorted;
  return only && more.length === 0 ? only : null;
}
