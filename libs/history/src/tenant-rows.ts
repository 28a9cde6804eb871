import { z } from 'zod';
import type { HistoryDatabase } from './history-database';
import { historyTables, type HistoryTable, type Partitions } from './partitions';
import { storedText } from './stored-text';

const day = z.iso.date();
/** A whole number as PostgreSQL's driver returns a bigint. */
const bigint = z.string().regex(/^-?\d{1,19}$/);

/** The columns of each table without the tenant. Bytes are in Base64. */
export const tenantRowSchemas = {
  run: z.object({
    day,
    id: z.string(),
    key_name: z.string(),
    listed_at: bigint,
    status: z.string(),
    conversation: z.string().nullable(),
    // Files of earlier versions do not have it.
    unanswered: z.boolean().default(false),
    version: z.int(),
    record: z.base64(),
  }),
  result_page: z.object({
    day,
    run: z.string(),
    blob: z.string(),
    page: z.int(),
    listed_at: bigint,
    content: z.base64(),
  }),
  audit_entry: z.object({ day, ms: bigint, n: bigint, entry: z.string(), link: z.string() }),
} as const satisfies Record<HistoryTable, z.ZodObject>;

export type TenantRow = { [Table in HistoryTable]: z.infer<(typeof tenantRowSchemas)[Table]> };

/** Columns that identify a tenant's row within a day, and how many rows are read and written at once. */
const shapes: Record<HistoryTable, { types: Record<string, string>; order: readonly string[]; most: number }> = {
  run: {
    types: {
      ...{ day: 'date', id: 'text', key_name: 'text', listed_at: 'bigint', status: 'text' },
      ...{ conversation: 'text', unanswered: 'boolean', version: 'int', record: 'bytea' },
    },
    order: ['listed_at', 'id'],
    most: 200,
  },
  result_page: {
    types: { day: 'date', run: 'text', blob: 'text', page: 'int', listed_at: 'bigint', content: 'bytea' },
    order: ['run', 'blob', 'page'],
    // A page may have hundreds of kilobytes.
    most: 20,
  },
  audit_entry: {
    types: { day: 'date', ms: 'bigint', n: 'bigint', entry: 'text', link: 'text' },
    order: ['ms', 'n'],
    most: 500,
  },
};

/** The rows of one tenant, for a move to another installation. Methods reject as those of HistoryDatabase. */
export class TenantRows {
  constructor(
    private readonly database: HistoryDatabase,
    private readonly partitions: Partitions,
  ) {}

  /** The tables in which a tenant has rows. */
  async tablesWith(tenant: string): Promise<HistoryTable[]> {
    const found: HistoryTable[] = [];
    for (const table of historyTables) {
      const rows = await this.database.rows(`SELECT 1 FROM querent_history.${table} WHERE tenant = $1 LIMIT 1`, [
        storedText(tenant),
      ]);
      if (rows.length > 0) found.push(table);
    }
    return found;
  }

  /** Reads a tenant's rows in batches, day by day. */
  async *read<Table extends HistoryTable>(table: Table, tenant: string): AsyncGenerator<TenantRow[Table][]> {
    const { types, order, most } = shapes[table];
    const columns = Object.entries(types).map(([name, type]) => {
      if (type === 'bytea') return `translate(encode(${name}, 'base64'), E'\\n', '') AS ${name}`;
      return type === 'date' ? `${name}::text` : name;
    });
    const schema = tenantRowSchemas[table];
    for (const day of await this.partitions.days(table)) {
      for (let last: unknown[] = []; ;) {
        const after = order.map((name, at) => `$${at + 4}::${types[name] ?? 'text'}`).join(', ');
        const rows = await this.database.rows(
          `SELECT ${columns.join(', ')} FROM querent_history.${table}
            WHERE day = $1 AND tenant = $2 ${last.length === 0 ? '' : `AND (${order.join(', ')}) > (${after})`}
            ORDER BY ${order.join(', ')} LIMIT $3`,
          [day, storedText(tenant), most, ...last],
        );
        const read = rows.map((row) => schema.parse(row) as TenantRow[Table]);
        if (read.length > 0) yield read;
        const end: Record<string, unknown> | undefined = rows.at(-1);
        if (end === undefined || rows.length < most) break;
        last = order.map((name) => end[name]);
      }
    }
  }

  /** Writes rows that are not there yet, and the partitions of their days. Returns how many were written. */
  async write<Table extends HistoryTable>(
    table: Table,
    tenant: string,
    rows: readonly TenantRow[Table][],
  ): Promise<number> {
    const { types } = shapes[table];
    const names = Object.keys(types);
    await this.partitions.create(
      table,
      rows.map((row) => row.day),
    );
    const read = names.map((name, at) => `$${at + 2}::${types[name] === 'bytea' ? 'text' : types[name]}[]`);
    const values = names.map((name) => (types[name] === 'bytea' ? `decode(${name}, 'base64')` : name));
    const written = await this.database.rows(
      `INSERT INTO querent_history.${table} (tenant, ${names.join(', ')})
       SELECT $1, ${values.join(', ')} FROM unnest(${read.join(', ')}) AS moved (${names.join(', ')})
       ON CONFLICT DO NOTHING RETURNING 1`,
      [storedText(tenant), ...names.map((name) => rows.map((row) => (row as Record<string, unknown>)[name]))],
    );
    return written.length;
  }

  /** The pages of a result, of any reader. @param run that computed it */
  async pagesOf({ run, blob }: { run: string; blob: string }): Promise<{ page: number; content: Buffer }[]> {
    return this.database.rows<{ page: number; content: Buffer }>(
      `SELECT DISTINCT ON (page) page, content FROM querent_history.result_page
        WHERE run = $1 AND blob = $2 ORDER BY page`,
      [run, blob],
    );
  }
}
