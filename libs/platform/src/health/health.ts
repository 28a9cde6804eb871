import { redacted } from '../logging/redacted';

/** A named check: resolves if healthy, rejects with the reason if not. */
export interface HealthCheck {
  name: string;
  check: () => Promise<void>;
}

export interface HealthReport {
  ok: boolean;
  checks: Record<string, string>;
}

const CHECK_TIMEOUT_MS = 1_500;

/** Liveness (does this process make progress?) and readiness (started, not draining) of one service. */
export class HealthState {
  private draining = false;
  private readonly live: HealthCheck[] = [];
  private readonly ready: HealthCheck[] = [];
  private readonly optional: HealthCheck[] = [];
  private readonly started: HealthCheck[] = [];
  private readonly waiting = new Set<HealthCheck>();

  addLive(check: HealthCheck): void {
    this.live.push(check);
  }

  addReady(check: HealthCheck): void {
    this.ready.push(check);
  }

  /**
   * A check of something that the service needs to start. From then on it is reported but does not affect readiness: if
   * the dependency of all processes is away, they must not all leave their load balancer, which would close connections
   * in place of an answer.
   * @param isUp resolves when it was up for the first time
   */
  addStarted(check: HealthCheck, isUp: Promise<void>): void {
    this.started.push(check);
    this.waiting.add(check);
    void isUp.then(() => this.waiting.delete(check));
  }

  /** A check that is reported but does not affect readiness. */
  addOptional(check: HealthCheck): void {
    this.optional.push(check);
  }

  /** Called on SIGTERM: the service is no longer ready, but alive. */
  drain(): void {
    this.draining = true;
  }

  isDraining(): boolean {
    return this.draining;
  }

  liveness(): Promise<HealthReport> {
    return runChecks(this.live);
  }

  async readiness(): Promise<HealthReport> {
    const [required, started, optional] = await Promise.all(
      [this.ready, this.started, this.optional].map((checks) => runChecks(checks)),
    );
    const report = {
      ok: required?.ok === true && this.waiting.size === 0,
      checks: { ...required?.checks, ...started?.checks, ...optional?.checks },
    };
    return this.draining
      ? { ok: false, checks: { ...report.checks, draining: 'the service is shutting down' } }
      : report;
  }
}

async function runChecks(checks: HealthCheck[]): Promise<HealthReport> {
  const results = await Promise.all(checks.map(async ({ name, check }) => [name, await resultOf(check)] as const));
  return { ok: results.every(([, result]) => result === 'ok'), checks: Object.fromEntries(results) };
}

async function resultOf(check: () => Promise<void>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([check(), late]);
    return 'ok';
  } catch (error) {
    return error instanceof Error ? redacted(error.message) : 'failed';
  } finally {
    clearTimeout(timer);
  }
}
