import { DatabaseFailure, isConnectionLost, type Datasource } from '@querent/datasource';
import { DatabaseAway } from './database-away';

export interface OutagesOptions {
  /** Runs a trivial statement with the login of `tenant`. */
  probe: (datasource: Datasource, tenant: string | undefined) => Promise<unknown>;
  /** How long runs wait for a connection, ms. */
  waitMs: (connection: string) => number;
  /** Called when a connection becomes unreachable (true) and when it is reachable again (false). */
  onChange?: (connection: string, away: boolean) => void;
  /** Called when an outage has lasted as long as runs wait, and once more when such an outage ends. */
  onStateDue?: (connection: string) => void;
  /** Pauses between two probes, ms: the first, which doubles, and the longest. */
  pausesMs?: readonly [first: number, longest: number];
}

/** The outage of one connection's database. */
interface Outage {
  datasource: Datasource;
  /** By `performance.now()`. */
  since: number;
  /**
   * Database users that lost their connection, with a tenant of each; probed in turn. Other users may be unaffected.
   */
  logins: Map<string, string | undefined>;
  failure: DatabaseFailure;
  isOver: Promise<void>;
  end: () => void;
  isStateDue: boolean;
}

const PAUSES_MS = [100, 1_000] as const;

/**
 * A circuit breaker for each connection. The first lost connection opens it. One probe at a time checks whether the
 * database answers again, which wakes all waiting runs. Until then no other statement is sent. The state is in memory,
 * for each process separately.
 */
export class ConnectionOutages {
  private readonly outages = new Map<string, Outage>();
  private isStopped = false;

  constructor(private readonly options: OutagesOptions) {}

  /**
   * Runs `work` unless the tenant's login is known to be cut off.
   * @param work calls `begin` as soon as the statement itself begins
   * @throws DatabaseAway
   */
  async run<T>(
    datasource: Datasource,
    tenant: string | undefined,
    work: (begin: () => void) => Promise<T>,
  ): Promise<T> {
    this.requireReachable(datasource, tenant);
    const started = performance.now();
    let hasBegun = false;
    try {
      return await work(() => (hasBegun = true));
    } catch (error) {
      if (this.isStopped || !isConnectionLost(error)) throw error;
      throw this.lost(datasource, tenant, error, { since: hasBegun ? performance.now() : started, hasBegun });
    }
  }

  /** @throws DatabaseAway if the tenant's login is known to be cut off */
  requireReachable(datasource: Datasource, tenant: string | undefined): void {
    const outage = this.outageOf(datasource);
    if (outage?.logins.has(datasource.userOf(tenant))) throw this.awayFrom(outage, outage.since, false);
  }

  /**
   * Runs `work` and repeats it after each outage, until an outage lasts as long as runs wait. For background work,
   * which occupies no worker.
   * @throws DatabaseFailure
   */
  async outlast<T>(
    datasource: Datasource,
    tenant: string | undefined,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    const started = performance.now();
    for (;;) {
      try {
        return await this.run(datasource, tenant, work);
      } catch (error) {
        if (!(error instanceof DatabaseAway)) throw error;
        const { forMs, waitMs, isOver } = error.facts;
        const leftMs = waitMs - Math.max(forMs, performance.now() - started);
        if (leftMs <= 0 || signal.aborted) throw error.failure;
        await Promise.race([isOver, pause(leftMs)]);
      }
    }
  }

  /** The unreachable connections, with the age of each outage. */
  away(): { connection: string; seconds: number }[] {
    return [...this.outages].map(([connection, { since }]) => ({
      connection,
      seconds: Math.round((performance.now() - since) / 1_000),
    }));
  }

  /** Ends the outage of a connection whose file has changed. */
  forget(connection: string): void {
    const outage = this.outages.get(connection);
    if (outage !== undefined) this.end(outage);
  }

  /** Ends all probing and wakes all waiting jobs, which another process continues. */
  stop(): void {
    this.isStopped = true;
    for (const outage of this.outages.values()) outage.end();
    this.outages.clear();
  }

  private lost(
    datasource: Datasource,
    tenant: string | undefined,
    failure: DatabaseFailure,
    { since, hasBegun }: { since: number; hasBegun: boolean },
  ): DatabaseAway {
    const outage = this.outageOf(datasource) ?? this.begin(datasource, failure, since);
    outage.logins.set(datasource.userOf(tenant), tenant);
    outage.failure = failure;
    return this.awayFrom(outage, since, hasBegun);
  }

  private awayFrom({ datasource, failure, isOver }: Outage, since: number, hasBegun: boolean): DatabaseAway {
    return new DatabaseAway(failure, {
      forMs: performance.now() - since,
      waitMs: this.options.waitMs(datasource.name),
      hasBegun,
      isOver,
    });
  }

  /** Undefined for the new datasource of a connection whose file has changed. */
  private outageOf(datasource: Datasource): Outage | undefined {
    const outage = this.outages.get(datasource.name);
    return outage?.datasource === datasource ? outage : undefined;
  }

  private begin(datasource: Datasource, failure: DatabaseFailure, since: number): Outage {
    this.forget(datasource.name);
    let end = (): void => undefined;
    const isOver = new Promise<void>((resolve) => (end = resolve));
    const outage: Outage = { datasource, since, logins: new Map(), failure, isOver, end, isStateDue: false };
    this.outages.set(datasource.name, outage);
    this.options.onChange?.(datasource.name, true);
    void this.watch(outage);
    return outage;
  }

  private async watch(outage: Outage): Promise<void> {
    const [first, longest] = this.options.pausesMs ?? PAUSES_MS;
    for (let pauseMs = first; this.isOpen(outage); pauseMs = Math.min(2 * pauseMs, longest)) {
      await pause(pauseMs);
      if (this.isOpen(outage) && (await this.isBack(outage))) return this.end(outage);
      this.reportLongOutage(outage);
    }
  }

  private isOpen(outage: Outage): boolean {
    return this.outages.get(outage.datasource.name) === outage;
  }

  /** A refusal by the server is an answer, too. */
  private async isBack({ datasource, logins }: Outage): Promise<boolean> {
    const [next] = logins;
    if (next === undefined) return true;
    const [user, tenant] = next;
    // Moved to the end, so that the next probe uses another login.
    logins.delete(user);
    logins.set(user, tenant);
    return this.options.probe(datasource, tenant).then(() => true, hasAnswered);
  }

  private reportLongOutage(outage: Outage): void {
    const { name } = outage.datasource;
    if (!this.isOpen(outage) || outage.isStateDue || performance.now() - outage.since < this.options.waitMs(name))
      return;
    outage.isStateDue = true;
    this.options.onStateDue?.(name);
  }

  private end(outage: Outage): void {
    if (!this.isOpen(outage)) return;
    const { name } = outage.datasource;
    this.outages.delete(name);
    this.options.onChange?.(name, false);
    outage.end();
    if (outage.isStateDue) this.options.onStateDue?.(name);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref());

/**
 * Whether a failure was sent by the server, in which case the driver's error is its cause. Our time-outs, cancellations
 * and full pools have no cause.
 */
const hasAnswered = (error: unknown): boolean =>
  error instanceof DatabaseFailure && error.cause !== undefined && !isConnectionLost(error);
