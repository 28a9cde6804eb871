import { isTerminal, type Clarification, type RunView } from '@querent/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import type { PlannedAsk } from '../suite/plan';
import type { PatientHttp } from './patient-http';
import type { RunWatch } from './run-watch';

/** A sent reply and the response's status; 0 without a response. */
export interface SentReply {
  clarificationId: string;
  optionId: string;
  status: number;
}

/** Everything that a client knows about its ask at the end. */
export interface AskRecord {
  ask: PlannedAsk;
  /** Null if the question was never accepted. */
  id: string | null;
  refused: string | null;
  /** Ids that the submissions with one Idempotency-Key returned. */
  ids: string[];
  replies: SentReply[];
  /** Whether a cancellation was accepted. */
  cancelled: boolean;
  hung: boolean;
  /** Its result as CSV when it had just ended, for comparison; null if it has none or could not be read then. */
  csv: Promise<string | null>;
}

export interface AskerTools {
  http: PatientHttp;
  watch: RunWatch;
  /** URL of this ask's webhooks. */
  callbackUrl: string;
  /** Resolves when another ask of the plan has ended. */
  over: (n: number) => Promise<unknown>;
}

/** The client cancels a run with more clarifications than this. */
const MOST_REPLIES = 3;
const LATE_MS = 4_000;

/** Plays one client from its question to the end of the run, whatever happens to the product. */
export async function playAsk(ask: PlannedAsk, tools: AskerTools): Promise<AskRecord> {
  const record: AskRecord = {
    ask,
    id: null,
    refused: null,
    ids: [],
    replies: [],
    cancelled: false,
    hung: false,
    csv: Promise.resolve(null),
  };
  if (ask.after !== null) await tools.over(ask.after);
  await submit(record, tools);
  if (record.id === null) return record;
  const { id } = record;
  const givingUp = ask.cancelAfterMs === null ? null : pause(ask.cancelAfterMs).then(() => cancel(record, tools));
  for (;;) {
    const status = await tools.watch.until(id, (seen) => isTerminal(seen) || seen === 'awaiting_clarification');
    if (status === null) record.hung = true;
    if (status === null || isTerminal(status)) break;
    if (ask.replies === 'never' || record.replies.filter((sent) => sent.status === 202).length >= MOST_REPLIES)
      await cancel(record, tools);
    else await reply(record, tools);
    // The watch may still show the clarification that was just replied to, so the run itself is polled.
    const left = await moved(id, tools);
    if (left !== null && isTerminal(left)) break;
  }
  // Not awaited: the gateway may be paused, and the run has ended already.
  record.csv = csvOf(id, tools.http).catch(() => null);
  await givingUp;
  return record;
}

async function csvOf(id: string, http: PatientHttp): Promise<string | null> {
  const { status, text } = await http.once(`/v1/queries/${id}/result`, undefined, { accept: 'text/csv' });
  return status === 200 ? text : null;
}

async function submit(record: AskRecord, { http, callbackUrl, watch }: AskerTools): Promise<void> {
  const { ask } = record;
  const { connection, question, cache, conversationId } = ask;
  const body = {
    connection,
    question,
    cache,
    ...(conversationId === null ? {} : { conversationId }),
    ...(ask.callback ? { callbackUrl } : {}),
  };
  const send = () =>
    http.call<RunView & { code?: string }>('/v1/queries', { body, headers: { 'idempotency-key': `ask-${ask.n}` } });
  const sent = await Promise.allSettled(ask.submittedTwice ? [send(), send()] : [send()]);
  for (const outcome of sent) {
    if (outcome.status === 'rejected') record.refused = String(outcome.reason);
    else if (outcome.value.status === 200 || outcome.value.status === 202) record.ids.push(outcome.value.body.id);
    else record.refused = `${outcome.value.status} ${outcome.value.body?.code ?? ''}`;
  }
  record.id = record.ids[0] ?? null;
  if (record.id !== null) watch.add(record.id);
}

async function reply(record: AskRecord, tools: AskerTools): Promise<void> {
  const { ask, id } = record;
  if (ask.replies === 'late') await pause(LATE_MS);
  const { body } = await tools.http.call<RunView>(`/v1/queries/${id}`);
  const { clarification } = body;
  if (clarification === null) return;
  const count = ask.replies === 'at once twice' ? 2 : 1;
  await Promise.all(Array.from({ length: count }, (_, nth) => replyOnce(record, tools, clarification, nth)));
}

async function replyOnce(
  record: AskRecord,
  { http }: AskerTools,
  { id: clarificationId, options }: Clarification,
  nth: number,
): Promise<void> {
  // Sorted, because the option of a habit is offered first.
  const ids = options.map((option) => option.id).sort();
  const optionId = ids[(record.ask.choice + nth) % Math.max(1, ids.length)];
  const body = optionId === undefined ? { clarificationId, text: 'all of them' } : { clarificationId, optionId };
  // No retry: a reply without a response may have counted, and a retry would compete with it.
  const status = await http.once(`/v1/queries/${record.id}/clarification`, body).then(
    (answer) => answer.status,
    () => 0,
  );
  record.replies.push({ clarificationId, optionId: optionId ?? '', status });
}

async function cancel(record: AskRecord, { http }: AskerTools): Promise<void> {
  const { status } = await http.call(`/v1/queries/${record.id}/cancel`, { body: {} });
  record.cancelled ||= status === 202;
}

async function moved(id: string, { http }: AskerTools): Promise<RunView['status'] | null> {
  const { body } = await http.call<RunView>(`/v1/queries/${id}`);
  await pause(200);
  return body?.status ?? null;
}
