import { exactKey, tracedLookup } from '@querent/cache';
import { audienceOf, type Agent } from '@querent/catalog';
import { isTerminal, type Run, type RunData, type RunRequest, type Step, type SubmitBody } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import {
  claimIdempotencyKey,
  newRunId,
  newSharedRunId,
  releaseIdempotencyKey,
  type Advanced,
  type NewRun,
} from '@querent/saga';
import type { Caller } from '../auth/caller';
import type { GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { publishOutbox } from '../runs/publish-outbox';
import { runView } from '../runs/run-view';
import { agentFor, requireUsable } from './agent-for';
import { askedConnection } from './asked-connection';
import { bodyHash } from './body-hash';
import { cachedTodayIn } from './cached-today';
import { zoneBeforeSchema, zoneOf, type AskedZone } from './asked-zone';
import type { PublishedVersions } from './published-versions';
import type { Quota } from './quota';
import { cacheStep, type Hit, type RememberedHits } from './remembered-hits';
import { callbackMistake } from '../webhooks/public-address';

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

/** The run of a question. `fresh` renders the view of a new run; null if the run existed before. */
export interface Submitted {
  run: Run;
  fresh: { json: (sqlRead: boolean) => string } | null;
}

/**
 * Accepts a question: answers it from the exact cache or queues it. When this resolves, the run is stored; when it
 * throws, nothing was accepted.
 */
export async function submitQuestion(deps: SubmitDeps, submission: Submission): Promise<Submitted> {
  const { services } = deps;
  const { caller, body } = submission;
  const started = performance.now();
  const target = await askable(deps, caller, body);
  const claimed = await claimedId(services, submission);
  if ('run' in claimed) return repeated(services, claimed.run);
  const submitted = await answeredOrQueued(deps, submission, target, claimed).catch(async (error: unknown) => {
    // Refused questions must not fill Redis with idempotency keys that have no run.
    if (claimed.isFresh && error instanceof ProblemError && error.code === 'too_many_requests')
      await claimed.release?.();
    throw error;
  });
  if (submitted.fresh === null) return submitted;
  const { data } = submitted.run;
  if (data.cache.level === 'l1') services.measures.onAnsweredAtOnce(data, (performance.now() - started) / 1_000);
  services.conversationList.note(submitted.run).catch((error: unknown) => {
    services.logger.error(
      { err: error, runId: submitted.run.id },
      'a question is missing in the list of conversations',
    );
  });
  return submitted;
}

async function answeredOrQueued(
  deps: SubmitDeps,
  { caller, body, traceparent }: Submission,
  target: Askable,
  { id, release }: ClaimedId,
): Promise<Submitted> {
  const { services } = deps;
  const { zone, login, agent, audience } = target;
  const request = requestOf(body, zone);
  await services.grants.record(caller);
  // From the same clock as the end times of runs, because it is compared with them.
  const since = new Date(await services.store.now()).toISOString();
  const cacheKey = cacheKeyOf(caller, request, target);
  const run: NewRun = {
    id,
    tenant: caller.tenant,
    keyName: caller.name,
    traceparent,
    request,
    data: { cacheKey, agentVersion: agent?.version ?? null, login },
  };
  const [hit] = await Promise.all([
    cacheKey === null ? null : foundInCache(deps, run, { audience, cacheKey, login }),
    deps.quota.takeOfMinute(caller.tenant),
  ]);
  if (hit !== null)
    return answeredFromCache(deps, run, hit, {
      at: since,
      isAwaited: release !== undefined || request.callbackUrl !== null,
    });

  const counted = await deps.quota.take(caller.tenant);
  const created = await createdRun(deps, run, { audience, cacheKey, since }).finally(counted);
  if (created.kind !== 'advanced') return repeated(services, await existing(services, run.id));
  await services.store.acceptDurably(created.run, release);
  return {
    run: created.run,
    fresh: { json: (sqlRead) => JSON.stringify(runView(created.run, { rows: [], steps: [], sqlRead })) },
  };
}

/** Creates the run of an admitted question, and publishes its job. */
async function createdRun(
  { services, quota }: SubmitDeps,
  run: NewRun,
  { audience, cacheKey, since }: { audience: string; cacheKey: string | null; since: string },
): Promise<Advanced> {
  // Audited before the run is created, so no question is processed without an audit entry.
  [run.turn] = await Promise.all([quota.turnOf(run.tenant), services.audit.asked(run)]);
  // Last, because no run may wait for a question that is refused.
  if (cacheKey !== null)
    run.data = { ...run.data, awaits: await awaited(services, run.id, { audience, cacheKey, since }) };
  return services.store.create(run, (outbox) => publishOutbox(services, outbox));
}

interface Askable {
  zone: AskedZone;
  /** Version of the model; null while there is none. */
  version: string | null;
  /** Digest of the login that read the model; null if there is no model. */
  login: string | null;
  /** Sharing scope of the tenant's cached data: `audienceOf`. */
  audience: string;
  agent: Agent | null;
}

/** Resolves the connection, agent and time zone of a question; throws if the caller may not or cannot ask it. */
export async function askable(
  { services, versions }: Pick<SubmitDeps, 'services' | 'versions'>,
  caller: Caller,
  body: SubmitBody,
): Promise<Askable> {
  const { catalog, models } = services;
  const connection = askedConnection(catalog, caller, body.connection);
  const mistake = body.callbackUrl === undefined ? null : callbackMistake(body.callbackUrl, caller, services.env);
  if (mistake !== null)
    throw new ProblemError('bad_request', { mistakes: [{ path: 'callbackUrl', message: mistake }] });
  const agent = agentFor(catalog, body, caller.tenant);
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
 * Without a snapshot nothing can be planned, so the question is refused now instead of failing later. While the schema
 * is being read for the first time it is queued: the intent worker waits for the schema.
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
    today: cachedTodayIn(timezone, new Date()),
    ...(isOpen ? { zoneOpen: true } : {}),
    conversationId: body.conversationId ?? null,
    agent: body.agent ?? null,
    mode: body.mode ?? 'auto',
    cache: body.cache ?? 'use',
    maxRows: body.maxRows ?? null,
    callbackUrl: body.callbackUrl ?? null,
  };
}

/** Null if the answer depends on more than the question (a conversation), or the caller bypasses the cache. */
function cacheKeyOf(caller: Caller, request: RunRequest, { zone, version, agent, audience }: Askable): string | null {
  if (request.cache === 'bypass' || request.conversationId !== null || version === null) return null;
  const { connection, locale, mode, maxRows, timezone, today, question } = request;
  const modelToday = cachedTodayIn(zone.model, new Date());
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
 * Id for a new run, whether this request was the first to claim it, and a function that releases its idempotency key.
 */
interface ClaimedId {
  id: string;
  isFresh: boolean;
  release?: () => Promise<void>;
}

/** An id for a new run, or the run that an earlier request with the same idempotency key and body created. */
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
  // The first request died before it created its run, or is creating it now: both may try, and one finds it created.
  return run === null
    ? {
        id: runId,
        isFresh: claim.kind === 'fresh',
        release: () => releaseIdempotencyKey(redis, store.keys, { ...request, runId }),
      }
    : { run };
}

async function foundInCache(
  { hits }: SubmitDeps,
  run: NewRun,
  { audience, cacheKey, login }: Pick<Askable, 'audience' | 'login'> & { cacheKey: string },
): Promise<Hit | null> {
  const hit = await tracedLookup('l1', () =>
    hits.find({ connection: run.request.connection, tenant: run.tenant, audience }, cacheKey),
  );
  if (hit === null) return null;
  // The lending run may have read its rows with an earlier login; the current one may not be allowed to see them.
  const readBy = hit.data.result?.reads?.login;
  return readBy !== undefined && login !== null && readBy !== login ? null : hit;
}

/**
 * Answers a question with a cached answer. Its run is only a record: it is sent to Redis before the response, but
 * confirmed only if something else relies on it, a webhook or a repeated request.
 */
async function answeredFromCache(
  { services }: SubmitDeps,
  asked: NewRun,
  hit: Hit,
  { at, isAwaited }: { at: string; isAwaited: boolean },
): Promise<Submitted> {
  const run = { ...asked, data: hit.data, id: isAwaited ? asked.id : newSharedRunId() };
  const { id, tenant, keyName, request } = run;
  // The question may contradict a preference learned from this asker, even if another asker's run is reused.
  await services.habits.applyWording({ tenant, keyName, connection: request.connection }, hit.data.settled, {
    runId: id,
    at: new Date().toISOString(),
  });
  const step = { kind: 'cache_hit', message: cacheStep[request.locale] };
  if (isAwaited) {
    const created = await services.store.createFinished(run, [step], hit.encoded);
    if (created.kind !== 'advanced') return repeated(services, await existing(services, id));
    return shownFromCache(services, created.run, hit, step);
  }
  const finished = services.store.finished.runOf(run, at);
  services.store.finished.store({ run: finished, steps: [step], part: hit.encoded }).catch((error: unknown) => {
    services.logger.error({ err: error, runId: id }, 'a run that was answered from the cache is not stored');
  });
  return shownFromCache(services, finished, hit, step);
}

function shownFromCache(
  { audit }: Pick<GatewayServices, 'audit'>,
  run: Run,
  hit: Hit,
  step: Pick<Step, 'kind' | 'message'>,
): Submitted {
  audit.answeredFromCache(run, hit.data.result?.rowCount);
  const steps: Step[] = [{ seq: 1, at: run.updatedAt, stage: 'gateway', durationMs: null, ...step }];
  return { run, fresh: { json: (sqlRead) => hit.view(run, steps, sqlRead) } };
}

/** The run in progress that computes the same question; null if this run is the first. */
async function awaited(
  { flights, store }: GatewayServices,
  runId: string,
  { audience, cacheKey, since }: { audience: string; cacheKey: string; since: string },
): Promise<RunData['awaits']> {
  const leader = await flights.leader(audience, cacheKey, runId);
  const run = leader === runId ? null : await store.getRecent(leader);
  // A missing run is about to be stored by another gateway. A run that has ended since `since` can be used too.
  const isOver =
    run !== null &&
    (isTerminal(run.status) || run.status === 'awaiting_clarification') &&
    (run.finishedAt ?? '') < since;
  const current = isOver ? await flights.leader(audience, cacheKey, runId, leader) : leader;
  return current === runId ? null : { runId: current, since };
}

/** A run that existed before: waits until it is durable, because the request that created it may still be waiting. */
async function repeated({ store }: GatewayServices, run: Run): Promise<Submitted> {
  await store.waitUntilDurable(run.id);
  return { run, fresh: null };
}

async function existing(services: GatewayServices, id: string): Promise<Run> {
  const run = await services.store.get(id);
  // A fail-over has just lost the run: the client may submit it again.
  if (run === null) throw new ProblemError('unavailable', { headers: { 'retry-after': '2' } });
  return run;
}
