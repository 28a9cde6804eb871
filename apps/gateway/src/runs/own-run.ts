import { isTerminal, type ResultRef, type Row, type Run, type RunStatus, type Step } from '@querent/contracts';
import { ResultUnavailableError, type ResultStore, type RunEvent } from '@querent/saga';
import { seesSql, type Caller } from '../auth/caller';
import type { GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { runPlanFor } from '../leak/gate-plans';
import { mayStillRead } from '../results/may-still-read';
import { withdrawn, withdrawnStep } from '../results/withdrawal';
import { resultHome } from '../results/result-home';
import { runTag, runView, viewRows } from './run-view';

const idFormat = /^[A-Za-z0-9_]{8,64}$/;

/**
 * The run, if it is the caller's: asked with the same key, or any of the tenant's for an administrator. Else 404, as
 * for one that never was.
 */
export async function ownRun(services: Pick<GatewayServices, 'store'>, caller: Caller, id: string): Promise<Run> {
  const run = idFormat.test(id) ? await services.store.get(id) : null;
  if (run === null) throw new ProblemError('not_found');
  if (!mayRead(caller, run)) throw new ProblemError('not_found', { denied: true });
  return run;
}

export const mayRead = (caller: Caller, run: Run): boolean =>
  run.tenant === caller.tenant && (run.keyName === caller.name || caller.scopes.includes('admin'));

export interface RenderedRun {
  run: Run;
  tag: string;
  /** The view as JSON, serialised once. */
  json: string;
  /** Stored rows that it shows; null where it shows no result. */
  rows: number | null;
}

type RenderServices = Pick<GatewayServices, 'store' | 'results' | 'gates' | 'catalog' | 'models'>;

/**
 * Reads what the view of a run needs beside the run, leads it through the caller's door, and serialises it. What the
 * caller may not read any more is left out.
 */
export async function renderRun(services: RenderServices, caller: Caller, run: Run): Promise<RenderedRun> {
  const open = await mayStillRead(services, caller, run);
  const visible = open ? run : withdrawn(run);
  const { runId, ref } = resultHome(visible);
  const [door, events, rows] = await Promise.all([
    services.gates.ofRun(caller, run),
    services.store.events(run.id),
    ref === null ? [] : firstRows(services.results, runId, ref),
  ]);
  const sqlRead = seesSql(caller);
  const shown = rows === null ? { ...visible, data: { ...visible.data, result: null } } : visible;
  const steps = open ? stepsOf(events) : stepsOf(events).map((step) => withdrawnStep(step, run.request.locale));
  const json = JSON.stringify(
    door.json(runView(shown, { rows: rows ?? [], steps, sqlRead }), runPlanFor(caller, run), rows ?? []),
  );
  return {
    run,
    tag: runTag(run, events.at(-1)?.seq ?? 0, sqlRead, open && rows !== null),
    json,
    rows: shown.data.result && (rows?.length ?? 0),
  };
}

/**
 * So much JSON of rows is in a view, UTF-16 units: a webhook holds its body until it is taken, and fifty rows of long
 * texts and shapes can be a whole result, 32 MB.
 */
const VIEW_CHARS = 4 * 1024 * 1024;

/**
 * Rows from the first on, as many as a view has and as fit into it. Null when the rows are gone: a view without rows
 * would say that there were none.
 */
async function firstRows(results: Pick<ResultStore, 'pages'>, runId: string, ref: ResultRef): Promise<Row[] | null> {
  const rows: Row[] = [];
  let left = VIEW_CHARS;
  try {
    for await (const page of results.pages(runId, ref)) {
      for (const row of page) {
        left -= JSON.stringify(row).length;
        if (left < 0 || rows.length === viewRows) return rows;
        rows.push(row);
      }
      if (rows.length === viewRows) return rows;
    }
    return rows;
  } catch (error) {
    if (error instanceof ResultUnavailableError) return null;
    throw error;
  }
}

export const stepsOf = (events: RunEvent[]): Step[] =>
  events.flatMap((event) => (event.event === 'step' ? [event.data] : []));

/** Over, or waiting for the asker: there is nothing to wait for. */
export const isSettledStatus = (status: RunStatus): boolean =>
  isTerminal(status) || status === 'awaiting_clarification';

export const isSettled = ({ status }: Pick<Run, 'status'>): boolean => isSettledStatus(status);
