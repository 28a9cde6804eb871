import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  clarificationTriggerSchema,
  intentTypeSchema,
  isTimeZone,
  localeSchema,
  timeZoneAdvice,
  type ClarificationTrigger,
  type IntentType,
  type Locale,
} from '@querent/contracts';
import { z } from 'zod';
import { withYears } from '../../demo/judge/demo-questions';

/** The expected outcome. `refuse`: neither rows nor a clarification, unless `mayAsk` allows one. */
export type Expectation = 'answer' | 'ask' | 'refuse' | 'chat';

export interface Question {
  /** Name of its set. */
  set: string;
  /** Unique within the set. Default: `line N`. */
  id: string;
  connection: string;
  question: string;
  /** Null: the product detects it. */
  locale: Locale | null;
  /** IANA name. Null: the default of the run. */
  timezone: string | null;
  expect: Expectation;
  /** Expected trigger of the clarification. Null: any. Only for `ask` or with `reply`. */
  triggers: ClarificationTrigger[] | null;
  /** Triggers of clarifications that are acceptable instead of a refusal. */
  mayAsk: ClarificationTrigger[];
  /** Reply to the clarification that must come first. */
  reply: string | null;
  /** Gold statements, the best first. Empty if only the behaviour is judged. */
  gold: string[];
  ordered: boolean;
  prefix: boolean;
  anyLayout: boolean;
  /** Acceptable types of intent. Empty: not judged. */
  types: IntentType[];
  /** The tested ability, for the report. */
  kind: string;
}

export interface QuestionSet {
  name: string;
  path: string;
  /** Hash of the file and its includes. Reports with equal hashes are comparable. */
  digest: string;
  questions: Question[];
}

/** Mistakes of question sets, as `file:line: problem`. */
export class SetMistakes extends Error {
  constructor(readonly mistakes: readonly string[]) {
    super(mistakes.join('\n'));
  }
}

const expectations = {
  answer: 'answer',
  rows: 'answer',
  ask: 'ask',
  clarification: 'ask',
  refuse: 'refuse',
  'clarification|unsupported': 'refuse',
  chat: 'chat',
} as const satisfies Record<string, Expectation>;
const eitherWillDo = 'clarification|unsupported';
type Written = keyof typeof expectations;
const oneOrMore = <T extends z.ZodType>(schema: T) =>
  z.union([schema, z.array(schema).min(1)]).transform((value) => [value].flat() as z.output<T>[]);

const lineSchema = z
  .strictObject({
    id: z.string().min(1).optional(),
    connection: z.string().min(1),
    question: z.string().trim().min(1).max(2000),
    locale: localeSchema.optional(),
    timezone: z.string().refine(isTimeZone, timeZoneAdvice).optional(),
    expect: z.enum(Object.keys(expectations) as [Written, ...Written[]]).optional(),
    trigger: oneOrMore(clarificationTriggerSchema).optional(),
    orAsk: oneOrMore(clarificationTriggerSchema).optional(),
    reply: z.string().min(1).optional(),
    sql: z.string().min(1).optional(),
    alternatives: z.array(z.string().min(1)).optional(),
    ordered: z.boolean().optional(),
    prefix: z.boolean().optional(),
    shape: z.string().optional(),
    type: oneOrMore(intentTypeSchema).optional(),
    kind: z.string().optional(),
    note: z.string().optional(),
    twinOf: z.string().optional(),
  })
  .superRefine((line, context) => {
    const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const due = expectationOf(line);
    if (due === null) problem('expect', 'is missing, and there is no sql that implies rows');
    if (due !== 'answer' && line.sql !== undefined)
      problem('sql', `is for questions that expect an answer, and this one expects "${line.expect}"`);
    if (line.sql === undefined && line.alternatives !== undefined) problem('alternatives', 'needs sql');
    if (line.orAsk !== undefined && due !== 'refuse') problem('orAsk', 'is for questions that expect "refuse"');
    const pauses = due === 'ask' || line.reply !== undefined || line.expect === eitherWillDo;
    if (line.trigger !== undefined && !pauses) problem('trigger', 'is for questions that are asked back about');
  });
type Line = z.output<typeof lineSchema>;

/**
 * Reads question sets, one JSON object a line (see README.md).
 * @param day determines the years in questions, YYYY-MM-DD
 * @throws SetMistakes with every mistake of every file
 */
export function readQuestionSets(paths: readonly string[], day: string): QuestionSet[] {
  const mistakes: string[] = [];
  const names = setNames(paths);
  const sets = paths.map((path) => readSet(path, { name: names.get(path) ?? path, day }, mistakes));
  if (mistakes.length > 0) throw new SetMistakes(mistakes);
  return sets;
}

/** The file's name, or its folder's name if several files have the same. */
function setNames(paths: readonly string[]): Map<string, string> {
  const plain = (path: string) => basename(path).replace(/\.jsonl$/, '');
  const short = (path: string) => (plain(path) === 'questions' ? basename(dirname(path)) : plain(path));
  const doubled = (name: string) => paths.filter((path) => short(path) === name).length > 1;
  return new Map(paths.map((path) => [path, doubled(short(path)) ? path : short(path)]));
}

function readSet(path: string, { name, day }: { name: string; day: string }, mistakes: string[]): QuestionSet {
  const text = contentOf(path, mistakes);
  const fragments = new Map<string, string>();
  const questions: Question[] = [];
  const ids = new Map<string, number>();
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    const at = `${path}:${index + 1}`;
    const parsed = parseLine(withYears(line, day), at, mistakes);
    if (parsed === null) return;
    const id = parsed.id ?? `line ${index + 1}`;
    const before = ids.get(id);
    if (before !== undefined) mistakes.push(`${at}: id "${id}" is already used in line ${before}`);
    ids.set(id, index + 1);
    questions.push(
      questionOf(parsed, { set: name, id, include: (sql) => withFragments(sql, dirname(path), fragments) }),
    );
  });
  if (text.trim() === '' && existsSync(path)) mistakes.push(`${path}:1: holds no question`);
  const digest = createHash('sha256').update(text);
  for (const [fragment, content] of [...fragments].sort()) digest.update(`\0${fragment}\0${content}`);
  return { name, path, digest: digest.digest('hex').slice(0, 16), questions };
}

function contentOf(path: string, mistakes: string[]): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    mistakes.push(
      `${path}: cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'})`,
    );
    return '';
  }
}

function parseLine(line: string, at: string, mistakes: string[]): Line | null {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    mistakes.push(`${at}: is no JSON`);
    return null;
  }
  const parsed = lineSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    mistakes.push(`${at}: ${[path.join('.'), message].filter(Boolean).join(': ')}`);
  return null;
}

function expectationOf({
  expect,
  sql,
}: {
  expect?: Written | undefined;
  sql?: string | undefined;
}): Expectation | null {
  if (expect !== undefined) return expectations[expect];
  return sql === undefined ? null : 'answer';
}

function questionOf(line: Line, of: { set: string; id: string; include: (sql: string) => string }): Question {
  return {
    set: of.set,
    id: of.id,
    connection: line.connection,
    question: line.question,
    locale: line.locale ?? null,
    timezone: line.timezone ?? null,
    expect: expectationOf(line) ?? 'answer',
    triggers: line.trigger ?? null,
    mayAsk: line.orAsk ?? (line.expect === eitherWillDo ? [...clarificationTriggerSchema.options] : []),
    reply: line.reply ?? null,
    gold: [line.sql ?? [], line.alternatives ?? []].flat().map(of.include),
    ordered: line.ordered ?? false,
    prefix: line.prefix ?? false,
    anyLayout: line.shape !== undefined,
    types: line.type ?? [],
    kind: line.kind ?? line.type?.join('|') ?? expectationOf(line) ?? 'answer',
  };
}

/**
 * Replaces `:name` in a statement by the content of `name.sql` in the set's folder. `:today` stays, because it differs
 * between runs.
 */
function withFragments(sql: string, folder: string, known: Map<string, string>): string {
  return sql.replace(/(?<![:\w]):([a-z][a-z_]*)/g, (written, name: string) => {
    const path = join(folder, `${name}.sql`);
    if (name === 'today' || (!known.has(name) && !existsSync(path))) return written;
    const content = known.get(name) ?? readFileSync(path, 'utf8').trim();
    known.set(name, content);
    return `(${content})`;
  });
}
