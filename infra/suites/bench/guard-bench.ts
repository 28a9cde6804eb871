import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { introspect, openDatasource } from '@querent/datasource';
import { type GuardCatalogue, type GuardColumn, guardStatement, type GuardVerdict, initParser } from '@querent/sql';
import { Client } from 'pg';
import { sameAnswer } from './same-answer';
import { fixed, quantile } from './statistics';
import { parseSync } from 'libpg-query';

/** Files of statements, one JSON object a line; see `npm run bench -- guard`. */
export interface GuardBenchFiles {
  /** `{ id, sql, severity }`: must be refused. */
  hostile?: string;
  /** `{ id, sql, schema_file }`: must pass. */
  benign?: string;
  /** `{ id, sql, schema_file, parses, executes }`: must pass, and the guard's text must give the same rows. */
  gold?: string;
  /** Folder of the schema files, as SQL scripts. */
  schemas?: string;
}

interface Statement {
  id: string;
  sql: string | null;
  severity?: string;
  schema_file?: string | null;
  parses?: boolean;
  executes?: boolean;
}

interface Judged {
  statement: Statement;
  verdict: GuardVerdict;
  ms: number;
}

const EXECUTION_MS = 20_000;

/**
 * Measures the guard over files of statements: the number and reasons of refusals, whether accepted statements keep
 * their meaning, and times.
 */
export async function benchGuard(postgresUrl: string, files: GuardBenchFiles): Promise<void> {
  const { hostile, benign, gold, schemas } = files;
  if (!schemas || !(hostile || benign || gold)) {
    console.log(
      'npm run bench -- guard --schemas DIR [--hostile FILE] [--benign FILE] [--gold FILE]   (files of one JSON object a line with id, sql, schema_file)',
    );
    return;
  }
  await initParser();
  const databases = new Databases(postgresUrl, schemas);
  if (hostile) await reportHostile(read(hostile), databases);
  if (benign) await reportPassing('benign', read(benign), databases);
  if (gold)
    await reportPassing(
      'gold',
      read(gold).filter(({ parses }) => parses !== false),
      databases,
    );
}

async function reportHostile(statements: Statement[], databases: Databases): Promise<void> {
  const { catalogue } = await databases.of('guard_demo.sql');
  for (const [what, catalogueOf] of [
    ['hostile, on the demo schema', () => catalogue],
    ['hostile, every name known', ({ sql }: Statement) => knowingCatalogue(sql ?? '') ?? catalogue],
  ] as const) {
    const judged = await judgeAll(statements, catalogueOf);
    const passed = judged.filter(({ verdict }) => verdict.ok);
    line(what, `${judged.length - passed.length} of ${judged.length} refused`, judged);
    for (const { statement } of passed)
      console.log(`    passed (${statement.severity}): ${statement.id} ${excerpt(statement.sql)}`);
    const codes = new Map<string, number>();
    for (const { verdict } of judged) if (!verdict.ok) codes.set(verdict.code, (codes.get(verdict.code) ?? 0) + 1);
    console.log(
      `    ${[...codes]
        .sort((a, b) => b[1] - a[1])
        .map(([code, count]) => `${code} ${count}`)
        .join(', ')}`,
    );
  }
}

async function reportPassing(what: string, statements: Statement[], databases: Databases): Promise<void> {
  const schemaOf = ({ schema_file: file }: Statement) => basename(file ?? '');
  const all: Judged[] = [];
  const differing: string[] = [];
  let compared = 0;
  for (const file of new Set(statements.map(schemaOf))) {
    const group = statements.filter((statement) => schemaOf(statement) === file);
    const database = file === '' ? null : await databases.of(file);
    const judged = await judgeAll(
      group,
      ({ sql }) => database?.catalogue ?? knowingCatalogue(sql ?? '') ?? { searchPath: [], relations: [] },
    );
    all.push(...judged);
    for (const { statement, verdict } of judged) {
      if (!verdict.ok || database === null) continue;
      const difference = await sameAnswer(database.client, statement.sql ?? '', verdict.sql);
      if (difference !== 'not comparable') compared += 1;
      if (difference !== 'same' && difference !== 'not comparable') differing.push(`${statement.id} ${difference}`);
    }
  }
  const refused = all.filter(({ verdict }) => !verdict.ok);
  const share = (100 * (all.length - refused.length)) / all.length;
  line(what, `${all.length - refused.length} of ${all.length} pass (${fixed(share)} %)`, all);
  for (const { statement, verdict } of refused)
    console.log(
      `    refused: ${statement.id} ${verdict.ok ? '' : `${verdict.code}: ${verdict.reason}`} | ${excerpt(statement.sql)}`,
    );
  console.log(`    ${compared} statements run both ways, ${differing.length} differ`);
  for (const difference of differing) console.log(`    differs: ${difference}`);
}

async function judgeAll(
  statements: Statement[],
  catalogueOf: (statement: Statement) => GuardCatalogue,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const statement of statements) {
    const catalogue = catalogueOf(statement);
    const started = performance.now();
    const verdict = await guardStatement(statement.sql ?? '', catalogue);
    judged.push({ statement, verdict, ms: performance.now() - started });
  }
  return judged;
}

/** One database for each schema file, with its introspected snapshot. */
class Databases {
  private readonly opened = new Map<string, Promise<{ client: Client; catalogue: GuardCatalogue }>>();

  constructor(
    private readonly serverUrl: string,
    private readonly folder: string,
  ) {}

  of(file: string): Promise<{ client: Client; catalogue: GuardCatalogue }> {
    const known = this.opened.get(file) ?? this.open(file);
    this.opened.set(file, known);
    return known;
  }

  private async open(file: string): Promise<{ client: Client; catalogue: GuardCatalogue }> {
    const name = `bench_${file.replace(/\W/g, '_')}`;
    const url = new URL(this.serverUrl);
    const superuser = await connected(url);
    await superuser.query(`CREATE DATABASE ${name}`);
    await superuser.end();
    url.pathname = `/${name}`;
    const client = await connected(url);
    await client.query(readFileSync(join(this.folder, file), 'utf8'));
    await client.query('SET search_path = public');
    const limits = { statementTimeoutMs: EXECUTION_MS, maxRows: 1, maxBytes: 1 };
    const datasource = openDatasource({ name, url: url.href, limits });
    try {
      const { schema, tables } = await introspect(datasource);
      return { client, catalogue: { searchPath: [schema], relations: tables.map((table) => ({ ...table, schema })) } };
    } finally {
      await datasource.close();
    }
  }
}

async function connected(url: URL): Promise<Client> {
  const client = new Client({ connectionString: url.href, statement_timeout: EXECUTION_MS });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function read(file: string): Statement[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text) as Statement);
}

function line(what: string, result: string, judged: readonly Judged[]): void {
  const times = judged.map(({ ms }) => ms);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((q) => fixed(quantile(times, q)));
  console.log(
    `  ${what.padEnd(30)} ${result.padEnd(32)} ms: p50 ${p50}, p95 ${p95}, p99 ${p99}, max ${fixed(Math.max(...times))}`,
  );
}

const excerpt = (sql: string | null): string => (sql ?? 'null').replace(/\s+/g, ' ').slice(0, 120);

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/**
 * A catalogue with every relation and column that a statement names. The guard can then refuse the statement only for
 * its actions, not for a missing name. Null if the text does not parse.
 */
function knowingCatalogue(sql: string): GuardCatalogue | null {
  const relations = new Map<string, { schema: string; name: string }>();
  const columns = new Set<string>();
  try {
    collect(parseSync(sql));
  } catch {
    return null;
  }
  const all: GuardColumn[] = [...columns].map((name) => ({ name, type: 'text' }));
  return {
    searchPath: ['public'],
    relations: [...relations.values()].map((relation) => ({ ...relation, kind: 'table', columns: all })),
  };

  function collect(value: unknown): void {
    if (Array.isArray(value)) value.forEach(collect);
    if (!isTree(value) || Array.isArray(value)) return;
    const name = value['relname'];
    if (typeof name === 'string') {
      const schema = String(value['schemaname'] ?? 'public');
      relations.set(`${schema}.${name}`, { schema, name });
    }
    if (isTree(value['ColumnRef'])) {
      for (const field of (value['ColumnRef']['fields'] ?? []) as Tree[])
        if (isTree(field['String'])) columns.add(String(field['String']['sval']));
    }
    for (const inner of Object.values(value)) collect(inner);
  }
}
