import {
  DatabaseFailure,
  openDatasource,
  runReadOnly,
  type Datasource,
  type ReadOnlyStatement,
} from '@querent/datasource';
import { NotAdmitted } from '../../../apps/executor/src/admission/admission-of';
import type { TenantDatabase } from './tenant-database';

/** What a statement came to: its rows as texts in one order, or the class of its failure. */
export type Come = string[] | string;

/** Databases that hold one tenant's rows each: what a statement gives there is what it may give its tenant at all. */
export class Alone {
  private readonly opened = new Map<string, Datasource>();

  constructor(private readonly database: TenantDatabase) {}

  async come(tenant: string, statement: Omit<ReadOnlyStatement, 'tenant'>): Promise<Come> {
    return comeOf(async () => (await runReadOnly(this.of(tenant), { maxRows: 100_000, ...statement })).rows);
  }

  async close(): Promise<void> {
    await Promise.all([...this.opened.values()].map((datasource) => datasource.close()));
  }

  private of(tenant: string): Datasource {
    const known =
      this.opened.get(tenant) ??
      openDatasource({
        name: `only ${tenant}`,
        url: this.database.aloneUrl(tenant),
        limits: { statementTimeoutMs: 2_000, maxRows: 100_000, maxBytes: 50_000_000, poolSize: 2 },
      });
    this.opened.set(tenant, known);
    return known;
  }
}

export async function comeOf(work: () => Promise<readonly unknown[]>): Promise<Come> {
  try {
    return sorted(await work());
  } catch (error) {
    if (error instanceof DatabaseFailure) return error.errorClass.name;
    if (error instanceof NotAdmitted) return error.why;
    throw error;
  }
}

export const sorted = (rows: readonly unknown[]): string[] => rows.map((one) => JSON.stringify(one)).sort();
