import type { Evaluation } from '../evaluation';
import { noFindings, type Findings } from '../report/findings';
import { openPublicTarget, servedAtOnce } from '../targets/public-target';
import { readAmbiguitySet, readPlannerSet, type PublicSet } from './public-data';
import { publicDatabases } from './public-databases';
import { publicPairFindings } from './public-pairs';
import type { Question } from '../question-set';
import { retrievalFindings } from '../retrieval';
import { runQuestions, untilPrepared } from '../run-questions';
import { sampled } from '../sampling';

/** Evaluates the public benchmark files of `folder`. Every database is created and served without a model file. */
export async function evaluatePublic(evaluation: Evaluation, folder: string): Promise<Findings> {
  const { flags } = evaluation;
  const findings = noFindings();
  const sets: PublicSet[] = [
    ...(flags.only.includes('planner') ? [readPlannerSet(folder)] : []),
    ...(flags.only.includes('ambiguity') ? [readAmbiguitySet(folder)] : []),
  ];
  findings.sets = sets.map(({ name, path, digest, questions }) => ({
    name,
    path,
    digest,
    questions: questions.length,
    asked: 0,
  }));
  evaluation.onSets(findings.sets);
  if (flags.only.includes('retrieval')) findings.retrieval = await retrievalFindings(folder, evaluation, findings);
  if (flags.only.includes('pairs') && !evaluation.signal.aborted)
    findings.pairs = await publicPairFindings(folder, evaluation, findings);
  if (sets.length > 0 && !evaluation.signal.aborted) await askAll(sets, folder, evaluation, findings);
  return findings;
}

async function askAll(
  sets: readonly PublicSet[],
  folder: string,
  { flags, host, signal, onLine, log }: Evaluation,
  findings: Findings,
): Promise<void> {
  const databases = publicDatabases(folder);
  const isWanted = ({ database }: { database: string }): boolean =>
    flags.connections.length === 0 || flags.connections.includes(databases.of(database)?.connection ?? '');
  const chosen = sets.flatMap((set) => sampled(set.questions.filter(isWanted), ({ id }) => id, flags));
  const wanted = chosen.flatMap(({ database, ...question }): Question[] => {
    const found = databases.of(database);
    return found === null ? [] : [{ ...question, connection: found.connection }];
  });
  const missing = new Set(
    chosen.filter(({ database }) => databases.of(database) === null).map(({ database }) => database),
  );
  if (missing.size > 0)
    findings.remarks.push(
      `${chosen.length - wanted.length} questions were left out: no file describes the schema of ${[...missing].join(', ')}.`,
    );
  const served = databases
    .all()
    .filter(({ connection }) => wanted.some((question) => question.connection === connection));
  log(`Creating ${served.length} databases and schemas, and starting six services ...`);
  const target = await openPublicTarget(host, served, {
    lanes: 0,
    onLine,
    onLoaded: ({ connection }, problem) =>
      void (problem === null || findings.remarks.push(`${connection} could not be loaded whole: ${problem}`)),
  });
  try {
    if (flags.timezone !== null) target.timezone = flags.timezone;
    for (let at = 0; at < served.length; at += servedAtOnce) {
      const part = served.slice(at, at + servedAtOnce);
      target.serve(part);
      const unready = await untilPrepared(
        target,
        { ...flags, signal },
        part.map(({ connection }) => connection),
      );
      if (unready.length > 0)
        findings.remarks.push(`not ready: ${unready.map(({ name, status }) => `${name} is ${status}`).join(', ')}`);
      const names = new Set(part.map(({ connection }) => connection));
      const asked = wanted.filter(({ connection }) => names.has(connection));
      findings.verdicts.push(
        ...(await runQuestions(`databases ${at + 1} to ${at + part.length} of ${served.length}:`, asked, target, {
          ...flags,
          signal,
        })),
      );
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await target.stop();
  }
}
