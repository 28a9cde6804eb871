import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Run } from '@querent/contracts';
import { shownData } from '../events/event-stream';
import { cancelAskedRun } from '../runs/act-on-run';
import { isSettled } from '../runs/own-run';
import { settledRun } from '../runs/settled-run';
import type { McpCall } from './mcp-call';

/**
 * Waits until the run has ended or awaits a reply, at most as long as a call may last, and sends each step as a
 * progress notification if the client wants them. If the client closes the stream, the run is cancelled later, unless
 * its asker asks for it again.
 * @returns the run as last read
 * @throws ProblemError `too_many_requests` if the tenant has too many waiting calls, `unauthorized` if the key was
 * revoked meanwhile
 */
export async function awaitedRun(call: McpCall, run: Run, context: ServerContext): Promise<Run> {
  const isAsker = await keepWanted(call, run);
  if (isSettled(run)) return run;
  const leave = call.waits.enter(call.caller.tenant);
  const stopSteps = reportSteps(call, run, context);
  const stopRenewing = isAsker ? renewInterest(call, run) : () => undefined;
  const { signal } = context.mcpReq;
  try {
    const waited = await settledRun(call.services, run, call.services.env.MCP_WAIT_MS, signal);
    await stopSteps();
    call.key.demand();
    return waited;
  } finally {
    await stopSteps();
    stopRenewing();
    leave();
    if (isAsker && signal.aborted)
      cancelUnlessWanted(call, run).catch((error: unknown) =>
        call.services.logger.warn({ err: error, runId: run.id }, 'a run that its MCP client left was not cancelled'),
      );
  }
}

/**
 * Notes that the caller wants the run after all, if the caller asked it.
 * @returns whether the caller asked it
 */
export async function keepWanted(call: McpCall, run: Run): Promise<boolean> {
  const isAsker = run.tenant === call.caller.tenant && run.keyName === call.caller.name;
  if (isAsker) await forgetLeaving(call, run);
  return isAsker;
}

const forgetLeaving = ({ services: { redis, store } }: McpCall, { id }: Run): Promise<number> =>
  redis.del(store.keys.mcpLeft(id));

/** While a call waits, the run is wanted, also if another client of the same key leaves. */
function renewInterest(call: McpCall, run: Run): () => void {
  const timer = setInterval(
    () => void forgetLeaving(call, run).catch(() => undefined),
    call.services.env.MCP_ABANDON_MS / 3,
  );
  return () => clearInterval(timer);
}

/** Lifetime of a mark: longer than the longest MCP_ABANDON_MS. */
const MARK_MS = 120_000;

/**
 * Cancels the run after a while. Any call for the run, at any gateway, deletes the mark and so prevents this. A gateway
 * that shuts down cancels nothing: the client may have lost its stream because of that.
 */
async function cancelUnlessWanted({ services, caller }: McpCall, { id }: Run): Promise<void> {
  const { redis, store, env, draining } = services;
  const mark = randomUUID();
  await redis.set(store.keys.mcpLeft(id), mark, 'PX', MARK_MS);
  await pause(env.MCP_ABANDON_MS, undefined, { ref: false });
  if (draining.signal.aborted || (await redis.get(store.keys.mcpLeft(id))) !== mark) return;
  const run = await store.get(id);
  if (run !== null && !isSettled(run)) await cancelAskedRun(services, caller, run, 'its MCP client closed the stream');
}

/**
 * Sends the run's steps as progress notifications, those so far first.
 * @returns function that sends the last ones and stops
 */
function reportSteps({ services, caller }: McpCall, run: Run, { mcpReq }: ServerContext): () => Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => Promise.resolve();
  let after = 0;
  const sendNew = async (): Promise<void> => {
    const current = (await services.store.get(run.id)) ?? run;
    for (const event of await services.store.events(run.id, after)) {
      after = event.seq;
      if (event.event !== 'step' || mcpReq.signal.aborted) continue;
      const step = await shownData(services, caller, current, event);
      const params = { progressToken, progress: event.seq, message: step?.message };
      await mcpReq.notify({ method: 'notifications/progress', params });
    }
  };
  let sending = Promise.resolve();
  const next = (): void => {
    sending = sending.then(sendNew).catch((error: unknown) => {
      services.logger.warn({ err: error, runId: run.id }, 'steps of a run were not sent to its MCP client');
    });
  };
  next();
  const unwatch = services.watch.watch(run.id, next);
  return async () => {
    unwatch();
    next();
    await sending;
  };
}
