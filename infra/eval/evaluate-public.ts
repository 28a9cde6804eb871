import { existsSync, readFileSync } from 'node:fs';
import { digestOf } from './digest';
import type { Evaluation } from './evaluate';
import { noFindings, type Findings } from './findings';
import { openPublicPlace, type PublicDatabase } from './places/public-place';
import { readAmbiguitySet, readOutlines, readPlannerSet, type PublicQuestion, type PublicSet } from './public-data';
import type { Question } from './question-set';
import { retrievalFindings } from './retrieval';
import { runQuestions, untilPrepared } from './run-questions';
import { sampled } from './sampling';
import { outlineSql, type SchemaOutline } from './schema-outline';

/** Schemas that are read for the first time at once: each opens connections of its own. */
const servedAtOnce = 40;

/** The public benchmark files below `folder`: every database is made and served without a model file. */
export async function evaluatePublic(evaluation: Evaluation, folder: string): Promise<Findings> {
  const { flags } = evaluation;
  const findings = noFindings();
  const sets: PublicSet[] = [...(flags.only.includes('planner') ? [readPlannerSet(folder)] : []), ...(flags.only.includes('ambiguity') ? [readAmbiguitySet(folder)] : [])];
  findings.sets = sets.map(({ name, path, digest, questions }) => ({ name, path, digest, questions: questions.length, asked: 0 }));
  if (flags.only.includes('retrieval')) findings.retrieval = await retrievalFindings(folder, evaluation, findings);
  if (sets.length > 0 && !evaluation.signal.aborted) await askAll(sets, folder, evaluation, findings);
  return findings;
}

async function askAll(sets: readonly PublicSet[], folder: string, { flags, host, signal, onLine, tell }: Evaluation, findings: Findings): Promise<void> {
  const chosen = sets.flatMap((set) => sampled(set.questions, ({ id }) => id, flags));
  const { databases, questions, missing } = databasesFor(chosen, folder);
  if (missing.size > 0) findings.remarks.push(`${[...missing.values()].reduce((sum, count) => sum + count, 0)} questions were left out: no file tells the schema of ${[...missing.keys()].join(', ')}.`);
  const wanted = questions.filter(({ connection }) => flags.connections.length === 0 || flags.connections.includes(connection));
  const served = databases.filter(({ connection }) => wanted.some((question) => question.connection === connection));
  tell(`Making ${served.length} databases and schemas, and starting six services ...`);
  const place = await openPublicPlace(host, served, {
    lanes: 0, onLine,
    onLoaded: ({ connection }, problem) => void (problem === null || findings.remarks.push(`${connection} could not be loaded whole: ${problem}`)),
  });
  try {
    if (flags.timezone !== null) place.timezone = flags.timezone;
    for (let at = 0; at < served.length; at += servedAtOnce) {
      const part = served.slice(at, at + servedAtOnce);
      place.serve(part);
      const unready = await untilPrepared(place, { ...flags, signal }, part.map(({ connection }) => connection));
      if (unready.length > 0) findings.remarks.push(`not ready: ${unready.map(({ name, status }) => `${name} is ${status}`).join(', ')}`);
      const names = new Set(part.map(({ connection }) => connection));
      const asked = wanted.filter(({ connection }) => names.has(connection));
      findings.verdicts.push(...(await runQuestions(`databases ${at + 1} to ${at + part.length} of ${served.length}:`, asked, place, { ...flags, signal })));
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await place.stop();
  }
}

/** `schemas/<name>.sql` makes a database of its own; of the others only the outline is known. */
function databasesFor(chosen: readonly PublicQuestion[], folder: string): { databases: PublicDatabase[]; questions: Question[]; missing: Map<string, number> } {
  const outlines = readOutlines(folder, ['ambiguity_schemas.json', 'schema_linking_schemas.json', 'schema_distractors_spider.json']);
  const databases = new Map<string, PublicDatabase>();
  const missing = new Map<string, number>();
  const questions = chosen.flatMap(({ database, ...question }): Question[] => {
    const found = databases.get(database) ?? scripted(database, folder) ?? outlined(database, outlines);
    if (found === null) {
      missing.set(database, (missing.get(database) ?? 0) + 1);
      return [];
    }
    databases.set(database, found);
    return [{ ...question, connection: found.connection }];
  });
  return { databases: [...databases.values()], questions, missing };
}

function scripted(name: string, folder: string): PublicDatabase | null {
  const path = `${folder}/schemas/${name}.sql`;
  return existsSync(path) ? { connection: connectionName(name), database: name, schema: 'public', sql: readFileSync(path, 'utf8') } : null;
}

function outlined(name: string, outlines: ReadonlyMap<string, SchemaOutline>): PublicDatabase | null {
  const outline = outlines.get(name);
  if (outline === undefined) return null;
  const connection = connectionName(name);
  return { connection, database: 'outlines', schema: connection, sql: outlineSql(connection, outline) };
}

/** Letters, digits, and what tells two names apart that differ in other characters alone. */
function connectionName(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  return plain === name ? plain : `${plain.slice(0, 40)}_${digestOf(name).slice(0, 6)}`;
}
