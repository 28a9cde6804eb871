import type { ColumnRef } from '@querent/contracts';
import {
  type CivilDays,
  keptIn,
  type Locale,
  type ModelColumn,
  type ModelTable,
  type SemanticModel,
  withRoles,
} from '@querent/model';
import { BoundParameters } from './bound-parameters';
import { CompileError } from './compile-error';
import { quoteIdentifier } from './quoting';

export interface CompileOptions extends CivilDays {
  locale: Locale;
  /** The executor's row limit. A trend with more periods is not filled with empty ones. */
  maxRows: number;
}

/**
 * The state of the compilation of one statement: the model, the bound values, the aliases, the WITH clauses, and the
 * relations that entities are read from.
 */
export class CompileContext {
  readonly params = new BoundParameters();
  /** `name AS (…)`, each after the clauses that it reads. */
  readonly withClauses: string[] = [];
  /** Columns that were read through a safe cast, by `table.column`. */
  readonly castColumns = new Map<string, ModelColumn>();
  /** Relations that are not tables: an entity's union. Table name → parenthesised query. */
  readonly relations = new Map<string, string>();
  private readonly redirectedColumns = new Map<string, ColumnRef>();
  private readonly redirectedTables = new Map<string, string>();
  private aliases = 0;
  private figures = 0;
  model: SemanticModel;

  constructor(
    model: SemanticModel,
    readonly options: CompileOptions,
  ) {
    this.model = withRoles(model);
    if (!/^[A-Za-z0-9_+/-]+$/.test(options.timezone))
      throw new CompileError('bad_time', `"${options.timezone}" is not a time zone`);
  }

  nextAlias(): string {
    this.aliases += 1;
    return `t${this.aliases}`;
  }

  /** A prefix for the names of the WITH clauses of another measure. */
  nextPrefix(): string {
    this.figures += 1;
    return `b${this.figures}`;
  }

  /** Makes later reads of `from` read `to`. */
  redirectColumn(from: ColumnRef, to: ColumnRef): void {
    this.redirectedColumns.set(keyOf(from), to);
  }

  redirectTable(from: string, to: string): void {
    this.redirectedTables.set(from, to);
  }

  tableName(name: string): string {
    return this.redirectedTables.get(name) ?? name;
  }

  /** The table to count the rows of. Throws for a source whose rows are merged with those of the other source. */
  countedTable(name: string): ModelTable {
    const table = this.table(name);
    if (this.relations.has(table.name) && table.name !== name)
      throw new CompileError('bad_entity', `rows of "${name}" cannot be counted where both sources are read`);
    return table;
  }

  table(name: string): ModelTable {
    const actual = this.tableName(name);
    const table = Object.hasOwn(this.model.tables, actual) ? this.model.tables[actual] : undefined;
    if (!table) throw new CompileError('unknown_table', `the model has no table "${name}"`);
    return table;
  }

  column(ref: ColumnRef): ModelColumn {
    const { table, column } = this.redirectedColumns.get(keyOf(ref)) ?? ref;
    const columns = this.table(table).columns;
    const found = Object.hasOwn(columns, column) ? columns[column] : undefined;
    if (!found) throw new CompileError('unknown_column', `the model has no column "${ref.table}.${ref.column}"`);
    return found;
  }

  /** The relation for a table after FROM or JOIN. The rows of a role are those that its key refers to. */
  relationSql(table: string): string {
    const role = this.model.tables[table]?.role;
    if (!role) return this.lookedUpSql(table);
    const [referred, key] = [this.nextAlias(), this.nextAlias()];
    const { to } = this.model.joins.find((join) => join.to.table === table) ?? {};
    const columns = Object.keys(this.model.tables[table]?.columns ?? {});
    const isReferred = `${key}.${quoteIdentifier(role.key.column)} = ${referred}.${quoteIdentifier(to?.columns[0] ?? '')}`;
    return [
      `(SELECT ${columns.map((column) => `${referred}.${quoteIdentifier(column)}`).join(', ')}`,
      `FROM ${this.lookedUpSql(table)} AS ${referred}`,
      `WHERE EXISTS (SELECT 1 FROM ${this.lookedUpSql(role.key.table)} AS ${key} WHERE ${isReferred}))`,
    ].join(' ');
  }

  /**
   * The relation for a table that is joined by its key. A role needs no filter then: its key leads to its rows only.
   */
  lookedUpSql(table: string): string {
    return (
      this.relations.get(table) ?? `${quoteIdentifier(this.model.schema)}.${quoteIdentifier(keptIn(this.model, table))}`
    );
  }
}

const keyOf = (ref: ColumnRef): string => `${ref.table}\u0000${ref.column}`;
