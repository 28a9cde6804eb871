import type { ColumnRef, Filter, Scalar } from '@querent/contracts';
import { attach, type Construction, countOf, either, pair } from '@querent/grammar';
import { overSet } from './rows-of-sets';

/** Two kinds of rows, or two values, shown separately in the answer. */
export const SEPARATE_KINDS: readonly Construction[] = [
  pair(
    'rows after and',
    ['w:and', 'w:or', 'w:comma'],
    'set',
    { zh: '和女患者', en: 'and female patients' },
    (_, set) => ({ cat: 'joined_set', set }),
  ),
  pair(
    'one kind of rows and another',
    'set',
    'joined_set',
    { zh: '男患者和女患者', en: 'male and female patients' },
    (left, { set: right, against }) => {
      const apart = left.thing === right.thing ? valuesApart(left.filters, right.filters) : null;
      if (apart === null || right.periods.length > 0) return null;
      const { column, values, others } = apart;
      const kept: Filter = { kind: 'in', column, values, negated: false };
      return { cat: 'kinds', set: { ...left, filters: [...others, kept] }, column, ...(against && { against }) };
    },
  ),
  pair('rows against others', 'w:than', 'set', { zh: '', en: 'versus the Berlin customers' }, (_, set) =>
    set.named && countOf(set) !== null ? { cat: 'joined_set', set, against: true } : null,
  ),
  pair(
    'marker before two kinds of rows',
    ['w:of', 'w:in', 'w:by'],
    'kinds',
    { zh: '', en: 'of the Paris customers versus the Berlin customers' },
    (_, kinds) => ({ ...kinds, of: true as const }),
  ),
  pair(
    'rows of one value against another',
    'set',
    'against',
    { cost: 0.02, zh: '', en: 'the Paris customers versus Berlin' },
    (set, { condition }) => {
      const apart = condition.filters.length === 1 && set.named ? valuesOfOne(set.filters, condition.filters) : null;
      if (apart === null) return null;
      const kept: Filter = { kind: 'in', column: apart.column, values: apart.values, negated: false };
      return { cat: 'kinds', set: { ...set, filters: [...apart.others, kept] }, column: apart.column, against: true };
    },
  ),
  ...either(
    'figure of two kinds of rows',
    'figure',
    'kinds',
    { cost: 0.04, zh: '', en: 'freight of the Paris customers versus the Berlin customers', reversed: 0.1 },
    (figure, { set, column, against, of }, facts) => {
      const made = (against || of) && figure.keys.length === 0 ? overSet(facts, figure, set) : null;
      // Without a comparison between them, both kinds are measured together.
      const keys = against ? [{ column, grain: null }] : [];
      return made && { ...made, meaning: { ...made.meaning, implied: false, keys } };
    },
  ),
  ...either(
    'count of each kind',
    'op:count',
    'kinds',
    { zh: '男患者和女患者各有多少', en: 'how many male and female patients' },
    (_, { set, column }) => {
      const count = countOf({ ...set, asked: false });
      return count && { ...count, keys: [{ column, grain: null }] };
    },
  ),
  pair(
    'count of each kind side by side',
    'kinds',
    'each_count',
    { zh: '男患者和女患者各有多少', en: '' },
    ({ set, column }) => {
      const count = countOf({ ...set, asked: false });
      return count && { ...count, keys: [{ column, grain: null }], respectively: 'loosely' };
    },
  ),
  pair('condition against another', 'w:than', 'condition', { zh: '', en: 'versus rice' }, (_, what) => ({
    cat: 'against',
    condition: what,
  })),
  pair(
    'two values to keep apart',
    'condition',
    'against',
    { zh: '', en: 'corn versus rice' },
    (left, { condition: right }) => {
      const [one, other] = [left.filters[0], right.filters[0]];
      if (
        left.filters.length > 1 ||
        right.filters.length > 1 ||
        one?.kind !== 'compare' ||
        other?.kind !== 'compare' ||
        one.op !== '=' ||
        other.op !== '='
      )
        return null;
      if (one.column.table !== other.column.table || one.column.column !== other.column.column) return null;
      return { cat: 'apart', thing: left.thing, column: one.column, values: [one.value, other.value] };
    },
  ),
  pair(
    'rows of values to keep apart',
    'apart',
    'set',
    { zh: '', en: 'corn versus rice fields' },
    ({ thing, column, values }, set, facts) => {
      const attached = attach(facts, set.thing, thing, [{ kind: 'in', column, values, negated: false }]);
      return (
        attached && {
          meaning: {
            cat: 'kinds',
            set: { ...set, filters: [...set.filters, ...attached.filters] },
            column,
            against: true as const,
          },
          cost: attached.cost,
        }
      );
    },
  ),
  pair('figure against another', 'w:than', 'figure', { cost: 0.02, zh: '', en: 'versus freight' }, (_, what) =>
    what.compare === null ? { cat: 'joined', by: 'and', what } : null,
  ),
  pair(
    'figures of two kinds',
    'figure',
    'joined',
    { cost: 0.02, zh: '男患者数和女患者数', en: 'number of male patients and number of female patients' },
    (figure, { by, what }) => {
      const isSame =
        by === 'and' &&
        what.cat === 'figure' &&
        what.thing === figure.thing &&
        JSON.stringify(what.measures) === JSON.stringify(figure.measures);
      const apart = isSame && figure.keys.length === 0 ? valuesApart(figure.filters, what.filters) : null;
      if (!isSame || apart === null || what.keys.length > 0) return null;
      const { column, values, others } = apart;
      return {
        ...figure,
        implied: false,
        filters: [...others, { kind: 'in', column, values, negated: false }],
        keys: [{ column, grain: null }],
        periods: [...figure.periods, ...what.periods],
      };
    },
  ),
  pair(
    'marker before values to keep apart',
    ['w:of', 'w:in', 'w:by'],
    'apart',
    { zh: '', en: 'for corn versus rice' },
    (_, apart) => apart,
  ),
  ...either(
    'figure of values to keep apart',
    'figure',
    'apart',
    { cost: 0.03, zh: '', en: 'average amount for corn versus rice' },
    (figure, { thing, column, values }, facts) => {
      const attached = attach(facts, figure.thing, thing, [{ kind: 'in', column, values, negated: false }]);
      return attached && figure.keys.length === 0
        ? {
            meaning: {
              ...figure,
              implied: false,
              filters: [...figure.filters, ...attached.filters],
              keys: [{ column, grain: null }],
            },
            cost: attached.cost,
          }
        : null;
    },
  ),
];

const isValue = (filter: Filter | undefined): filter is Extract<Filter, { kind: 'compare' }> =>
  filter?.kind === 'compare' && filter.op === '=';

/**
 * The only attribute with a different value in two lists of conditions, both values, and the shared conditions. Null if
 * the lists differ otherwise.
 */
function valuesApart(
  one: readonly Filter[],
  other: readonly Filter[],
): { column: ColumnRef; values: Scalar[]; others: Filter[] } | null {
  const keysIn = (filters: readonly Filter[]): ReadonlySet<string> => new Set(filters.map(keyOf));
  const [inOne, inOther] = [keysIn(one), keysIn(other)];
  const [first, ...more] = one.filter((filter) => !inOther.has(keyOf(filter)));
  const [second, ...rest] = other.filter((filter) => !inOne.has(keyOf(filter)));
  if (!isValue(first) || !isValue(second) || more.length + rest.length > 0) return null;
  if (!isOfColumn(first, second.column)) return null;
  return {
    column: first.column,
    values: [first.value, second.value],
    others: one.filter((filter) => inOther.has(keyOf(filter))),
  };
}

/** Like `valuesApart`, where the second list is only the other value. */
function valuesOfOne(one: readonly Filter[], [second]: readonly Filter[]): ReturnType<typeof valuesApart> {
  const first = one.find((filter) => isValue(filter) && isValue(second) && isOfColumn(filter, second.column));
  const apart = first && second ? valuesApart([first], [second]) : null;
  return apart && { ...apart, others: one.filter((filter) => filter !== first) };
}

const isOfColumn = ({ column }: { column: ColumnRef }, other: ColumnRef): boolean =>
  column.table === other.table && column.column === other.column;

/**
 * The text of a condition without its span, as a key for comparison. Cached, because sets share conditions and each is
 * compared with many others.
 */
function keyOf(filter: Filter): string {
  const known = keys.get(filter);
  if (known !== undefined) return known;
  const { span: _, ...condition } = filter;
  const key = JSON.stringify(condition);
  keys.set(filter, key);
  return key;
}

const keys = new WeakMap<Filter, string>();
