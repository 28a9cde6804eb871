import { createHash } from 'node:crypto';
import { type SampleEntry, runScopeOf } from '@querent/catalog';
import { isTerminal, type Run } from '@querent/contracts';
import { checkStatement } from '@querent/retrieval';
import { entryId, lenderOf } from '@querent/cache';
import { authorOf } from '../admin/sample-change';
import { seesSql, type Caller } from '../auth/caller';
import type { GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { demandOpenData } from '../results/may-still-read';
import type { Feedback, FeedbackBody } from './feedback-schemas';
import { fitStatement } from './fit-statement';
import { questionByItself, reusableAnswer } from './reusable-answer';

/**
 * Stores the rating of a finished run by the key that asked it, replacing an earlier rating. An answer rated `up`
 * becomes a sample of the tenant at once; an answer with doubts or from an agent, and a corrected statement, only after
 * an administrator has approved it.
 */
export async function giveFeedback(
  services: GatewayServices,
  caller: Caller,
  run: Run,
  body: FeedbackBody,
): Promise<Feedback> {
  await services.feedback.take(caller);
  if (!isTerminal(run.status)) throw new ProblemError('run_not_finished');
  await demandOpenData(services, caller, run);
  if (body.correctedSql !== undefined && !seesSql(caller)) throw new ProblemError('forbidden');
  const made =
    body.correctedSql === undefined
      ? await acceptedSample(services, run, body)
      : await correctedSample(services, run, body.correctedSql);
  await services.audit.acted(
    'rated',
    run,
    caller,
    body.correctedSql === undefined ? body.rating : `${body.rating}, with a statement`,
  );
  if (body.rating === 'down') await doubtStatement(services, run);
  const at = new Date().toISOString();
  const sample = await storeSample(services, run, caller, made, { at, comment: body.comment });
  await voteForSamples(services, run, caller, body);
  const feedback: Feedback = {
    rating: body.rating,
    comment: body.comment ?? null,
    corrected: body.correctedSql !== undefined,
    sample,
    at,
  };
  await services.feedback.put(run, caller.name, {
    ...feedback,
    question: run.request.question,
    connection: run.request.connection,
    ...(body.correctedSql === undefined ? {} : { correctedSql: body.correctedSql }),
  });
  services.logger.info({ runId: run.id, rating: body.rating, corrected: feedback.corrected, sample }, 'feedback');
  return feedback;
}

type Made = Pick<SampleEntry, 'question' | 'sql' | 'modelVersion' | 'status'>;

async function correctedSample(services: GatewayServices, run: Run, sql: string): Promise<Made | null> {
  const fit = await fitStatement(
    services,
    { tenant: run.tenant, connection: run.request.connection },
    { path: 'correctedSql', sql },
  );
  const question = questionByItself(run);
  return question === null ? null : { question, ...fit, status: 'pending' };
}

/** Null if the answer is not rated `up`, is valid only today, or no longer fits the model. */
async function acceptedSample(services: GatewayServices, run: Run, { rating }: FeedbackBody): Promise<Made | null> {
  return rating === 'up' ? answerAsSample(services, run) : null;
}

/** The answer of a run as a sample; null if it cannot be one. */
async function answerAsSample(services: GatewayServices, run: Run): Promise<Made | null> {
  const answer = reusableAnswer(run);
  const registered = answer === null ? null : await services.models.model(run.request.connection, run.tenant);
  if (answer === null || registered === null || registered.problems.length > 0) return null;
  const check = await checkStatement(answer.sql, registered.model);
  if (!check.ok) return null;
  return {
    question: answer.question,
    sql: check.sql,
    modelVersion: registered.model.version,
    status: isPlain(run) ? 'approved' : 'pending',
  };
}

const DISPUTED = 'an asker rated its answer as wrong';

/**
 * Applies a rating to the samples that were in the prompt when a model wrote the statement, and to the sample that
 * equals this answer. If the answer is rated as wrong, an equal sample that came from feedback needs an administrator's
 * approval again; one from a file or an administrator does not.
 */
async function voteForSamples(
  services: GatewayServices,
  run: Run,
  caller: Caller,
  { rating, correctedSql }: FeedbackBody,
): Promise<void> {
  const scope = { tenant: run.tenant, connection: run.request.connection };
  const { samples, sampleStore } = services;
  const answer = await answerAsSample(services, run);
  const equal = answer === null ? null : await samples.same(scope, answer);
  // A statement that the planner compiled did not use samples.
  const shown =
    run.data.semanticQuery === null ? (run.data.retrieval?.samples.flatMap(({ id }) => id ?? []) ?? []) : [];
  const wrong = rating === 'down' || correctedSql !== undefined;
  await sampleStore.vote(scope, { runId: run.id, by: caller.name, rating: wrong ? 'down' : 'up' }, [
    ...new Set([...shown, ...(equal === null ? [] : [equal.id])]),
  ]);
  if (!wrong || equal?.source !== 'feedback') return;
  const disputed = (now: SampleEntry | null): SampleEntry | null =>
    now?.status === 'approved' && now.sql === equal.sql ? { ...now, status: 'pending', reason: DISPUTED } : now;
  await sampleStore.change(scope, equal.id, disputed, authorOf(caller));
}

/** Answers with doubts, or with an agent's filters that the question does not mention, need a review by a person. */
const isPlain = ({ request, data }: Run): boolean => data.doubts.length === 0 && request.agent === null;

/**
 * Stores one sample per run and key. An approved sample stays approved while its question and statement are the same.
 */
async function storeSample(
  services: GatewayServices,
  run: Run,
  caller: Caller,
  made: Made | null,
  { at, comment }: { at: string; comment: string | undefined },
): Promise<Feedback['sample']> {
  const id = `feedback-${createHash('sha256')
    .update(JSON.stringify([run.id, caller.name]))
    .digest('hex')
    .slice(0, 24)}`;
  const scope = { tenant: run.tenant, connection: run.request.connection };
  const equal = made === null ? null : await services.samples.same(scope, made);
  // An administrator rejected it: it is not proposed again.
  if (equal?.rejectedBy !== undefined) return null;
  // An equal sample is approved already: the rating only counts as a vote for it.
  if (made?.status === 'approved' && equal?.status === 'approved' && equal.id !== id) return equal.status;
  const commented = comment === undefined || comment === '' ? {} : { comment };
  const next = (before: SampleEntry | null): SampleEntry | null => {
    // An asker cannot delete a sample that an administrator approved: it needs approval again.
    if (made === null && before?.rejectedBy !== undefined) return before;
    if (made === null)
      return before?.approvedBy === undefined ? null : { ...before, status: 'pending', reason: DISPUTED };
    const same = before !== null && before.question === made.question && before.sql === made.sql;
    const entry: SampleEntry = {
      id,
      ...made,
      locale: run.request.locale,
      source: 'feedback',
      createdAt: same ? before.createdAt : at,
      by: caller.name,
      ...commented,
    };
    return same && before.status === 'approved' ? { ...before, ...entry, status: 'approved' } : entry;
  };
  const stored = await services.sampleStore.change(scope, id, next, authorOf(caller));
  return stored === null || stored.status === 'retired' || stored.rejectedBy !== undefined ? null : stored.status;
}

/**
 * Handles a `down` rating: removes the answer from the exact cache and reports the doubt to the semantic cache if its
 * statement is shared there. The statement may come from the run itself, or from the run whose cached answer it
 * borrowed.
 */
async function doubtStatement(services: GatewayServices, run: Run): Promise<void> {
  const { cache, statements, catalog, logger } = services;
  const scope = runScopeOf(catalog, run);
  if (scope === null) return;
  if (run.data.cacheKey !== null) await cache.drop(scope.audience, run.data.cacheKey);
  const { sharing, similarity } = await sharingBehind(services, run);
  if (sharing === null) return;
  const became = await statements.doubt(
    scope,
    sharing,
    sharing.entry ?? entryId(sharing),
    sharing.entry === null ? null : similarity,
  );
  if (became !== 'unknown') logger.info({ runId: run.id, became }, 'a shared statement was rated as wrong');
}

/**
 * Semantic-cache entry of the statement behind a run's answer. For a borrowed answer it is recorded in the lending run.
 */
async function sharingBehind(
  { store }: GatewayServices,
  run: Run,
): Promise<Pick<Run['data'], 'sharing'> & { similarity: number | null }> {
  const { runId } = lenderOf(run.data.result, run.id);
  const lender = runId === run.id ? run : await store.get(runId);
  return { sharing: lender?.data.sharing ?? null, similarity: lender?.data.cache.similarity ?? null };
}
