import { type ColumnRef, comparedColumns, type Filter, withColumnsMoved } from '@querent/contracts';
import type { Facts } from './facts';
import type { ConditionMeaning } from './meanings/comparisons';
import type { FigureMeaning, SetMeaning } from './meanings/rows-and-figures';
import { isCount } from './meanings/build-meanings';
import { type Existence, isOfAny, isOpposed } from './filters';

/** Conditions transferred to the rows of a thing, with the cost of the join path between them. */
export interface Attached {
  filters: Filter[];
  cost: number;
}

/** Cost of each lookup step of a join path. */
export const LOOKUP = 0.08;
/** Cost of each further step to a column with a place name. */
const FURTHER = 0.02;
/** Cost of a condition on a related row instead of the row itself, in addition to `LOOKUP` for each step. */
const RELATED = 0.35;
/**
 * Additional cost in a derived model for a condition on what a related row looks up: "German clients" are rarely the
 * clients of a project whose language is German.
 */
const FAR = 0.3;
/** Additional cost of "some related row is not X": the negation more often means "no related row is X". */
const NEGATIVE = 0.2;
/** Cost of a related row where the condition is an event: patients admitted in May. */
const EVENT = 0.1;
/** Cost of a related row where the owner is the table whose key defines the role: the manager of Ann. */
const PLAYED_FOR = 0.02;

/**
 * The positive form of one negated comparison of values, or null. "Has neither English nor Japanese" means that no row
 * with one of them exists.
 */
function undenied([filter, ...more]: readonly Filter[]): Filter | null {
  if (more.length > 0) return null;
  if (filter?.kind === 'in' && filter.negated) return { ...filter, negated: false };
  return filter?.kind === 'compare' && filter.op === '!=' ? { ...filter, op: '=' } : null;
}

/**
 * Transfers conditions on `owner` to the rows of `thing`: unchanged where each row looks up one owner, else as "a
 * related row exists for which they hold". Null if there is no join path, or if the result would read other rows.
 */
export function attach(
  facts: Facts,
  thing: string,
  owner: string,
  filters: readonly Filter[],
  isEvent = false,
): Attached | null {
  const isPlayedFor = facts.model.tables[thing]?.role?.key.table === owner;
  const way = facts.way(thing, owner);
  const denied = isEvent || way?.kind === 'same' || way?.kind === 'lookup' ? null : undenied(filters);
  if (denied) {
    const found = attach(facts, thing, owner, [denied]);
    const [some, ...more] = found?.filters ?? [];
    return found && some?.kind === 'exists' && more.length === 0
      ? { filters: [{ ...some, negated: true }], cost: found.cost }
      : null;
  }
  const related = (isEvent ? EVENT : RELATED) + (filters.some(isNegative) ? NEGATIVE : 0);
  if (way === null) return ofSource(facts, thing, owner, filters);
  if (way.kind === 'same') return { filters: [...filters], cost: 0 };
  if (way.kind !== 'fan') {
    const from = way.kind === 'through' ? way.pivot : thing;
    if (!filters.every((filter) => readsOver(facts, from, owner, filter))) return null;
  }
  if (way.kind === 'lookup') return { filters: [...filters], cost: LOOKUP * way.steps };
  if (way.kind === 'through')
    return {
      filters: [{ kind: 'exists', table: way.pivot, filters: [...filters], negated: false }],
      cost: related + LOOKUP * way.steps + (facts.model.derived && !isEvent ? FAR : 0),
    };
  return {
    filters: [{ kind: 'exists', table: owner, filters: [...filters], negated: false }],
    cost: isPlayedFor ? PLAYED_FOR : related + LOOKUP * way.steps,
  };
}

/** Conditions on a source table of an entity, as conditions on the entity's fields. */
function ofSource(facts: Facts, thing: string, owner: string, filters: readonly Filter[]): Attached | null {
  if (!facts.model.entities[thing]?.sources.includes(owner)) return null;
  const moved = filters.map((filter): Filter | null => {
    if (filter.kind === 'term') return filter;
    if (!('column' in filter) || !comparedColumns(filter).every((one) => facts.fieldOf(thing, one))) return null;
    return withColumnsMoved(filter, (one) => facts.fieldOf(thing, one) ?? one);
  });
  return moved.some((filter) => filter === null) ? null : { filters: moved as Filter[], cost: LOOKUP };
}

const isNegative = (filter: Filter): boolean =>
  filter.kind === 'compare' ? filter.op === '!=' : filter.kind !== 'exists' && 'negated' in filter && filter.negated;

/** Whether a condition reads the same rows if it is evaluated from `thing`, which looks up `owner`. */
function readsOver(facts: Facts, thing: string, owner: string, filter: Filter): boolean {
  if (filter.kind === 'or') return filter.filters.every((one) => readsOver(facts, thing, owner, one));
  if (filter.kind === 'exists') return true;
  if (filter.kind === 'bound') return facts.pathPasses(thing, owner, filter.thing);
  const term = filter.kind === 'term' ? facts.model.terms[filter.id]?.table : undefined;
  const read = [...comparedColumns(filter).map(({ table }) => table), ...(term === undefined ? [] : [term])];
  return read.every((table) => facts.pathPasses(thing, owner, table));
}

/** Cost of the choice among several roles. A question that names the role is more certain. */
const ROLE = 0.2;
/** Cost of a name that belongs to the other side of a pair. */
const TIED = 0.02;
/**
 * Cost of a name as the things' own name, where they refer to others of their kind: Ann's manager is not called Ann.
 */
const OWN_NAME = 0.3;

/**
 * All ways to transfer a condition to the rows of `thing`. There are several where rows refer to the owner in several
 * roles: a shipment "in Shanghai" has Shanghai as its origin or as its destination.
 */
export function attachments(facts: Facts, thing: string, condition: ConditionMeaning): Attached[] {
  const { thing: owner, filters, event, link, all } = condition;
  if (all) return allOf(facts, thing, condition);
  const tied = link === 'stated' ? null : ofCounterpart(facts, thing, condition);
  if (tied) return tied;
  const isKind =
    facts.playerOf(thing) === owner && facts.isNaming(owner, filters) && facts.ownRolesOf(owner).length > 0;
  if (thing !== owner && facts.playerOf(thing) === owner && link !== 'of') {
    const own = ofRole(facts, filters, owner, thing);
    if (own) return [{ filters: own, cost: isKind && link === undefined ? OWN_NAME : 0 }];
  }
  // Ann's employees are not called Ann.
  const isOther = thing === owner && isKind && link === 'of';
  const attached = isOther ? null : attachNamed(facts, thing, condition);
  if (attached) return [{ ...attached, cost: attached.cost + (isKind && link === undefined ? OWN_NAME : 0) }];
  return (isOther ? facts.ownRolesOf(owner) : facts.rolesOf(owner)).flatMap((role) => {
    const played = facts.way(thing, role)?.kind === 'lookup' ? inRole(filters, owner, role) : null;
    const found = played && attach(facts, thing, role, played, event);
    return found ? [{ ...found, cost: found.cost + (isOther ? 0 : ROLE) }] : [];
  });
}

/** The followers of Ann are not called Ann: she is the other side of the pairs that they belong to. */
function ofCounterpart(
  facts: Facts,
  role: string,
  { thing: owner, filters, link }: ConditionMeaning,
): Attached[] | null {
  const isNamed = role !== owner && facts.playerOf(role) === owner && facts.isNaming(owner, filters);
  const tie = isNamed ? facts.counterpartOf(role) : null;
  const others = tie && (tie.other === owner ? [...filters] : inRole(filters, owner, tie.other));
  if (tie === null || others === null) return null;
  const own = link === 'of' ? null : ofRole(facts, filters, owner, role);
  return [
    { filters: [{ kind: 'exists', table: tie.pairs, filters: others, negated: false }], cost: TIED },
    ...(own ? [{ filters: own, cost: OWN_NAME }] : []),
  ];
}

/**
 * A place name costs almost the same at any distance: for tickets sold in Oslo, the city of the buyer is no more
 * probable than that of the hall, although the join paths differ in length.
 */
function attachNamed(facts: Facts, thing: string, { thing: owner, filters, event }: ConditionMeaning): Attached | null {
  const attached = attach(facts, thing, owner, filters, event);
  const way = facts.way(thing, owner);
  const isPlace = filters.length > 0 && filters.every((filter) => 'column' in filter && facts.isPlace(filter.column));
  return attached && isPlace && way?.kind === 'lookup'
    ? { ...attached, cost: LOOKUP + FURTHER * (way.steps - 1) }
    : attached;
}

/** Several values, each of its own related row, because one row cannot have two values of a column. */
function allOf(
  facts: Facts,
  thing: string,
  { thing: owner, filters: [listed, ...more] }: ConditionMeaning,
): Attached[] {
  if (listed?.kind !== 'in' || more.length > 0) return [];
  const way = facts.way(thing, owner);
  if (way?.kind !== 'fan' && way?.kind !== 'through') return [];
  const { column, values, span } = listed;
  const parts = values.map((value) =>
    attach(facts, thing, owner, [{ kind: 'compare', column, op: '=', value, ...(span && { span }) }]),
  );
  const [first] = parts;
  return first && parts.every((part) => part !== null)
    ? [{ filters: parts.flatMap(({ filters }) => filters), cost: first.cost }]
    : [];
}

/**
 * Conditions on those who play a role, and on tables that the role looks up. Null if a condition concerns any other
 * table.
 */
function ofRole(facts: Facts, filters: readonly Filter[], player: string, role: string): Filter[] | null {
  const isLookedUp = (filter: Filter): boolean =>
    'column' in filter &&
    comparedColumns(filter).every(({ table }) => table !== player && facts.way(role, table)?.kind === 'lookup');
  const found = filters.map((filter) => (isLookedUp(filter) ? [filter] : inRole([filter], player, role)));
  return found.every((one) => one !== null) ? found.flat() : null;
}

/**
 * Conditions on the rows of a thing, as conditions on a role that it plays. Null if one concerns other rows as well.
 */
export function inRole(filters: readonly Filter[], player: string, role: string): Filter[] | null {
  const played = filters.map((filter): Filter | null => {
    if (filter.kind === 'or') {
      const parts = inRole(filter.filters, player, role);
      return parts && { ...filter, filters: parts };
    }
    if (!('column' in filter) || comparedColumns(filter).some(({ table }) => table !== player)) return null;
    return withColumnsMoved(filter, (column) => ({ ...column, table: role }));
  });
  return played.every((filter) => filter !== null) ? played : null;
}

/**
 * A set with a further condition, in each way that it can be attached. Empty if the condition contradicts the set.
 */
export function withCondition(
  facts: Facts,
  set: SetMeaning,
  condition: ConditionMeaning,
): { meaning: SetMeaning; cost: number }[] {
  // A name behind a reference to the same kind usually names the referenced thing: employees whose manager is Ann.
  const known = set.filters.flatMap((filter) => (filter.kind === 'null' ? [filter.column] : []));
  const asksRole = [...set.select, ...known].some((ref) => refersToKind(facts, ref, condition.thing));
  return attachments(facts, set.thing, condition)
    .filter(({ filters }) => !filters.some((one) => set.filters.some((other) => isOpposed(one, other))))
    .map(({ filters, cost }) => ({
      meaning: { ...set, clock: clockBeside(set, condition), filters: withRowsOf(set, filters) },
      cost: cost + (asksRole ? ROLE : 0),
    }));
}

/** The time column of the periods: the set's own, else that of an event in a condition on the same rows. */
const clockBeside = ({ thing, clock }: SetMeaning | FigureMeaning, condition: ConditionMeaning): ColumnRef | null =>
  clock ?? (condition.clock && condition.thing === thing ? condition.clock : null);

/**
 * Adds conditions to a set. If the set is called by the rows of another table, conditions on that table concern these
 * rows.
 */
export function withRowsOf({ filters, by }: SetMeaning, more: readonly Filter[]): Filter[] {
  if (!by) return ofSameRows(filters, more);
  const own = more.map((one) =>
    one.kind === 'exists' && one.table === by.rows ? { ...one, filters: [...by.filters, ...one.filters] } : one,
  );
  const isStated = own.some((one) => one.kind === 'exists' && one.table === by.rows && !one.negated);
  const isBy = (one: Filter): boolean =>
    one.kind === 'exists' && one.table === by.rows && JSON.stringify(one.filters) === JSON.stringify(by.filters);
  return [...(isStated ? filters.filter((one) => !isBy(one)) : filters), ...own];
}

/** A missing reference and a period of the same related table concern the same row: 上月入院的病人里，没有医生的. */
function ofSameRows(filters: readonly Filter[], more: readonly Filter[]): Filter[] {
  const [one, ...others] = more;
  if (one === undefined || others.length > 0 || !isOfAny(one)) return [...filters, ...more];
  const at = filters.findIndex(
    (other) =>
      isOfAny(other) &&
      other.table === one.table &&
      ((isOf(other, 'time') && isOf(one, 'null')) || (isOf(other, 'null') && isOf(one, 'time'))),
  );
  return at < 0
    ? [...filters, ...more]
    : filters.map((other, index) =>
        index === at && other.kind === 'exists' ? { ...other, filters: [...other.filters, ...one.filters] } : other,
      );
}

const isOf = ({ filters }: Existence, kind: Filter['kind']): boolean =>
  filters.length > 0 && filters.every((one) => one.kind === kind);

/** Whether a column refers to a role of that kind of thing. */
export function refersToKind(facts: Facts, ref: ColumnRef, player: string): boolean {
  const role = facts.refersTo(ref);
  return role !== null && role !== player && facts.playerOf(role) === player;
}

/** A figure with a further condition, in each way that it can be attached: on its part if the figure is a share. */
export function figureWithCondition(
  facts: Facts,
  figure: FigureMeaning,
  condition: ConditionMeaning,
): { meaning: FigureMeaning; cost: number }[] {
  // Ann's salary is a column of her row; Ann's employees are other rows.
  const isItself = isCount(figure) || facts.counterpartOf(figure.thing) !== null;
  const own = isItself ? condition : { ...condition, link: 'stated' as const };
  return attachments(facts, figure.thing, own).map(({ filters, cost }) => ({
    meaning:
      // The time of an event restricts all rows of a grouped share, not its part.
      figure.share === null || (isOfTime(condition) && figure.share.length === 0 && figure.keys.length > 0)
        ? { ...figure, clock: clockBeside(figure, condition), filters: [...figure.filters, ...filters] }
        : { ...figure, share: [...figure.share, ...filters] },
    cost,
  }));
}

const isOfTime = ({ filters }: ConditionMeaning): boolean =>
  filters.length > 0 && filters.every(({ kind }) => kind === 'time' || kind === 'recurring');
