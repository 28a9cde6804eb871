import {
  History,
  historyAfterMs,
  HistoryMoving,
  type HistoryMovingParts,
  type HistoryTable,
  type KeptDays,
} from '@querent/history';
import type { Catalog } from '@querent/catalog';
import type { Logger, Metrics, RedisClient } from '@querent/platform';
import type { RunStore } from '@querent/saga';
import { Counter, Gauge } from 'prom-client';
import type { GatewayEnv } from '../gateway-env';
import { threadFile } from '../thread-file';
import { MovingInThread } from './moving-in-thread';

/** The history, and what moves runs there. */
export interface GatewayHistory {
  store: History;
  /** Moves on request, in this thread. */
  moving: HistoryMoving;
  /** The moves of all other times. */
  thread: MovingInThread;
}

/** The history of the environment; null if there is none. */
export function historyOf(env: GatewayEnv, catalog: Pick<Catalog, 'limitsOf'>): History | null {
  if (env.HISTORY_URL === undefined) return null;
  return new History(env.HISTORY_URL, {
    afterMs: historyAfterMs(env),
    auditDays: (tenant) => catalog.limitsOf(tenant).auditDays ?? env.AUDIT_RETENTION_DAYS,
  });
}

/** Days that each kind is kept, by the environment and by tenants.yaml. */
export function keptDays(env: GatewayEnv, catalog: Pick<Catalog, 'limits'>): Record<HistoryTable, KeptDays> {
  const of = (days: number, member: 'historyRunDays' | 'historyResultDays' | 'auditDays'): KeptDays => ({
    days,
    byTenant: new Map(
      catalog.limits().flatMap(({ name, [member]: own }) => (own === undefined ? [] : [[name, own] as const])),
    ),
  });
  return {
    run: of(env.HISTORY_RUN_DAYS, 'historyRunDays'),
    result_page: of(env.HISTORY_RESULT_DAYS, 'historyResultDays'),
    audit_entry: of(env.AUDIT_RETENTION_DAYS, 'auditDays'),
  };
}

interface Needs {
  env: GatewayEnv;
  catalog: Pick<Catalog, 'limits' | 'onChange'>;
  logger: Logger;
  metrics: Metrics;
  store: RunStore;
  /** A connection for the moves alone. */
  redis: RedisClient;
}

/** Opens the moves to a history. They begin with `thread.start()`. */
export function openHistory(history: History, { env, catalog, logger, metrics, store, redis }: Needs): GatewayHistory {
  const { registry } = metrics;
  const moved = new Counter({
    name: 'querent_history_moved_total',
    help: 'Finished runs and audit entries that moved from Redis to the history',
    labelNames: ['kind'],
    registers: [registry],
  });
  const failed = new Counter({
    name: 'querent_history_failures_total',
    help: 'Rounds of moves that failed and are repeated, and runs that the history refused',
    labelNames: ['what'],
    registers: [registry],
  });
  const report: HistoryMovingParts['report'] = {
    moved: (kind, count) => moved.inc({ kind }, count),
    refused(id, error) {
      failed.inc({ what: 'run' });
      logger.error({ runId: id, err: error }, 'the history refused a run; it stays in Redis and is tried again');
    },
    succeeded: () => undefined,
    failed(error) {
      failed.inc({ what: 'round' });
      logger.warn({ err: error }, 'runs could not move to the history; the round will be repeated');
    },
    dropped: (table, days) =>
      logger.info({ table, days }, 'days of the history were removed at the end of their retention'),
    warn: (fields, message) => logger.warn(fields, message),
  };
  const kept = (): Record<HistoryTable, KeptDays> => keptDays(env, catalog);
  const moving = new HistoryMoving({ redis, store, history, kept, report });
  const thread = new MovingInThread({
    file: () => threadFile('moving-thread'),
    data: () => ({
      redis: env,
      url: env.HISTORY_URL ?? '',
      afterMs: historyAfterMs(env),
      settings: store.settings,
      kept: kept(),
    }),
    report,
    restartMs: RESTART_MS,
  });
  catalog.onChange(() => thread.keepFor(kept()));
  const backlog = sharedBacklog(moving);
  new Gauge({
    name: 'querent_history_due_runs',
    help: 'Finished runs that may move to the history now',
    registers: [registry],
    async collect() {
      this.set((await backlog())?.runs ?? NaN);
    },
  });
  new Gauge({
    name: 'querent_history_late_seconds',
    help: 'How long the first of the runs that may move has been waiting',
    registers: [registry],
    async collect() {
      this.set(((await backlog())?.lateMs ?? NaN) / 1_000);
    },
  });
  return { store: history, moving, thread };
}

/** Time until a thread that ended unexpectedly is started again, ms. */
const RESTART_MS = 10_000;
/** Longest wait of a scrape for Redis, ms. */
const PATIENCE_MS = 1_000;

type Backlog = Awaited<ReturnType<HistoryMoving['backlog']>>;

/** The gauges of one scrape share a reading; null if Redis is unavailable, which must not fail the scrape. */
function sharedBacklog(moving: HistoryMoving): () => Promise<Backlog | null> {
  let current: Promise<Backlog | null> | null = null;
  return () => {
    const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS).unref());
    current ??= Promise.race([moving.backlog(), timeout])
      .catch(() => null)
      .finally(() => void (current = null));
    return current;
  };
}
