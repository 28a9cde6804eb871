import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { clarificationTriggerSchema, localeSchema } from '@querent/contracts';
import { z } from 'zod';
import { SetMistakes, type Question, type QuestionSet } from '../question-set';
import { digestOf } from '../report/digest';
import { parseOutlines, type SchemaOutline } from './schema-outline';

/** A question of a public file, with the name of its database instead of a connection. */
export interface PublicQuestion extends Omit<Question, 'connection'> {
  database: string;
}

export interface PublicSet extends Omit<QuestionSet, 'questions'> {
  questions: PublicQuestion[];
}

const plannerLine = z.object({
  id: z.string(),
  tier: z.number(),
  db_id: z.string(),
  schema_file: z.string(),
  question: z.string(),
  instructions: z.string().optional(),
  question_zh: z.string().optional(),
  zh_literals_match: z.boolean().optional(),
  sql: z.string(),
  ordered: z.boolean(),
});
const ambiguityLine = z.object({
  id: z.string(),
  question: z.string(),
  lang: localeSchema,
  schema_or_db: z.string(),
  ambiguous: z.boolean(),
  kind: z.string(),
  answerable: z.boolean().optional(),
});

/**
 * planner_simple.jsonl: simple questions over small databases with data (`schemas/<name>.sql`), in English, and in
 * Chinese if the values in the question are stored in Chinese.
 */
export function readPlannerSet(folder: string): PublicSet {
  const path = `${folder}/planner_simple.jsonl`;
  const { lines, digest } = readLines(path, plannerLine);
  const questions = lines.flatMap(
    ({
      id,
      tier,
      schema_file,
      question,
      instructions,
      question_zh: chinese,
      zh_literals_match: fair,
      sql,
      ordered,
    }) => {
      const common = {
        ...asked('planner_simple'),
        database: basename(schema_file, '.sql'),
        expect: 'answer' as const,
        gold: [sql],
        ordered,
        kind: `tier ${tier}${instructions === undefined ? '' : ', with instructions'}`,
      };
      const english = { ...common, id, question, locale: 'en' as const };
      return chinese !== undefined && fair === true
        ? [english, { ...common, id: `${id}-zh`, question: chinese, locale: 'zh' as const }]
        : [english];
    },
  );
  return { name: 'planner_simple', path, digest, questions };
}

/**
 * ambiguity.jsonl: ambiguous, clear and unanswerable questions. Only the behaviour is judged.
 */
export function readAmbiguitySet(folder: string): PublicSet {
  const path = `${folder}/ambiguity.jsonl`;
  const { lines, digest } = readLines(path, ambiguityLine);
  const questions = lines.map(({ id, question, lang, schema_or_db: database, ambiguous, kind, answerable }) => {
    const refuses = answerable === false;
    const expect = refuses ? ('refuse' as const) : ambiguous ? ('ask' as const) : ('answer' as const);
    return {
      ...asked('ambiguity'),
      id,
      question,
      locale: lang,
      database,
      expect,
      mayAsk: refuses ? [...clarificationTriggerSchema.options] : [],
      kind,
    };
  });
  return { name: 'ambiguity', path, digest, questions };
}

/** Schemas without data, by database. Earlier files take precedence. */
export function readOutlines(folder: string, files: readonly string[]): Map<string, SchemaOutline> {
  const outlines = new Map<string, SchemaOutline>();
  for (const path of files.map((file) => `${folder}/${file}`).filter((each) => existsSync(each))) {
    for (const [name, outline] of Object.entries(parseOutlines(path, readFileSync(path, 'utf8'))))
      if (!outlines.has(name)) outlines.set(name, outline);
  }
  return outlines;
}

/** Parses one JSON object per line. @throws SetMistakes with all mistakes */
export function readLines<T>(path: string, schema: z.ZodType<T>): { lines: T[]; digest: string } {
  if (!existsSync(path)) throw new SetMistakes([`${path}: does not exist`]);
  const text = readFileSync(path, 'utf8');
  const mistakes: string[] = [];
  const lines = text.split('\n').flatMap((line, index): T[] => {
    if (line.trim() === '') return [];
    const parsed = schema.safeParse(jsonOrNull(line));
    if (parsed.success) return [parsed.data];
    mistakes.push(
      ...parsed.error.issues.map(({ path: at, message }) => `${path}:${index + 1}: ${at.join('.')}: ${message}`),
    );
    return [];
  });
  if (mistakes.length > 0) throw new SetMistakes(mistakes);
  return { lines, digest: digestOf(text) };
}

function jsonOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

const asked = (set: string) => ({
  set,
  timezone: null,
  triggers: null,
  mayAsk: [],
  reply: null,
  gold: [] as string[],
  ordered: false,
  prefix: false,
  anyLayout: false,
  types: [],
});
