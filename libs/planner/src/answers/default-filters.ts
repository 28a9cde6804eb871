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
import { keyOf } from './condition-id';
import { conditionText, type Wording } from './wording';

/**
 * A candidate with the default conditions, such as those of an agent. A condition applies if the question has none on
 * the same column. The rows of the question, or the related rows that it asks for, must have exactly one such column.
 * If a row has the column in several roles, each role is restricted, so that no excluded row is shown. Defaults only
 * narrow a query, and the answer discloses them.
 */
export function withDefaults(candidate: Candidate, defaults: readonly Filter[], wording: Wording): Candidate {
  return defaults.reduce((before, filter) => withDefault(before, filter, wording), candidate);
}

function withDefault(candidate: Candidate, filter: Filter, wording: Wording): Candidate {
  const { facts, locale } = wording;
  const stated = new Set(columnsWithConditions(candidate.query, facts).map(keyOf));
  const isStated = (one: Filter): boolean => columnsOf(one, facts).some((column) => stated.has(keyOf(column)));
  if (columnsOf(filter, facts).length === 0 || isStated(filter)) return candidate;
  const added = new Set<string>();
  const query = narrowed(candidate.query, facts, (thing, roles) => {
    const conditions = conditionsOn(thing, { ...filter, span: undefined }, { facts, roles, isStated });
    for (const one of conditions) added.add(conditionText(wording, one));
    return conditions;
  });
  if (added.size === 0) return candidate;
  const texts = [...added];
  const note = say(locale, `默认条件：${texts.join('、')}`, `by default, ${texts.join(' and ')}`);
  return { ...candidate, query, disclosures: [...candidate.disclosures, note] };
}

/** The columns that a condition is about; none for a column that the model does not have. */
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
function columnsWithConditions(query: SemanticQuery, facts: Facts): ColumnRef[] {
  const asked = [...conditionsOf(query), ...query.filters.filter(({ kind }) => kind === 'exists')];
  const compared = query.compare ? [query.compare.column] : [];
  return [...asked.flatMap((filter) => columnsOf(filter, facts)), ...compared];
}

interface DefaultsContext {
  facts: Facts;
  /** Roles that are shown for the rows. */
  roles?: readonly string[];
  isStated: (filter: Filter) => boolean;
}

/**
 * A default condition for the rows of a thing: on the thing itself, or on each role in which the rows have the column.
 * For roles that the query shows, a missing reference is allowed. A condition that the question states itself is
 * omitted.
 */
function conditionsOn(
  thing: string,
  filter: Filter,
  { facts, roles: shown = [], isStated }: DefaultsContext,
): Filter[] {
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
    return (inRole([filter], player, role) ?? (role === thing ? rows : some)).filter((one) => !isStated(one));
  };
  const ifAny = (role: string): Filter[] => {
    const key = facts.model.tables[role]?.role?.key;
    const none: Filter[] = key?.table === thing ? [{ kind: 'null', column: key, negated: false }] : [];
    return inRoles(role).map((one) => (none.length > 0 ? { kind: 'or', filters: [...none, one] } : one));
  };
  if (hasOne(thing)) return [...[filter].filter((one) => !isStated(one)), ...shown.flatMap(ifAny)];
  const played = facts.playerOf(thing) === thing ? facts.rolesReferredTo(thing) : [thing];
  return [...played.flatMap(inRoles), ...shown.filter((role) => !played.includes(role)).flatMap(ifAny)];
}

/**
 * Restricts the requested rows and the rows that play a role for them, else related rows: "customers with an order" are
 * customers with an order that the agent may see.
 */
function narrowed(
  query: SemanticQuery,
  facts: Facts,
  defaultsOf: (thing: string, roles?: readonly string[]) => Filter[],
): SemanticQuery {
  const { name } = query.subject;
  const homeOf = ({ what }: Measure): string =>
    what.kind === 'aggregate' ? what.table : (facts.model.metrics[what.id]?.table ?? '');
  // A figure of each thing is restricted to rows that the agent may see as well.
  const seen = (measure: Measure): Measure => {
    const conditions = defaultsOf(homeOf(measure));
    const where = conditions.length > 0 ? { where: [...(measure.where ?? []), ...conditions] } : {};
    return { ...measure, ...where, ...(measure.per && { per: seen(measure.per) }) };
  };
  // The rows that a figure is compared with by name are restricted too.
  const named = (against: Against | undefined, thing: string): { against?: Against } =>
    against?.among ? { against: { ...against, among: [...against.among, ...defaultsOf(thing)] } } : {};
  const bounds = query.filters.map((one): Filter => {
    if (one.kind === 'bound') return { ...one, measure: seen(one.measure), ...named(one.against, one.thing) };
    return one.kind === 'compare_aggregate' && one.among
      ? { ...one, among: [...one.among, ...defaultsOf(one.column.table)] }
      : one;
  });
  const own = defaultsOf(name, rolesShown(query, facts));
  if (own.length > 0) return { ...query, filters: [...bounds, ...own] };
  return {
    ...query,
    measures: query.measures.map(seen),
    having: query.having.map((one) => ({ ...one, measure: seen(one.measure) })),
    filters: bounds.map((one) =>
      one.kind === 'exists' ? { ...one, filters: [...one.filters, ...defaultsOf(one.table)] } : one,
    ),
  };
}

/**
 * The roles, other than the subject, whose columns a query shows, groups by or has conditions on. A list without
 * explicit columns shows the rows that its rows refer to.
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
