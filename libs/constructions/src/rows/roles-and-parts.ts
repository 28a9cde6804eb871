import {
  alone,
  type Construction,
  countOf,
  either,
  narrowed,
  onlyColumn,
  pair,
  setOf,
  type AllOfMeaning,
  type ConditionMeaning,
  type Facts,
  inRole,
  type SetMeaning,
} from '@querent/grammar';
import { related } from './related-rows';
import type { ColumnRef } from '@querent/contracts';

/** Persons in a role or a part: approved by Ann, lecturers who advise, as a director. */
export const ROLES_AND_PARTS: readonly Construction[] = [
  pair('done by someone', 'done_by', 'condition', { zh: '', en: 'approved by Ann' }, ({ column }, found, facts) =>
    referring(facts, column, found),
  ),
  pair(
    'done by someone, after',
    'condition',
    ['done_by', 'does'],
    { zh: '张三审批的', en: 'that Ann supervises' },
    (found, { column }, facts) => referring(facts, column, found),
  ),
  pair(
    'role that someone has',
    'w:as',
    'columns',
    { zh: '担任经理', en: 'as their manager' },
    (_, { columns }, facts) =>
      onlyColumn(columns, (column) => (facts.refersTo(column) === null ? null : { cat: 'as_role', column })),
  ),
  pair(
    'someone in a role',
    'condition',
    'as_role',
    { zh: '张三担任经理', en: 'Ann as their manager' },
    (found, { column }, facts) => referring(facts, column, found),
  ),
  ...either(
    'done by those of a set',
    'done_by',
    'set',
    { zh: '高级代理人销售的', en: 'sold by senior agents' },
    ({ column }, set, facts) =>
      countOf(set) !== null && set.periods.length === 0 && set.filters.length > 0
        ? referring(facts, column, { cat: 'condition', thing: set.thing, filters: set.filters, head: null })
        : null,
  ),
  ...either(
    'who does something',
    ['w:who', 'set'],
    'does',
    { cost: 0.02, zh: '', en: 'who supervises, lecturers who advise', reversed: 0.3 },
    (who, { column }, facts) => {
      const role = facts.refersTo(column);
      if (role === null) return null;
      if ((who as { cat: string }).cat === 'w:who') return { ...setOf(role, true), asked: true };
      const made = who.cat === 'set' ? inRoleOf(facts, who, role) : null;
      return made && { ...made, clause: true, did: column };
    },
  ),
  alone(
    'what someone does as its rows',
    'done_by',
    { cost: 0.3, zh: '上个月接诊了多少人次', en: '' },
    ({ column }, facts) => rowsOf(facts, column),
  ),
  pair(
    'what someone does with things',
    'done_by',
    'set',
    { cost: 0.1, zh: '接诊过VIP患者的', en: '' },
    ({ column }, set, facts) => {
      const isObject = facts.way(column.table, set.thing)?.kind === 'lookup' && facts.refersTo(column) !== set.thing;
      const of = isObject ? narrowed(facts, column.table, set) : null;
      const rows = rowsOf(facts, column);
      return of && { meaning: { ...rows, filters: [...rows.filters, ...of.filters] }, cost: of.cost };
    },
  ),
  pair('part that someone had', 'w:as', 'condition', { zh: '担任导演', en: 'as a director' }, (_, found, facts) => {
    if (found.all) return partsOf(facts, found);
    const holders = holdersOfPart(facts, found);
    if (holders?.by) return related(facts, { ...setOf(holders.by.rows, true), filters: holders.by.filters }, '>=', 1);
    // Someone who works as a mason is a mason.
    return holders === null && found.head === 'value' ? { meaning: found, cost: 0.05 } : null;
  }),
];

/** A condition on what a column refers to: employees whose manager is Ann. */
export function referring(facts: Facts, column: ColumnRef, found: ConditionMeaning): ConditionMeaning | null {
  const thing = facts.refersTo(column);
  if (thing === null || facts.playerOf(thing) !== found.thing) return null;
  const filters = inRole(found.filters, found.thing, thing);
  return filters && facts.way(column.table, thing)?.kind === 'lookup'
    ? { ...found, thing: column.table, filters, head: null }
    : null;
}

/** The rows in which a reference column is not null. */
export function rowsOf(facts: Facts, column: ColumnRef): SetMeaning {
  const isKnown = facts.column(column)?.nullable === false;
  return { ...setOf(column.table, true), filters: isKnown ? [] : [{ kind: 'null', column, negated: true }] };
}

/** A set of things as the role that they play. */
function inRoleOf(facts: Facts, set: SetMeaning, role: string): SetMeaning | null {
  if (set.thing === role) return set;
  const filters = facts.playerOf(role) === set.thing ? inRole(set.filters, set.thing, role) : null;
  const isPlain =
    set.periods.length + set.order.length + set.select.length + set.having.length === 0 && set.near === null;
  return filters && isPlain ? { ...set, thing: role, filters } : null;
}

/** The persons who had a part, by the name of the part: composers. */
export function holdersOfPart(facts: Facts, { filters: [filter, ...more] }: ConditionMeaning): SetMeaning | null {
  const isValue = more.length === 0 && filter?.kind === 'compare' && filter.op === '=';
  const holders = isValue ? facts.partHolders(filter.column) : null;
  if (!isValue || holders === null) return null;
  const { person, rows } = holders;
  return {
    ...setOf(person, true),
    filters: [{ kind: 'exists', table: rows, filters: [filter], negated: false }],
    by: { rows, filters: [filter] },
  };
}

/** A condition that someone had each of several parts: as both a director and an actor. */
function partsOf(facts: Facts, { filters: [listed] }: ConditionMeaning): AllOfMeaning | null {
  const holders = listed?.kind === 'in' ? facts.partHolders(listed.column) : null;
  if (listed?.kind !== 'in' || holders === null) return null;
  const rows = listed.values.map((value) =>
    related(
      facts,
      { ...setOf(holders.rows, true), filters: [{ kind: 'compare', column: listed.column, op: '=', value }] },
      '>=',
      1,
    ),
  );
  return rows.every((one) => one !== null) ? { cat: 'all_of', rows } : null;
}
