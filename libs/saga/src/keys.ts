/** All Redis keys of the saga. Keys of one run share a hash tag, so that one script may touch them all on a cluster. */

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

/** A name of a tenant or key as a part of a key: `a:b` of one must not be key `b` of tenant `a`. Names without a colon stand as they are, as in versions before. */
export const ownerPart = (name: string): string => name.replace(/[%:]/g, encodeURIComponent);

/** Field of a run's hash: bytes of a blob beside it, so that whoever removes the run finds the blob. Scripts write it, too. */
export const blobField = (name: string): string => `blob:${name}`;

export class SagaKeys {
  constructor(private readonly prefix: string) {}

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

  private slots(): string[] {
    return Array.from({ length: PARTITIONS }, (_, partition) => `${this.prefix}:{r${partition}}`);
  }

  private slot(id: string): string {
    return `${this.prefix}:{r${fnv1a(id) % PARTITIONS}}`;
  }
}
