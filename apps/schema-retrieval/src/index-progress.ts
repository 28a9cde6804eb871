import type { TableProgress } from '@querent/retrieval';
import { Gauge, type Registry } from 'prom-client';

interface Log {
  info(fields: object, message: string): void;
}

/** More work than this is told of. */
const WORTH_TELLING = 1_000;
const TOLD_EVERY_MS = 5_000;

/** Tells the log every few seconds, and a metric, how far the index of tables is. */
export function indexProgress(
  log: Log,
  registry: Registry,
  now: () => number = Date.now,
): (progress: TableProgress) => void {
  const waiting = new Gauge({
    name: 'querent_retrieval_tables_waiting',
    help: 'Tables that are not in the index yet, by what is being made of them',
    labelNames: ['part'] as const,
    registers: [registry],
  });
  const toldAt = new Map<string, number>();
  return ({ audience, part, done, of }) => {
    waiting.set({ part }, of - done);
    const key = `${audience}\n${part}`;
    const ended = done === of;
    if (of < WORTH_TELLING || (!ended && now() - (toldAt.get(key) ?? 0) < TOLD_EVERY_MS)) return;
    toldAt.set(key, now());
    log.info({ connection: audience, part, done, of }, ended ? 'tables are indexed' : 'tables are being indexed');
  };
}
