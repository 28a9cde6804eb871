import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { replyBodySchema, submitBodySchema, type Run } from '@querent/contracts';
import { CursorError, listRuns } from '@querent/saga';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteFacts } from '../audit/request-facts';
import { callerOf, seesSql } from '../auth/caller';
import { keyInForce } from '../auth/key-in-force';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { mayStillRead } from '../results/may-still-read';
import { withdrawn } from '../results/withdrawal';
import { parsed, parsedQuery } from '../submit/parsed-body';
import { setRunAttributes, tracedRequest, traceparentOfRun } from '../tracing/traced-request';
import { SUBMITTING } from '../submit/open-submitting';
import { explainBodySchema, explainedQuestion } from '../submit/explain-question';
import { submitQuestion, type SubmitDeps, type Submitted } from '../submit/submit-question';
import { summaryPlanFor } from '../leak/gate-plans';
import { markGated } from '../leak/response-gate';
import { cancelAskedRun, replyToRun } from './act-on-run';
import { idempotencyKeySchema, listQuerySchema } from './query-schemas';
import { tagMatches } from './if-none-match';
import { isSettled, renderRun, runOfPath } from './own-run';
import { shareToken } from './run-share';
import { runSummary } from './run-summary';
import { settledRun } from './settled-run';

type IdRequest = FastifyRequest<{ Params: { id: string } }>;

/** Submits, lists, reads, answers clarifications of, and cancels runs. */
@Controller('v1/queries')
export class QueriesController {
  constructor(
    @Inject(GATEWAY) private readonly services: GatewayServices,
    @Inject(SUBMITTING) private readonly submitting: SubmitDeps,
  ) {}

  @Post()
  submit(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return tracedRequest(this.services.tracer, { request, reply }, async (span) => {
      const submitted = await submitQuestion(this.submitting, {
        caller: callerOf(request),
        body: parsed(submitBodySchema, request.body),
        idempotencyKey: idempotencyKeyOf(request),
        traceparent: traceparentOfRun(this.services.tracer, span, request),
      });
      setRunAttributes(span, submitted.run);
      await this.answer(request, reply, submitted);
    });
  }

  private async answer(request: FastifyRequest, reply: FastifyReply, submitted: Submitted): Promise<void> {
    const seconds = preferredWait(request.headers['prefer']);
    if (seconds !== null) reply.header('preference-applied', `wait=${seconds}`);
    const run =
      seconds === null || isSettled(submitted.run)
        ? submitted.run
        : await settledRun(this.services, submitted.run, seconds * 1000, clientDisconnected(reply));
    if (submitted.fresh === null) reply.header('idempotent-replayed', 'true');
    // The key may have been revoked or have expired during the wait.
    if (seconds !== null) keyInForce(this.services, request).demand();
    const json = await this.viewOf(request, submitted, run);
    if (seconds !== null && isSettled(run)) sendJson(reply.status(200).header('location', pathOf(run)), json);
    else sendAccepted(reply, run, json);
  }

  /** Only for callers with `sql:read`: the explanation holds physical names. */
  @Post('explain')
  async explain(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    reply
      .status(200)
      .send(await explainedQuestion(this.submitting, callerOf(request), parsed(explainBodySchema, request.body)));
  }

  @Get()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { redis, store } = this.services;
    const { askedBy, code: codes, clarification, ...query } = parsedQuery(listQuerySchema, request.query);
    const keyName = caller.scopes.includes('admin') ? askedBy : caller.name;
    const { runs, nextCursor } = await listRuns(redis, store, {
      ...query,
      tenant: caller.tenant,
      keyName,
      codes,
      isUnanswered: clarification === 'unanswered',
    }).catch((error: unknown) => {
      if (!(error instanceof CursorError)) throw error;
      throw new ProblemError('bad_request', {
        mistakes: [{ path: 'cursor', message: { zh: '不是有效的游标', en: 'is not a cursor of this list' } }],
      });
    });
    const summaries = runs.map(async (run) => {
      const visible = (await mayStillRead(this.services, caller, run)) ? run : withdrawn(run);
      return (await this.services.gates.ofRun(caller, run)).json(
        runSummary(visible, seesSql(caller)),
        summaryPlanFor(caller, run),
      );
    });
    sendJson(reply, JSON.stringify({ runs: await Promise.all(summaries), nextCursor }));
  }

  @Get(':id')
  async get(@Req() request: IdRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const { run, tag, json, rows } = await renderRun(
      this.services,
      caller,
      await runOfPath(this.services, request, 'shared'),
    );
    reply.header('etag', tag).header('cache-control', 'private, no-cache');
    if (tagMatches(request.headers['if-none-match'], tag)) {
      reply.status(304).send();
      return;
    }
    if (!isSettled(run)) reply.header('retry-after', '1');
    noteShown(request, run, rows);
    sendJson(reply, json);
  }

  @Post(':id/clarification')
  async reply(@Req() request: IdRequest, @Res() reply: FastifyReply): Promise<void> {
    const run = await runOfPath(this.services, request, 'own');
    await tracedRequest(this.services.tracer, { request, reply, run }, () => this.takeReply(request, reply, run));
  }

  private async takeReply(request: IdRequest, reply: FastifyReply, run: Run): Promise<void> {
    const caller = callerOf(request);
    const continued = await replyToRun(this.services, caller, run, parsed(replyBodySchema, request.body));
    sendAccepted(reply, continued, await this.shown(request, continued));
  }

  @Post(':id/cancel')
  async cancel(@Req() request: IdRequest, @Res() reply: FastifyReply): Promise<void> {
    const asked = await runOfPath(this.services, request, 'own');
    await tracedRequest(this.services.tracer, { request, reply, run: asked }, () =>
      this.cancelNow(request, reply, asked),
    );
  }

  private async cancelNow(request: IdRequest, reply: FastifyReply, asked: Run): Promise<void> {
    const run = await cancelAskedRun(this.services, callerOf(request), asked);
    sendAccepted(reply, run, await this.shown(request, run));
  }

  /** The token with which others of the tenant may read the run. */
  @Post(':id/share')
  async share(@Req() request: IdRequest, @Res() reply: FastifyReply): Promise<void> {
    const run = await runOfPath(this.services, request, 'own');
    const token = shareToken(this.services.env.QUERENT_SECRET_KEY, run);
    if (token === null) throw new ProblemError('bad_request', { mistakes: [{ path: 'share', message: unsigned }] });
    await this.services.audit.acted('shared', run, callerOf(request));
    reply.status(200).header('cache-control', 'no-store').send({ token });
  }

  /** A new run is rendered from memory; one that existed before, or has changed since, is read from the store. */
  private async viewOf(request: FastifyRequest, { fresh, run: first }: Submitted, run: Run): Promise<string> {
    if (fresh === null || run.version !== first.version) return this.shown(request, run);
    return fresh.json(seesSql(callerOf(request)));
  }

  /** View of a run with the caller's current rights. */
  private async shown(request: FastifyRequest, run: Run): Promise<string> {
    const { json, rows } = await renderRun(this.services, callerOf(request), run);
    noteShown(request, run, rows);
    return json;
  }
}

const unsigned = {
  zh: '未启用分享：需要管理员设置签名密钥',
  en: 'sharing is not enabled: an administrator has to set the signing key',
};

/** Reports the rows in a view to the audit, for every route that returns a view. */
function noteShown(request: FastifyRequest, { id, request: { connection } }: Run, rows: number | null): void {
  if (rows !== null) noteFacts(request, { runId: id, connection, rows });
}

function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return key === undefined ? undefined : parsed(idempotencyKeySchema, { 'Idempotency-Key': key })['Idempotency-Key'];
}

const pathOf = (run: Run): string => `/v1/queries/${run.id}`;

/**
 * @param json already gated for the caller
 */
function sendJson(reply: FastifyReply, json: string): void {
  markGated(reply).type('application/json; charset=utf-8').send(json);
}

function sendAccepted(reply: FastifyReply, run: Run, json: string): void {
  sendJson(reply.status(202).header('location', pathOf(run)).header('retry-after', '1'), json);
}

/** Signal that aborts when the client disconnects before the response is sent. */
function clientDisconnected(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Longest wait that is granted, seconds. */
const longestWait = 30;

/** Seconds of `Prefer: wait=N` (RFC 7240), at most 30; null if the preference is absent or invalid. */
function preferredWait(header: string | string[] | undefined): number | null {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?\s*(?:$|[,;])/i.exec(text)?.[1];
  return seconds === undefined ? null : Math.min(Number(seconds), longestWait);
}
