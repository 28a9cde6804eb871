import { fnv1a } from '@querent/contracts';

/**
 * Builds every Redis key and channel of the product. key-families.ts lists the owner and the lifetime of each family of
 * keys; a spec compares the two. Keys that one script or transaction uses share a hash tag (`{…}`), and so a slot of a
 * cluster.
 */

/**
 * Number of partitions of runs, each with a deadline index in the slot of its runs. Changing the number orphans the
 * deadlines of active runs: drain first.
 */
const PARTITIONS = 16;

/**
 * Encodes a name as a part of a key: it must not end the part or change the hash slot, and must be unique. JSON first,
 * because a lone surrogate cannot be percent-encoded otherwise.
 */
export const keyPart = (name: string): string => encodeURIComponent(JSON.stringify(name).slice(1, -1));

/**
 * Encodes the name of a tenant or key in the keys of runs' lists and of idempotency: tenant `a:b` must not collide with
 * key `b` of tenant `a`. Names without a colon are unchanged, as in earlier versions.
 */
export const ownerPart = (name: string): string => name.replace(/[%:]/g, encodeURIComponent);

/** Prefix of the keys of BullMQ's queues; with the braces, all of them share a slot. */
export const queuePrefix = (prefix: string): string => `{${prefix}}`;

/**
 * A key of BullMQ.
 * @param prefix as `queuePrefix` returns it
 */
export const queueKey = (prefix: string, queue: string, part: 'wait' | 'prioritized' | 'active'): string =>
  `${prefix}:${queue}:${part}`;

/** Escapes a text for a Redis glob pattern. */
const literal = (text: string): string => text.replace(/[\\*?[\]^-]/g, '\\$&');

/** The owner of a conversation or habit, and its connection. */
interface HabitOwner {
  tenant: string;
  keyName: string;
  connection: string;
}

/** The keys of one installation. */
export class RedisKeys {
  /** @param prefix of all keys, without braces; installations that share a server need different ones */
  constructor(readonly prefix: string) {}

  /** Hash: the run. */
  run(id: string): string {
    return `${this.slot(id)}:run:${id}`;
  }

  /** Stream: the run's events; entry id = `<seq>-0`. */
  events(id: string): string {
    return `${this.slot(id)}:run:${id}:events`;
  }

  /** String or hash stored beside the run (claim check). */
  blob(id: string, name: string): string {
    return `${this.slot(id)}:run:${id}:blob:${name}`;
  }

  /** Sorted set: run id by the time (ms) at which the sweeper must check it. */
  due(id: string): string {
    return `${this.slot(id)}:due`;
  }

  /** Hash: `s:<status>` → unfinished runs in that state; `t:<tenant>` → the tenant's active runs. */
  census(id: string): string {
    return `${this.slot(id)}:census`;
  }

  allCensuses(): string[] {
    return this.partitions().map(({ census }) => census);
  }

  /** Deadline index, census and key prefix of the runs of each partition. */
  partitions(): { due: string; census: string; runPrefix: string }[] {
    return this.slots().map((slot) => ({ due: `${slot}:due`, census: `${slot}:census`, runPrefix: `${slot}:run:` }));
  }

  /** Hash of the turns: see turns.ts. */
  turns(): string {
    return `${this.prefix}:turns`;
  }

  /** Sorted set: `<run id>:<version>` of every pending callback, by the time (ms) of its next call. */
  callbacks(id: string): string {
    return `${this.slot(id)}:callbacks`;
  }

  /** Hash: `<run id>:<version>` → number of failed calls. */
  callbackTries(id: string): string {
    return `${this.slot(id)}:callback-tries`;
  }

  allCallbacks(): string[] {
    return this.slots().map((slot) => `${slot}:callbacks`);
  }

  allDue(): string[] {
    return this.slots().map((slot) => `${slot}:due`);
  }

  /**
   * Sorted sets of run ids by creation time, of one partition: the requesting key's and the tenant's. They are in the
   * slot of the runs, so that a run is listed in the step that creates it; readers merge the partitions.
   */
  listsOf(id: string, tenant: string, keyName: string): [ofKey: string, ofTenant: string] {
    return [
      `${this.slot(id)}:runs:${ownerPart(tenant)}:${ownerPart(keyName)}`,
      `${this.slot(id)}:runs:${ownerPart(tenant)}`,
    ];
  }

  /** The lists of a key, or of a tenant, in all partitions. */
  allLists(tenant: string, keyName?: string): string[] {
    const owner = keyName === undefined ? ownerPart(tenant) : `${ownerPart(tenant)}:${ownerPart(keyName)}`;
    return this.slots().map((slot) => `${slot}:runs:${owner}`);
  }

  /**
   * Index of a tenant's finished runs: a sorted set of their ids by the time (ms) at which their records expire, and a
   * hash of their bytes.
   */
  kept(tenant: string): [ends: string, bytes: string] {
    const slot = `${this.prefix}:{kept:${encodeURIComponent(JSON.stringify(tenant).slice(1, -1))}}`;
    return [`${slot}:ends`, `${slot}:bytes`];
  }

  idempotency(tenant: string, keyName: string, key: string): string {
    return `${this.prefix}:idempotency:${ownerPart(tenant)}:${ownerPart(keyName)}:${key}`;
  }

  deadLetters(): string {
    return `${this.prefix}:dead-letters`;
  }

  /** String that a durability barrier writes, in the run's slot, because the barrier waits at the run's server. */
  barrier(id: string): string {
    return `${this.slot(id)}:barrier`;
  }

  /** Pub/sub channel: `<run id> <status>` after every change of any run. */
  changed(): string {
    return `${this.prefix}:changed`;
  }

  /**
   * Pub/sub channel: the id of every cancelled run. Workers subscribe to this channel only: being notified of every
   * change of every run cost more than their work.
   */
  cancelled(): string {
    return `${this.prefix}:cancelled`;
  }

  /** Pub/sub channel: the id of a run with a new callback. */
  callbackWanted(): string {
    return `${this.prefix}:callback-wanted`;
  }

  /** Pattern of the keys of all runs, with their events and blobs. */
  allRuns(): string {
    return `${this.prefix}:{r*}:run:*`;
  }

  /** String: number of questions of a tenant in a minute since 1970. */
  quota(tenant: string, minute: number): string {
    return `${this.prefix}:quota:${tenant}:${minute}`;
  }

  /** String: number of ratings by a key in a minute since 1970. */
  feedbackQuota(tenant: string, keyName: string, minute: number): string {
    return `${this.prefix}:feedback-quota:${JSON.stringify([tenant, keyName])}:${minute}`;
  }

  /** Hash: name of a key → its rating of the run. */
  feedback(id: string): string {
    return `${this.prefix}:{feedback:${id}}`;
  }

  /** String: tokens of language models that a tenant has used on a day, `2026-11-28`. */
  dayTokens(tenant: string, day: string): string {
    return `${this.prefix}:{tokens:${keyPart(tenant)}}:${day}`;
  }

  /** Hash: the turns of a conversation. */
  conversation({ tenant, keyName, connection }: HabitOwner, id: string): string {
    return `${this.prefix}:conversation:${[tenant, keyName, connection, id].map(keyPart).join(':')}`;
  }

  /** Hash: the habits of one owner. */
  habits({ tenant, keyName, connection }: HabitOwner): string {
    return `${this.prefix}:{habits:${keyPart(tenant)}}:of:${keyPart(keyName)}:${keyPart(connection)}`;
  }

  /** Set: the owners of a tenant who have habits. */
  habitual(tenant: string): string {
    return `${this.prefix}:{habits:${keyPart(tenant)}}:principals`;
  }

  /** Samples that were added for a tenant and a connection. */
  samples(
    tenant: string,
    connection: string,
  ): { entries: string; revision: string; counts: string; votes(run: string): string } {
    const slot = `${this.prefix}:{samples:${keyPart(tenant)}:${keyPart(connection)}}`;
    return {
      entries: `${slot}:entries`,
      revision: `${slot}:revision`,
      counts: `${slot}:counts`,
      votes: (run) => `${slot}:votes:${keyPart(run)}`,
    };
  }

  /** Retirements, for one audience, of samples in files. */
  fileSamples(audience: string): { retired: string; revision: string } {
    const slot = `${this.prefix}:{file-samples:${keyPart(audience)}}`;
    return { retired: `${slot}:retired`, revision: `${slot}:revision` };
  }

  /** The schema snapshot of an audience's database. */
  snapshot(audience: string): Record<'snapshot' | 'revision' | 'status', string> {
    const slot = `${this.prefix}:{conn:${audience}}`;
    return { snapshot: `${slot}:snapshot-lines`, revision: `${slot}:revision`, status: `${slot}:status` };
  }

  /** Set: the audiences of a connection. */
  audiences(connection: string): string {
    return `${this.prefix}:{conn:${connection}}:audiences`;
  }

  /** Pub/sub channel: the connection whose schema must be read again. */
  refreshConnection(): string {
    return `${this.prefix}:refresh-connection`;
  }

  /** The exact cache of an audience. */
  exactCache(audience: string): Record<'version' | 'entries' | 'used', string> {
    const slot = `${this.prefix}:{l1:${audience}}`;
    return { version: `${slot}:version`, entries: `${slot}:entries`, used: `${slot}:used` };
  }

  /**
   * Glob pattern of a key of all exact caches.
   * @param audiences glob pattern of the audiences; `audienceOf` reads the audience from a key that matched
   */
  exactCaches(part: 'version' | 'entries', audiences: string): { pattern: string; audienceOf(key: string): string } {
    const [before, behind] = [`${this.prefix}:{l1:`, `}:${part}`];
    return { pattern: `${before}${audiences}${behind}`, audienceOf: (key) => key.slice(before.length, -behind.length) };
  }

  /** String: the run that computes an exact answer. */
  flight(audience: string, field: string): string {
    return `${this.prefix}:{l1:${audience}}:flight:${field}`;
  }

  /** The semantic cache of a tenant and audience. */
  semanticCache(tenant: string, audience: string): Record<'entries' | 'used', string> {
    const slot = `${this.prefix}:{l2:${encodeURIComponent(tenant)}:${encodeURIComponent(audience)}}`;
    return { entries: `${slot}:entries`, used: `${slot}:used` };
  }

  /** Pattern of the entries of all semantic caches; `groupOf` reads tenant and audience from a key that matched. */
  semanticCaches(): { pattern: string; groupOf(key: string): { tenant: string; audience: string } } {
    const before = `${this.prefix}:{l2:`;
    return {
      pattern: `${before}*}:entries`,
      groupOf(key) {
        const [tenant = '', audience = ''] = key
          .slice(before.length, key.indexOf('}'))
          .split(':')
          .map(decodeURIComponent);
        return { tenant, audience };
      },
    };
  }

  /** String: explored values, under the digest of the exploration. */
  explored(digest: string): string {
    return `${this.prefix}:explored:${digest}`;
  }

  /** Prefix of the vectors of one purpose and scope. @param scope its digest */
  vectors(purpose: string, scope: string): string {
    return `${this.prefix}:{vectors:${purpose}:${scope}}`;
  }

  /** Pattern of one part of the collections of a name, in all scopes. */
  vectorParts(purpose: string, name: string, part: string): string {
    return `${literal(this.prefix)}:{vectors:${purpose}:*}:${literal(name)}:${part}`;
  }

  /** Pattern of the keys of all vectors; `read` returns null for any other key. */
  allVectors(): { pattern: string; read(key: string): { purpose: string; scope: string; rest: string } | null } {
    const before = `${this.prefix}:{vectors:`;
    return {
      pattern: `${literal(this.prefix)}:{vectors:*}:*`,
      read(key) {
        const found = key.startsWith(before) ? /^([^:{}]+):([^:{}]+)\}:(.+)$/s.exec(key.slice(before.length)) : null;
        return found === null ? null : { purpose: found[1] ?? '', scope: found[2] ?? '', rest: found[3] ?? '' };
      },
    };
  }

  /** String: lease of the process that updates a scope's vectors. */
  vectorsLease(digest: string): string {
    return `${this.prefix}:vectors-lease:${digest}`;
  }

  /**
   * An audit trail: a stream of entries, and the link of the last one.
   * @param tenant '' for requests without a tenant; versions before tenants had trails wrote all entries there
   */
  auditTrail(tenant: string): Record<'trail' | 'head', string> {
    const [slot, part] = [`${this.prefix}:{audit}`, tenant === '' ? '' : `:${keyPart(tenant)}`];
    return { trail: `${slot}:trail${part}`, head: `${slot}:head${part}` };
  }

  /** Hash: the erasures that are not finished. */
  erasures(): string {
    return `${this.prefix}:erasures`;
  }

  /** String: lease of the process that erases. */
  erasing(): string {
    return `${this.prefix}:erasing`;
  }

  private slots(): string[] {
    return Array.from({ length: PARTITIONS }, (_, partition) => `${this.prefix}:{r${partition}}`);
  }

  private slot(id: string): string {
    return `${this.prefix}:{r${fnv1a(id) % PARTITIONS}}`;
  }
}
