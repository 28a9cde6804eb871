import { type Construction, either, pair } from '../construction';
import { ranked } from './rankings';

/** What rows and groups are sorted by, and in which direction. */
export const ORDERS: readonly Construction[] = [
  pair('what rows are sorted by', ['w:by', 'w:in', 'w:with'], 'figure', { zh: '按运费', en: 'by freight' }, (_, by) =>
    by.keys.length > 0 || by.order !== null ? null : { cat: 'sort', by, direction: null },
  ),
  pair(
    'what rows are sorted by, a column',
    ['w:by'],
    'columns',
    { cost: 0.05, zh: '按日期', en: 'by date' },
    (_, { columns }) =>
      columns.length === 1 && columns[0]
        ? { cat: 'sort', by: { cat: 'column', column: columns[0] }, direction: null }
        : null,
  ),
  ...either(
    'direction of an order',
    'op:order',
    'sort',
    { zh: '按运费降序', en: 'sorted by freight descending' },
    ({ operator: { direction } }, sort) => ({ ...sort, direction: direction ?? sort.direction }),
  ),
  ...either(
    'order of a figure',
    'op:order',
    'figure',
    { zh: '运费从高到低', en: 'freight, highest first' },
    ({ operator: { direction } }, by) => (by.keys.length === 0 ? { cat: 'sort', by, direction } : null),
  ),
  ...either(
    'sorted things',
    'set',
    'sort',
    { cost: 0.02, zh: '按运费排序的客户', en: 'customers sorted by freight' },
    (set, sort, facts) => {
      const found = ranked(
        facts,
        { ...set, asked: true },
        { cat: 'ranking', by: sort.by, direction: sort.direction ?? 'asc', limit: null, rank: null },
      );
      if (found === null) return null;
      return {
        ...found,
        cost: found.cost + (sort.direction === null ? 0.3 : 0),
        meaning: { ...found.meaning, limit: null },
      };
    },
  ),
  ...either(
    'sorted groups',
    'figure',
    'op:order',
    { cost: 0.02, zh: '各大区运费降序', en: 'freight by region descending' },
    (figure, { operator: { direction } }) =>
      figure.keys.length > 0 && direction !== null && figure.order === null
        ? { ...figure, order: { measure: 0, direction } }
        : null,
  ),
  pair(
    'things in the order of their time',
    'set',
    'op:order',
    { cost: 0.03, zh: '', en: 'sites, newest first' },
    (set, { operator: { direction, time } }, facts) => {
      const [clock] = set.clock !== null ? [set.clock] : facts.clocks(set.thing);
      return time && direction !== null && clock && set.order.length === 0
        ? { ...set, asked: true, order: [{ column: clock, direction }] }
        : null;
    },
  ),
];
