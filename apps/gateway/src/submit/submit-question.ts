import { exactKey, tracedLookup } from '@querent/cache';
import { audienceOf, mayAsk, type Agent } from '@querent/catalog';
import { isTerminal, type Run, type RunData, type RunRequest, type Step, type SubmitBody } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import { claimIdempotencyKey, newRunId, releaseIdempotencyKey, type Advanced, type NewRun } from '@querent/saga';
import type { Caller } from '../auth/caller';
import type { GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { publishOutbox } from '../runs/publish-outbox';
import { runView } from '../runs/run-view';
import { agentFor, requireUsable } from './agent-for';
import { bodyHash } from './body-hash';
import { civilDateIn } from './civil-date';
import { zoneBeforeSchema, zoneOf, type AskedZone } from './asked-zone';
import type { PublishedVersions } from './published-versions';
import { callbackMistake } from '../webhooks/callback-mistake';
import type { Quota } from './quota';
import { cacheStep, type RememberedHits } from './remembered-hits';

export interface SubmitDeps {
  services: GatewayServices;
  quota: Quota;
  versions: PublishedVersions;
  hits: RememberedHits;
}

export interface Submission {
  caller: Caller;
  body: SubmitBody;
  idempotencyKey: string | undefined;
  traceparent: string;
}

/** The run of a question. `fresh` carries what its view needs; without it the run was there before. */
export interface Submitted {
  run: Run;
  fresh: { json: (sqlRead: boolean) => string } | null;
}

/**
 * Takes a question in: answered from the exact cache, or queued. When this resolves the run is stored; when it throws,
 * nothing was accepted.
 */
export async function submitQuestion(deps: SubmitDeps, submission: Submission): Promise<Submitted> {
  const { services } = deps;
  const { caller, body } = submission;
  const place = await askable(deps, caller, body);
  const claimed = await claimedId(services, submission);
  if ('run' in claimed) return repeated(services, claimed.run);
  return answeredOrQueued(deps, submission, place, claimed).catch(async (error: unknown) => {
    // Refused questions must not fill Redis with keys under which nothing was made.
    if (claimed.isFresh && error instanceof ProblemError && error.code === 'too_many_requests')
      await claimed.release?.();
    throw error;
  });
}

async function answeredOrQueued(
  deps: SubmitDeps,
  { caller, body, traceparent }: Submission,
  place: Askable,
  { id, release }: ClaimedId,
): Promise<Submitted> {
  const { services } = deps;
  const { zone, login, agent, audience } = place;
  const request = requestOf(body, zone);
  // By the clock that tells when runs end: it is compared with that.
  const since = new Date(await services.store.now()).toISOString();
  const cacheKey = cacheKeyOf(caller, request, place);
  const run: NewRun = {
    id,
    tenant: caller.tenant,
    keyName: caller.name,
    traceparent,
    request,
    data: { cacheKey, agentVersion: agent?.version ?? null, login },
  };
  const hit = cacheKey === null ? null : await answeredFromCache(deps, run, { audience, cacheKey, login });
  if (hit !== null) return hit;

  const counted = await deps.quota.take(caller.tenant);
  const created = await taken(deps, run, { audience, cacheKey, since }).finally(counted);
  if (created.kind !== 'advanced') return repeated(services, await existing(services, run.id));
  publishOutbox(services, created.outbox);
  await services.store.acceptDurably(created.run, release);
  return {
    run: created.run,
    fresh: { json: (sqlRead) => JSON.stringify(runView(created.run, { rows: [], steps: [], sqlRead })) },
  };
}

/** Makes the run of a question that was let in. */
async function taken(
  { services, quota }: SubmitDeps,
  run: NewRun,
  { audience, cacheKey, since }: { audience: string; cacheKey: string | null; since: string },
): Promise<Advanced> {
  // Before there is a run: no question is worked on that the trail does not hold.
  [run.turn] = await Promise.all([quota.turnOf(run.tenant), services.audit.asked(run)]);
  // Last of all: whoever is refused must not be waited for.
  if (cacheKey !== null)
    run.data = { ...run.data, awaits: await awaited(services, run.id, { audience, cacheKey, since }) };
  return services.store.create(run);
}

interface Askable {
  zone: AskedZone;
  /** The model's; null while there is none. */
  version: string | null;
  /** Digest of the login that the model was read with; null where there is none. */
  login: string | null;
  /** Who shares what the tenant sees: `audienceOf`. */
  audience: string;
  agent: Agent | null;
}

/** What the connection says about the question; throws where the caller may not or cannot ask it. */
export async function askable(
  { services, versions }: Pick<SubmitDeps, 'services' | 'versions'>,
  caller: Caller,
  body: SubmitBody,
): Promise<Askable> {
  const { catalog, models } = services;
  const connection = catalog.connection(body.connection);
  if (connection === undefined)
    throw new ProblemError(catalog.isBroken(body.connection) ? 'connection_misconfigured' : 'connection_unknown');
  if (!mayAsk(caller, connection)) throw new ProblemError('forbidden');
  const mistake = body.callbackUrl === undefined ? null : callbackMistake(body.callbackUrl, services.env);
  if (mistake !== null)
    throw new ProblemError('bad_request', { mistakes: [{ path: 'callbackUrl', message: mistake }] });
  const agent = agentFor(catalog, body.agent, connection.name);
  const audience = audienceOf(connection, caller.tenant);
  const registered = await models.model(connection.name, caller.tenant);
  if (registered !== null && registered.problems.length > 0) throw new ProblemError('connection_misconfigured');
  if (registered === null) {
    await refuseUnlessPreparing(services, audience);
    return {
      zone: zoneBeforeSchema(body.timezone, catalog.modelFile(connection.name).file?.timezone),
      version: null,
      login: null,
      audience,
      agent,
    };
  }
  requireUsable(agent, registered.model);
  await versions.publish(audience, registered.model.version);
  return {
    zone: zoneOf(body.timezone, registered.model),
    version: registered.model.version,
    login: registered.login ?? null,
    audience,
    agent,
  };
}

/**
 * Without a snapshot nothing can be planned: say why now rather than queue a question that must fail. One whose schema
 * is being read for the first time is worth queueing: the intent worker waits for it.
 */
async function refuseUnlessPreparing({ snapshots }: GatewayServices, audience: string): Promise<void> {
  const { state } = await snapshots.status(audience);
  if (state === 'misconfigured') throw new ProblemError('connection_misconfigured');
  if (state === 'unavailable') throw new ProblemError('connection_unavailable', { headers: { 'retry-after': '2' } });
}

function requestOf(body: SubmitBody, { timezone, isOpen }: AskedZone): RunRequest {
  return {
    question: body.question,
    connection: body.connection,
    locale: body.locale ?? detectLocale(body.question),
    timezone,
    today: civilDateIn(timezone, new Date()),
    ...(isOpen ? { zoneOpen: true } : {}),
    conversationId: body.conversationId ?? null,
    agent: body.agent ?? null,
    mode: body.mode ?? 'auto',
    cache: body.cache ?? 'use',
    maxRows: body.maxRows ?? null,
    callbackUrl: body.callbackUrl ?? null,
  };
}

/** Null where the words alone do not decide the answer, or the caller wants it computed. */
function cacheKeyOf(caller: Caller, request: RunRequest, { zone, version, agent, audience }: Askable): string | null {
  if (request.cache === 'bypass' || request.conversationId !== null || version === null) return null;
  const { connection, locale, mode, maxRows, timezone, today, question } = request;
  const modelToday = civilDateIn(zone.model, new Date());
  return exactKey({
    tenant: caller.tenant,
    role: audience,
    connection,
    version,
    locale,
    agent: agent && `${agent.name}@${agent.version}`,
    mode,
    maxRows,
    timezone,
    today: modelToday === today ? today : `${today} ${modelToday}`,
    question,
  });
}

/**
 * A new run's id, whether this request was the first to claim it, and what lets its idempotency key be claimed again.
 */
interface ClaimedId {
  id: string;
  isFresh: boolean;
  release?: () => Promise<void>;
}

/** An id for a new run; or the run that the same key and body made before. */
async function claimedId(
  { redis, store }: GatewayServices,
  { caller, body, idempotencyKey }: Submission,
): Promise<ClaimedId | { run: Run }> {
  const id = newRunId();
  if (idempotencyKey === undefined) return { id, isFresh: true };
  const request = {
    tenant: caller.tenant,
    keyName: caller.name,
    key: idempotencyKey,
    bodyHash: bodyHash(body),
    runId: id,
  };
  const claim = await claimIdempotencyKey(redis, store.keys, request);
  if (claim.kind === 'mismatch') throw new ProblemError('idempotency_mismatch');
  const runId = claim.kind === 'fresh' ? id : claim.runId;
  const run = claim.kind === 'fresh' ? null : await store.get(runId);
  // The first request died before its run was made, or is making it now: both may try, one will find it there.
  return run === null
    ? {
        id: runId,
        isFresh: claim.kind === 'fresh',
        release: () => releaseIdempotencyKey(redis, store.keys, { ...request, runId }),
      }
    : { run };
}

async function answeredFromCache(
  { services, quota, hits }: SubmitDeps,
  run: NewRun,
  { audience, cacheKey, login }: Pick<Askable, 'audience' | 'login'> & { cacheKey: string },
): Promise<Submitted | null> {
  const hit = await tracedLookup('l1', () =>
    hits.find({ connection: run.request.connection, tenant: run.tenant, audience }, cacheKey),
  );
  if (hit === null) return null;
  // The rows of a run that was under way while the login changed: the one that is in force now may not see them.
  const readBy = hit.data.result?.reads?.login;
  if (readBy !== undefined && login !== null && readBy !== login) return null;
  const { tenant, keyName, request } = run;
  await quota.takeOfMinute(tenant);
  // The question's words may undo what was learned of this asker, whoever was answered first.
  await services.habits.applyWording({ tenant, keyName, connection: request.connection }, hit.data.settled, {
    runId: run.id,
    at: new Date().toISOString(),
  });
  const step = { kind: 'cache_hit', message: cacheStep[run.request.locale] };
  const created = await services.store.createFinished({ ...run, data: hit.data }, [step], hit.encoded);
  if (created.kind !== 'advanced') return repeated(services, await existing(services, run.id));
  services.audit.answeredFromCache(run, hit.data.result?.rowCount);
  const steps: Step[] = [{ seq: 1, at: created.run.updatedAt, stage: 'gateway', durationMs: null, ...step }];
  return { run: created.run, fresh: { json: (sqlRead) => hit.view(created.run, steps, sqlRead) } };
}

/** The run that works on the same question for somebody else; null where this one is the first of them. */
async function awaited(
  { flights, store }: GatewayServices,
  runId: string,
  { audience, cacheKey, since }: { audience: string; cacheKey: string; since: string },
): Promise<RunData['awaits']> {
  const leader = await flights.leader(audience, cacheKey, runId);
  const run = leader === runId ? null : await store.get(leader);
  // None: another gateway, which took that question in a moment ago, is about to store it. One that has ended meanwhile
  // will do, too.
  const isOver =
    run !== null &&
    (isTerminal(run.status) || run.status === 'awaiting_clarification') &&
    (run.finishedAt ?? '') < since;
  const current = isOver ? await flights.leader(audience, cacheKey, runId, leader) : leader;
  return current === runId ? null : { runId: current, since };
}

/** A run that was there before: whoever made it may still wait until it lasts. */
async function repeated({ store }: GatewayServices, run: Run): Promise<Submitted> {
  await store.waitUntilDurable(run.id);
  return { run, fresh: null };
}

async function existing(services: GatewayServices, id: string): Promise<Run> {
  const run = await services.store.get(id);
  // A fail-over has lost it in this moment: a repeat is taken in.
  if (run === null) throw new ProblemError('unavailable', { headers: { 'retry-after': '2' } });
  return run;
}
