import { ProblemError } from '../problems/problem-error';
import type { GatewayServices } from '../gateway-services';

const BACKLOG_TRUST_MS = 250;

/**
 * Keeps one tenant, or a crowd, from burying the workers: questions per tenant and minute (counted in Redis, one number
 * for all gateways), and questions waiting for a worker (read at most four times a second).
 */
export class Quota {
  private backlog = { count: 0, readAt: 0 };

  constructor(private readonly services: Pick<GatewayServices, 'redis' | 'queues' | 'store' | 'env'>) {}

  /** Counts one question. Throws `too_many_requests` with Retry-After. */
  async take(tenant: string, now = Date.now()): Promise<void> {
    const [asked] = await Promise.all([this.countInMinute(tenant, now), this.refreshBacklog(now)]);
    const { QUESTIONS_PER_MINUTE, MAX_BACKLOG } = this.services.env;
    if (asked > QUESTIONS_PER_MINUTE) throw tooMany(Math.ceil((60_000 - (now % 60_000)) / 1000));
    if (this.backlog.count >= MAX_BACKLOG) throw tooMany(5);
  }

  private async countInMinute(tenant: string, now: number): Promise<number> {
    const key = `${this.services.store.settings.prefix}:quota:${tenant}:${Math.floor(now / 60_000)}`;
    const replies = await this.services.redis.pipeline().incr(key).pexpire(key, 120_000).exec();
    const [error, count] = replies?.[0] ?? [new Error('Connection is closed.'), 0];
    if (error) throw error;
    return Number(count);
  }

  private async refreshBacklog(now: number): Promise<void> {
    if (now - this.backlog.readAt < BACKLOG_TRUST_MS) return;
    this.backlog.readAt = now;
    const counts = await Promise.all(this.services.queues.map((queue) => queue.getJobCountByTypes('wait', 'prioritized')));
    this.backlog.count = counts.reduce((sum, count) => sum + count, 0);
  }
}

const tooMany = (seconds: number): ProblemError => new ProblemError('too_many_requests', { headers: { 'retry-after': String(seconds) } });
