import type { Run } from '@querent/contracts';
import type { Tracer } from '@querent/platform';
import type { CallbackQueue, DeadLetter, DueCallback } from '@querent/saga';
import { callBack, type CallLimits, type CallResult } from './call-back';
import { signatureOf, standardHeaders, tenantKey } from './signature';
import { tracedCall } from './traced-call';

export interface WebhookDeps {
  queue: Pick<CallbackQueue, 'take' | 'settle' | 'failed' | 'again' | 'owe'>;
  run: (id: string) => Promise<Run | null>;
  /** The run as a caller without `sql:read` sees it, as JSON. */
  viewOf: (run: Run) => Promise<string>;
  bury: (letter: DeadLetter) => Promise<void>;
  report: (
    result: CallResult['kind'] | 'buried' | 'outrun',
    fields: { runId: string; status?: string; reason?: string; tries?: number },
  ) => void;
  onError: (error: unknown) => void;
  tracer: Tracer | null;
  now: () => Date;
  /** Redis's, ms since 1970. */
  sharedNow: () => Promise<number>;
}

export interface WebhookSettings extends CallLimits {
  /**
   * What signs, the newest first: all of them for a tenant by keys derived from them, the first itself for whoever
   * holds it.
   */
  secrets: readonly [string, ...string[]];
  /** After so many failed tries the callback is a dead letter. */
  attempts: number;
  intervalMs: number;
}

/** First pause between two tries, ms; doubles up to the last. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** While so many calls are under way no more are taken. A receiver that hangs holds one of them, not the others. */
const AT_ONCE = 64;
/** Of them for one tenant: receivers that hang, of one, must not stand in the way of all others. */
const AT_ONCE_PER_TENANT = 16;
/** Taken at once of each partition. */
const BATCH = 8;
/**
 * Where none was due and this process owes no try, the next look is so much later. A message says when a callback is
 * added; what only such a look finds was leased or put off by a gateway that died, or its message was lost.
 */
const QUIET_MS = 5_000;

/**
 * Calls back whoever asked to be: the run as it stands, at each pause and at the end. Any number of gateways may do
 * this at once: a callback is leased to one. A call may be made twice (the lease of a gateway that died runs out), so
 * it carries an id by which the receiver knows it again.
 */
export class WebhookDispatcher {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | null = null;
  private lookAgain = false;
  /** By this process's clock: nothing is looked for before, and when the next tries are due. */
  private quietUntil = 0;
  private triesAt: number[] = [];
  private readonly underWay = new Set<Promise<void>>();
  /** Calls under way of each tenant. */
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

  /**
   * Looks for callbacks now: something was added. Looks follow each other; what is added during one is found by the
   * next.
   */
  wake(): void {
    if (this.stopping.signal.aborted) return;
    this.lookAgain = true;
    this.looking ??= this.look().finally(() => {
      this.looking = null;
    });
  }

  /** Calls under way are given up; they are made again after their lease. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.looking;
    await Promise.all(this.underWay);
  }

  private async look(): Promise<void> {
    while (this.lookAgain && !this.stopping.signal.aborted && this.underWay.size < AT_ONCE) {
      this.lookAgain = false;
      const due = await this.deps.queue.take(this.settings.timeoutMs + 5_000, BATCH).catch((error: unknown) => {
        this.deps.onError(error);
        return [];
      });
      this.rest(due.length);
      // There may be more than one batch: what the limit stops is looked for when a call ends.
      if (due.length > 0) this.lookAgain = true;
      for (const one of due) this.track(this.deliver(one));
    }
  }

  private rest(found: number): void {
    const now = performance.now();
    this.triesAt = this.triesAt.filter((at) => at > now);
    this.quietUntil = found > 0 || this.underWay.size > 0 ? 0 : Math.min(now + QUIET_MS, ...this.triesAt);
  }

  /** Another try, after a pause. */
  private again(due: DueCallback, pauseMs: number): Promise<void> {
    this.triesAt.push(performance.now() + pauseMs);
    this.quietUntil = Math.min(this.quietUntil, performance.now() + pauseMs);
    return this.deps.queue.again(due, pauseMs);
  }

  private track(delivery: Promise<void>): void {
    const settled = delivery
      .catch((error: unknown) => this.deps.onError(error))
      .finally(() => {
        this.underWay.delete(settled);
        if (this.lookAgain) this.wake();
      });
    this.underWay.add(settled);
  }

  private async deliver(due: DueCallback): Promise<void> {
    const run = await this.deps.run(due.runId);
    const url = run?.request.callbackUrl;
    // A pause that was answered before its call went out is no news any more: the call of the end will come.
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

  /** Takes one of the tenant's places; null where all are taken. That is no try. */
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
    // By the clock that all share, as the letters of runs: which of two was written first is told by it.
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
      'user-agent': 'Querent/1',
      'x-querent-event': run.status,
      'x-querent-delivery': id,
      'x-querent-signature': signatureOf([secrets[0]], body, now),
      'x-querent-tenant-signature': signatureOf(keys, body, now),
      ...standardHeaders(keys, { id, body, now }),
    };
  }
}

/**
 * Doubling with full jitter on its upper half, so that many callbacks that failed together do not come back together.
 */
function pauseAfter(tries: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
  return longest / 2 + Math.random() * (longest / 2);
}
