import type { ColumnRef, Filter } from '@querent/contracts';
import {
  type Built,
  type ColumnsMeaning,
  type Construction,
  type Facts,
  type KeysMeaning,
  narrowed,
  pair,
  type SetMeaning,
  setOf,
} from '@querent/grammar';

/**
 * What each thing of a set has, and what all of them have in common. "Which X do we have for every Y" may mean either.
 */
export const COMMON_TO_ALL: readonly Construction[] = [
  pair('what things have in common', 'w:common', 'set', { zh: '', en: 'common to all customers' }, (_, set) =>
    all(set),
  ),
  pair('all things that have something in common', 'set', 'w:sharedBy', { zh: '所有客户共有的', en: '' }, (set) =>
    all(set),
  ),
  pair(
    'marker before what is common',
    ['w:is', 'w:which'],
    'common_to',
    { zh: '', en: 'is common to all customers' },
    (_, common) => common,
  ),
  pair(
    'common to all',
    ['columns', 'set'],
    'common_to',
    { cost: 0.02, zh: '', en: 'products common to all customers' },
    (what, { thing, filters }, facts) => commonTo(facts, asked(facts, what), { thing, filters }),
  ),
  pair(
    'common to all, reversed',
    'common_to',
    ['columns', 'set'],
    { cost: 0.02, zh: '所有客户共有的产品', en: '' },
    ({ thing, filters }, what, facts) => commonTo(facts, asked(facts, what), { thing, filters }),
  ),
  pair(
    'things that each has',
    ['w:exists', 'w:with'],
    'keys',
    { zh: '', en: 'that we have for each customer' },
    (_, keys, facts) => eachOf(facts, keys, 'had_by_each'),
  ),
  pair(
    'had by each or common to all',
    ['columns', 'set'],
    'had_by_each',
    { cost: 0.02, zh: '', en: 'products that we have for each customer' },
    (what, { thing, filters }, facts) => {
      const [others, each] = [asked(facts, what), { thing, filters }];
      const [common, apart] = [commonTo(facts, others, each), hadByEach(facts, others, each)];
      return common && apart ? [...apart, { meaning: common, cost: 0 }] : null;
    },
  ),
  pair(
    'each thing before what it has',
    'keys',
    'w:comma',
    { zh: '对于每个客户，', en: 'for each customer,' },
    (keys, _, facts) => eachOf(facts, keys, 'for_each'),
  ),
  pair(
    'what each thing has',
    'for_each',
    ['columns', 'set'],
    { cost: 0.02, zh: '对于每个客户，列出产品', en: 'for each customer, list the products' },
    ({ thing, filters }, what, facts) => (what.asked ? hadByEach(facts, asked(facts, what), { thing, filters }) : null),
  ),
];

/** Things with conditions on them. */
interface Things {
  thing: string;
  filters: Filter[];
}

/** All things of a plain set. */
const all = (set: SetMeaning): ({ cat: 'common_to' } & Things) | null =>
  isPlain(set) && set.select.length === 0 && set.named
    ? { cat: 'common_to', thing: set.thing, filters: set.filters }
    : null;

/** The things of a grouping by each of them. */
function eachOf<C extends 'had_by_each' | 'for_each'>(
  facts: Facts,
  { keys: [key, ...more] }: KeysMeaning,
  cat: C,
): ({ cat: C } & Things) | null {
  const column = key?.each ? key.column : null;
  const name = column && facts.nameColumn(column.table);
  const isOfThing = name?.column === column?.column && more.length === 0;
  return column && isOfThing && key?.grain === null ? { cat, thing: column.table, filters: key.of ?? [] } : null;
}

const isPlain = (set: SetMeaning): boolean =>
  set.periods.length + set.having.length + set.order.length === 0 &&
  set.limit === null &&
  set.near === null &&
  set.clock === null;

/**
 * The subject of the question, as rows of one table with the columns to show. Null for amounts, which are rather
 * summed.
 */
function asked(facts: Facts, what: ColumnsMeaning | SetMeaning): SetMeaning | null {
  if (what.cat === 'set') return isPlain(what) && what.named && facts.model.tables[what.thing] ? what : null;
  const [first, ...more] = what.columns;
  if (!first || !facts.model.tables[first.table] || more.some(({ table }) => table !== first.table)) return null;
  return what.columns.every((ref) => facts.role(ref) === 'measure')
    ? null
    : { ...setOf(first.table, true), select: what.columns, asked: true };
}

/** Rows that are related to all of the things. Rows that look up a single thing cannot be common to several. */
function commonTo(facts: Facts, what: SetMeaning | null, { thing, filters }: Things): SetMeaning | null {
  if (what === null || facts.way(what.thing, thing)?.kind !== 'through') return null;
  const all: Filter = { kind: 'exists', table: thing, filters, negated: false, all: true };
  return { ...what, asked: true, filters: [...what.filters, all] };
}

/** Each thing beside each row that it has: one row of the table that ties the two shows both. */
function hadByEach(facts: Facts, what: SetMeaning | null, { thing, filters }: Things): Built[] | null {
  const name = facts.nameColumn(thing);
  const way = what && facts.way(what.thing, thing);
  if (!name || !way || way.kind === 'same') return null;
  const home = way.kind === 'through' ? way.pivot : way.kind === 'lookup' ? what.thing : thing;
  const own = narrowed(facts, home, { ...what, select: [] });
  const owners = narrowed(facts, home, { ...setOf(thing, true), filters });
  const shown = what.select.length > 0 ? what.select : namesOf(facts, what.thing);
  if (!own || !owners || shown.length === 0) return null;
  const select = [name, ...shown];
  const reached = select.every(({ table }) => ['same', 'lookup'].includes(facts.way(home, table)?.kind ?? ''));
  const narrowing = [...(what.filters.length > 0 ? own.filters : []), ...(filters.length > 0 ? owners.filters : [])];
  return reached
    ? [{ meaning: { ...setOf(home, true), filters: narrowing, select, distinct: true, asked: true }, cost: 0 }]
    : null;
}

const namesOf = (facts: Facts, thing: string): ColumnRef[] => {
  const name = facts.nameColumn(thing);
  return name ? [name] : [];
};
