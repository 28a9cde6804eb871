import type { AuditEntry, Run, RunView } from '@querent/contracts';
import type { RunEvent } from '@querent/saga';
import { setTimeout as pause } from 'node:timers/promises';
import type { AskRecord } from '../clients/play-ask';
import type { ReceivedCall } from '../clients/webhook-receiver';
import type { UndisturbedAnswers } from '../suite/undisturbed-answers';
import type { World } from '../suite/world';

/** Everything observable from outside about one accepted run after the play. */
export interface RunEvidence {
  id: string;
  record: AskRecord;
  tenant: string;
  /** The run's record in Redis, or null if it is lost. */
  run: Run | null;
  events: RunEvent[];
  /** The run's view over HTTP. */
  view: RunView | null;
  /** Every response about the run to its tenant. */
  texts: string[];
  audit: AuditEntry[];
  calls: ReceivedCall[];
}

export interface Evidence {
  runs: RunEvidence[];
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
  const audit = await auditOf(world);
  const runs: RunEvidence[] = [];
  const next = new Map(records.flatMap((record) => record.ids.map((id) => [id, record] as const))).entries();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const [id, record] of next) runs.push(await evidenceOf(world, id, record, audit.get(id) ?? []));
    }),
  );
  return { runs: runs.sort((a, b) => a.record.ask.n - b.record.ask.n), quiet, world };
}

async function evidenceOf(
  { store, http, receiver }: World,
  id: string,
  record: AskRecord,
  audit: AuditEntry[],
): Promise<RunEvidence> {
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
    view: shown.status === 200 ? shown.body : null,
    texts: [shown.text, csv.text, eventStream],
    audit,
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

/** Entries of the audit trail, by run. */
async function auditOf({ http }: World): Promise<Map<string, AuditEntry[]>> {
  const byRun = new Map<string, AuditEntry[]>();
  for (const asker of Object.values(http)) {
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { entries: AuditEntry[]; nextCursor: string | null } = (
        await asker.call<{ entries: AuditEntry[]; nextCursor: string | null }>(
          `/v1/audit?limit=1000${cursor === '' ? '' : `&cursor=${cursor}`}`,
        )
      ).body;
      for (const entry of page.entries)
        if (entry.runId !== null) byRun.set(entry.runId, [...(byRun.get(entry.runId) ?? []), entry]);
      cursor = page.nextCursor;
    }
  }
  return byRun;
}
