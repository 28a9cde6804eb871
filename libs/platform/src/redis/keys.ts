/**
 * Builds every key that the product writes into Redis, and every channel; key-families.ts says of each kind whose it is and how long it
 * lives, and a spec holds the two to each other. What one script or transaction touches shares a hash tag (`{…}`), and so a slot of a cluster.
 */

/**
 * Runs are spread over this many partitions, each with its own deadline index in the slot of its runs. Changing the
 * number strands the deadlines of runs that are under way: drain first.
 */
const PARTITIONS = 16;

/** FNV-1a, 32 bit (http://www.isthe.com/chongo/tech/comp/fnv/): spreads run ids over the partitions. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

/**
 * A name as a part of a key: it must neither end the part nor move the hash slot, and no two names share one. JSON first: a lone
 * surrogate cannot be encoded otherwise.
 */
export const keyPart = (name: string): string => encodeURIComponent(JSON.stringify(name).slice(1, -1));

/**
 * A name of a tenant or key as a part of the keys of runs' lists and of idempotency: `a:b` of one must not be key `b` of tenant `a`. Names
 * without a colon stand as they are, as in versions before.
 */
export const ownerPart = (name: string): string => name.replace(/[%:]/g, encodeURIComponent);

/** What the keys of BullMQ's queues begin with; the braces make all of them share a slot. */
export const queuePrefix = (prefix: string): string => `{${prefix}}`;

/** Text as it stands in a pattern of Redis. */
const literal = (text: string): string => text.replace(/[\\*?[\]^-]/g, '\\$&');

/** Whom a conversation or habit belongs to, and the connection that it is about. */
interface Asker {
  tenant: string;
  keyName: string;
  connection: string;
}

/** The keys of one installation. */
export class RedisKeys {
  /** @param prefix of all keys, without a brace: installations that share a server differ by it */
  constructor(readonly prefix: string) {}

  /** Hash: the run. */
  run(id: string): string {
    return `${this.slot(id)}:run:${id}`;
  }

  /** Stream: the run's events; entry id = `<seq>-0`. */
  events(id: string): string {
    return `${this.slot(id)}:run:${id}:events`;
  }

  /** String or list kept beside the run (claim check). */
  blob(id: string, name: string): string {
    return `${this.slot(id)}:run:${id}:blob:${name}`;
  }

  /** Sorted set: run id by the time (ms) at which the sweeper must look at it. */
  due(id: string): string {
    return `${this.slot(id)}:due`;
  }

  /** Hash: `s:<status>` → runs in that state, of those that are not over; `t:<tenant>` → its runs under way. */
  census(id: string): string {
    return `${this.slot(id)}:census`;
  }

  allCensuses(): string[] {
    return this.partitions().map(({ census }) => census);
  }

  /** Of every partition: the deadline index, the census, and what the keys of its runs begin with. */
  partitions(): { due: string; census: string; runsBegin: string }[] {
    return this.slots().map((slot) => ({ due: `${slot}:due`, census: `${slot}:census`, runsBegin: `${slot}:run:` }));
  }

  /** Hash of the turns: see turns.ts. */
  turns(): string {
    return `${this.prefix}:turns`;
  }

  /** Sorted set: `<run id>:<version>` of every callback to make, by the time (ms) of its next try. */
  callbacks(id: string): string {
    return `${this.slot(id)}:callbacks`;
  }

  /** Hash: `<run id>:<version>` → how often its callback was tried. */
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
   * Sorted sets of run ids by creation time, of one partition: the asking key's and the tenant's. Kept beside the runs, so
   * that a run is listed in the step that creates it; a reader merges the partitions.
   */
  listsOf(id: string, tenant: string, keyName: string): [ofKey: string, ofTenant: string] {
    return [`${this.slot(id)}:runs:${ownerPart(tenant)}:${ownerPart(keyName)}`, `${this.slot(id)}:runs:${ownerPart(tenant)}`];
  }

  /** Every partition's list of a key, or of a tenant. */
  allLists(tenant: string, keyName?: string): string[] {
    const owner = keyName === undefined ? ownerPart(tenant) : `${ownerPart(tenant)}:${ownerPart(keyName)}`;
    return this.slots().map((slot) => `${slot}:runs:${owner}`);
  }

  /** Of a tenant's finished runs: a sorted set of their ids by the time (ms) at which their records end, and a hash of their bytes. */
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

  /** String that a durability barrier writes: in the run's slot, for it waits at the server that has the run. */
  barrier(id: string): string {
    return `${this.slot(id)}:barrier`;
  }

  /** Pub/sub channel: `<run id> <status>` after every change of any run. */
  changed(): string {
    return `${this.prefix}:changed`;
  }

  /** Pub/sub channel: the id of every run that was cancelled. Workers listen here alone: being woken by every change of every run cost more than their work. */
  cancelled(): string {
    return `${this.prefix}:cancelled`;
  }

  /** Pub/sub channel: the id of a run whose asker is to be called back now. */
  callbackWanted(): string {
    return `${this.prefix}:callback-wanted`;
  }

  /** Matches the keys of all runs, and of what lies beside them. */
  allRuns(): string {
    return `${this.prefix}:{r*}:run:*`;
  }

  /** String: questions of a tenant in a minute since 1970. */
  quota(tenant: string, minute: number): string {
    return `${this.prefix}:quota:${tenant}:${minute}`;
  }

  /** String: ratings of a key in a minute since 1970. */
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
  conversation({ tenant, keyName, connection }: Asker, id: string): string {
    return `${this.prefix}:conversation:${[tenant, keyName, connection, id].map(keyPart).join(':')}`;
  }

  /** Hash: what an asker always chooses. */
  habits({ tenant, keyName, connection }: Asker): string {
    return `${this.prefix}:{habits:${keyPart(tenant)}}:of:${keyPart(keyName)}:${keyPart(connection)}`;
  }

  /** Set: the askers of a tenant who have habits. */
  habitual(tenant: string): string {
    return `${this.prefix}:{habits:${keyPart(tenant)}}:principals`;
  }

  /** Of the samples that a tenant's answers gave for a connection. */
  samples(tenant: string, connection: string): { entries: string; revision: string; counts: string; votes(run: string): string } {
    const slot = `${this.prefix}:{samples:${keyPart(tenant)}:${keyPart(connection)}}`;
    return { entries: `${slot}:entries`, revision: `${slot}:revision`, counts: `${slot}:counts`, votes: (run) => `${slot}:votes:${keyPart(run)}` };
  }

  /** Of the samples in files: which of them an audience does without. */
  fileSamples(audience: string): { retired: string; revision: string } {
    const slot = `${this.prefix}:{file-samples:${keyPart(audience)}}`;
    return { retired: `${slot}:retired`, revision: `${slot}:revision` };
  }

  /** Of what is known of an audience's database. */
  snapshot(audience: string): Record<'snapshot' | 'revision' | 'status', string> {
    const slot = `${this.prefix}:{conn:${audience}}`;
    return { snapshot: `${slot}:snapshot-lines`, revision: `${slot}:revision`, status: `${slot}:status` };
  }

  /** Set: the audiences of a connection. */
  audiences(connection: string): string {
    return `${this.prefix}:{conn:${connection}}:audiences`;
  }

  /** Pub/sub channel: the connection whose schema is to be read anew. */
  refreshConnection(): string {
    return `${this.prefix}:refresh-connection`;
  }

  /** The exact cache of an audience. */
  exactCache(audience: string): Record<'version' | 'entries' | 'used', string> {
    const slot = `${this.prefix}:{l1:${audience}}`;
    return { version: `${slot}:version`, entries: `${slot}:entries`, used: `${slot}:used` };
  }

  /** Matches that key of the exact cache of every audience which fits a pattern; `audienceOf` reads it from a key. */
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

  /** Matches the entries of the semantic cache of every tenant and audience; `placeOf` reads both from a key. */
  semanticCaches(): { pattern: string; placeOf(key: string): { tenant: string; audience: string } } {
    const before = `${this.prefix}:{l2:`;
    return {
      pattern: `${before}*}:entries`,
      placeOf(key) {
        const [tenant = '', audience = ''] = key.slice(before.length, key.indexOf('}')).split(':').map(decodeURIComponent);
        return { tenant, audience };
      },
    };
  }

  /** String: values that were looked at, under the digest of all that decides what is seen. */
  explored(digest: string): string {
    return `${this.prefix}:explored:${digest}`;
  }

  /** What the keys of a scope's vectors of one purpose begin with. @param scope a digest */
  vectors(purpose: string, scope: string): string {
    return `${this.prefix}:{vectors:${purpose}:${scope}}`;
  }

  /** Matches a part of the collections of that name, of every scope. */
  vectorParts(purpose: string, name: string, part: string): string {
    return `${literal(this.prefix)}:{vectors:${purpose}:*}:${literal(name)}:${part}`;
  }

  /** Matches the keys of all vectors; `read` takes one apart, and is null for any other key. */
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

  /** String: whoever brings a scope's vectors up to date. */
  vectorsLease(digest: string): string {
    return `${this.prefix}:vectors-lease:${digest}`;
  }

  /**
   * An audit trail: its entries, a stream, and the link of the last one.
   * @param tenant '' for what is of no tenant; versions before tenants had trails wrote every tenant's entries there
   */
  auditTrail(tenant: string): Record<'trail' | 'head', string> {
    const [slot, part] = [`${this.prefix}:{audit}`, tenant === '' ? '' : `:${keyPart(tenant)}`];
    return { trail: `${slot}:trail${part}`, head: `${slot}:head${part}` };
  }

  /** Hash: the erasures that are not whole yet. */
  erasures(): string {
    return `${this.prefix}:erasures`;
  }

  /** String: whoever erases at the moment. */
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
