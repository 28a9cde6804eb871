import {
  type Against,
  type ColumnRef,
  comparedColumns,
  type Filter,
  type Measure,
  type SemanticQuery,
} from '@querent/contracts';
import { say } from '@querent/model';
import { type Facts, inRole } from '@querent/grammar';
import { type Candidate, conditionsOf } from './choices/candidate';
import { keyOf } from './parts';
import { conditionText, type Wording } from './wording';

/**
 * A candidate with the conditions that hold by default, an agent's for one: each where the question has none on the
 * same column and its rows, or the related rows that it asks for, have one such column. A row that has what a condition
 * is on in several roles is narrowed in each of them: nothing is shown that the condition excludes. Defaults only
 * narrow, and the answer says what was added.
 */
export function withDefaults(candidate: Candidate, defaults: readonly Filter[], wording: Wording): Candidate {
  return defaults.reduce((before, filter) => withDefault(before, filter, wording), candidate);
}

function withDefault(candidate: Candidate, filter: Filter, wording: Wording): Candidate {
  const { facts, locale } = wording;
  const said = new Set(saidColumns(candidate.query, facts).map(keyOf));
  const isSaid = (one: Filter): boolean => columnsOf(one, facts).some((column) => said.has(keyOf(column)));
  if (columnsOf(filter, facts).length === 0 || isSaid(filter)) return candidate;
  const added = new Set<string>();
  const query = narrowed(candidate.query, facts, (thing, roles) => {
    const held = conditionsOn(thing, { ...filter, span: undefined }, { facts, roles, isSaid });
    for (const one of held) added.add(conditionText(wording, one));
    return held;
  });
  if (added.size === 0) return candidate;
  const texts = [...added];
  const note = say(locale, `默认条件：${texts.join('、')}`, `by default, ${texts.join(' and ')}`);
  return { ...candidate, query, disclosures: [...candidate.disclosures, note] };
}

/** The columns that a condition is about; none for what the model does not have. */
function columnsOf(filter: Filter, facts: Facts): ColumnRef[] {
  const { terms, tables } = facts.model;
  if (filter.kind === 'or') return filter.filters.flatMap((one) => columnsOf(one, facts));
  if (filter.kind === 'term') {
    const table = filter.role ?? terms[filter.id]?.table;
    return table === undefined ? [] : [{ table, column: `term ${filter.id}` }];
  }
  if (filter.kind === 'exists') return tables[filter.table] ? [{ table: filter.table, column: '*' }] : [];
  if (filter.kind === 'bound') return tables[filter.thing] ? [{ table: filter.thing, column: '*' }] : [];
  return comparedColumns(filter).filter((column) => facts.column(column) !== undefined);
}

/** The columns that a query has conditions on. */
function saidColumns(query: SemanticQuery, facts: Facts): ColumnRef[] {
  const asked = [...conditionsOf(query), ...query.filters.filter(({ kind }) => kind === 'exists')];
  const compared = query.compare ? [query.compare.column] : [];
  return [...asked.flatMap((filter) => columnsOf(filter, facts)), ...compared];
}

interface Held {
  facts: Facts;
  /** Roles that are shown of the rows. */
  roles?: readonly string[];
  isSaid: (filter: Filter) => boolean;
}

/**
 * A condition as it holds of the rows of a thing: as such, or in each role in which they have what it is on; also in
 * the roles that are shown of them, where a row has one. What the question says itself is left out.
 */
function conditionsOn(thing: string, filter: Filter, { facts, roles: shown = [], isSaid }: Held): Filter[] {
  const owners = new Set(columnsOf(filter, facts).map(({ table }) => table));
  const hasOne = (from: string): boolean =>
    [...owners].every((owner) => {
      const way = facts.way(from, owner);
      return way?.kind === 'same' || (way?.kind === 'lookup' && way.by === undefined);
    });
  const inRoles = (role: string): Filter[] => {
    const player = facts.playerOf(role);
    const isOfPlayer = filter.kind === 'term' && owners.has(player);
    const inner: Filter = isOfPlayer ? { ...filter, role } : filter;
    const rows = isOfPlayer || hasOne(role) ? [inner] : [];
    const some = rows.map((one): Filter => ({ kind: 'exists', table: role, filters: [one], negated: false }));
    return (inRole([filter], player, role) ?? (role === thing ? rows : some)).filter((one) => !isSaid(one));
  };
  const ifAny = (role: string): Filter[] => {
    const key = facts.model.tables[role]?.role?.key;
    const none: Filter[] = key?.table === thing ? [{ kind: 'null', column: key, negated: false }] : [];
    return inRoles(role).map((one) => (none.length > 0 ? { kind: 'or', filters: [...none, one] } : one));
  };
  if (hasOne(thing)) return [...[filter].filter((one) => !isSaid(one)), ...shown.flatMap(ifAny)];
  const played = facts.playerOf(thing) === thing ? facts.rolesReferredTo(thing) : [thing];
  return [...played.flatMap(inRoles), ...shown.filter((role) => !played.includes(role)).flatMap(ifAny)];
}

/**
 * On the rows that are asked for and on those that play a role for them, else on related rows: "customers with an
 * order" are those with an order that the agent sees.
 */
function narrowed(
  query: SemanticQuery,
  facts: Facts,
  heldBy: (thing: string, roles?: readonly string[]) => Filter[],
): SemanticQuery {
  const { name } = query.subject;
  const homeOf = ({ what }: Measure): string =>
    what.kind === 'aggregate' ? what.table : (facts.model.metrics[what.id]?.table ?? '');
  // A figure of each thing is of what the agent sees as well.
  const seen = (measure: Measure): Measure => {
    const held = heldBy(homeOf(measure));
    const where = held.length > 0 ? { where: [...(measure.where ?? []), ...held] } : {};
    return { ...measure, ...where, ...(measure.per && { per: seen(measure.per) }) };
  };
  // So are those that it is held against by their name.
  const named = (against: Against | undefined, thing: string): { against?: Against } =>
    against?.among ? { against: { ...against, among: [...against.among, ...heldBy(thing)] } } : {};
  const bounds = query.filters.map((one): Filter => {
    if (one.kind === 'bound') return { ...one, measure: seen(one.measure), ...named(one.against, one.thing) };
    return one.kind === 'compare_aggregate' && one.among
      ? { ...one, among: [...one.among, ...heldBy(one.column.table)] }
      : one;
  });
  const own = heldBy(name, rolesShown(query, facts));
  if (own.length > 0) return { ...query, filters: [...bounds, ...own] };
  return {
    ...query,
    measures: query.measures.map(seen),
    having: query.having.map((one) => ({ ...one, measure: seen(one.measure) })),
    filters: bounds.map((one) =>
      one.kind === 'exists' ? { ...one, filters: [...one.filters, ...heldBy(one.table)] } : one,
    ),
  };
}

/**
 * The roles, other than the subject, whose columns a query shows, groups by or has conditions on. A list without
 * columns of its own shows what its rows refer to.
 */
function rolesShown(query: SemanticQuery, facts: Facts): string[] {
  const { name } = query.subject;
  const read = [
    ...query.select,
    ...query.dimensions.map(({ column }) => column),
    ...query.filters.flatMap(comparedColumns),
  ];
  const isBareList = query.measures.length === 0 && query.select.length === 0;
  const listed = isBareList ? facts.rolesReferredTo(name).filter((role) => refersTo(role, name, facts)) : [];
  const tables = new Set([...listed, ...read.map(({ table }) => table)]);
  return [...tables].filter((table) => table !== name && facts.playerOf(table) !== table);
}

function refersTo(name: string, thing: string, facts: Facts): boolean {
  const role = facts.model.tables[name]?.role;
  return role?.key.table === thing && role.way === undefined;
}
