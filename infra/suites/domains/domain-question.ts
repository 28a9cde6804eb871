import { clarificationTriggerSchema, localeSchema, type ClarificationTrigger, type Locale } from '@querent/contracts';
import { z } from 'zod';
import type { Expectation } from '../eval/question-set';

/** One of several meanings that may be answered without a clarification if the answer discloses it. */
interface FairAnswer {
  gold: string[];
  /** Words that a disclosure must contain. Empty: any disclosure. */
  disclosed: string[];
}

/** A question of a domain, alone or as a turn of a conversation. README.md describes the fields of its line. */
export interface DomainQuestion {
  id: string;
  locale: Locale;
  question: string;
  expect: Expectation;
  /** Gold statements. One of them must give the answer's rows. */
  gold: string[];
  ordered: boolean;
  /** Whether a share may be a percentage. */
  percent: boolean;
  /** Whether asking and declining are acceptable. */
  mayAsk: boolean;
  /** Null: any trigger. */
  trigger: ClarificationTrigger | null;
  /** Replies that are tried in order at a clarification. */
  replies: string[];
  goldAfter: string[];
  orAnswer: FairAnswer | null;
}

export interface DomainConversation {
  id: string;
  locale: Locale;
  turns: DomainQuestion[];
}

const texts = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const sql = z.string().trim().min(1);

/** `true`: the line's gold statement with any disclosure. */
const orAnswerSchema = z.union([
  z.boolean(),
  sql,
  z.strictObject({ gold_sql: sql, gold_alts: texts.optional(), disclose: texts.optional() }),
]);

const fields = {
  question: z.string().trim().min(1),
  kind: z.enum(['answer', 'clarify', 'unsupported', 'chitchat']),
  gold_sql: sql.optional(),
  gold_alts: texts.default([]),
  ordered: z.boolean().default(false),
  percent: z.boolean().default(false),
  ask_ok: z.boolean().default(false),
  trigger: clarificationTriggerSchema.optional(),
  reply: texts.default([]),
  gold_sql_after: sql.optional(),
  gold_alts_after: texts.default([]),
  or_answer: orAnswerSchema.default(false),
  gold_key: z.string().optional(),
  note: z.string().optional(),
};
type Written = z.output<z.ZodObject<typeof fields>>;

const isComplete = {
  check: ({ kind, gold_sql: gold }: Pick<Written, 'kind' | 'gold_sql'>) => kind !== 'answer' || gold !== undefined,
  as: { path: ['gold_sql'], message: 'is missing, and an answer needs one' },
};

/** A line of `questions.jsonl`. */
export const questionLine = z
  .strictObject({ id: z.string().min(1), lang: localeSchema, ...fields })
  .refine(isComplete.check, isComplete.as)
  .transform((line): DomainQuestion => questionOf(line, line.id, line.lang));

const turn = z
  .strictObject({ id: z.string().optional(), lang: localeSchema.optional(), ...fields })
  .refine(isComplete.check, isComplete.as);

/** A line of `conversations.jsonl`. */
export const conversationLine = z
  .strictObject({ id: z.string().min(1), lang: localeSchema, note: z.string().optional(), turns: z.array(turn).min(1) })
  .transform(({ id, lang, turns }): DomainConversation => ({
    id,
    locale: lang,
    turns: turns.map((one, at) => questionOf(one, `${id}/${at + 1}`, lang)),
  }));

const expectations = { answer: 'answer', clarify: 'ask', unsupported: 'refuse', chitchat: 'chat' } as const;

function questionOf(line: Written, id: string, locale: Locale): DomainQuestion {
  return {
    id,
    locale,
    question: line.question,
    expect: expectations[line.kind],
    gold: statements(line.gold_sql, line.gold_alts),
    ordered: line.ordered,
    percent: line.percent,
    mayAsk: line.ask_ok,
    trigger: line.trigger ?? null,
    replies: line.reply,
    goldAfter: statements(line.gold_sql_after, line.gold_alts_after),
    orAnswer: fairAnswerOf(line),
  };
}

function fairAnswerOf({ or_answer: fair, gold_sql: gold, gold_alts: alternatives }: Written): FairAnswer | null {
  if (typeof fair === 'string') return { gold: [fair], disclosed: [] };
  if (typeof fair === 'boolean') return fair ? { gold: statements(gold, alternatives), disclosed: [] } : null;
  return { gold: statements(fair.gold_sql, fair.gold_alts ?? []), disclosed: fair.disclose ?? [] };
}

const statements = (first: string | undefined, others: readonly string[]): string[] =>
  first === undefined ? [...others] : [first, ...others];
