import { existsSync } from 'node:fs';
import { todayIn } from '@querent/language';
import type { SemanticModel } from '@querent/model';
import { Asker } from './asker';
import { demoPairs } from './demo-pairs';
import { demoSets } from './demo-sets';
import type { Evaluation } from './evaluation';
import { noFindings, type Findings } from './report/findings';
import type { Flags } from './report/flags';
import { openDemoTarget } from './targets/demo-target';
import { pairFindings } from './report/pair-findings';
import type { PairFindings } from './pairs';
import type { Target } from './targets/target';
import { readQuestionSets, SetMistakes, type Question, type QuestionSet } from './question-set';
import { pairsAtMost } from './run-pairs';
import { runQuestions, untilPrepared } from './run-questions';
import { sampled } from './sampling';
import { modelOf } from './public/semantic-models';

/**
 * Evaluates the demo's sets or given ones, on a private stack with the demo's data or on a running deployment.
 */
export async function evaluateDemo(evaluation: Evaluation): Promise<Findings> {
  const { flags, host, signal, onLine, log } = evaluation;
  const findings = noFindings();
  const sets = readQuestionSets(
    flags.sets.length > 0 ? flags.sets : demoSets(host.repositoryRoot),
    todayIn(flags.timezone ?? (flags.url === null ? 'Asia/Shanghai' : 'UTC'), new Date()),
  );
  const questions = flags.only.includes('questions') ? sets.flatMap((set) => chosen(set, flags)) : [];
  findings.sets = sets.map(({ name, path, digest, questions: all }) => ({
    name,
    path,
    digest,
    questions: all.length,
    asked: 0,
  }));
  evaluation.onSets(findings.sets);
  if (flags.url === null) log('Starting Redis, the demo database and six services ...');
  const replies = questions.filter(({ reply }) => reply !== null).length;
  const wantsPairs = flags.only.includes('pairs');
  const target =
    flags.url === null
      ? await openDemoTarget(host, { replies, lanes: wantsPairs ? (flags.limit ?? pairsAtMost) : 0, onLine })
      : remoteTarget(flags.url, flags);
  try {
    if (flags.timezone !== null) target.timezone = flags.timezone;
    await requireKnown(questions, sets, target, { ...flags, signal });
    const unready = await untilPrepared(target, { ...flags, signal });
    if (unready.length > 0)
      findings.remarks.push(`not ready: ${unready.map(({ name, status }) => `${name} is ${status}`).join(', ')}`);
    if (questions.length > 0)
      findings.verdicts = await runQuestions('questions', questions, target, { ...flags, signal });
    if (wantsPairs)
      findings.pairs = await pairsOf(
        sets.flatMap((set) => chosen(set, { ...flags, limit: null })),
        target,
        evaluation,
        findings,
      );
    if (flags.url !== null && flags.databases.size === 0)
      findings.remarks.push('Rows were not compared: no --database for gold statements was given.');
    return findings;
  } catch (error) {
    if (!signal.aborted) throw error;
    return findings;
  } finally {
    await target.stop();
  }
}

function chosen({ questions }: QuestionSet, flags: Flags): Question[] {
  const wanted = questions.filter(
    ({ connection }) => flags.connections.length === 0 || flags.connections.includes(connection),
  );
  return sampled(wanted, ({ id }) => id, flags);
}

/** Evaluates pairs made from the questions, through the product and by its keys. */
async function pairsOf(
  questions: readonly Question[],
  target: Target,
  { flags, host, signal }: Evaluation,
  findings: Findings,
): Promise<PairFindings> {
  const models = new Map<string, SemanticModel>();
  for (const name of new Set(questions.map(({ connection }) => connection))) {
    const database = target.databases.get(name);
    const file = `${host.repositoryRoot}/infra/demo/config/models/${name}.yaml`;
    if (database !== undefined && existsSync(file)) models.set(name, await modelOf(name, database, file));
  }
  const pairs = demoPairs(
    questions,
    (connection) => models.get(connection) ?? null,
    new Date().toISOString().slice(0, 10),
  );
  return pairFindings(
    pairs,
    { target, flags, signal, modelOf: ({ connection }) => models.get(connection) ?? null },
    findings,
  );
}

function remoteTarget(url: string, { key, databases, timezone }: Flags): Target {
  return { url, key, replyKeys: [], laneKeys: [], databases, timezone: timezone ?? 'UTC', stop: async () => undefined };
}

/** A missing connection is a mistake in the set, not in the product. */
async function requireKnown(
  questions: readonly Question[],
  sets: readonly QuestionSet[],
  target: Target,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<void> {
  const known = new Set(
    (await new Asker({ url: target.url, key: target.key, timeoutMs }).connections(signal)).map(({ name }) => name),
  );
  const pathOf = new Map(sets.map(({ name, path }) => [name, path]));
  const unknown = questions.filter(({ connection }) => !known.has(connection));
  if (unknown.length > 0)
    throw new SetMistakes(
      unknown.map(
        ({ set, id, connection }) =>
          `${pathOf.get(set) ?? set}: question ${id}: there is no connection ${connection}; there are: ${[...known].join(', ')}`,
      ),
    );
}
