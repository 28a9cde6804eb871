import type { ReplyBody, Run } from '@querent/contracts';
import { activeSpan } from '@querent/platform';
import type { RunStore } from './runs/run-store';
import type { Outbox } from './runs/outbox';

export type ReplyResult =
  | { kind: 'accepted'; run: Run; outbox: Outbox | null }
  /** The run is no longer waiting, or waits for an answer to a different clarification. */
  | { kind: 'not_awaited'; run: Run }
  /** The run has never asked this clarification. */
  | { kind: 'clarification_unknown'; run: Run }
  | { kind: 'option_unknown'; run: Run }
  | { kind: 'missing' };

/**
 * Records a reply to the open clarification. The first reply wins; later ones fail the version check.
 * @param announce records that an acceptable reply is about to be applied; if it rejects, nothing is changed
 */
export async function replyToClarification(
  store: RunStore,
  id: string,
  reply: ReplyBody,
  announce?: (run: Run) => Promise<void>,
): Promise<ReplyResult> {
  const run = await store.get(id);
  if (run === null) return { kind: 'missing' };
  const open = run.data.clarification;
  if (run.status !== 'awaiting_clarification' || open === null || open.id !== reply.clarificationId)
    return { kind: (await hasAsked(store, id, reply)) ? 'not_awaited' : 'clarification_unknown', run };
  const now = await store.now();
  if (Date.parse(open.expiresAt) <= now) return { kind: 'not_awaited', run };
  const optionId = 'optionId' in reply ? reply.optionId : undefined;
  const text = 'text' in reply ? reply.text : undefined;
  const option = open.options.find((candidate) => candidate.id === optionId);
  if (optionId !== undefined && option === undefined) return { kind: 'option_unknown', run };

  await announce?.(run);
  const answered = {
    id: open.id,
    trigger: open.trigger,
    question: open.question,
    options: open.options,
    answer: { ...(optionId === undefined ? {} : { optionId }), ...(text === undefined ? {} : { text }) },
    answeredAt: new Date(now).toISOString(),
  };
  const message =
    run.request.locale === 'zh'
      ? `收到回复：${option?.label ?? text ?? ''}`
      : `Reply received: ${option?.label ?? text ?? ''}`;
  const advanced = await store.advance(run, {
    event: 'replied',
    stage: 'gateway',
    patch: {
      reply: { clarificationId: open.id, optionId, text },
      repliedIn: activeSpan()?.traceparent ?? null,
      clarifications: [...run.data.clarifications, answered],
      triedBefore: run.data.attempts.length,
    },
    steps: [{ kind: 'reply', message }],
    // The run keeps its turn, unless the virtual clock has restarted in the meantime.
    ...(run.turn === undefined ? {} : { turn: Math.min(run.turn, await store.turns.newcomers()) }),
  });
  if (advanced.kind === 'advanced') return { kind: 'accepted', run: advanced.run, outbox: advanced.outbox };
  const current = await store.get(id);
  return current === null ? { kind: 'missing' } : { kind: 'not_awaited', run: current };
}

/** Whether the run has asked the clarification; only its events keep one that expired or was cancelled. */
const hasAsked = async (store: RunStore, id: string, { clarificationId }: ReplyBody): Promise<boolean> =>
  (await store.events(id)).some(({ event, data }) => event === 'clarification' && data.id === clarificationId);
