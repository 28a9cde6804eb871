import { isTerminal, type Run, type Step } from '@querent/contracts';
import type { RunEvent } from '@querent/saga';
import { seesSql, type Caller } from '../auth/caller';
import type { GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { runPlan } from '../leak/gate-plans';
import { resultHome } from '../results/result-home';
import { runTag, runView, viewRows } from './run-view';

const idFormat = /^[A-Za-z0-9_]{8,64}$/;

/** The run, if it is the caller's: asked with the same key, or any of the tenant's for an administrator. Else 404, as for one that never was. */
export async function ownRun(services: Pick<GatewayServices, 'store'>, caller: Caller, id: string): Promise<Run> {
  const run = idFormat.test(id) ? await services.store.get(id) : null;
  if (run === null || !mayRead(caller, run)) throw new ProblemError('not_found');
  return run;
}

export const mayRead = (caller: Caller, run: Run): boolean =>
  run.tenant === caller.tenant && (run.keyName === caller.name || caller.scopes.includes('admin'));

export interface RenderedRun {
  run: Run;
  tag: string;
  /** The view as JSON, serialised once. */
  json: string;
}

/** Reads what the view of a run needs beside the run, leads it through the caller's door, and serialises it. */
export async function renderRun(services: Pick<GatewayServices, 'store' | 'results' | 'gates'>, caller: Caller, run: Run): Promise<RenderedRun> {
  const { runId, ref } = resultHome(run);
  const [door, events, rows] = await Promise.all([
    services.gates.ofRun(caller, run),
    services.store.events(run.id),
    ref === null ? [] : services.results.readPage(runId, ref, 0, viewRows),
  ]);
  const sqlRead = seesSql(caller);
  const json = JSON.stringify(door.json(runView(run, { rows, steps: stepsOf(events), sqlRead }), runPlan, rows));
  return { run, tag: runTag(run, events.at(-1)?.seq ?? 0, sqlRead), json };
}

export const stepsOf = (events: RunEvent[]): Step[] => events.flatMap((event) => (event.event === 'step' ? [event.data] : []));

/** Over, or waiting for the asker: there is nothing to wait for. */
export const isSettled = (run: Run): boolean => isTerminal(run.status) || run.status === 'awaiting_clarification';
