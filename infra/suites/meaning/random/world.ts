import type { AggregateFunction, CompareOperator } from '@querent/contracts';

/** A small database with its model, in memory. The reference evaluator reads it row by row. */
export interface World {
  /** Name of the PostgreSQL schema. */
  schema: string;
  /** The model's time zone, which applies to every `timestamp` without a zone. */
  timezone: string;
  tables: WorldTable[];
  joins: WorldJoin[];
  metrics: WorldMetric[];
  terms: WorldTerm[];
}

/** Dates are `YYYY-MM-DD`, timestamps `YYYY-MM-DD HH:MM:SS`, in UTC for timestamps with a zone. */
export type Value = string | number | boolean | null;
export type Row = Readonly<Record<string, Value>>;

export interface WorldTable {
  name: string;
  columns: WorldColumn[];
  rows: Row[];
}

export type ColumnType = 'integer' | 'numeric' | 'text' | 'boolean' | 'date' | 'timestamp' | 'timestamptz';

export interface WorldColumn {
  name: string;
  type: ColumnType;
  role: 'key' | 'name' | 'dimension' | 'measure' | 'time';
  /** Label, unique in the world, so that it identifies a column of a result. */
  label: string;
  /** Whether an integer is a year, such as 2025. */
  isYear: boolean;
  /** Whether the column stores numbers as text, together with other texts. */
  isCast: boolean;
}

/** From the many side to the one side. */
export interface WorldJoin {
  from: { table: string; column: string };
  to: { table: string; column: string };
  /** Whether the database has the foreign key. A join of only the model may have dangling references. */
  declared: boolean;
}

/** A condition on one table's rows: `column op value`. */
export interface PlainCondition {
  table: string;
  column: string;
  op: CompareOperator;
  value: string | number | boolean;
}

/** The forms of metric expressions in random models. */
export type Formula =
  | { kind: 'aggregate'; fn: AggregateFunction; table: string; column: string | null; where: PlainCondition | null }
  /** `sum(table.left * table.right)` */
  | { kind: 'product'; table: string; left: string; right: string }
  /** `over / nullif(under, 0)` */
  | { kind: 'ratio'; over: Formula; under: Formula };

export interface WorldMetric {
  id: string;
  /** Expression of a leaf metric. */
  formula: Formula | null;
  /** Children of a parent metric, with their weights. */
  children: { id: string; weight: number }[];
}

/** A business word with a fixed filter: all of the conditions. */
export interface WorldTerm {
  id: string;
  table: string;
  conditions: PlainCondition[];
}

export function tableOf(world: World, name: string): WorldTable {
  const table = world.tables.find((candidate) => candidate.name === name);
  if (table === undefined) throw new Error(`there is no table ${name}`);
  return table;
}

export function columnOf(world: World, table: string, name: string): WorldColumn {
  const column = tableOf(world, table).columns.find((candidate) => candidate.name === name);
  if (column === undefined) throw new Error(`there is no column ${table}.${name}`);
  return column;
}

export function keyOf(table: WorldTable): WorldColumn {
  const [key] = table.columns;
  if (key === undefined) throw new Error(`${table.name} has no column`);
  return key;
}
