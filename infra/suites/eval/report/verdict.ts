import type { ClarificationTrigger, RunView, Stage } from '@querent/contracts';
import type { AskResult } from '../asker';
import type { Question } from '../question-set';

/** Kind of a run's outcome. */
export type Outcome = 'answered' | 'asked' | 'refused' | 'talked' | 'failed';

/** Verdict on one question, with the details for the report. */
export interface Verdict {
  set: string;
  id: string;
  connection: string;
  locale: string;
  kind: string;
  question: string;
  expect: Question['expect'];
  /** What is expected, in words. */
  due: string;
  /** Final outcome, after the reply if there is one. */
  outcome: Outcome;
  /** Trigger of the first clarification. */
  asked: ClarificationTrigger | null;
  /** Whether the trigger is an expected one. Null without a clarification or an expected trigger. */
  triggerRight: boolean | null;
  /** Whether a clarification is expected first. */
  mustAsk: boolean;
  /** Whether its clarification is acceptable but not expected. */
  mayAsk: boolean;
  /** Whether gold rows exist and could be read. */
  comparable: boolean;
  /** Whether the rows equal the gold's. Null if there is nothing to compare. */
  rowsRight: boolean | null;
  /** Whether the type of intent is right. Null if the set gives none or there was no result. */
  typeRight: boolean | null;
  right: boolean;
  /** The actual result, in words. Empty if right. */
  came: string;
  /** Null if the key may not read SQL. */
  sql: string | null;
  run: string | null;
  /** Milliseconds, or null without a result. */
  wallMs: number | null;
  stageMs: Partial<Record<Stage, number>>;
  llmCalls: number;
  promptTokens: number;
  completionTokens: number;
}

/** The results before and after the reply, or the problem if there was none. */
export interface Course {
  first: AskResult | null;
  last: AskResult | null;
  problem: string | null;
  /** Whether the last rows equal the gold's. Null without gold or rows. */
  rowsRight: boolean | null;
  /** Whether the evaluation knows the connection's database. */
  goldKnown: boolean;
  /** Why the gold statements could not be run. */
  goldProblem: string | null;
}

/** Compares the result of a question with the set's expectation. Pure. */
export function verdictOf(question: Question, course: Course): Verdict {
  const { first, last } = course;
  const outcome = last === null ? 'failed' : outcomeOf(last.run);
  const asked = first?.run.clarification?.trigger ?? null;
  const triggerRight = asked === null || question.triggers === null ? null : question.triggers.includes(asked);
  const reasons = whatIsWrong(question, { outcome, asked, triggerRight, course });
  const usage = last?.run.usage;
  return {
    set: question.set,
    id: question.id,
    connection: question.connection,
    kind: question.kind,
    question: question.question,
    expect: question.expect,
    locale: question.locale ?? first?.run.locale ?? 'unknown',
    due: dueOf(question),
    mustAsk: question.expect === 'ask' || question.reply !== null,
    mayAsk: asked !== null && question.mayAsk.includes(asked),
    comparable: question.gold.length > 0 && course.goldProblem === null && course.goldKnown,
    outcome,
    asked,
    triggerRight,
    rowsRight: course.rowsRight,
    typeRight: typeRightOf(question, first),
    right: reasons.length === 0,
    came: reasons.join('; '),
    sql: last?.run.sql ?? null,
    run: last?.run.id ?? null,
    wallMs: last === null ? null : (first === last ? 0 : (first?.wallMs ?? 0)) + last.wallMs,
    stageMs: last === null ? {} : stageMs(last.run),
    llmCalls: usage?.llmCalls ?? 0,
    promptTokens: usage?.promptTokens ?? 0,
    completionTokens: usage?.completionTokens ?? 0,
  };
}

/** A refusal is a run that failed because the data cannot answer, or an answer that states so. */
export function outcomeOf(run: RunView): Outcome {
  if (run.status === 'awaiting_clarification') return 'asked';
  if (run.status === 'failed')
    return run.error?.code === 'question_unsupported' || run.error?.code === 'query_refused' ? 'refused' : 'failed';
  if (run.status !== 'succeeded') return 'failed';
  if (run.intent?.type === 'chitchat') return 'talked';
  if (run.result === null) return 'refused';
  return 'answered';
}

const wanted = { answer: 'answered', ask: 'asked', refuse: 'refused', chat: 'talked' } as const;

function whatIsWrong(
  { expect, mayAsk, reply, triggers }: Question,
  {
    outcome,
    asked,
    triggerRight,
    course,
  }: { outcome: Outcome; asked: ClarificationTrigger | null; triggerRight: boolean | null; course: Course },
): string[] {
  const got = outcomeText(outcome, asked, course);
  if (reply !== null && asked === null) return [`did not ask first: ${got}`];
  if (outcome === 'asked' && expect === 'refuse') return asked !== null && mayAsk.includes(asked) ? [] : [got];
  if (outcome !== wanted[expect]) return [got];
  if (triggerRight === false)
    return [
      `asked about ${asked}, expected ${triggers?.join(' or ')}: ${course.first?.run.clarification?.question ?? ''}`,
    ];
  if (course.goldProblem !== null) return [`the gold could not be run: ${course.goldProblem}`];
  if (course.rowsRight === false) return [`other rows than the gold's: ${got}`];
  return [];
}

/** Describes the result for developers. */
function outcomeText(outcome: Outcome, asked: ClarificationTrigger | null, { last, problem }: Course): string {
  if (last === null) return problem ?? 'nothing came back';
  const { run, rows } = last;
  if (outcome === 'asked')
    return `asked (${asked}): ${run.clarification?.question ?? ''} ${run.clarification?.options.map(({ label }) => label).join(' | ') ?? ''}`.trim();
  if (outcome === 'answered')
    return `${run.result?.rowCount ?? 0} rows${run.result?.truncated ? ' (cut off)' : ''}: ${JSON.stringify((rows ?? []).slice(0, 3)).slice(0, 300)}; read as: ${run.refinedQuestion ?? ''}`;
  const message = run.error === null ? (run.answer?.text ?? '') : `${run.error.code}: ${run.error.message}`;
  return `${outcome}, ${run.status}${message === '' ? '' : `, ${message}`}`;
}

function dueOf({ expect, triggers, mayAsk, reply, gold }: Question): string {
  const about = triggers === null ? '' : ` about ${triggers.join(' or ')}`;
  if (reply !== null) return `a question back${about}, and after "${reply}" an answer`;
  if (expect === 'ask') return `a question back${about}`;
  if (expect === 'refuse') return mayAsk.length === 0 ? 'a refusal' : 'a refusal, or a question back';
  if (expect === 'chat') return 'words, no data';
  return gold.length === 0 ? 'an answer' : 'the rows of the gold';
}

function typeRightOf({ types, expect, mayAsk }: Question, first: AskResult | null): boolean | null {
  const found = first?.run.intent?.type;
  if (types.length === 0 || found === undefined) return null;
  // An acceptable clarification instead of a refusal reveals no type.
  if (expect === 'refuse' && mayAsk.length > 0 && first?.run.clarification) return null;
  return types.includes(found);
}

/** Time between two steps, including queueing. It counts for the stage of the later step. */
function stageMs({ createdAt, steps }: RunView): Partial<Record<Stage, number>> {
  const sums: Partial<Record<Stage, number>> = {};
  let before = Date.parse(createdAt);
  for (const { stage, at } of [...steps].sort((a, b) => a.seq - b.seq)) {
    sums[stage] = (sums[stage] ?? 0) + Math.max(0, Date.parse(at) - before);
    before = Date.parse(at);
  }
  return sums;
}
