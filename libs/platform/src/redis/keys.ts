import { fnv1a } from '@querent/contracts';
import { keyBuilder, type BuildKey } from './key-families';

/**
 * Builds every Redis key and channel of the product from the patterns of key-families.ts, which lists the owner and the
 * lifetime of each family. Keys that one script or transaction uses share a hash tag (`{…}`), and so a slot of a
 * cluster.
 */

/**
 * Number of partitions of runs, each with a deadline index in the slot of its runs. Changing the number orphans the
 * deadlines of active runs: drain first.
 */
const PARTITIONS = 16;
const partitions = Array.from({ length: PARTITIONS }, (_, n) => n);
const partitionOf = (run: string): number => fnv1a(run) % PARTITIONS;
/** As the last character of an id, each gives another partition: they differ in their lowest four bits. */
const LAST = [...'abcdefghijklmnop'];

/** The id with another last character, of the n-th partition, cyclically. */
export function idInPartition(id: string, n: number): string {
  const ids = LAST.map((last) => id.slice(0, -1) + last);
  return ids.find((one) => partitionOf(one) === n % PARTITIONS) ?? id;
}

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

const ownerOf = (tenant: string, keyName?: string): string =>
  keyName === undefined ? ownerPart(tenant) : `${ownerPart(tenant)}:${ownerPart(keyName)}`;

/** Escapes a text for a Redis glob pattern. */
const literal = (text: string): string => text.replace(/[\\*?[\]^-]/g, '\\$&');

/** The owner of a conversation or habit, and its connection. */
interface HabitOwner {
  tenant: string;
  keyName: string;
  connection: string;
}

/** The keys of a partition about the history. */
export interface HistoryKeys {
  due: string;
  inUse: string;
}

/** The keys of one installation. */
export class RedisKeys {
  private readonly key: BuildKey;

  /** @param prefix of all keys, without braces; installations that share a server need different ones */
  constructor(readonly prefix: string) {
    this.key = keyBuilder(prefix);
  }

  /** Pattern of all keys except those of queues. */
  all(): string {
    return `${literal(this.prefix)}:*`;
  }

  /** Hash: the run. */
  run(id: string): string {
    return this.key('runs', { n: partitionOf(id), run: id });
  }

  /** List: the run's events, oldest first, as `<seq> <kind> <JSON>`. */
  events(id: string): string {
    return this.key('events of runs', { n: partitionOf(id), run: id });
  }

  /** Stream: the events that a version before 0.2.0 wrote; entry id = `<seq>-0`. */
  earlierEvents(id: string): string {
    return this.key('events of runs, before 0.2.0', { n: partitionOf(id), run: id });
  }

  /** String or hash stored beside the run (claim check). */
  blob(id: string, name: string): string {
    return this.key('results and large parts of runs', { n: partitionOf(id), run: id, name });
  }

  /** Sorted set: run id by the time (ms) at which the sweeper must check it. */
  due(id: string): string {
    return this.key('deadlines', { n: partitionOf(id) });
  }

  /** Hash: `s:<status>` → unfinished runs in that state; `t:<tenant>` → the tenant's active runs. */
  census(id: string): string {
    return this.key('census', { n: partitionOf(id) });
  }

  allCensuses(): string[] {
    return this.partitions().map(({ census }) => census);
  }

  /** Deadline index, census and key prefix of the runs of each partition. */
  partitions(): { due: string; census: string; runPrefix: string }[] {
    return partitions.map((n) => ({
      due: this.key('deadlines', { n }),
      census: this.key('census', { n }),
      runPrefix: this.key('runs', { n, run: '' }),
    }));
  }

  /**
   * Of one partition. `due`: sorted set of the ids of finished runs by the time (ms) at which they may move to the
   * history; `inUse`: string, present while the installation has a history: the time in Redis after the end, ms.
   */
  forHistory(id: string): HistoryKeys {
    return this.historyKeys(partitionOf(id));
  }

  allForHistory(): HistoryKeys[] {
    return partitions.map((n) => this.historyKeys(n));
  }

  private historyKeys(n: number): HistoryKeys {
    return { due: this.key('runs for the history', { n }), inUse: this.key('history in use', { n }) };
  }

  /** Hash of the turns: see turns.ts. */
  turns(): string {
    return this.key('turns', {});
  }

  /** Sorted set: `<run id>:<version>` of every pending callback, by the time (ms) of its next call. */
  callbacks(id: string): string {
    return this.key('webhooks due', { n: partitionOf(id) });
  }

  /** Hash: `<run id>:<version>` → number of failed calls. */
  callbackTries(id: string): string {
    return this.key('tries at webhooks', { n: partitionOf(id) });
  }

  allCallbacks(): string[] {
    return partitions.map((n) => this.key('webhooks due', { n }));
  }

  allDue(): string[] {
    return this.partitions().map(({ due }) => due);
  }

  /**
   * Sorted sets of run ids by creation time, of one partition: the requesting key's and the tenant's. They are in the
   * slot of the runs, so that a run is listed in the step that creates it; readers merge the partitions.
   */
  listsOf(id: string, tenant: string, keyName: string): [ofKey: string, ofTenant: string] {
    const n = partitionOf(id);
    return [
      this.key('lists of runs', { n, owner: ownerOf(tenant, keyName) }),
      this.key('lists of runs', { n, owner: ownerOf(tenant) }),
    ];
  }

  /** The lists of a key, or of a tenant, in all partitions. */
  allLists(tenant: string, keyName?: string): string[] {
    return partitions.map((n) => this.key('lists of runs', { n, owner: ownerOf(tenant, keyName) }));
  }

  /**
   * Index of a tenant's finished runs: a sorted set of their ids by the time (ms) at which their records expire, and a
   * hash of their bytes.
   */
  kept(tenant: string): [ends: string, bytes: string] {
    const key = (part: string): string => this.key('sizes of runs', { tenant: keyPart(tenant), part });
    return [key('ends'), key('bytes')];
  }

  /** Sorted set with one member: the newest listed time (ms) of a tenant's runs that moved to the history early. */
  movedEarly(tenant: string): string {
    return this.key('sizes of runs', { tenant: keyPart(tenant), part: 'early' });
  }

  idempotency(tenant: string, keyName: string, key: string): string {
    return this.key('idempotency keys', { owner: `${ownerOf(tenant, keyName)}:${key}` });
  }

  deadLetters(): string {
    return this.key('dead letters', {});
  }

  /** String that a durability barrier writes, in the run's slot, because the barrier waits at the run's server. */
  barrier(id: string): string {
    return this.key('durability barriers', { n: partitionOf(id) });
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
    return this.key('quotas', { who: tenant, minute });
  }

  /** String: number of ratings by a key in a minute since 1970. */
  feedbackQuota(tenant: string, keyName: string, minute: number): string {
    return this.key('quotas of feedback', { who: JSON.stringify([tenant, keyName]), minute });
  }

  /** String: number of previews by a key in a minute since 1970. */
  previewQuota(tenant: string, keyName: string, minute: number): string {
    return this.key('quotas of previews', { who: JSON.stringify([tenant, keyName]), minute });
  }

  /** String: a sign-in with the issuer that has begun, by a hash of its state. */
  signIn(digest: string): string {
    return this.key('sign-ins that have begun', { digest });
  }

  /** String: the API key or person behind a session, by a hash of the session's id. */
  session(tenant: string, digest: string): string {
    return this.key('sessions', { tenant: keyPart(tenant), digest });
  }

  /** String: what the last token of a caller granted, until it expires. */
  tokenGrant(tenant: string, caller: string): string {
    return this.key('rights of token callers', { tenant: keyPart(tenant), caller: keyPart(caller) });
  }

  /** String: mark of the MCP call whose client closed its stream last; deleted when a client asks for the run. */
  mcpLeft(id: string): string {
    return this.key('streams left by MCP clients', { run: id });
  }

  /** String: 64 hex digits, the key that signs MCP request states if no secret key is configured. */
  mcpStateKey(): string {
    return this.key('key of MCP states', {});
  }

  /** Hash: name of a key → its rating of the run. */
  feedback(id: string): string {
    return this.key('feedback', { run: id });
  }

  /** Sorted set: JSON of run and key name of each rating in a tenant, by its time in ms. */
  feedbackList(tenant: string): string {
    return this.key('lists of feedback', { tenant: keyPart(tenant) });
  }

  /**
   * Conversations of a tenant. `all` and `of`: sorted sets of all, and of those of one key, by the time of the last
   * question in ms; `last` and `counts`: hashes of the last question and the number of questions.
   */
  conversationList(tenant: string): Record<'all' | 'last' | 'counts', string> & { of(keyName: string): string } {
    const key = (rest: string): string => this.key('lists of conversations', { tenant: keyPart(tenant), rest });
    return { all: key('all'), last: key('last'), counts: key('counts'), of: (name) => key(`of:${keyPart(name)}`) };
  }

  /** String: tokens of language models that a tenant has used on a day, `2026-11-28`. */
  dayTokens(tenant: string, day: string): string {
    return this.key('tokens of a day', { tenant: keyPart(tenant), day });
  }

  /** Hash: the last answered question of a conversation. */
  conversation({ tenant, keyName, connection }: HabitOwner, id: string): string {
    const rest = [keyName, connection, id].map(keyPart).join(':');
    return this.key('conversations', { tenant: keyPart(tenant), rest });
  }

  /** Hash: the habits of one owner. */
  habits({ tenant, keyName, connection }: HabitOwner): string {
    const rest = `of:${keyPart(keyName)}:${keyPart(connection)}`;
    return this.key('habits', { tenant: keyPart(tenant), rest });
  }

  /** Hash: the pinned questions of a caller, see change-board.lua. */
  pins(tenant: string, caller: string): string {
    return this.key('pins', { tenant: keyPart(tenant), caller: keyPart(caller) });
  }

  /** What a tenant's administrators have dismissed, see change-dismissals.lua. */
  dismissals(tenant: string): [entries: string, ends: string] {
    const key = (part: string): string => this.key('dismissals', { tenant: keyPart(tenant), part });
    return [key('entries'), key('ends')];
  }

  /** Set: the owners of a tenant who have habits. */
  habitual(tenant: string): string {
    return this.key('habits', { tenant: keyPart(tenant), rest: 'principals' });
  }

  /** Samples that were added for a tenant and a connection. `log`: sorted set of their revisions by number. */
  samples(
    tenant: string,
    connection: string,
  ): Record<'entries' | 'revision' | 'counts' | 'log', string> & { votes(run: string): string } {
    const of = { tenant: keyPart(tenant), connection: keyPart(connection) };
    return {
      entries: this.key('samples', { ...of, part: 'entries' }),
      revision: this.key('samples', { ...of, part: 'revision' }),
      counts: this.key('counts of votes', of),
      log: this.key('revisions of samples', of),
      votes: (run) => this.key('votes on samples', { ...of, run: keyPart(run) }),
    };
  }

  /** String: number of the last revision of a tenant's samples. */
  sampleNumbers(tenant: string): string {
    return this.key('numbers of sample revisions', { tenant: keyPart(tenant) });
  }

  /** Retirements, for one audience, of samples in files. */
  fileSamples(audience: string): { retired: string; revision: string } {
    const key = (part: string): string => this.key('retired samples of files', { audience: keyPart(audience), part });
    return { retired: key('retired'), revision: key('revision') };
  }

  /** The configuration that was written over the API. */
  configuration(): Record<'head' | 'files' | 'log' | 'channel', string> & { revision(id: string): string } {
    const key = (part: string): string => this.key('configuration', { part });
    return {
      head: key('head'),
      files: key('files'),
      log: key('log'),
      revision: (id) => this.key('revisions of the configuration', { id }),
      channel: `${this.prefix}:configuration-changed`,
    };
  }

  /**
   * Measurements of what drafts of models change: a hash for each, the id of the one that has not ended, and a sorted
   * set of ids by creation time.
   */
  impacts(tenant: string): Record<'current' | 'list', string> & { job(id: string): string } {
    const key = (part: string): string => this.key('measured drafts of models', { tenant: keyPart(tenant), part });
    return { current: key('current'), list: key('list'), job: (id) => key(`job-${id}`) };
  }

  /** The schema snapshot of an audience's database. */
  snapshot(audience: string): Record<'snapshot' | 'revision' | 'status', string> {
    const key = (part: string): string => this.key('schema snapshots', { audience, part });
    return { snapshot: key('snapshot-lines'), revision: key('revision'), status: key('status') };
  }

  /** Set: the audiences of a connection. */
  audiences(connection: string): string {
    return this.key('audiences of a connection', { connection });
  }

  /** Pub/sub channel: the connection whose schema must be read again. */
  refreshConnection(): string {
    return `${this.prefix}:refresh-connection`;
  }

  /** The exact cache of an audience. */
  exactCache(audience: string): Record<'version' | 'entries' | 'used', string> {
    return {
      version: this.key('version of the exact cache', { audience }),
      entries: this.key('exact cache', { audience }),
      used: this.key('use of the exact cache', { audience }),
    };
  }

  /**
   * Glob pattern of a key of all exact caches.
   * @param audiences glob pattern of the audiences; `audienceOf` reads the audience from a key that matched
   */
  exactCaches(part: 'version' | 'entries', audiences: string): { pattern: string; audienceOf(key: string): string } {
    const [before = '', after = ''] = this.exactCache('\0')[part].split('\0');
    return { pattern: `${before}${audiences}${after}`, audienceOf: (key) => key.slice(before.length, -after.length) };
  }

  /** String: the run that computes an exact answer. */
  flight(audience: string, field: string): string {
    return this.key('single flights', { audience, field });
  }

  /** The semantic cache of a tenant and audience. */
  semanticCache(tenant: string, audience: string): Record<'entries' | 'used', string> {
    const of = { tenant: encodeURIComponent(tenant), audience: encodeURIComponent(audience) };
    return {
      entries: this.key('semantic cache', { ...of, part: 'entries' }),
      used: this.key('semantic cache', { ...of, part: 'used' }),
    };
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
    return this.key('explored values', { digest });
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
    return this.key('leases of vectors', { digest });
  }

  /**
   * An audit trail: a stream of entries, and the link of the last one.
   * @param tenant '' for requests without a tenant; versions before tenants had trails wrote all entries there
   */
  auditTrail(tenant: string): Record<'trail' | 'head', string> {
    const of = tenant === '' ? '' : `:${keyPart(tenant)}`;
    return {
      trail: this.key('audit trails', { part: `trail${of}` }),
      head: this.key('audit trails', { part: `head${of}` }),
    };
  }

  /** The tenant of a trail; empty for the shared trail. */
  tenantOfTrail(trail: string): string {
    return JSON.parse(`"${decodeURIComponent(trail.slice(this.auditTrail('').trail.length + 1))}"`) as string;
  }

  /**
   * Set of trails with entries that the history does not have yet, and one empty text; present while the installation
   * has a history.
   */
  auditForHistory(): string {
    return this.key('audit trails', { part: 'for-history' });
  }

  /**
   * String: checksum of the file with which a tenant moves to this installation, and ` complete` when all of it is
   * here.
   */
  movedHere(tenant: string): string {
    return this.key('tenants moved here', { tenant: keyPart(tenant) });
  }

  /** Hash: the erasures that are not finished. */
  erasures(): string {
    return this.key('erasures', {});
  }

  /** String: lease of the process that erases. */
  erasing(): string {
    return this.key('lease of erasing', {});
  }
}
