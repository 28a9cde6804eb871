import type { SelectStmt } from 'libpg-query';
import { type GuardCatalogue, indexCatalogue, parseSql, SqlSyntaxError } from '@querent/sql';
import { aggregateKey, filterKey, joinKey } from './filter-key';
import { plainValue } from './literal-text';
import { readQuery } from './read-query';
import { readTerm } from './read-term';
import type { FactColumn, OutputFact, StatementFacts } from './statement-facts';
import type { FactScope, NamedTerm, Reader } from './term';

const OUTERMOST: FactScope = { items: [], parent: null, commonTables: new Map() };

/**
 * Extracts the facts of a statement. Never throws for a bad statement: unknown names are kept as written, and of a text
 * that does not parse only the constants are known.
 */
export async function statementFacts(sql: string, catalogue: GuardCatalogue): Promise<StatementFacts> {
  const select = await onlySelect(sql);
  if (!select) return { ...noFacts(), literals: ordered(quotedIn(sql), (text) => text) };
  return readSelect(select, catalogue).facts;
}

/** The one SELECT of a text; null for anything else. */
export async function onlySelect(sql: string): Promise<SelectStmt | null> {
  try {
    const { stmts = [] } = await parseSql(sql);
    const statement = stmts[0]?.stmt;
    return stmts.length === 1 && statement && 'SelectStmt' in statement ? statement.SelectStmt : null;
  } catch (error) {
    if (error instanceof SqlSyntaxError) return null;
    throw error;
  }
}

/** The facts of a parsed statement, and its resolved names. */
export function readSelect(select: SelectStmt, catalogue: GuardCatalogue, onColumn?: Reader['onColumn']): Reader {
  const reader: Reader = {
    catalogue: indexCatalogue(catalogue),
    facts: { ...noFacts(), readable: true },
    lost: [],
    ...(onColumn && { onColumn }),
    term: (node, scope) => readTerm(node, scope, reader),
    query: (query, around) => readQuery(query, around, reader),
  };
  const { columns, order, limit, grouped, distinct } = readQuery(select, OUTERMOST, reader);
  const { facts } = reader;
  reader.facts = {
    ...facts,
    relations: ordered(facts.relations, (text) => text),
    unknown: ordered(facts.unknown, (text) => text),
    filters: ordered(
      facts.filters,
      (filter) => `${filterKey(filter)} ${filter.clause} ${filter.alternative} ${filter.aside}`,
    ),
    joins: ordered(facts.joins, joinKey),
    repeated: ordered(facts.repeated, (text) => text),
    optional: ordered(facts.optional, (text) => text),
    aggregates: ordered(facts.aggregates, aggregateKey),
    groups: ordered(facts.groups, (text) => text),
    setOperations: [...facts.setOperations].sort(),
    tops: ordered(facts.tops, (top) => JSON.stringify(top)),
    literals: ordered(facts.literals, (text) => text),
    outputs: columns.map(outputFact),
    grouped,
    order,
    limit,
    distinct,
  };
  return reader;
}

function outputFact({ name, term }: NamedTerm): OutputFact {
  const { aggregate, column, call, grain, part } = term;
  const reads = ordered(term.reads.map(spelt), (text) => text);
  const aggregates = ordered(term.aggregates, aggregateKey).map(aggregateKey);
  const base = {
    name,
    text: term.text,
    reads,
    aggregates,
    ...(grain !== undefined && { grain }),
    ...(part !== undefined && { part }),
  };
  if (aggregate) {
    const { fn, argument, distinct, of, window } = aggregate;
    return { ...base, kind: window ? 'window' : 'aggregate', fn, argument, distinct, of, ...aggregate.column };
  }
  if (column) return { ...base, kind: 'column', ...column };
  if (term.constant) return { ...base, kind: 'constant' };
  const [only, ...others] = term.reads;
  return {
    ...base,
    kind: 'expression',
    ...(call && { fn: call.fn, argument: call.argument }),
    ...(others.length === 0 && only),
  };
}

const spelt = ({ table, column }: FactColumn): string => `${table}.${column}`;

/** Unique items, sorted by their key. */
function ordered<T>(items: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [key(item), item])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, item]) => item);
}

/** Quoted texts and numbers of a statement that does not parse. */
function quotedIn(sql: string): string[] {
  const bare = sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ');
  const texts = [...bare.matchAll(/'((?:[^']|'')*)'/g)].map((match) =>
    plainValue((match[1] ?? '').replaceAll("''", "'")),
  );
  const rest = bare.replace(/'(?:[^']|'')*'|"[^"]*"/g, ' ');
  return [...texts, ...[...rest.matchAll(/(?<![\w.$])\d+(?:\.\d+)?(?![\w.])/g)].map(([number]) => plainValue(number))];
}

function noFacts(): StatementFacts {
  return {
    readable: false,
    relations: [],
    unknown: [],
    filters: [],
    joins: [],
    repeated: [],
    optional: [],
    aggregates: [],
    outputs: [],
    grouped: false,
    groups: [],
    order: [],
    limit: null,
    tops: [],
    distinct: false,
    setOperations: [],
    literals: [],
  };
}
