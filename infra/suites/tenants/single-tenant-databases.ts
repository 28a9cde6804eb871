import {
  DatabaseFailure,
  openDatasource,
  runReadOnly,
  type Datasource,
  type ReadOnlyStatement,
} from '@querent/datasource';
import { NotAdmitted } from '../../../apps/executor/src/admission/admit-by-cost';
import type { TenantDatabase } from './tenant-database';

/** The sorted rows of a statement as JSON texts, or the error class of its failure. */
export type StatementResult = string[] | string;

/**
 * One database per tenant, with only this tenant's rows. A statement's result there is the correct one for the tenant.
 */
export class SingleTenantDatabases {
  private readonly opened = new Map<string, Datasource>();

  constructor(private readonly database: TenantDatabase) {}

  async run(tenant: string, statement: Omit<ReadOnlyStatement, 'tenant'>): Promise<StatementResult> {
    return resultOf(async () => (await runReadOnly(this.of(tenant), { maxRows: 100_000, ...statement })).rows);
  }

  async close(): Promise<void> {
    await Promise.all([...this.opened.values()].map((datasource) => datasource.close()));
  }

  private of(tenant: string): Datasource {
    const known =
      this.opened.get(tenant) ??
      openDatasource({
        name: `only ${tenant}`,
        url: this.database.singleTenantUrl(tenant),
        limits: { statementTimeoutMs: 2_000, maxRows: 100_000, maxBytes: 50_000_000, poolSize: 2 },
      });
    this.opened.set(tenant, known);
    return known;
  }
}

export async function resultOf(work: () => Promise<readonly unknown[]>): Promise<StatementResult> {
  try {
    return sorted(await work());
  } catch (error) {
    if (error instanceof DatabaseFailure) return error.errorClass.name;
    if (error instanceof NotAdmitted) return error.why;
    throw error;
  }
}

export const sorted = (rows: readonly unknown[]): string[] => rows.map((one) => JSON.stringify(one)).sort();
