import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { todayIn } from '@querent/language';
import { parseModelFile, type CivilDays, type ModelFile, type ModelProblem } from '@querent/model';
import type { ThrowAwayPostgres } from '@querent/testing';
import { Client } from 'pg';
import { parse } from 'yaml';
import { readSchema, type Target } from '../../demo/judge/target';

/** A domain's database with its model, and the days of an asker in the model's zone. */
export interface OpenDomain extends Target {
  days: CivilDays;
  /** Mistakes of the model file: each takes one part out. */
  problems: ModelProblem[];
  /** Ends its connections and drops what was made. */
  close: () => Promise<void>;
}

let databases = 0;

/** A database to make, and the model file that it is read with. */
export interface DomainDatabase {
  /** Run in this order. */
  statements: readonly string[];
  /** `public` has a database of its own; the statements make any other schema, beside others. */
  schema: string;
  file: ModelFile | null;
}

/** The database of a domain's folder. @throws where the model file cannot be read at all */
export function databaseOf(folder: string): DomainDatabase {
  const statements = ['schema.sql', 'data.sql'].map((name) => readFileSync(join(folder, name), 'utf8'));
  return { statements, schema: 'public', file: modelFileAt(join(folder, 'model.yaml')) };
}

/**
 * Makes a database of its own and reads it as the executor does: structure, stored values, model file.
 * @throws where a statement fails
 */
export async function openDomain(source: DomainDatabase, postgres: ThrowAwayPostgres): Promise<OpenDomain> {
  const { schema, file } = source;
  const isAlone = schema === 'public';
  const url = new URL(postgres.url);
  databases += 1;
  const database = `domain_${databases}`;
  if (isAlone) {
    await postgres.query(`CREATE DATABASE ${database}`);
    url.pathname = `/${database}`;
  }
  await load(url.href, source);
  const target = await readSchema({ connection: database, schema, url: url.href, file });
  const { timezone } = target.model;
  const close = async (): Promise<void> => {
    await target.datasource.close();
    await postgres.query(isAlone ? `DROP DATABASE ${database} WITH (FORCE)` : `DROP SCHEMA "${schema}" CASCADE`);
  };
  return { ...target, days: { today: todayIn(timezone, new Date()), timezone }, close };
}

/** Dates of the data are relative to `current_date`: of the model's zone. */
async function load(url: string, { statements, schema, file }: DomainDatabase): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const timezone = file?.timezone;
    if (timezone !== undefined) await client.query(`SELECT set_config('TimeZone', $1, false)`, [timezone]);
    for (const text of statements) await client.query(withoutCommands(text));
    if (schema === 'public') await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

/** Without the commands of psql, such as \set ON_ERROR_STOP. */
const withoutCommands = (text: string): string => text.replace(/^\\.*$/gm, '');

/** Null: there is none. @throws where it cannot be read at all */
export function modelFileAt(path: string): ModelFile | null {
  if (!existsSync(path)) return null;
  const parsed = parseModelFile(parse(readFileSync(path, 'utf8')));
  if (!parsed.ok) throw new Error(`${path}: ${JSON.stringify(parsed.problems)}`);
  return parsed.file;
}
