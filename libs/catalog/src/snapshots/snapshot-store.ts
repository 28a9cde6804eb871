import { createHash } from 'node:crypto';
import type { SchemaSnapshot } from '@querent/contracts';
import type { BilingualText } from '@querent/language';
import { redacted, RedisKeys, type RedisClient } from '@querent/platform';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { connectionOf } from '../audience';
import type { Problem } from '../files/problem';
import { roleFindingSchema, type RoleFinding } from './role-finding';
import { packSnapshot, unpackSnapshot } from './snapshot-lines';

export const connectionStates = ['ready', 'preparing', 'unavailable', 'misconfigured'] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** State of a connection for one audience, as last reported by its executor. */
export interface ConnectionStatus {
  state: ConnectionState;
  /** ISO 8601; null if no executor has reported yet. */
  since: string | null;
  /** For administrators and the log. */
  detail?: string;
  /** Excessive permissions of its login; absent until it was checked. */
  findings?: RoleFinding[];
  /** Parts of the model file that are omitted for this audience; absent until a model was resolved. */
  notes?: Problem[];
}

const noteSchema = z.object({
  file: z.string(),
  path: z.string(),
  // Made by an executor, perhaps of another version.
  message: z.string().transform((text) => text as BilingualText),
  line: z.number().optional(),
});
const statusSchema = z.object({
  state: z.enum(connectionStates),
  since: z.string().nullable(),
  detail: z.string().optional(),
  findings: z.array(roleFindingSchema).optional(),
  notes: z.array(noteSchema).optional(),
});

/** Digests of a snapshot; read with one GET. */
export interface SnapshotRevision {
  fingerprint: string;
  /** SHA-256 of the stored values, independent of their order; they affect the matched values of answers. */
  values: string;
  /** SHA-256 of everything except the time. */
  content: string;
  /** Login that read it: `loginDigest`. Another login sees other rows. */
  login: string;
  /** Time of the reading, ISO 8601; absent in those of older versions. */
  takenAt?: string;
}

/**
 * Schema snapshots and connection states in Redis, one hash slot per audience (`audienceOf`). The executor writes them;
 * all services read them.
 */
export class SnapshotStore {
  private readonly keys: RedisKeys;

  /** @param prefix of all keys */
  constructor(
    private readonly redis: RedisClient,
    prefix: string,
  ) {
    this.keys = new RedisKeys(prefix);
  }

  /** Stores the snapshot of an audience's login and marks the connection ready for it, in one transaction. */
  async put(
    audience: string,
    snapshot: SchemaSnapshot,
    { login = '', findings }: { login?: string; findings?: RoleFinding[] } = {},
  ): Promise<void> {
    const keys = this.keys.snapshot(audience);
    const status = await this.nextStatus(audience, 'ready', { findings });
    await this.redis.sadd(this.keys.audiences(connectionOf(audience)), audience);
    const replies = await this.redis
      .multi()
      .set(keys.snapshot, await packSnapshot(snapshot))
      .set(keys.revision, JSON.stringify(revisionOf(snapshot, login)))
      .set(keys.status, JSON.stringify(status))
      .exec();
    const failed = replies?.find(([error]) => error !== null)?.[0];
    if (!replies || failed) throw failed ?? new Error('The snapshot was not stored: the transaction was discarded.');
  }

  /**
   * Also null for a tenant's snapshot written by an older version: it may contain values that row security does not
   * cover. The executor's next read replaces it.
   */
  async get(audience: string): Promise<SchemaSnapshot | null> {
    const stored = await this.redis.getBuffer(this.keys.snapshot(audience).snapshot);
    const snapshot = stored === null ? null : await unpackSnapshot(stored);
    return snapshot?.closedFunctions === undefined && connectionOf(audience) !== audience ? null : snapshot;
  }

  async revision(audience: string): Promise<SnapshotRevision | null> {
    const stored = await this.redis.get(this.keys.snapshot(audience).revision);
    return stored === null ? null : (JSON.parse(stored) as SnapshotRevision);
  }

  /** `preparing` if no executor has reported. */
  async status(audience: string): Promise<ConnectionStatus> {
    const stored = await this.redis.get(this.keys.snapshot(audience).status);
    return stored === null ? { state: 'preparing', since: null } : statusSchema.parse(JSON.parse(stored));
  }

  /** `since` changes only with the state; findings and notes are kept until replaced. */
  async setStatus(audience: string, state: ConnectionState, detail?: string, findings?: RoleFinding[]): Promise<void> {
    const status = await this.nextStatus(audience, state, { detail, findings });
    await this.redis.sadd(this.keys.audiences(connectionOf(audience)), audience);
    await this.redis.set(this.keys.snapshot(audience).status, JSON.stringify(status));
  }

  /** Adds the omitted parts of the model file to the status. */
  async setNotes(audience: string, notes: readonly Problem[]): Promise<void> {
    await this.redis.set(
      this.keys.snapshot(audience).status,
      JSON.stringify({ ...(await this.status(audience)), notes }),
    );
  }

  /** Deletes an audience's snapshot; its status is kept. */
  async forget(audience: string): Promise<void> {
    const { snapshot, revision } = this.keys.snapshot(audience);
    await this.redis.del(snapshot, revision);
  }

  /** Deletes all data of an audience whose connection or tenant was removed. */
  async remove(audience: string): Promise<void> {
    await this.redis.del(...Object.values(this.keys.snapshot(audience)));
    await this.redis.srem(this.keys.audiences(connectionOf(audience)), audience);
  }

  /** The audiences of a connection with stored data, even if no longer configured. */
  async audiences(connection: string): Promise<string[]> {
    return this.redis.smembers(this.keys.audiences(connection));
  }

  /** Requests that the executors read a connection's schema now. */
  async requestRefresh(connection: string): Promise<void> {
    await this.redis.publish(this.keys.refreshConnection(), connection);
  }

  /** Calls `listener` with the connection of every refresh request. `subscriber` must be a dedicated connection. */
  async onRefreshRequest(subscriber: Redis, listener: (connection: string) => void): Promise<void> {
    subscriber.on('message', (channel: string, connection: string) => {
      if (channel === this.keys.refreshConnection()) listener(connection);
    });
    await subscriber.subscribe(this.keys.refreshConnection());
  }

  private async nextStatus(
    audience: string,
    state: ConnectionState,
    { detail, findings }: Pick<ConnectionStatus, 'detail' | 'findings'>,
  ): Promise<ConnectionStatus> {
    const before = await this.status(audience);
    const since = before.state === state && before.since !== null ? before.since : new Date().toISOString();
    const found = findings ?? before.findings;
    return {
      state,
      since,
      ...(detail === undefined ? {} : { detail: redacted(detail) }),
      ...(found === undefined ? {} : { findings: found }),
      ...(before.notes === undefined ? {} : { notes: before.notes }),
    };
  }
}

function revisionOf(snapshot: SchemaSnapshot, login: string): SnapshotRevision {
  const values = createHash('sha256');
  const content = createHash('sha256');
  const { tables, ...head } = snapshot;
  content.update(JSON.stringify([{ ...head, takenAt: '' }, login]));
  // Table by table, because the text of all tables is as large as the snapshot.
  for (const table of tables) {
    content.update(JSON.stringify(table));
    for (const column of table.columns)
      if (column.values) values.update(JSON.stringify([table.name, column.name, [...column.values].sort()]));
  }
  return {
    fingerprint: snapshot.fingerprint,
    values: values.digest('hex'),
    content: content.digest('hex'),
    login,
    takenAt: snapshot.takenAt,
  };
}
