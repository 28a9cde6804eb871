import { parseArgs, type ParseArgsConfig } from 'node:util';
import { isTimeZone, timeZoneAdvice } from '@querent/contracts';
import { z } from 'zod';
import { thresholdsFrom, type Threshold } from './thresholds';

/** Wrong command-line arguments. The program ends with exit code 2. */
export class UsageError extends Error {}

const parts = ['questions', 'planner', 'ambiguity', 'pairs', 'retrieval'] as const;
export type Part = (typeof parts)[number];
const partsOf = {
  demo: ['questions', 'pairs', 'retrieval'],
  data: ['planner', 'ambiguity', 'pairs', 'retrieval'],
  url: ['questions'],
} as const satisfies Record<string, readonly Part[]>;

export interface Flags {
  /** Given question sets. Empty: the demo's sets. */
  sets: string[];
  /** Folder of public benchmark files. Null: the demo. */
  data: string | null;
  /** URL of a running deployment. Null: a private stack. */
  url: string | null;
  key: string;
  /** Databases of gold statements by connection; '' for all connections. Only with `url`. */
  databases: Map<string, { url: string; schema: string }>;
  connections: string[];
  /** Maximum number of questions per set. Null: all. */
  limit: number | null;
  /** Seed of the sample. Null: the first questions of a set. */
  sample: string | null;
  only: Part[];
  compare: string | null;
  thresholds: Threshold[];
  out: string | null;
  concurrency: number;
  timeoutMs: number;
  timezone: string | null;
}

export const help = `Usage: npm run eval [-- options]

Runs question sets through the real product, six services over HTTP, and writes a report: report.md, report.json and chart.svg.
Without options: the demo's own sets, on a private stack with the demo's data of today.

  --sets FILE…            your own sets (JSONL; format in infra/suites/eval/README.md); repeatable
  --data DIR              public benchmark files instead of the demo's sets (listed in README.md)
  --only PART,…           ${parts.join(', ')}   (default: all that apply)
  --connection NAME,…     only questions of these connections
  --limit N               at most N questions (pairs) of each set
  --sample SEED           chooses the N questions by this seed instead of the first ones; needs --limit
  --concurrency N         concurrent questions (default 4)
  --timeout SECONDS       for one question (default 120)
  --timezone ZONE         time zone of questions without one (default: Asia/Shanghai for the demo, else UTC)
  --url URL --key KEY     evaluate a running deployment (its key: $QUERENT_KEY, default demo)
  --database [NAME=]URL[#SCHEMA]
                          with --url: database of gold SQL, for one connection or all; without it rows are not compared
  --compare report.json   compare with an earlier report of the same sets
  --threshold NAME=VALUE… required minimum or maximum, else the exit code is 1 (names in README.md; "none" disables the defaults)
  --out DIR               folder of the report (default: .querent/eval/<date and time>)
  --help

Exit code: 0 when every threshold holds, 1 when one does not or the evaluation failed, 2 for wrong arguments, 130 when stopped by
Ctrl-C (it then writes the results so far).`;

const list = { type: 'string' as const, multiple: true };
const text = { type: 'string' as const };
const whole = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, 'needs a whole number')
    .transform(Number)
    .pipe(z.number().min(from, `must be at least ${from}`).max(to, `must be at most ${to}`));

const valuesSchema = z.object({
  sets: z.array(z.string()).default([]),
  data: z.string().optional(),
  url: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  key: z.string().optional(),
  database: z
    .array(z.string().regex(/^([\w-]+=)?postgres(ql)?:\/\//, 'must be [NAME=]postgres://…[#SCHEMA]'))
    .default([]),
  connection: z.array(z.string()).default([]),
  limit: whole(1, 1_000_000).optional(),
  sample: z.string().optional(),
  only: z.array(z.string()).default([]),
  compare: z.string().optional(),
  threshold: z.array(z.string()).default([]),
  out: z.string().optional(),
  concurrency: whole(1, 64).default(4),
  timeout: whole(1, 3_600).default(120),
  timezone: z.string().refine(isTimeZone, timeZoneAdvice).optional(),
});

/** @returns the parsed flags, or null for --help. @throws UsageError with all mistakes */
export function readFlags(argv: readonly string[], env: NodeJS.ProcessEnv): Flags | null {
  const { values, positionals } = parsed(argv);
  if (values.help === true) return null;
  const read = valuesSchema.safeParse(values);
  if (!read.success)
    throw new UsageError(read.error.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`).join('\n'));
  const { data } = read;
  const mistakes: string[] = [];
  const flags: Flags = {
    // A shell expands a pattern to `--sets a b c`.
    sets: [...data.sets, ...(data.sets.length > 0 ? positionals : [])],
    data: data.data ?? null,
    url: data.url ?? null,
    key: data.key ?? env['QUERENT_KEY'] ?? 'demo',
    databases: new Map(data.database.map(databaseOf)),
    connections: commas(data.connection),
    limit: data.limit ?? null,
    sample: data.sample ?? null,
    only: [],
    compare: data.compare ?? null,
    thresholds: [],
    out: data.out ?? null,
    concurrency: data.concurrency,
    timeoutMs: data.timeout * 1000,
    timezone: data.timezone ?? null,
  };
  flags.only = chosenParts(commas(data.only), flags, mistakes);
  flags.thresholds = thresholdsFrom(
    data.threshold,
    { defaults: data.sets.length === 0 && flags.data === null && flags.url === null },
    mistakes,
  );
  if (data.sets.length === 0 && positionals.length > 0)
    mistakes.push(`what is "${positionals.join(' ')}"? Sets of your own are given by --sets.`);
  if (flags.sample !== null && flags.limit === null) mistakes.push('--sample chooses which of --limit: give both');
  if (flags.data !== null && flags.url !== null)
    mistakes.push('--data starts databases and a stack of its own: not with --url');
  if (flags.data !== null && flags.sets.length > 0) mistakes.push('--data and --sets: one at a time');
  if (flags.url === null && flags.databases.size > 0)
    mistakes.push('--database is for --url: a private stack knows its databases');
  if (flags.url === null && data.key !== undefined) mistakes.push('--key is for --url');
  if (mistakes.length > 0) throw new UsageError(mistakes.join('\n'));
  return flags;
}

function parsed(argv: readonly string[]) {
  const options = {
    ...{
      sets: list,
      data: text,
      url: text,
      key: text,
      database: list,
      connection: list,
      limit: text,
      sample: text,
      only: list,
      compare: text,
      threshold: list,
    },
    ...{ out: text, concurrency: text, timeout: text, timezone: text },
    help: { type: 'boolean' },
  } satisfies ParseArgsConfig['options'];
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const commas = (values: readonly string[]): string[] =>
  values
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');

function databaseOf(written: string): [string, { url: string; schema: string }] {
  const [, name = '', address = '', schema = 'public'] = /^(?:([\w-]+)=)?([^#]+)(?:#(.+))?$/.exec(written) ?? [];
  return [name, { url: address, schema }];
}

function chosenParts(asked: readonly string[], flags: Flags, mistakes: string[]): Part[] {
  const offered: readonly Part[] =
    flags.data !== null ? partsOf.data : flags.url !== null || flags.sets.length > 0 ? partsOf.url : partsOf.demo;
  const wrong = asked.filter((name) => !offered.some((part) => part === name));
  if (wrong.length > 0) mistakes.push(`--only: no part ${wrong.join(', ')} here; there are: ${offered.join(', ')}`);
  return offered.filter((part) => asked.length === 0 || asked.includes(part));
}
