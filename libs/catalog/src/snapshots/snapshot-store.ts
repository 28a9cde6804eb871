import { createHash } from 'node:crypto';
import type { SchemaSnapshot } from '@querent/contracts';
import { redacted, RedisKeys, type RedisClient } from '@querent/platform';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { connectionOf } from '../audience';
import type { Problem } from '../files/problem';
import { roleFindingSchema, type RoleFinding } from './role-finding';
import { packSnapshot, unpackSnapshot } from './snapshot-lines';

export const connectionStates = ['ready', 'preparing', 'unavailable', 'misconfigured'] as const;
export type ConnectionState = (typeof connectionStates)[number];

/** Where a connection stands for one audience, as its executor last said. */
export interface ConnectionStatus {
  state: ConnectionState;
  /** ISO 8601; null where no executor has reported yet. */
  since: string | null;
  /** For administrators and the log. */
  detail?: string;
  /** What its login may do that it should not; absent until somebody has looked. */
  findings?: RoleFinding[];
  /** Parts of the model file that are absent for this audience; absent until a model was made. */
  notes?: Problem[];
}

const noteSchema = z.object({ file: z.string(), path: z.string(), message: z.string(), line: z.number().optional() });
const statusSchema = z.object({
  state: z.enum(connectionStates),
  since: z.string().nullable(),
  detail: z.string().optional(),
  findings: z.array(roleFindingSchema).optional(),
  notes: z.array(noteSchema).optional(),
});

/** What changes with a snapshot; read with one GET. */
export interface SnapshotRevision {
  fingerprint: string;
  /** SHA-256 of the stored values, whatever their order: with it, an answer's matched values may have changed. */
  values: string;
  /** SHA-256 of all but the time it was taken. */
  content: string;
  /** Whose eyes it was read with: `loginDigest`. Another login sees other rows. */
  login: string;
}

/**
 * Schema snapshots and connection states in Redis, one hash slot an audience (`audienceOf`). Written by the executor,
 * read by all.
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

  /** Stores the snapshot that an audience's login gave, and marks the connection ready for it, in one transaction. */
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
   * Null also for a tenant's that an older version wrote: it may hold values which row security does not reach. The
   * executor's next look replaces it.
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

  /** What nobody has reported on is being prepared. */
  async status(audience: string): Promise<ConnectionStatus> {
    const stored = await this.redis.get(this.keys.snapshot(audience).status);
    return stored === null ? { state: 'preparing', since: null } : statusSchema.parse(JSON.parse(stored));
  }

  /** `since` moves only when the state changes; findings and notes stay until there are others. */
  async setStatus(audience: string, state: ConnectionState, detail?: string, findings?: RoleFinding[]): Promise<void> {
    const status = await this.nextStatus(audience, state, { detail, findings });
    await this.redis.sadd(this.keys.audiences(connectionOf(audience)), audience);
    await this.redis.set(this.keys.snapshot(audience).status, JSON.stringify(status));
  }

  /** Says with the status what of the model file is absent for the audience. */
  async setNotes(audience: string, notes: readonly Problem[]): Promise<void> {
    await this.redis.set(
      this.keys.snapshot(audience).status,
      JSON.stringify({ ...(await this.status(audience)), notes }),
    );
  }

  /** Forgets what an audience's login saw; where it stands is kept. */
  async forget(audience: string): Promise<void> {
    const { snapshot, revision } = this.keys.snapshot(audience);
    await this.redis.del(snapshot, revision);
  }

  /** Forgets the audience of a deleted connection or tenant. */
  async remove(audience: string): Promise<void> {
    await this.redis.del(...Object.values(this.keys.snapshot(audience)));
    await this.redis.srem(this.keys.audiences(connectionOf(audience)), audience);
  }

  /** The audiences of a connection that anything is stored of, whether or not they are still configured. */
  async audiences(connection: string): Promise<string[]> {
    return this.redis.smembers(this.keys.audiences(connection));
  }

  /** Asks the executors to read a connection's schema now. */
  async requestRefresh(connection: string): Promise<void> {
    await this.redis.publish(this.keys.refreshConnection(), connection);
  }

  /** Calls back with the connection of every such request. `subscriber` is a connection of its own. */
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
  // Table by table: the text of them all at once is as big as the snapshot.
  for (const table of tables) {
    content.update(JSON.stringify(table));
    for (const column of table.columns)
      if (column.values) values.update(JSON.stringify([table.name, column.name, [...column.values].sort()]));
  }
  return { fingerprint: snapshot.fingerprint, values: values.digest('hex'), content: content.digest('hex'), login };
}
