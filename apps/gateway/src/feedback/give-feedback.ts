import { createHash } from 'node:crypto';
import type { SampleEntry } from '@querent/catalog';
import { isTerminal, type Run } from '@querent/contracts';
import { checkStatement } from '@querent/retrieval';
import { seesSql, type Caller } from '../auth/caller';
import type { GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { demandOpenData } from '../results/may-still-read';
import type { Feedback, FeedbackBody } from './feedback-schemas';
import { doubtStatement } from './doubt-statement';
import { fitStatement } from './fit-statement';
import { questionByItself, reusableAnswer } from './reusable-answer';

/**
 * Takes down what a key says of a run of its own, which must be finished, in the place of what it said before. An
 * accepted answer becomes a sample, one with doubts or of an agent and a corrected one when an administrator approves;
 * samples belong to the tenant.
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
  await services.feedback.put(run, caller.name, feedback);
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

/** Null for an answer that is not praised, holds for its day alone, or does not fit the model any more. */
async function acceptedSample(services: GatewayServices, run: Run, { rating }: FeedbackBody): Promise<Made | null> {
  return rating === 'up' ? answerAsSample(services, run) : null;
}

/** The answer of a run as a sample would have it; null where it may be none. */
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
 * What is said of an answer is said of the samples that a model had before its eyes when it wrote the statement, and of
 * the sample that is this very answer. One that is, unless it stands in a file or an administrator wrote it, waits for
 * an administrator when the answer is rated as wrong.
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
  const itself = answer === null ? null : await samples.same(scope, answer);
  // A statement that the planner compiled owes nothing to samples.
  const shown =
    run.data.semanticQuery === null ? (run.data.retrieval?.samples.flatMap(({ id }) => id ?? []) ?? []) : [];
  const wrong = rating === 'down' || correctedSql !== undefined;
  await sampleStore.vote(scope, { runId: run.id, by: caller.name, rating: wrong ? 'down' : 'up' }, [
    ...new Set([...shown, ...(itself === null ? [] : [itself.id])]),
  ]);
  if (!wrong || itself?.source !== 'feedback') return;
  await sampleStore.change(scope, itself.id, (now) =>
    now?.status === 'approved' && now.sql === itself.sql ? { ...now, status: 'pending', reason: DISPUTED } : now,
  );
}

/** Doubts, and an agent's own filters, which its question does not speak of, are for a person to look at. */
const isPlain = ({ request, data }: Run): boolean => data.doubts.length === 0 && request.agent === null;

/** One sample a run and key. What an administrator approved stays so as long as it says the same. */
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
  // Somebody has said so already: what was said of this answer counts as a vote for it.
  const same = made === null || made.status === 'pending' ? null : await services.samples.same(scope, made);
  if (same !== null && same.id !== id && same.status === 'approved') return same.status;
  const said = comment === undefined || comment === '' ? {} : { comment };
  const stored = await services.sampleStore.change(scope, id, (before) => {
    // An administrator's word is not taken back by the asker's: the administrator looks again.
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
      ...said,
    };
    return same && before.status === 'approved' ? { ...before, ...entry, status: 'approved' } : entry;
  });
  return stored === null || stored.status === 'retired' ? null : stored.status;
}
