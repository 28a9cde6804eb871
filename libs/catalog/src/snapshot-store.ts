import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { schemaSnapshot, type SchemaSnapshot } from '@querent/contracts';
import type { Redis } from 'ioredis';
import { z } from 'zod';

const compress = promisify(gzip);
const decompress = promisify(gunzip);
const compressAbove = 64 * 1024;
const refreshChannel = 'querent:refresh-connection';

export const connectionStates = ['ready', 'preparing', 'unavailable', 'misconfigured'] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** Where a connection stands, as its executor last said. */
export interface ConnectionStatus {
  state: ConnectionState;
  /** ISO 8601; null where no executor has reported yet. */
  since: string | null;
  /** For administrators and the log. */
  detail?: string;
}

const statusSchema = z.object({ state: z.enum(connectionStates), since: z.string().nullable(), detail: z.string().optional() });

/** What changes with a snapshot; read with one GET. */
export interface SnapshotRevision {
  fingerprint: string;
  /** SHA-256 of the stored values, whatever their order: with it, an answer's matched values may have changed. */
  values: string;
  /** SHA-256 of all but the time it was taken. */
  content: string;
}

/** Schema snapshots and connection states in Redis, one hash slot a connection. Written by the executor, read by all. */
export class SnapshotStore {
  constructor(private readonly redis: Redis) {}

  /** Stores the snapshot and marks the connection ready, in one transaction. */
  async put(snapshot: SchemaSnapshot): Promise<void> {
    const keys = keysOf(snapshot.connection);
    const status = await this.nextStatus(snapshot.connection, 'ready');
    const replies = await this.redis
      .multi()
      .set(keys.snapshot, await pack(snapshot))
      .set(keys.revision, JSON.stringify(revisionOf(snapshot)))
      .set(keys.status, JSON.stringify(status))
      .exec();
    const failed = replies?.find(([error]) => error !== null)?.[0];
    if (!replies || failed) throw failed ?? new Error('The snapshot was not stored: the transaction was discarded.');
  }

  async get(connection: string): Promise<SchemaSnapshot | null> {
    const stored = await this.redis.getBuffer(keysOf(connection).snapshot);
    return stored === null ? null : unpack(stored);
  }

  async revision(connection: string): Promise<SnapshotRevision | null> {
    const stored = await this.redis.get(keysOf(connection).revision);
    return stored === null ? null : (JSON.parse(stored) as SnapshotRevision);
  }

  /** A connection nobody has reported on is being prepared. */
  async status(connection: string): Promise<ConnectionStatus> {
    const stored = await this.redis.get(keysOf(connection).status);
    return stored === null ? { state: 'preparing', since: null } : statusSchema.parse(JSON.parse(stored));
  }

  /** `since` moves only when the state changes. */
  async setStatus(connection: string, state: ConnectionState, detail?: string): Promise<void> {
    const status = await this.nextStatus(connection, state, detail);
    await this.redis.set(keysOf(connection).status, JSON.stringify(status));
  }

  /** Forgets a deleted connection. */
  async remove(connection: string): Promise<void> {
    const keys = keysOf(connection);
    await this.redis.del(keys.snapshot, keys.revision, keys.status);
  }

  /** Asks the executors to read a connection's schema now. */
  async requestRefresh(connection: string): Promise<void> {
    await this.redis.publish(refreshChannel, connection);
  }

  /** Calls back with the connection of every such request. `subscriber` is a connection of its own. */
  async onRefreshRequest(subscriber: Redis, listener: (connection: string) => void): Promise<void> {
    subscriber.on('message', (channel: string, connection: string) => {
      if (channel === refreshChannel) listener(connection);
    });
    await subscriber.subscribe(refreshChannel);
  }

  private async nextStatus(connection: string, state: ConnectionState, detail?: string): Promise<ConnectionStatus> {
    const before = await this.status(connection);
    const since = before.state === state && before.since !== null ? before.since : new Date().toISOString();
    return { state, since, ...(detail === undefined ? {} : { detail }) };
  }
}

function keysOf(connection: string): { snapshot: string; revision: string; status: string } {
  return { snapshot: `{conn:${connection}}:snapshot`, revision: `{conn:${connection}}:revision`, status: `{conn:${connection}}:status` };
}

async function pack(snapshot: SchemaSnapshot): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(snapshot), 'utf8');
  return json.length > compressAbove ? compress(json) : json;
}

/** Gzip announces itself by its first two bytes, JSON begins with a brace. */
async function unpack(stored: Buffer): Promise<SchemaSnapshot> {
  const json = stored[0] === 0x1f && stored[1] === 0x8b ? await decompress(stored) : stored;
  return schemaSnapshot.parse(JSON.parse(json.toString('utf8')));
}

function revisionOf(snapshot: SchemaSnapshot): SnapshotRevision {
  const values = snapshot.tables.flatMap((table) => table.columns.filter((column) => column.values).map((column) => [table.name, column.name, [...(column.values ?? [])].sort()]));
  return { fingerprint: snapshot.fingerprint, values: hash(values), content: hash({ ...snapshot, takenAt: '' }) };
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
