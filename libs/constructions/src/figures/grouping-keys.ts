import {
  alone,
  type Construction,
  type Key,
  pair,
  type Facts,
  isBareSet,
  type KeysMeaning,
  type Meaning,
  type SetMeaning,
  withoutBounds,
} from '@querent/grammar';
import type { Grain } from '@querent/contracts';

/** Keys by which figures are grouped: attributes, things, kinds and parts of time. */
export const GROUPING_KEYS: readonly Construction[] = [
  pair(
    'grouping by an attribute',
    ['w:by', 'w:each'],
    'columns',
    { zh: '按大区', en: 'by region, per region' },
    (marker, { columns }, facts) =>
      // "Price per piece" is a division by an amount.
      (marker as { cat: string }).cat === 'w:each' && columns.some((column) => facts.role(column) === 'measure')
        ? null
        : {
            cat: 'keys',
            keys: columns.map((column) => ({ column, grain: null, ...each(marker) })),
            asked: false,
          },
  ),
  pair(
    'grouping by a thing',
    ['w:by', 'w:each'],
    'set',
    { cost: 0.02, zh: '每个客户', en: 'per customer' },
    (marker, set, facts) => keysOfThing(facts, set, marker),
  ),
  pair(
    'what things refer to',
    'set',
    'of_set',
    { cost: 0.04, zh: '', en: 'size class of the boat' },
    (head, { set }, facts) => whatOf(facts, head, set),
  ),
  pair(
    'what things before it refer to',
    'set',
    'set',
    { cost: 0.06, zh: '船的等级', en: "boat's size class" },
    (of, head, facts) => whatOf(facts, head, of),
  ),
  pair(
    'grouping by what things refer to',
    ['w:by', 'w:each'],
    'what_of',
    { zh: '按船的等级', en: 'by size class of the boat' },
    (marker, { column, via }) => ({ cat: 'keys', keys: [{ column, grain: null, via, ...each(marker) }], asked: false }),
  ),
  pair(
    'grouping by different values',
    'op:distinct',
    'columns',
    { cost: 0.4, zh: '不同大区', en: 'different regions' },
    (_, { columns }) => ({ cat: 'keys', keys: columns.map((column) => ({ column, grain: null })), asked: false }),
  ),
  pair(
    'kinds of an attribute',
    ['w:kind', 'w:whichKind'],
    'columns',
    { zh: '各类渠道', en: 'each kind of channel' },
    (marker, { columns }) => ({
      cat: 'keys',
      keys: columns.map((column) => ({ column, grain: null })),
      asked: isWhich(marker),
    }),
  ),
  pair(
    'kinds of a thing',
    ['w:kind', 'w:whichKind'],
    'set',
    { zh: '各类设备', en: 'each kind of device' },
    (marker, set, facts) => {
      const kind = facts.kindOf(set.thing);
      if (kind === null || set.filters.length > 0 || facts.isLookup(set.thing)) return keysOfThing(facts, set);
      const asked = isWhich(marker);
      return {
        meaning: { cat: 'keys', keys: [{ column: kind, grain: null }], asked, of: set.thing },
        cost: asked ? 0 : KIND_OF_THING,
      };
    },
  ),
  alone('grouping by periods', 'other', { zh: '每月', en: 'monthly' }, ({ unit }) =>
    unit.type === 'grain' && !unit.bare ? periodKeys(unit.grain, true) : null,
  ),
  pair(
    'grouping by a part of time',
    ['w:by', 'w:each'],
    'other',
    { zh: '按月份', en: 'by month' },
    (marker, { unit }) => (unit.type === 'grain' && unit.bare ? periodKeys(unit.grain, 'each' in each(marker)) : null),
  ),
  pair('asked part of time', 'w:which', 'other', { zh: '哪个月', en: 'which month' }, (_, { unit }) =>
    unit.type === 'grain' && unit.bare ? { ...periodKeys(unit.grain), asked: true } : null,
  ),
  pair('part of time after and', ['w:and', 'w:comma'], 'other', { zh: '和年份', en: 'and year' }, (_, { unit }) =>
    unit.type === 'grain' ? { cat: 'joined', by: 'and', what: periodKeys(unit.grain) } : null,
  ),
  pair(
    'marker before a grouping',
    ['w:by', 'w:each', 'w:which', 'w:in', 'w:of'],
    'keys',
    { zh: '按月', en: 'for each month' },
    (marker, keys) => ({ ...keys, asked: keys.asked || (marker as { cat: string }).cat === 'w:which' }),
  ),
  pair(
    'thing after and',
    ['w:and', 'w:comma'],
    'set',
    { cost: 0.02, zh: '和客户', en: 'and customer' },
    (_, set, facts) => {
      const keys = set.asked ? null : keysOfThing(facts, set);
      return keys && { cat: 'joined', by: 'and', what: keys };
    },
  ),
  pair('two groupings', 'keys', 'joined', { zh: '按大区和月份', en: 'by region and month' }, (keys, { by, what }) => {
    if (by !== 'and') return null;
    const more: Key[] =
      what.cat === 'keys'
        ? what.keys
        : what.cat === 'columns'
          ? what.columns.map((column) => ({ column, grain: null }))
          : [];
    return more.length === 0 ? null : { ...keys, keys: [...keys.keys, ...more] };
  }),
  pair(
    'two groupings beside each other',
    'keys',
    'keys',
    { cost: 0.05, zh: '各大区每月', en: 'per region per month' },
    (left, right, facts) =>
      isOfHeads(facts, left, right) ||
      left.keys.some(({ column, grain }) =>
        right.keys.some(
          (key) => key.grain === grain && key.column?.table === column?.table && key.column?.column === column?.column,
        ),
      )
        ? null
        : { ...left, keys: [...left.keys, ...right.keys] },
  ),
  pair('marker after groups', 'keys', 'w:de', { cost: 0.02, zh: '每个主管手下', en: '' }, (keys) => keys),
  pair('those who do something', 'w:who', 'done_by', { cost: 0.05, zh: '谁审批', en: '' }, (_, { column }) => ({
    cat: 'keys',
    keys: [{ column, grain: null }],
    asked: true,
  })),
  pair('list after its groups', 'keys', 'w:list', { cost: 0.01, zh: '按院区列出', en: '' }, (keys) => keys),
];

/** Whether figures per customer are grouped by an attribute of the customer, which forms groups of customers. */
export function isOfHeads(
  facts: Facts,
  { keys: heads }: Pick<KeysMeaning, 'keys'>,
  { keys }: Pick<KeysMeaning, 'keys'>,
): boolean {
  const [head, ...more] = heads;
  const thing = head?.each && more.length === 0 ? head.column?.table : undefined;
  if (thing === undefined || facts.nameColumn(thing)?.column !== head?.column?.column) return false;
  return keys.every(({ column, each: isEach }) => {
    const way = column === null || isEach ? null : facts.way(thing, column.table);
    return way?.kind === 'same' || way?.kind === 'lookup';
  });
}

/** Groups rows by the name of a thing. */
export function keysOfThing(facts: Facts, set: SetMeaning, marker: Meaning | null = null): KeysMeaning | null {
  const name = facts.nameColumn(set.thing);
  const plain = withoutBounds(set);
  if (
    !name ||
    set.select.length > 0 ||
    plain === null ||
    (plain.filters.length > 0 && marker?.cat !== 'w:each') ||
    set.periods.length > 0 ||
    set.order.length > 0 ||
    set.limit !== null
  )
    return null;
  const of = plain.filters.length > 0 ? { of: plain.filters } : {};
  return { cat: 'keys', keys: [{ column: name, grain: null, ...each(marker), ...of }], asked: false };
}

/** The name of what the rows of a thing look up. If several paths are equally short, the one through the thing. */
function whatOf(facts: Facts, head: SetMeaning, of: SetMeaning): Meaning | null {
  if (!isBareSet(head) || !isBareSet(of) || facts.way(of.thing, head.thing)?.kind !== 'lookup') return null;
  const column = facts.nameColumn(facts.roleOverPath(head.thing, of.thing) ?? head.thing);
  return column && { cat: 'what_of', column, via: of.thing };
}

/** 哪类诊所病人最多 asks which kind has the most, not for the most of each kind. */
const isWhich = (marker: Meaning): boolean => marker.cat === 'w:whichKind';

/** Marks a key as "each" if the marker is "each". */
export const each = (marker: Meaning | null): Pick<Key, 'each'> => (marker?.cat === 'w:each' ? { each: true } : {});

const periodKeys = (grain: Grain, isEach = false): KeysMeaning => ({
  cat: 'keys',
  keys: [{ column: null, grain, ...(isEach && { each: true }) }],
  asked: false,
});

/** Cost of 每种设备 as each kind of device instead of each device. */
const KIND_OF_THING = 0.2;
