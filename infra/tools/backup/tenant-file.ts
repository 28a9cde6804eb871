import { historyTables, tenantRowSchemas, type HistoryTable, type TenantRow } from '@querent/history';
import { z } from 'zod';
import { BackupFileError, readFile, writeFile, type BackupKey, type TenantHeader } from './backup-file';
import type { TransferredRun } from './run-transfer';

/** A tenant's rows of one table of the history. */
export type HistoryRows = { [Table in HistoryTable]: { table: Table; rows: TenantRow[Table][] } }[HistoryTable];

/** A part of a tenant's data. Keys are without the prefix of their installation. */
export type TenantPart =
  | { kind: 'run'; run: TransferredRun }
  | { kind: 'key'; key: BackupKey }
  | { kind: 'letter'; score: number; text: string }
  | ({ kind: 'history' } & HistoryRows);

const bytes = z.base64().transform((text) => Buffer.from(text, 'base64'));
const time = z.number();
const pair = <First extends z.ZodType, Second extends z.ZodType>(
  first: First,
  second: Second,
): z.ZodTuple<[First, Second], null> => z.tuple([first, second]);

const runSchema = z.object({
  id: z.string(),
  tenant: z.string(),
  keyName: z.string(),
  finishedAt: time.nullable(),
  status: z.string(),
  keys: z.array(
    z.object({
      rest: z.string(),
      expiresAt: time.nullable(),
      content: z.union([z.object({ dump: bytes }), z.object({ fields: z.array(pair(z.string(), bytes)) })]),
    }),
  ),
  listed: pair(time.nullable(), time.nullable()),
  listsExpireAt: time,
  dueAt: time.nullable(),
  callbacks: z.array(pair(z.string(), z.number())),
  tries: z.array(pair(z.string(), z.string())),
});
const keySchema = z.object({ key: z.string(), family: z.string(), expiresAt: time.nullable(), dump: bytes });

/** The arrays of the file: the kind of a part, and its content. Rows of the history name their table. */
const partSchema = z.union([
  pair(z.literal('run'), runSchema).transform(([kind, run]): TenantPart => ({ kind, run })),
  pair(z.literal('key'), keySchema).transform(([kind, key]): TenantPart => ({ kind, key })),
  pair(z.literal('letter'), z.object({ score: z.number(), text: z.string() })).transform(
    ([kind, letter]): TenantPart => ({ kind, ...letter }),
  ),
  ...historyTables.map((table) =>
    pair(z.literal(`history.${table}`), z.array(z.unknown())).transform(([, values]): TenantPart => {
      const rows = z.array(tenantRowSchemas[table] as z.ZodType).parse(values);
      return { kind: 'history', table, rows } as TenantPart;
    }),
  ),
]);

/** Writes the file of one tenant. @returns the number of its lines */
export function writeTenantFile(path: string, header: TenantHeader, parts: AsyncIterable<TenantPart>): Promise<number> {
  async function* arrays(): AsyncGenerator<unknown[]> {
    for await (const part of parts) yield arrayOf(part);
  }
  return writeFile(path, header, arrays());
}

function arrayOf(part: TenantPart): unknown[] {
  switch (part.kind) {
    case 'run':
      return ['run', { ...part.run, keys: part.run.keys.map((key) => ({ ...key, content: encoded(key.content) })) }];
    case 'key':
      return ['key', { ...part.key, dump: part.key.dump.toString('base64') }];
    case 'letter':
      return ['letter', { score: part.score, text: part.text }];
    case 'history':
      return [`history.${part.table}`, part.rows];
  }
}

const encoded = (content: TransferredRun['keys'][number]['content']): object =>
  'dump' in content
    ? { dump: content.dump.toString('base64') }
    : { fields: content.fields.map(([name, value]) => [name, value.toString('base64')]) };

/**
 * Yields the parts of a tenant's file. The end of the iteration means that number and checksum are right.
 * @returns the checksum
 * @throws BackupFileError
 */
export async function* readTenantFile(path: string): AsyncGenerator<TenantPart, string> {
  const lines = readFile(path);
  for (;;) {
    const next = await lines.next();
    if (next.done === true) return next.value;
    const parsed = partSchema.safeParse(next.value.value);
    if (!parsed.success) throw new BackupFileError(`${path}: line ${next.value.line} is damaged.`);
    yield parsed.data;
  }
}

/** What a tenant's file contains. */
export interface TenantContent {
  /** Runs, dead letters, keys of each family, and rows of each table of the history. */
  counts: Map<string, number>;
  /** Of all values in Redis. */
  bytes: number;
  historyRows: number;
  sha256: string;
}

/** Reads a tenant's whole file. @throws BackupFileError */
export async function checkTenantFile(path: string): Promise<TenantContent> {
  const content: TenantContent = { counts: new Map(), bytes: 0, historyRows: 0, sha256: '' };
  const parts = readTenantFile(path);
  for (;;) {
    const next = await parts.next();
    if (next.done === true) return { ...content, sha256: next.value };
    countPart(content.counts, next.value);
    if (next.value.kind === 'key') content.bytes += next.value.key.dump.length;
    if (next.value.kind === 'history') content.historyRows += next.value.rows.length;
    if (next.value.kind === 'run')
      for (const { content: value } of next.value.run.keys)
        content.bytes +=
          'dump' in value ? value.dump.length : value.fields.reduce((sum, [, field]) => sum + field.length, 0);
  }
}

/** Adds a part to counts by what it is. */
export function countPart(counts: Map<string, number>, part: TenantPart): void {
  const [name, by] = nameOf(part);
  counts.set(name, (counts.get(name) ?? 0) + by);
}

function nameOf(part: TenantPart): [name: string, count: number] {
  switch (part.kind) {
    case 'run':
      return [part.run.finishedAt === null ? 'runs that await a reply' : 'finished runs', 1];
    case 'key':
      return [part.key.family, 1];
    case 'letter':
      return ['dead letters', 1];
    case 'history':
      return [`history: ${part.table}`, part.rows.length];
  }
}
