import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { introspect, openDatasource, runReadOnly, type Datasource, type ReadOnlyResult } from '@querent/datasource';
import { compileQuery } from '@querent/compiler';
import {
  draftModelFile,
  parseModelFile,
  resolveModel,
  type CivilDays,
  type ModelFile,
  type ModelProblem,
  type SemanticModel,
} from '@querent/model';
import { guardStatement, initParser, type GuardCatalogue } from '@querent/sql';
import { startPostgres } from '@querent/testing';
import type { CompiledQuery, Locale, SchemaSnapshot, SemanticQuery } from '@querent/contracts';
import { parse } from 'yaml';
import { guardCatalogueOf } from '../../../apps/executor/src/schema/guard-catalogues';
import { hiddenParts } from '../../../apps/executor/src/schema/hidden-parts';
import { indexedColumns } from '../../../apps/executor/src/schema/indexed-columns';
import { TODAY } from './demo-questions';

export const TIMEZONE = 'Asia/Shanghai';
const limits = { statementTimeoutMs: 20_000, maxRows: 100_000, maxBytes: 64 * 1024 * 1024 };

/** Time zone of the demo's questions. */
const DEMO_DAYS: CivilDays = { today: TODAY, timezone: TIMEZONE };

/** A connection on a throw-away server: its model, and the relations that its statements may read. */
export interface Target {
  datasource: Datasource;
  model: SemanticModel;
  guard: GuardCatalogue;
}

export interface Targets {
  of(connection: string): Target;
  stop(): Promise<void>;
}

/** Starts a private PostgreSQL with the demo's data, and opens the three connections. */
export async function openTargets(): Promise<Targets> {
  const postgres = await startPostgres({ demoDay: TODAY });
  const targets = new Map<string, Target>();
  for (const connection of ['commerce', 'education', 'tourism'])
    targets.set(connection, await open(connection, postgres.url));
  return {
    of(connection) {
      const found = targets.get(connection);
      if (found === undefined) throw new Error(`There is no demo connection ${connection}`);
      return found;
    },
    async stop() {
      for (const { datasource } of targets.values()) await datasource.close();
      await postgres.stop();
    },
  };
}

interface StageAnswer {
  compiled: CompiledQuery;
  result: ReadOnlyResult;
}

/** Compiles, guards and executes a semantic query as the stages do. Throws when one of them refuses it. */
export async function answerOf(
  target: Target,
  query: SemanticQuery,
  locale: Locale,
  days: CivilDays = DEMO_DAYS,
): Promise<StageAnswer> {
  const compiled = compileQuery(query, target.model, { ...days, locale, maxRows: limits.maxRows });
  const verdict = await guardStatement(compiled.sql, target.guard);
  if (!verdict.ok) throw new Error(`guard ${verdict.code}: ${verdict.reason}\n${compiled.sql}`);
  const { params } = compiled;
  const result = await runReadOnly(target.datasource, { sql: verdict.sql, params, timeZone: days.timezone });
  return { compiled, result };
}

/** Runs hand-written SQL on the same data. `:today` is replaced by the judged day. */
export function rowsOf(target: Target, sql: string): Promise<ReadOnlyResult> {
  return runReadOnly(target.datasource, { sql: sql.replaceAll(':today', `DATE '${TODAY}'`), timeZone: TIMEZONE });
}

async function open(connection: string, url: string): Promise<Target> {
  const parsed = parseModelFile(parse(readFileSync(join(__dirname, `../config/models/${connection}.yaml`), 'utf8')));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return openSchema(connection, url, parsed.file);
}

/** Opens a schema of the server with the model of its file, or with the derived model. */
export async function openSchema(schema: string, url: string, file: ModelFile | null): Promise<Target> {
  const { problems, ...target } = await readSchema({ connection: schema, schema, url, file });
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return target;
}

/** Opens a schema as the executor does: each mistake of the model file removes one part and is listed in `problems`. */
export async function readSchema(from: {
  connection: string;
  schema: string;
  url: string;
  /** `drafted`: the file that the product drafts from the schema. */
  file: ModelFile | null | 'drafted';
}): Promise<Target & { problems: ModelProblem[] }> {
  const { connection, schema, url } = from;
  const given = from.file === 'drafted' ? null : from.file;
  const datasource = openDatasource({ name: connection, url, schema, limits });
  const snapshot = await introspect(datasource, {
    valueIndexColumns: indexedColumns(given),
    isHidden: hiddenParts(given),
  });
  await initParser();
  const file = from.file === 'drafted' ? drafted(connection, snapshot) : given;
  const { model, problems } = resolveModel({ connection, snapshot, file });
  return { datasource, model, guard: guardCatalogueOf(snapshot, model), problems };
}

function drafted(connection: string, snapshot: SchemaSnapshot): ModelFile {
  const parsed = parseModelFile(parse(draftModelFile(connection, snapshot)));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.file;
}
