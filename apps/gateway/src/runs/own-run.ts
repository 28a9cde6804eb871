import { isTerminal, type ResultRef, type Row, type Run, type RunStatus, type Step } from '@querent/contracts';
import { ResultUnavailableError, type ResultReader, type ResultStore, type RunEvent } from '@querent/saga';
import type { FastifyRequest } from 'fastify';
import { callerOf, seesSql, type Caller } from '../auth/caller';
import { isStillGranted } from '../auth/still-granted';
import type { GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { chartPlan, runPlanFor } from '../leak/gate-plans';
import { mayStillRead } from '../results/may-still-read';
import { withdrawn, withdrawnStep } from '../results/withdrawal';
import { resultHome } from '../results/result-home';
import { isShareToken, shareOf } from './run-share';
import { runTag, runView, viewRows } from './run-view';

const idFormat = /^[A-Za-z0-9_]{8,64}$/;

/**
 * The run, if the caller may read it: runs asked with the same key, or all runs of the tenant for an administrator.
 * Throws `not_found` for other runs, as for one that does not exist.
 */
export const ownRun = (services: Pick<GatewayServices, 'store'>, caller: Caller, id: string): Promise<Run> =>
  runFor(services, id, (run) => isOwn(caller, run));

/** Who may use the run of a route: `own` as `ownRun`; `shared` also holders of its share token, who only read. */
export type RunAccess = 'own' | 'shared';

/** The run in the path of a request. Throws `not_found` as `ownRun`, also for a wrong share token. */
export function runOfPath(
  services: Pick<GatewayServices, 'store' | 'catalog' | 'env'>,
  request: FastifyRequest<{ Params: { id: string } }>,
  access: RunAccess,
): Promise<Run> {
  const caller = callerOf(request);
  const token = access === 'shared' ? shareOf(request) : null;
  const isShared = (run: Run): boolean =>
    token !== null &&
    run.tenant === caller.tenant &&
    isShareToken(services.env.QUERENT_SECRET_KEY, run, token) &&
    isStillGranted(services.catalog, caller, run.request.connection);
  return runFor(services, request.params.id, (run) => isOwn(caller, run) || isShared(run));
}

async function runFor(
  { store }: Pick<GatewayServices, 'store'>,
  id: string,
  isOpen: (run: Run) => boolean,
): Promise<Run> {
  const run = idFormat.test(id) ? await store.get(id) : null;
  if (run === null) throw new ProblemError('not_found');
  if (!isOpen(run)) throw new ProblemError('not_found', { denied: true });
  return run;
}

const isOwn = (caller: Caller, run: Run): boolean =>
  run.tenant === caller.tenant && (run.keyName === caller.name || caller.scopes.includes('admin'));

export interface RenderedRun {
  run: Run;
  tag: string;
  /** The view as JSON, serialised once. */
  json: string;
  /** Number of stored rows in the view; null if it shows no result. */
  rows: number | null;
}

type RenderServices = Pick<GatewayServices, 'store' | 'results' | 'gates' | 'catalog' | 'models'>;

/**
 * Reads the steps and first rows of a run, gates the view for the caller, and serialises it. Data that the caller may
 * no longer read is left out.
 */
export async function renderRun(services: RenderServices, caller: Caller, run: Run): Promise<RenderedRun> {
  const open = await mayStillRead(services, caller, run);
  const visible = open ? run : withdrawn(run);
  const { runId, ref, reader } = resultHome(visible);
  const [gate, events, rows] = await Promise.all([
    services.gates.ofRun(caller, run),
    services.store.events(run.id),
    ref === null ? [] : firstRows(services.results, runId, ref, reader),
  ]);
  const sqlRead = seesSql(caller);
  const shown = rows === null ? { ...visible, data: { ...visible.data, result: null } } : visible;
  const steps = open ? stepsOf(events) : stepsOf(events).map((step) => withdrawnStep(step, run.request.locale));
  const json = JSON.stringify(
    gate.json(runView(shown, { rows: rows ?? [], steps, sqlRead }), runPlanFor(caller, run), rows ?? []),
  );
  return {
    run,
    tag: runTag(run, events.at(-1)?.seq ?? 0, {
      reader: sqlRead ? 's' : run.keyName === caller.name ? 'b' : 'o',
      resultOpen: open && rows !== null,
    }),
    json,
    rows: shown.data.result && (rows?.length ?? 0),
  };
}

/** The ECharts option of a run's chart, as the run's view shows it to the caller. */
export async function shownOption(
  { gates, results }: Pick<GatewayServices, 'gates' | 'results'>,
  caller: Caller,
  run: Run,
  { spec }: NonNullable<Run['data']['chart']>,
): Promise<Record<string, unknown>> {
  if (seesSql(caller)) return spec;
  const { runId, ref, reader } = resultHome(run);
  const [gate, rows] = await Promise.all([
    gates.ofRun(caller, run),
    ref === null ? [] : firstRows(results, runId, ref, reader),
  ]);
  return gate.json(spec, chartPlan, rows ?? []);
}

/**
 * Limit of the rows' JSON in a view, in UTF-16 units. A webhook keeps its body in memory until it is delivered, and
 * fifty rows of long texts and shapes can be a whole result, 32 MB.
 */
const VIEW_CHARS = 4 * 1024 * 1024;

/**
 * The first rows, up to the row and size limits of a view. Null if the rows have expired: an empty list would mean an
 * empty result.
 */
async function firstRows(
  results: Pick<ResultStore, 'pages'>,
  runId: string,
  ref: ResultRef,
  reader: ResultReader,
): Promise<Row[] | null> {
  const rows: Row[] = [];
  let left = VIEW_CHARS;
  try {
    for await (const page of results.pages(runId, ref, reader)) {
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

/** The run has ended or awaits the asker, so it will not change by itself. */
export const isSettledStatus = (status: RunStatus): boolean =>
  isTerminal(status) || status === 'awaiting_clarification';

export const isSettled = ({ status }: Pick<Run, 'status'>): boolean => isSettledStatus(status);
