import type { AdmissionMetrics } from './admission-metrics';
import { ConnectionGate, type Entrant } from './connection-gate';
import { laneLimits, type Lane, type LaneLimits } from './lane';

/** The clock of a gate; tests replace it. */
export interface GateClock {
  /** Milliseconds since an arbitrary origin. */
  now(): number;
  /** Calls `what` once after `ms` milliseconds. The returned function cancels the call. */
  after(ms: number, what: () => void): () => void;
}

export interface GateOptions {
  lane: Lane;
  /** Milliseconds that a statement may wait for a slot. */
  waitMs: number;
  /**
   * Most statements of one tenant that may wait for a connection. A waiting statement occupies a worker, and one tenant
   * must not occupy all of them. Unbounded by default.
   */
  maxWaitingPerTenant?: number;
  metrics?: AdmissionMetrics;
  clock?: GateClock;
}

/**
 * Limits the concurrent statements of each connection, in total and of one tenant. The others wait in a queue that is
 * fair between tenants. A process has one gate for each lane.
 */
export class StatementGate {
  private readonly gates = new Map<string, ConnectionGate>();
  private readonly clock: GateClock;

  constructor(private readonly options: GateOptions) {
    this.clock = options.clock ?? realClock;
  }

  /**
   * Waits for a slot and returns a function that releases it; further calls of that function do nothing.
   * @param limits the connection's limits, which may change between calls
   * @throws GateFull immediately, or later if the statement is displaced by another tenant's; GateTimeout; the signal's
   * reason
   */
  async enter(connection: string, tenant: string, limits: LaneLimits, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const gate = this.gateOf(connection, laneLimits(limits, this.options.lane));
    const since = this.clock.now();
    try {
      return await new Promise<() => void>((resolve, reject) =>
        this.wait(connection, gate, tenant, signal, resolve, reject),
      );
    } finally {
      this.options.metrics?.gateWaitSeconds.observe(
        { connection, lane: this.options.lane },
        (this.clock.now() - since) / 1_000,
      );
    }
  }

  private wait(
    connection: string,
    gate: ConnectionGate,
    tenant: string,
    signal: AbortSignal,
    resolve: (leave: () => void) => void,
    reject: (reason: unknown) => void,
  ): void {
    const { waitMs } = this.options;
    let stopWaiting = (): void => undefined;
    const entrant: Entrant = {
      tenant,
      admit: () => {
        stopWaiting();
        resolve(this.leaving(connection, gate, entrant));
      },
      turnAway: () => {
        stopWaiting();
        this.countTurnedAway(connection, 'full');
        reject(new GateFull(connection));
      },
    };
    const giveUp = (reason: unknown): void => {
      stopWaiting();
      gate.giveUp(entrant);
      this.changed(connection, gate);
      reject(reason);
    };
    const onAbort = (): void => giveUp(signal.reason);
    const cancelTimer = this.clock.after(waitMs, () => {
      this.countTurnedAway(connection, 'timeout');
      giveUp(new GateTimeout(connection, waitMs));
    });
    signal.addEventListener('abort', onAbort, { once: true });
    stopWaiting = () => {
      cancelTimer();
      signal.removeEventListener('abort', onAbort);
    };
    gate.enter(entrant);
    this.changed(connection, gate);
  }

  private leaving(connection: string, gate: ConnectionGate, entrant: Entrant): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      gate.leave(entrant);
      this.changed(connection, gate);
    };
  }

  private gateOf(connection: string, limits: LaneLimits): ConnectionGate {
    const gate =
      this.gates.get(connection) ??
      new ConnectionGate(limits, this.options.maxWaitingPerTenant ?? Number.POSITIVE_INFINITY);
    this.gates.set(connection, gate);
    gate.resize(limits);
    return gate;
  }

  private countTurnedAway(connection: string, why: 'full' | 'timeout'): void {
    this.options.metrics?.turnedAway.inc({ connection, lane: this.options.lane, why });
  }

  private changed(connection: string, gate: ConnectionGate): void {
    const { lane, metrics } = this.options;
    metrics?.running.set({ connection, lane }, gate.running);
    metrics?.waiting.set({ connection, lane }, gate.waiting);
    metrics?.tenantsWaiting.set({ connection, lane }, gate.tenantsWaiting);
    if (gate.isIdle) this.gates.delete(connection);
  }
}

/** Too many statements are waiting already. */
export class GateFull extends Error {
  override readonly name = 'GateFull';

  constructor(connection: string) {
    super(`too many statements are waiting for ${connection}`);
  }
}

/** A statement got no slot in time. */
export class GateTimeout extends Error {
  override readonly name = 'GateTimeout';

  constructor(connection: string, waitMs: number) {
    super(`no slot of ${connection} was free within ${waitMs} ms`);
  }
}

const realClock: GateClock = {
  now: () => performance.now(),
  after(ms, what) {
    const timer = setTimeout(what, ms);
    return () => clearTimeout(timer);
  },
};
