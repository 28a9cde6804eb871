import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { todayIn } from '@querent/language';
import { parseModelFile, type CivilDays, type ModelFile, type ModelProblem } from '@querent/model';
import type { ThrowAwayPostgres } from '@querent/testing';
import { Client } from 'pg';
import { parse } from 'yaml';
import { readSchema, type Target } from '../../demo/judge/target';

/** A domain's database with its model, and the current days in the model's time zone. */
export interface OpenDomain extends Target {
  days: CivilDays;
  /** Mistakes of the model file. Each removes one part of the model. */
  problems: ModelProblem[];
  /** Closes the connections and drops the database or schema. */
  close: () => Promise<void>;
}

let databases = 0;

/** A database to create, with its model file. */
export interface DomainDatabase {
  /** Statements, in order of execution. */
  statements: readonly string[];
  /** `public` gets a separate database. The statements create any other schema in a shared one. */
  schema: string;
  file: ModelFile | null | 'drafted';
}

/** Where a domain's model comes from: its file, the database alone, or the file that the product drafts from it. */
export const modelSources = ['owner', 'derived', 'drafted'] as const;
export type DomainModel = (typeof modelSources)[number];

/** The database with another model than its owner's. */
export const withModel = (database: DomainDatabase, from: DomainModel): DomainDatabase =>
  from === 'owner' ? database : { ...database, file: from === 'derived' ? null : 'drafted' };

/** The database of a domain's folder. @throws when the model file cannot be parsed */
export function databaseOf(folder: string): DomainDatabase {
  const statements = ['schema.sql', 'data.sql'].map((name) => readFileSync(join(folder, name), 'utf8'));
  return { statements, schema: 'public', file: modelFileAt(join(folder, 'model.yaml')) };
}

/**
 * Creates the database and reads it as the executor does: structure, stored values, model file.
 * @throws when a statement fails
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

/** The data's dates are relative to `current_date`, so the session uses the model's time zone. */
async function load(url: string, { statements, schema, file }: DomainDatabase): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const timezone = file === 'drafted' ? undefined : file?.timezone;
    if (timezone !== undefined) await client.query(`SELECT set_config('TimeZone', $1, false)`, [timezone]);
    for (const text of statements) await client.query(withoutCommands(text));
    if (schema === 'public') await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

/** Removes psql commands, such as \set ON_ERROR_STOP. */
const withoutCommands = (text: string): string => text.replace(/^\\.*$/gm, '');

/** Returns null if there is no model file. @throws when it cannot be parsed */
export function modelFileAt(path: string): ModelFile | null {
  if (!existsSync(path)) return null;
  const parsed = parseModelFile(parse(readFileSync(path, 'utf8')));
  if (!parsed.ok) throw new Error(`${path}: ${JSON.stringify(parsed.problems)}`);
  return parsed.file;
}
