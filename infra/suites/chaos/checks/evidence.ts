import type { AuditEntry, Run, RunView } from '@querent/contracts';
import type { RunEvent } from '@querent/saga';
import { setTimeout as pause } from 'node:timers/promises';
import type { AskRecord } from '../clients/play-ask';
import type { ReceivedCall } from '../clients/webhook-receiver';
import type { QuietAnswers } from '../suite/quiet-answers';
import type { World } from '../suite/world';

/** All that is known from outside of one accepted run when everything is over. */
export interface RunEvidence {
  id: string;
  record: AskRecord;
  tenant: string;
  /** As Redis has it; null: lost. */
  run: Run | null;
  events: RunEvent[];
  /** As its asker sees it. */
  view: RunView | null;
  /** Every byte that its tenant was sent about it. */
  texts: string[];
  audit: AuditEntry[];
  calls: ReceivedCall[];
}

export interface Evidence {
  runs: RunEvidence[];
  quiet: QuietAnswers;
  world: World;
}

const AT_ONCE = 8;

/** Gathers it. Callbacks are given time to come. */
export async function gatherEvidence(
  world: World,
  records: readonly AskRecord[],
  quiet: QuietAnswers,
): Promise<Evidence> {
  await callbacksDone(world);
  const audit = await auditOf(world);
  const runs: RunEvidence[] = [];
  const next = new Map(records.flatMap((record) => record.ids.map((id) => [id, record] as const))).entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
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
  const told =
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
    texts: [shown.text, csv.text, told],
    audit,
    calls: receiver.calls.filter(({ runId }) => runId === id),
  };
}

/** A refused callback comes again after a second or two; a receiver that was away gets it later. */
async function callbacksDone({ redis, store }: World): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const left = await Promise.all(store.keys.allCallbacks().map((key) => redis.zcard(key)));
    if (left.every((count) => count === 0)) return;
    await pause(250);
  }
}

/** What the trail says, by run. */
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
