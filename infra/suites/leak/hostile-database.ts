import type { OutputColumn, SchemaSnapshot } from '@querent/contracts';
import { DatabaseFailure, type Datasource, type ReadOnlyResult, type ReadOnlyStatement } from '@querent/datasource';
import type { DatabaseAccess } from '../../../apps/executor/src/connections/database-access';
import { classifyDatabaseError, type DatabaseErrorClassName } from '@querent/sql';
import type { Random } from '../../demo/data/random.mjs';
import { databaseMessages, type FailedStatement } from './database-messages';

export const errorClasses = Object.keys(databaseMessages) as DatabaseErrorClassName[];

/** Result of one statement: rows, a failure of an error class, or a crash of the worker. */
export type Fate = 'rows' | 'crash' | DatabaseErrorClassName;

/** A fake database that returns random rows, or throws a server's error messages about the schema's tables. */
export class HostileDatabase {
  readonly thrown = new Map<DatabaseErrorClassName, number>();
  private fates: Fate[] = [];
  private columns: readonly OutputColumn[] = [];

  constructor(
    private readonly random: Random,
    /** Schema of the current question. */
    private readonly asked: () => SchemaSnapshot,
    private readonly snapshotOf: (connection: string) => SchemaSnapshot,
  ) {}

  /** Replacements of the executor's database calls. */
  readonly access: Partial<DatabaseAccess> = {
    introspect: async ({ name }) => this.snapshotOf(name),
    verifyRole: async () => ({ login: 'reader', isSuperuser: false, findings: [] }),
    runReadOnly: (datasource, statement) => this.run(datasource, statement),
  };

  /** Sets the results of the next run's statements, in order. Later statements return rows. */
  schedule(fates: Fate[]): void {
    this.fates = [...fates];
  }

  /**
   * The error class that was thrown least often. Not every scheduled failure happens, because a run may end without a
   * statement.
   */
  rarest(): DatabaseErrorClassName {
    const timesOf = (name: DatabaseErrorClassName): number => this.thrown.get(name) ?? 0;
    return errorClasses.reduce((rarest, name) => (timesOf(name) < timesOf(rarest) ? name : rarest));
  }

  /** Sets the columns of the next statement's result. */
  expect(columns: readonly OutputColumn[]): void {
    this.columns = columns;
  }

  private async run(
    _datasource: Datasource,
    { sql, probes = [], onBatch }: ReadOnlyStatement,
  ): Promise<ReadOnlyResult> {
    // The executor probes a lost connection with this statement.
    const fate = sql === 'SELECT 1' ? 'rows' : (this.fates.shift() ?? 'rows');
    if (fate === 'crash')
      throw new TypeError(
        `cannot read ${this.about(sql).table} of postgres://reader:pw@10.20.30.40:5432/wh_prod_07: ${sql}`,
      );
    if (fate !== 'rows') throw this.failure(fate, sql);
    const result = this.rows();
    await onBatch?.(result.rows, result.columns);
    return {
      ...result,
      cutCells: 0,
      estimate: null,
      dbMs: 3,
      probes: probes.map((probe) => ({ ...probe, value: '0' })),
    };
  }

  /** A message of an error class, in a random language. */
  message(name: DatabaseErrorClassName, sql: string): { state: string | undefined; text: string } {
    const found = this.random.pick(databaseMessages[name]);
    return { state: found.state, text: found[this.random.chance(0.5) ? 'zh' : 'en'](this.about(sql)) };
  }

  private failure(name: DatabaseErrorClassName, sql: string): DatabaseFailure {
    this.thrown.set(name, (this.thrown.get(name) ?? 0) + 1);
    const { state, text } = this.message(name, sql);
    return new DatabaseFailure(classifyDatabaseError(state, text), text, state);
  }

  private about(sql: string): FailedStatement {
    const { tables } = this.asked();
    const table = this.random.pick(tables);
    return {
      table: table.name,
      column: this.random.pick(table.columns).name,
      other: this.random.pick(tables).name,
      sql,
    };
  }

  /** Random values that fit the columns' roles. */
  private rows(): Pick<ReadOnlyResult, 'columns' | 'rows' | 'rowCount' | 'truncated'> {
    const count = this.random.pick([0, 1, 1, 4, 9, 16]);
    const rows = Array.from({ length: count }, (_, row) => this.columns.map((column) => this.cell(column, row)));
    const columns = this.columns.map(({ key, role }) => ({
      name: key,
      typeOid: 25,
      typeName: role === 'time' ? 'date' : numeric.has(role) ? 'numeric' : 'text',
    }));
    return { columns, rows, rowCount: count, truncated: this.random.chance(0.05) };
  }

  private cell({ role }: OutputColumn, row: number): string | number | null {
    if (this.random.chance(0.03)) return null;
    if (role === 'time') return new Date(Date.UTC(2026, row % 12, 1)).toISOString().slice(0, 10);
    if (numeric.has(role)) return this.random.integer(-50, 90_000) / 10;
    return this.random.pick(['华东', '华北', 'North', 'shop', '小张', 'A&B <c>', `no. ${row}`]);
  }
}

const numeric = new Set<OutputColumn['role']>(['measure', 'share', 'change', 'growth', 'distance']);
