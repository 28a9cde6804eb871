import type { TableProgress } from '@querent/retrieval';
import { Gauge, type Registry } from 'prom-client';

interface Log {
  info(fields: object, message: string): void;
}

/** Fewest tables for which progress is logged. */
const MIN_LOGGED_TABLES = 1_000;
const LOG_EVERY_MS = 5_000;

/** Reports the progress of indexing tables: in a metric, and for large models in the log every few seconds. */
export function indexProgress(
  log: Log,
  registry: Registry,
  now: () => number = Date.now,
): (progress: TableProgress) => void {
  const waiting = new Gauge({
    name: 'querent_retrieval_tables_waiting',
    help: 'Tables that are not in the index yet, by the part of the index',
    labelNames: ['part'] as const,
    registers: [registry],
  });
  const loggedAt = new Map<string, number>();
  return ({ audience, part, done, of }) => {
    waiting.set({ part }, of - done);
    const key = `${audience}\n${part}`;
    const ended = done === of;
    if (of < MIN_LOGGED_TABLES || (!ended && now() - (loggedAt.get(key) ?? 0) < LOG_EVERY_MS)) return;
    loggedAt.set(key, now());
    log.info({ connection: audience, part, done, of }, ended ? 'tables are indexed' : 'tables are being indexed');
  };
}
