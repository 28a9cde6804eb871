import type { Filter } from '@querent/contracts';
import { attach, isCount } from '../attach';
import { type Construction, either, pair } from '../construction';
import { countOf } from '../meaning';

/** Two kinds of rows, or two values, that are kept apart. */
export const KINDS_APART: readonly Construction[] = [
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
    (left, { set: right }) => {
      const [one, ...more] = left.filters;
      const [other, ...others] = right.filters;
      if (
        !one ||
        !other ||
        more.length > 0 ||
        others.length > 0 ||
        left.thing !== right.thing ||
        one.kind !== 'compare' ||
        other.kind !== 'compare' ||
        one.op !== '=' ||
        other.op !== '='
      )
        return null;
      if (one.column.table !== other.column.table || one.column.column !== other.column.column) return null;
      return {
        cat: 'kinds',
        set: {
          ...left,
          filters: [{ kind: 'in', column: one.column, values: [one.value, other.value], negated: false }],
        },
        column: one.column,
      };
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
          meaning: { cat: 'kinds', set: { ...set, filters: [...set.filters, ...attached.filters] }, column },
          cost: attached.cost,
        }
      );
    },
  ),
  pair(
    'counts of two kinds',
    'figure',
    'joined',
    { cost: 0.02, zh: '男患者数和女患者数', en: 'number of male patients and number of female patients' },
    (figure, { by, what }) => {
      const [one, ...more] = figure.filters;
      const [other, ...others] = what.cat === 'figure' ? what.filters : [];
      if (by !== 'and' || what.cat !== 'figure' || !isCount(figure) || !isCount(what) || figure.thing !== what.thing)
        return null;
      if (!isValue(one) || !isValue(other) || more.length > 0 || others.length > 0) return null;
      if (one.column.table !== other.column.table || one.column.column !== other.column.column) return null;
      return {
        ...figure,
        filters: [{ kind: 'in', column: one.column, values: [one.value, other.value], negated: false }],
        keys: [{ column: one.column, grain: null }],
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
