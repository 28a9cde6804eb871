import type { AdmissionMetrics } from './admission-metrics';
import { ConnectionGate, type Entrant } from './connection-gate';
import { GateFull, GateTimeout } from './gate-refusal';
import { laneLimits, type Lane, type LaneLimits } from './lane';

/** The time, for tests to turn. */
export interface GateClock {
  /** Milliseconds, from anywhere. */
  now(): number;
  /** Calls `what` once after so many milliseconds, unless what it gives back is called first. */
  after(ms: number, what: () => void): () => void;
}

export interface GateOptions {
  lane: Lane;
  /** Milliseconds that a statement may wait for its turn. */
  waitMs: number;
  /**
   * Statements of one tenant that may be in line for a connection: who waits holds a worker, and one tenant should not
   * hold them all. No bound by default.
   */
  maxWaitingPerTenant?: number;
  metrics?: AdmissionMetrics;
  clock?: GateClock;
}

/**
 * Lets so many statements of a connection run at once as its limits say, and of one tenant; the others wait for their
 * turn, fairly between tenants. One for each lane of a process.
 */
export class StatementGate {
  private readonly gates = new Map<string, ConnectionGate>();
  private readonly clock: GateClock;

  constructor(private readonly options: GateOptions) {
    this.clock = options.clock ?? realClock;
  }

  /**
   * Waits for a place. What it gives back frees the place, however often it is called.
   * @param limits the connection's, which may change from call to call
   * @throws GateFull at once, or later for one of a tenant that makes room for others; GateTimeout; the signal's reason
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
    const goAway = (reason: unknown): void => {
      stopWaiting();
      gate.giveUp(entrant);
      this.changed(connection, gate);
      reject(reason);
    };
    const onAbort = (): void => goAway(signal.reason);
    const cancelTimer = this.clock.after(waitMs, () => {
      this.countTurnedAway(connection, 'timeout');
      goAway(new GateTimeout(connection, waitMs));
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

const realClock: GateClock = {
  now: () => performance.now(),
  after(ms, what) {
    const timer = setTimeout(what, ms);
    return () => clearTimeout(timer);
  },
};
