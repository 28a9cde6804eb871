import type { AuditEntry, Run, RunView } from '@querent/contracts';
import type { RunEvent } from '@querent/saga';
import { setTimeout as pause } from 'node:timers/promises';
import type { AskRecord } from '../clients/play-ask';
import type { ReceivedCall } from '../clients/webhook-receiver';
import type { UndisturbedAnswers } from '../suite/undisturbed-answers';
import type { World } from '../suite/world';
import { trailsOf, type TrailEvidence } from './trail-evidence';

/** Everything observable from outside about one accepted run after the play. */
export interface RunEvidence {
  id: string;
  record: AskRecord;
  tenant: string;
  /** The run's record in Redis or in the history, or null if it is lost. */
  run: Run | null;
  events: RunEvent[];
  /** Number of its rows in the history. */
  stored: number;
  /** Whether Redis has it, or a part of it. */
  inRedis: boolean;
  /** Its result as CSV when it had just ended and now; null without a response of 200. */
  csv: { before: string | null; after: string | null };
  /** The run's view over HTTP. */
  view: RunView | null;
  /** Every response about the run to its tenant. */
  texts: string[];
  audit: AuditEntry[];
  calls: ReceivedCall[];
}

export interface Evidence {
  runs: RunEvidence[];
  trails: TrailEvidence[];
  quiet: UndisturbedAnswers;
  world: World;
}

const CONCURRENCY = 8;

/** Collects the evidence, after pending webhooks have been delivered. */
export async function gatherEvidence(
  world: World,
  records: readonly AskRecord[],
  quiet: UndisturbedAnswers,
): Promise<Evidence> {
  await callbacksDone(world);
  const trails = await trailsOf(world);
  const audit = entriesByRun(trails);
  const stored = await storedRuns(world);
  const runs: RunEvidence[] = [];
  const next = new Map(records.flatMap((record) => record.ids.map((id) => [id, record] as const))).entries();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const [id, record] of next) {
        const found = await evidenceOf(world, id, record);
        runs.push({ ...found, stored: stored.get(id) ?? 0, audit: audit.get(id) ?? [] });
      }
    }),
  );
  return { runs: runs.sort((a, b) => a.record.ask.n - b.record.ask.n), trails, quiet, world };
}

async function evidenceOf(
  { redis, store, http, receiver }: World,
  id: string,
  record: AskRecord,
): Promise<Omit<RunEvidence, 'stored' | 'audit'>> {
  const { tenant } = record.ask;
  const asker = http[tenant];
  if (asker === undefined) throw new Error(`No client of ${tenant}`);
  const shown = await asker.call<RunView>(`/v1/queries/${id}`);
  const csv = await asker.call(`/v1/queries/${id}/result`, { headers: { accept: 'text/csv' } });
  const run = await store.get(id);
  const eventStream =
    run !== null && run.finishedAt !== null
      ? (await asker.call(`/v1/queries/${id}/events`, { headers: { accept: 'text/event-stream' } })).text
      : '';
  return {
    id,
    record,
    tenant,
    run,
    events: await store.events(id),
    inRedis: (await redis.exists(store.keys.run(id), store.keys.events(id), store.keys.earlierEvents(id))) > 0,
    csv: { before: await record.csv, after: csv.status === 200 ? csv.text : null },
    view: shown.status === 200 ? shown.body : null,
    texts: [shown.text, csv.text, eventStream],
    calls: receiver.calls.filter(({ runId }) => runId === id),
  };
}

/** Waits until no webhook is due. A refused one is retried after one or two seconds, later if the receiver was down. */
async function callbacksDone({ redis, store }: World): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const left = await Promise.all(store.keys.allCallbacks().map((key) => redis.zcard(key)));
    if (left.every((count) => count === 0)) return;
    await pause(250);
  }
}

/** Entries of the audit trails, by run. */
function entriesByRun(trails: readonly TrailEvidence[]): Map<string, AuditEntry[]> {
  const byRun = new Map<string, AuditEntry[]>();
  for (const entry of trails.flatMap(({ shown }) => shown ?? []))
    if (entry.runId !== null) byRun.set(entry.runId, [...(byRun.get(entry.runId) ?? []), entry]);
  return byRun;
}

/** Number of rows in the history, by run. */
async function storedRuns({ victims: { servers } }: World): Promise<Map<string, number>> {
  const { rows } = await servers.history.query<{ id: string; rows: number }>(
    'SELECT id, count(*)::int AS rows FROM querent_history.run GROUP BY id',
  );
  return new Map(rows.map(({ id, rows: count }) => [id, count]));
}
