import type { Run } from '@querent/contracts';
import { productVersion, type Tracer } from '@querent/platform';
import type { CallbackQueue, DeadLetter, DueCallback } from '@querent/saga';
import { callBack, type CallLimits, type CallResult } from './call-back';
import { signatureOf, standardHeaders, tenantKey } from './signature';

export interface WebhookDeps {
  queue: Pick<CallbackQueue, 'take' | 'settle' | 'failed' | 'again' | 'owe'>;
  run: (id: string) => Promise<Run | null>;
  /** View of the run as JSON for a caller without `sql:read`. */
  viewOf: (run: Run) => Promise<string>;
  bury: (letter: DeadLetter) => Promise<void>;
  report: (
    result: CallResult['kind'] | 'buried' | 'outrun',
    fields: { runId: string; status?: string; reason?: string; tries?: number },
  ) => void;
  onError: (error: unknown) => void;
  tracer: Tracer | null;
  now: () => Date;
  /** Redis's clock, ms since 1970. */
  sharedNow: () => Promise<number>;
}

export interface WebhookSettings extends CallLimits {
  /**
   * Signing secrets, newest first. Each signs with a key derived for the tenant; the first also signs directly, for
   * receivers of the installation.
   */
  secrets: readonly [string, ...string[]];
  /** Failed attempts after which a callback becomes a dead letter. */
  attempts: number;
  intervalMs: number;
}

/** First pause between two attempts, ms; doubles up to the longest. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** Limit of concurrent calls. A receiver that hangs occupies one of them. */
const AT_ONCE = 64;
/** Limit of concurrent calls per tenant, so that one tenant's hanging receivers cannot block the others. */
const AT_ONCE_PER_TENANT = 16;
/** Callbacks taken from each partition at once. */
const BATCH = 8;
/**
 * Pause until the next poll when no callback was due and this process has no retry scheduled. A new callback sends a
 * message; polling only finds callbacks that a dead gateway had leased or postponed, or whose message was lost.
 */
const QUIET_MS = 5_000;

/**
 * Delivers webhooks: sends the current run at each pause and at its end. Several gateways can deliver at once, because
 * each callback is leased to one of them. A call may be made twice (if a gateway dies and its lease expires), so it
 * carries an id by which the receiver recognises repeats.
 */
export class WebhookDispatcher {
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> | null = null;
  private pollAgain = false;
  /** By this process's clock: time of the next poll, and times of scheduled retries. */
  private quietUntil = 0;
  private retriesAt: number[] = [];
  private readonly inProgress = new Set<Promise<void>>();
  /** Number of concurrent calls of each tenant. */
  private readonly ofTenants = new Map<string, number>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly deps: WebhookDeps,
    private readonly settings: WebhookSettings,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      if (performance.now() >= this.quietUntil) this.wake();
    }, this.settings.intervalMs);
  }

  /** Polls for due callbacks now. Polls never overlap; a callback added during one is found by the next. */
  wake(): void {
    if (this.stopping.signal.aborted) return;
    this.pollAgain = true;
    this.polling ??= this.poll().finally(() => {
      this.polling = null;
    });
  }

  /** Aborts the calls in progress; they are made again when their leases expire. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.polling;
    await Promise.all(this.inProgress);
  }

  private async poll(): Promise<void> {
    while (this.pollAgain && !this.stopping.signal.aborted && this.inProgress.size < AT_ONCE) {
      this.pollAgain = false;
      const due = await this.deps.queue.take(this.settings.timeoutMs + 5_000, BATCH).catch((error: unknown) => {
        this.deps.onError(error);
        return [];
      });
      this.schedule(due.length);
      // There may be another batch; if the limit stops this loop, the end of a call resumes it.
      if (due.length > 0) this.pollAgain = true;
      for (const one of due) this.track(this.deliver(one));
    }
  }

  private schedule(found: number): void {
    const now = performance.now();
    this.retriesAt = this.retriesAt.filter((at) => at > now);
    this.quietUntil = found > 0 || this.inProgress.size > 0 ? 0 : Math.min(now + QUIET_MS, ...this.retriesAt);
  }

  /** Schedules another attempt after a pause. */
  private again(due: DueCallback, pauseMs: number): Promise<void> {
    this.retriesAt.push(performance.now() + pauseMs);
    this.quietUntil = Math.min(this.quietUntil, performance.now() + pauseMs);
    return this.deps.queue.again(due, pauseMs);
  }

  private track(delivery: Promise<void>): void {
    const settled = delivery
      .catch((error: unknown) => this.deps.onError(error))
      .finally(() => {
        this.inProgress.delete(settled);
        if (this.pollAgain) this.wake();
      });
    this.inProgress.add(settled);
  }

  private async deliver(due: DueCallback): Promise<void> {
    const run = await this.deps.run(due.runId);
    const url = run?.request.callbackUrl;
    // The run has changed since, for example the pause was answered: this call is outdated, and a later one follows.
    if (run === null || !url || run.version !== due.version) {
      this.deps.report('outrun', { runId: due.runId });
      return this.deps.queue.settle(due);
    }
    const leave = this.enter(run.tenant);
    if (leave === null) return this.again(due, FIRST_PAUSE_MS);
    try {
      await this.call(due, run, url);
    } finally {
      leave();
    }
  }

  /** Takes one of the tenant's slots; null if none is free, which does not count as an attempt. */
  private enter(tenant: string): (() => void) | null {
    const taken = this.ofTenants.get(tenant) ?? 0;
    if (taken >= AT_ONCE_PER_TENANT) return null;
    this.ofTenants.set(tenant, taken + 1);
    return () => {
      const left = (this.ofTenants.get(tenant) ?? 1) - 1;
      if (left === 0) this.ofTenants.delete(tenant);
      else this.ofTenants.set(tenant, left);
    };
  }

  private async call(due: DueCallback, run: Run, url: string): Promise<void> {
    const body = await this.deps.viewOf(run);
    const result = await tracedCall(this.deps.tracer, run, (traceparent) =>
      callBack(
        { url, body, headers: { ...this.headersOf(run, body), traceparent } },
        this.settings,
        this.stopping.signal,
      ),
    );
    if (this.stopping.signal.aborted) return;
    if (result.kind === 'taken') {
      this.deps.report('taken', { runId: run.id, status: run.status });
      return this.deps.queue.settle(due);
    }
    await this.retryOrBury(due, run, result);
  }

  private async retryOrBury(
    due: DueCallback,
    run: Run,
    { kind, reason }: Exclude<CallResult, { kind: 'taken' }>,
  ): Promise<void> {
    const tries = await this.deps.queue.failed(due);
    this.deps.report(kind, { runId: run.id, status: run.status, reason, tries });
    if (kind === 'failed' && tries < this.settings.attempts) return this.again(due, pauseAfter(tries));
    // Redis's clock, as for the dead letters of runs: it determines the order of dead letters.
    const at = new Date(await this.deps.sharedNow()).toISOString();
    await this.deps.bury(
      await this.deps.queue.owe(due, {
        id: `${run.id}-${due.version}-callback`,
        runId: run.id,
        tenant: run.tenant,
        job: 'callback',
        version: due.version,
        reason,
        at,
      }),
    );
    this.deps.report('buried', { runId: run.id, reason, tries });
    await this.deps.queue.settle(due);
  }

  private headersOf(run: Run, body: string): Record<string, string> {
    const { secrets } = this.settings;
    const now = this.deps.now();
    const id = `${run.id}-${run.version}`;
    const keys = secrets.map((secret) => tenantKey(secret, run.tenant));
    return {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': `Querent/${productVersion}`,
      'x-querent-event': run.status,
      'x-querent-delivery': id,
      'x-querent-signature': signatureOf([secrets[0]], body, now),
      'x-querent-tenant-signature': signatureOf(keys, body, now),
      ...standardHeaders(keys, { id, body, now }),
    };
  }
}

/**
 * Exponential backoff with jitter on the upper half, so that callbacks that failed together are not retried together.
 */
function pauseAfter(tries: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
  return longest / 2 + Math.random() * (longest / 2);
}

/**
 * Makes a call within a span of the run's trace.
 * @param call gets the trace context for the receiver
 */
async function tracedCall(
  tracer: Tracer | null,
  run: Run,
  call: (traceparent: string) => Promise<CallResult>,
): Promise<CallResult> {
  const span = tracer?.start('webhook', run.traceparent, {
    kind: 'client',
    attributes: { 'querent.run.id': run.id, 'querent.connection': run.request.connection },
  });
  const result = await call(span?.traceparent ?? run.traceparent);
  span?.set({ 'querent.outcome': result.kind });
  span?.end();
  return result;
}
