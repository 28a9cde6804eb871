import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { todayIn } from '@querent/language';
import { parseModelFile, type CivilDays, type ModelFile, type ModelProblem } from '@querent/semantic';
import type { ThrowAwayPostgres } from '@querent/testing';
import { Client } from 'pg';
import { parse } from 'yaml';
import { readSchema, type Place } from '../../demo/judge/place';

/** A domain's database with its model, and the days of an asker in the model's zone. */
export interface OpenDomain extends Place {
  days: CivilDays;
  /** Mistakes of the model file: each takes one part out. */
  problems: ModelProblem[];
}

let databases = 0;

/**
 * Loads a domain into a database of its own and reads it as the executor does: structure, stored values, model file.
 * @throws where a statement fails or the model file cannot be read at all
 */
export async function openDomain(folder: string, postgres: ThrowAwayPostgres): Promise<OpenDomain> {
  const file = modelFileOf(folder);
  databases += 1;
  const database = `domain_${databases}`;
  await postgres.query(`CREATE DATABASE ${database}`);
  const url = new URL(postgres.url);
  url.pathname = `/${database}`;
  await load(url.href, folder, file?.timezone);
  const place = await readSchema({ connection: database, schema: 'public', url: url.href, file });
  const { timezone } = place.model;
  return { ...place, days: { today: todayIn(timezone, new Date()), timezone } };
}

/** Dates of the data are relative to `current_date`: of the model's zone. */
async function load(url: string, folder: string, timezone: string | undefined): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    if (timezone !== undefined) await client.query(`SELECT set_config('TimeZone', $1, false)`, [timezone]);
    for (const name of ['schema.sql', 'data.sql']) await client.query(statementsIn(join(folder, name)));
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

/** Without the commands of psql, such as \set ON_ERROR_STOP. */
const statementsIn = (path: string): string => readFileSync(path, 'utf8').replace(/^\\.*$/gm, '');

function modelFileOf(folder: string): ModelFile | null {
  const path = join(folder, 'model.yaml');
  if (!existsSync(path)) return null;
  const parsed = parseModelFile(parse(readFileSync(path, 'utf8')));
  if (!parsed.ok) throw new Error(`${path}: ${JSON.stringify(parsed.problems)}`);
  return parsed.file;
}
