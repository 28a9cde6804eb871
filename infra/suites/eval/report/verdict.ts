import type { ClarificationTrigger, RunView, Stage } from '@querent/contracts';
import type { Heard } from '../asker';
import type { Question } from '../question-set';

/** How a run ended, in what it gave the asker. */
export type Outcome = 'answered' | 'asked' | 'refused' | 'talked' | 'failed';

/** One question, and all that the report needs to know of what came of it. */
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
  /** What it ended in, after the reply where there is one. */
  outcome: Outcome;
  /** What it asked back about first. */
  asked: ClarificationTrigger | null;
  /** Whether the trigger is one of the expected; null where nothing was asked or any will do. */
  triggerRight: boolean | null;
  /** It must be asked back about before anything else. */
  mustAsk: boolean;
  /** Asking back about what it asked about is neither due nor wrong. */
  mayAsk: boolean;
  /** There are gold rows, and they could be had. */
  comparable: boolean;
  /** Whether the rows are the gold's; null where there are none to compare. */
  rowsRight: boolean | null;
  /** Whether the type of intent is the right one; null where the set does not say, or nothing came back. */
  typeRight: boolean | null;
  right: boolean;
  /** What came instead, in words; empty where right. */
  came: string;
  /** Null for a key that may not read it. */
  sql: string | null;
  run: string | null;
  /** Milliseconds; null where nothing came back. */
  wallMs: number | null;
  stageMs: Partial<Record<Stage, number>>;
  llmCalls: number;
  promptTokens: number;
  completionTokens: number;
}

/** What came back: at first, and after the reply where one was due and could be given. `problem`: nothing did. */
export interface Course {
  first: Heard | null;
  last: Heard | null;
  problem: string | null;
  /** Whether the last rows are those of the gold; null where there is no gold or there are no rows. */
  rowsRight: boolean | null;
  /** The connection's database is known to the evaluation. */
  goldKnown: boolean;
  /** Why the gold could not tell. */
  goldProblem: string | null;
}

/** Judges what came back for a question against what its set expects. Pure. */
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

/** A refusal may be a run that failed because the data cannot answer, or one that says so in its answer. */
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
  const told = cameOf(outcome, asked, course);
  if (reply !== null && asked === null) return [`did not ask first: ${told}`];
  if (outcome === 'asked' && expect === 'refuse') return asked !== null && mayAsk.includes(asked) ? [] : [told];
  if (outcome !== wanted[expect]) return [told];
  if (triggerRight === false)
    return [
      `asked about ${asked}, expected ${triggers?.join(' or ')}: ${course.first?.run.clarification?.question ?? ''}`,
    ];
  if (course.goldProblem !== null) return [`the gold could not be run: ${course.goldProblem}`];
  if (course.rowsRight === false) return [`other rows than the gold's: ${told}`];
  return [];
}

/** What a developer needs to see of what came back. */
function cameOf(outcome: Outcome, asked: ClarificationTrigger | null, { last, problem }: Course): string {
  if (last === null) return problem ?? 'nothing came back';
  const { run, rows } = last;
  if (outcome === 'asked')
    return `asked (${asked}): ${run.clarification?.question ?? ''} ${run.clarification?.options.map(({ label }) => label).join(' | ') ?? ''}`.trim();
  if (outcome === 'answered')
    return `${run.result?.rowCount ?? 0} rows${run.result?.truncated ? ' (cut off)' : ''}: ${JSON.stringify((rows ?? []).slice(0, 3)).slice(0, 300)}; read as: ${run.refinedQuestion ?? ''}`;
  const said = run.error === null ? (run.answer?.text ?? '') : `${run.error.code}: ${run.error.message}`;
  return `${outcome}, ${run.status}${said === '' ? '' : `, ${said}`}`;
}

function dueOf({ expect, triggers, mayAsk, reply, gold }: Question): string {
  const about = triggers === null ? '' : ` about ${triggers.join(' or ')}`;
  if (reply !== null) return `a question back${about}, and after "${reply}" an answer`;
  if (expect === 'ask') return `a question back${about}`;
  if (expect === 'refuse') return mayAsk.length === 0 ? 'a refusal' : 'a refusal, or a question back';
  if (expect === 'chat') return 'words, no data';
  return gold.length === 0 ? 'an answer' : 'the rows of the gold';
}

function typeRightOf({ types, expect, mayAsk }: Question, first: Heard | null): boolean | null {
  const found = first?.run.intent?.type;
  if (types.length === 0 || found === undefined) return null;
  // Asking instead of refusing is as good there, and says nothing of the type.
  if (expect === 'refuse' && mayAsk.length > 0 && first?.run.clarification) return null;
  return types.includes(found);
}

/** Between two steps, queueing and all; what a step ends counts as its stage's. */
function stageMs({ createdAt, steps }: RunView): Partial<Record<Stage, number>> {
  const sums: Partial<Record<Stage, number>> = {};
  let before = Date.parse(createdAt);
  for (const { stage, at } of [...steps].sort((a, b) => a.seq - b.seq)) {
    sums[stage] = (sums[stage] ?? 0) + Math.max(0, Date.parse(at) - before);
    before = Date.parse(at);
  }
  return sums;
}
