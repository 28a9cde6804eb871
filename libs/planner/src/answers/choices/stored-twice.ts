import type { AggregateFunction, ColumnRef, Filter, Measure, SemanticQuery } from '@querent/contracts';
import { describeQuery } from '@querent/explain';
import { AGGREGATES, nameInWords, say, type SemanticModel } from '@querent/model';
import type { Facts } from '@querent/grammar';
import { empty } from '@querent/reading';
import type { Candidate } from './candidate';
import type { Decision } from './decision';
import type { QueryContext } from './too-vague';
import { columnName, thingName } from '../wording';

/**
 * Asks which table to read if the database stores the requested data twice: in a column of the thing, and in a table
 * that is named after both (singer.age, singer_age.age) or that stores the aggregate (pets.weight,
 * pets_weight.avg_weight). The question does not decide between the two.
 */
export function storedTwice(best: Candidate, context: QueryContext): Decision | null {
  const { facts, locale } = context;
  const { query } = best;
  if (query.subject.kind !== 'table' || query.compare || query.near) return null;
  for (const beside of tablesBeside(facts.model, query.subject.name)) {
    const other = fromCopy(facts, query, beside) ?? fromStoredAggregates(query, beside, context);
    if (other === null) continue;
    const label = (one: SemanticQuery): string => {
      const text = describeQuery(one, { model: facts.model, locale });
      const table = thingName(context, one.subject.name);
      return say(locale, `${text}（取自${table}）`, `${text} (from the table of ${table})`);
    };
    const way = (one: SemanticQuery): Decision['ways'][number] => ({
      label: label(one),
      value: one.subject.name,
      aliases: [thingName(context, one.subject.name)],
      leads: [{ ...best, query: one }],
    });
    const name = columnName(context, { table: query.subject.name, column: other.column });
    return {
      trigger: 'ambiguous_term',
      key: `table:${query.subject.name}.${other.column}`,
      question: say(
        locale,
        `“${name}”存在两张表里，用哪一张？`,
        `“${name}” is stored in two tables. Which one should be used?`,
      ),
      ways: [way(query), way(other.query)],
    };
  }
  return null;
}

/** A table that is named after a thing and one of its columns: pets_weight beside pets. */
interface Beside {
  table: string;
  /** The words behind the name of the thing. */
  rest: string;
}

interface Other {
  query: SemanticQuery;
  /** The column that is stored twice. */
  column: string;
}

const known = new WeakMap<SemanticModel, ReadonlyMap<string, readonly Beside[]>>();

/** The tables whose names begin with the name of a table. */
function tablesBeside(model: SemanticModel, table: string): readonly Beside[] {
  const found = known.get(model) ?? allBeside(model);
  known.set(model, found);
  return found.get(table) ?? [];
}

function allBeside({ tables }: SemanticModel): ReadonlyMap<string, readonly Beside[]> {
  const byWords = new Map(Object.keys(tables).map((name) => [nameInWords(name), name]));
  const beside = new Map<string, Beside[]>();
  for (const [words, table] of byWords) {
    for (let at = words.indexOf(' '); at > 0; at = words.indexOf(' ', at + 1)) {
      const thing = byWords.get(words.slice(0, at));
      if (thing !== undefined) beside.set(thing, [...(beside.get(thing) ?? []), { table, rest: words.slice(at + 1) }]);
    }
  }
  return beside;
}

/**
 * The columns of such tables that store a column again, or an aggregate of it: country_population.population for
 * country.population, pets_weight.avg_weight for pets.weight.
 */
export function storedBeside(
  { model }: Facts,
  { table, column }: ColumnRef,
  fns: readonly AggregateFunction[],
): ColumnRef[] {
  const words = nameInWords(column);
  const own = Object.keys(model.tables[table]?.columns ?? {});
  const copies = tablesBeside(model, table).flatMap((beside) => {
    const copied = Object.keys(model.tables[beside.table]?.columns ?? {});
    const isCopy = beside.rest === words && copied.includes(column) && copied.every((name) => own.includes(name));
    return isCopy && copied.length < own.length ? [{ table: beside.table, column }] : [];
  });
  if (copies.length > 0) return copies;
  const figures = fns.flatMap((fn) => AGGREGATES[fn].kept).map((fn) => `${fn} ${words}`);
  const owner = nameInWords(table);
  const isBeside = (name: string): boolean => {
    const its = ` ${nameInWords(name)} `;
    return its.includes(` ${owner} `) && its.endsWith(` ${words} `) && its.trim() !== owner;
  };
  const byWords = columnsByWords(model);
  const found = figures.flatMap((name) => byWords.get(name) ?? []).filter((one) => isBeside(one.table));
  return [...new Map(found.map((one) => [one.table, one])).values()];
}

const columnsOf = new WeakMap<SemanticModel, ReadonlyMap<string, readonly ColumnRef[]>>();

/** The columns of a model by the words of their names. */
function columnsByWords(model: SemanticModel): ReadonlyMap<string, readonly ColumnRef[]> {
  const known = columnsOf.get(model);
  if (known) return known;
  const made = new Map<string, ColumnRef[]>();
  for (const table of Object.values(model.tables)) {
    for (const column of Object.keys(table.columns)) {
      const words = nameInWords(column);
      const same = made.get(words);
      if (same) same.push({ table: table.name, column });
      else made.set(words, [{ table: table.name, column }]);
    }
  }
  columnsOf.set(model, made);
  return made;
}

/**
 * The query over a table that stores a column of the thing again; null if the query uses columns that this table lacks.
 */
function fromCopy(facts: Facts, query: SemanticQuery, { table, rest }: Beside): Other | null {
  const thing = query.subject.name;
  const own = new Set(Object.keys(facts.model.tables[thing]?.columns ?? {}));
  const copied = Object.keys(facts.model.tables[table]?.columns ?? {});
  const column = copied.find((name) => nameInWords(name) === rest);
  if (column === undefined || !copied.every((name) => own.has(name)) || copied.length === own.size) return null;
  const used = columnsUsed(query);
  if (used === null || !used.some((ref) => ref.table === thing && ref.column === column)) return null;
  const moved = (ref: ColumnRef): ColumnRef =>
    ref.table === thing && copied.includes(ref.column) ? { ...ref, table } : ref;
  const isReached = (ref: ColumnRef): boolean =>
    ['same', 'lookup'].includes(facts.way(table, moved(ref).table)?.kind ?? '');
  if (!used.every(isReached)) return null;
  const movedMeasure = (one: Measure): Measure => {
    const { what } = one;
    return what.kind === 'aggregate' && what.table === thing
      ? { ...one, what: { ...what, table, ...(what.column && { column: moved(what.column) }) } }
      : one;
  };
  return {
    column,
    query: {
      ...query,
      subject: { ...query.subject, name: table },
      select: query.select.map(moved),
      dimensions: query.dimensions.map((one) => ({ ...one, column: moved(one.column) })),
      measures: query.measures.map(movedMeasure),
      filters: query.filters.map((one) => ('column' in one ? { ...one, column: moved(one.column) } : one)),
      order: query.order.map((one) =>
        one.by.kind === 'column' ? { ...one, by: { ...one.by, column: moved(one.by.column) } } : one,
      ),
    },
  };
}

/** The query that lists stored aggregates for the same groups, instead of computing them. */
function fromStoredAggregates(
  { measures, dimensions, filters, having, limit }: SemanticQuery,
  { table, rest }: Beside,
  context: QueryContext,
): Other | null {
  const columns = Object.keys(context.facts.model.tables[table]?.columns ?? {});
  const byWords = new Map(columns.map((column) => [nameInWords(column), column]));
  if (measures.length === 0 || filters.length + having.length > 0 || limit !== null) return null;
  const groups = dimensions.map(({ column, grain }) =>
    grain ? undefined : columns.find((name) => name === column.column),
  );
  let measured: string | null = null;
  const figures = measures.map(({ what, where, per, over, share }) => {
    if (what.kind !== 'aggregate' || !what.column || what.since || where || per || over || share) return undefined;
    const words = nameInWords(what.column.column);
    if (words !== rest) return undefined;
    measured = what.column.column;
    return AGGREGATES[what.fn].kept.map((fn) => byWords.get(`${fn} ${words}`)).find((name) => name !== undefined);
  });
  const shown = [...groups, ...figures].flatMap((column) => (column === undefined ? [] : [{ table, column }]));
  if (measured === null || shown.length < groups.length + figures.length) return null;
  return { column: measured, query: { ...empty(table, context).query, select: shown } };
}

/** The columns that a query uses; null if it has conditions on related rows, since these refer to the thing itself. */
function columnsUsed({ select, dimensions, measures, filters, order, having }: SemanticQuery): ColumnRef[] | null {
  const isPlain = (one: Filter): boolean =>
    'column' in one && one.kind !== 'compare_aggregate' && one.kind !== 'compare_columns';
  const isOwn = ({ what, where, per, over, share }: Measure): boolean =>
    what.kind === 'aggregate' && what.column !== undefined && !what.since && !where && !per && !over && !share;
  const isByLength = order.some(({ by }) => by.kind === 'column' && by.since);
  if (having.length > 0 || isByLength || !filters.every(isPlain) || !measures.every(isOwn)) return null;
  return [
    ...select,
    ...dimensions.map(({ column }) => column),
    ...measures.flatMap(({ what }) => (what.kind === 'aggregate' && what.column ? [what.column] : [])),
    ...filters.flatMap((one) => ('column' in one ? [one.column] : [])),
    ...order.flatMap(({ by }) => (by.kind === 'column' ? [by.column] : [])),
  ];
}
