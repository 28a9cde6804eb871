import {
  type Against,
  type ColumnRef,
  type Filter,
  type Measure,
  type SemanticQuery,
  withColumnsMoved,
} from '@querent/contracts';
import { piecesOf } from '@querent/lexicon';
import { describeQuery } from '@querent/explain';
import { joinPath, say } from '@querent/model';
import type { Facts } from '@querent/grammar';
import type { Candidate } from './candidate';
import type { Decision } from './decision';
import type { QueryContext } from './too-vague';
import { namesOf, thingName } from '../wording';

/**
 * Asks which of several equally short join paths to a table a query should use: the class of a rental may be that of
 * its vehicle, or that of its reservation. If the question names a table that only one path uses, that path is taken.
 * Null if each table has a single path.
 */
export function whichPath(
  best: Candidate,
  text: string,
  context: QueryContext,
): { key: string; taken: Candidate } | Decision | null {
  const { facts, locale } = context;
  const open = openTable(best.query, facts);
  if (open === null) return null;
  const { table, roles, homes } = open;
  const key = `way:${table}`;
  const ways = roles.map((role) => ({ role, lead: { ...best, query: byRole(best.query, table, role, facts) } }));
  const named = ways.filter(({ role }) => isNamed(role, text, best.query, facts));
  const [only, ...others] = named.length > 0 ? named : ofEveryRow(ways, homes, facts);
  if (only && others.length === 0) return { key, taken: { ...only.lead, decided: [...best.decided, key] } };
  const thing = thingName(context, table);
  const texts = ways.map(({ lead }) => describeQuery(lead.query, { model: facts.model, locale }));
  const isSame = new Set(texts).size < texts.length;
  const labelOf = (role: string, text: string): string => {
    const way = thingName(context, wayOf(role, facts));
    return isSame ? say(locale, `${text}（${way}的${thing}）`, `${text} (through ${way})`) : text;
  };
  return {
    trigger: 'ambiguous_term',
    key,
    question: say(locale, `“${thing}”有几种，指哪一种？`, `There is more than one “${thing}”. Which one do you mean?`),
    ways: ways.map(({ role, lead }, at) => ({
      label: labelOf(role, texts[at] ?? ''),
      value: role,
      aliases: [
        thingName(context, role),
        thingName(context, wayOf(role, facts)),
        ...namesOfTable(wayOf(role, facts), facts),
      ],
      leads: [lead],
    })),
  };
}

/** The only path on which every row has its references, if others may end at a missing one. */
function ofEveryRow<T extends { role: string }>(ways: readonly T[], homes: readonly string[], facts: Facts): T[] {
  const keysMissing = ({ role }: T): boolean[] => homes.flatMap((home) => mayBeMissing(home, role, facts));
  const whole = ways.filter((way) => keysMissing(way).every((missing) => !missing));
  return whole.length === 1 ? whole : [];
}

/** For each key on the path from a table to another, whether it may be missing. */
function mayBeMissing(home: string, table: string, { model }: Facts): boolean[] {
  const path = joinPath(model.joins, home, table);
  if (!path.found) return [true];
  return path.steps.flatMap(({ from, fromColumns }) =>
    fromColumns.map((key) => model.tables[from]?.columns[key]?.nullable !== false),
  );
}

const wayOf = (role: string, facts: Facts): string => facts.model.tables[role]?.role?.way ?? '';

function namesOfTable(table: string, facts: Facts): string[] {
  const found = facts.model.tables[table];
  return found ? namesOf(found) : [];
}

/**
 * Whether the question names the table that the path of a role uses, and the query reads nothing else of that table.
 */
function isNamed(role: string, text: string, query: SemanticQuery, facts: Facts): boolean {
  const way = wayOf(role, facts);
  let isRead = false;
  withTables(query, facts, (table) => {
    isRead ||= table === way;
    return table;
  });
  const asked = new Set(keysOf(text));
  const isAsked = (name: string): boolean =>
    /\p{Script=Han}/u.test(name) ? text.includes(name) : keysOf(name).every((key) => asked.has(key));
  return !isRead && namesOfTable(way, facts).some(isAsked);
}

const keysOf = (text: string): string[] => piecesOf(text.toLowerCase()).map(({ key }) => key);

interface OpenTable {
  table: string;
  roles: readonly string[];
  /** The tables that the path starts from. */
  homes: readonly string[];
}

/** The first table that a query reaches by more than one path, and its roles that all figures of the query reach. */
function openTable(query: SemanticQuery, facts: Facts): OpenTable | null {
  let found: OpenTable | null = null;
  withTables(query, facts, (table, homes) => {
    const ways = homes.map((home) => (home === table ? null : facts.way(home, table)));
    const [roles, ...more] = ways.flatMap((way) => (way?.kind === 'lookup' && way.by ? [way.by] : []));
    if (roles) found ??= { table, roles: roles.filter((role) => more.every((other) => other.includes(role))), homes };
    return table;
  });
  return found;
}

const byRole = (query: SemanticQuery, table: string, role: string, facts: Facts): SemanticQuery =>
  withTables(query, facts, (read, homes) => {
    const isOpen = read === table && homes.some((home) => home !== table && 'by' in (facts.way(home, table) ?? {}));
    return isOpen ? role : read;
  });

/** Replaces the tables that a query reads beside its subject; `homes` are the tables that the path starts from. */
type Exchange = (table: string, homes: readonly string[]) => string;

function withTables(query: SemanticQuery, facts: Facts, exchange: Exchange): SemanticQuery {
  const { subject, measures, near } = query;
  const rows = [subject.name];
  const homes = measures.length > 0 ? [...new Set(measures.map((one) => homeOf(one, facts) ?? subject.name))] : rows;
  const moved =
    (from: readonly string[]) =>
    (ref: ColumnRef): ColumnRef => ({ ...ref, table: exchange(ref.table, from) });
  const measured = (one: Measure): Measure => measureWith(one, facts, exchange);
  return {
    ...query,
    measures: measures.map(measured),
    dimensions: query.dimensions.map((one) => ({ ...one, column: moved(homes)(one.column) })),
    select: query.select.map(moved(rows)),
    filters: query.filters.map((one) => filterWith(one, homes, facts, exchange)),
    having: query.having.map((one) => ({
      ...one,
      measure: measured(one.measure),
      ...againstWith(one.against, homes, facts, exchange),
    })),
    compare: query.compare && { ...query.compare, column: moved(homes)(query.compare.column) },
    near: near && { ...near, location: moved(rows)(near.location) },
    order: query.order.map((one) =>
      one.by.kind === 'column' ? { ...one, by: { ...one.by, column: moved(rows)(one.by.column) } } : one,
    ),
  };
}

const homeOf = ({ what }: Measure, { model }: Facts): string | undefined =>
  what.kind === 'aggregate' ? what.table : (model.metrics[what.id]?.table ?? undefined);

function measureWith(measure: Measure, facts: Facts, exchange: Exchange): Measure {
  const { what, where, per, over, share } = measure;
  const home = homeOf(measure, facts);
  if (home === undefined) return measure;
  const moved = (ref: ColumnRef): ColumnRef => ({ ...ref, table: exchange(ref.table, [home]) });
  const filtered = (filters: readonly Filter[]): Filter[] =>
    filters.map((one) => filterWith(one, [home], facts, exchange));
  return {
    ...measure,
    what: what.kind === 'aggregate' && what.column ? { ...what, column: moved(what.column) } : what,
    ...(where && { where: filtered(where) }),
    ...(per && { per: measureWith(per, facts, exchange) }),
    ...(over && { over: { ...over, by: over.by.map((one) => ({ ...one, column: moved(one.column) })) } }),
    ...(share && { share: { ...share, ...(share.where && { where: filtered(share.where) }) } }),
  };
}

/** The comparison value of a figure, with the tables of its conditions replaced. */
function againstWith(
  against: Against | undefined,
  homes: readonly string[],
  facts: Facts,
  exchange: Exchange,
): { against?: Against } {
  const among = against?.among?.map((one) => filterWith(one, homes, facts, exchange));
  return against && among ? { against: { ...against, among } } : {};
}

function filterWith(filter: Filter, homes: readonly string[], facts: Facts, exchange: Exchange): Filter {
  if (filter.kind === 'or')
    return { ...filter, filters: filter.filters.map((one) => filterWith(one, homes, facts, exchange)) };
  if (filter.kind === 'exists')
    return { ...filter, filters: filter.filters.map((one) => filterWith(one, [filter.table], facts, exchange)) };
  if (filter.kind === 'bound')
    return {
      ...filter,
      thing: exchange(filter.thing, homes),
      measure: measureWith(filter.measure, facts, exchange),
      ...againstWith(filter.against, [filter.thing], facts, exchange),
    };
  if (filter.kind === 'compare_aggregate' && filter.among) {
    const among = filter.among.map((one) => filterWith(one, homes, facts, exchange));
    return { ...withColumnsMoved(filter, (ref) => ({ ...ref, table: exchange(ref.table, homes) })), among };
  }
  if (filter.kind !== 'term') return withColumnsMoved(filter, (ref) => ({ ...ref, table: exchange(ref.table, homes) }));
  const table = facts.model.terms[filter.id]?.table;
  const role = table === undefined ? table : exchange(filter.role ?? table, homes);
  return role === undefined || role === (filter.role ?? table) ? filter : { ...filter, role };
}
