import type { ConversationContext, PlanResult } from '@querent/contracts';
import { ask, contextAfter, isPaused, replied, type AskedRun, type Asking } from './asked-run';
import type { DomainConversation, DomainQuestion } from './domain-question';
import { judgeRows, rowsGiven, type GivenRows, type RowsVerdict } from './judge-rows';
import type { OpenDomain } from './open-domain';
import type { Evidence, Outcome, Verdict } from './verdict';

/** A domain with the planner under test. */
export interface Judging {
  domain: OpenDomain;
  asking: Asking;
}

/** Plans a question, replies to an expected clarification, and judges the result. */
export async function judgeQuestion(judging: Judging, question: DomainQuestion): Promise<Verdict> {
  return (await judgeTurn(judging, question, null)).verdict;
}

/** Plans the turns of a conversation in order, each after the last answer, right or wrong. */
export async function judgeConversation(judging: Judging, { turns }: DomainConversation): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  let context: ConversationContext | null = null;
  for (const turn of turns) {
    const judged = await judgeTurn(judging, turn, context);
    verdicts.push({ ...judged.verdict, isTurn: true });
    context = judged.context;
  }
  return verdicts;
}

interface Judged {
  verdict: Verdict;
  context: ConversationContext | null;
}

async function judgeTurn(
  judging: Judging,
  question: DomainQuestion,
  context: ConversationContext | null,
): Promise<Judged> {
  const { locale } = question;
  const read = readThrough(judging.asking, question, context);
  if (read instanceof Error) return { verdict: crashed(question, read), context };
  const { first, last } = read;
  const given = last.plan.kind === 'planned' ? await rowsGiven(judging.domain, last.plan, locale) : null;
  const course: Course = { first, last, given, outcome: outcomeOf(first.plan, given) };
  const verdict = await verdictOf(judging.domain, question, course);
  return { verdict, context: given?.problem === null ? contextAfter(last) : context };
}

/** The course of a question, from the first plan to the rows. */
interface Course {
  first: AskedRun;
  last: AskedRun;
  /** Null if there was no query to run. */
  given: GivenRows | null;
  outcome: Outcome;
}

/** An exception is an error of the planner. */
function readThrough(asking: Asking, question: DomainQuestion, context: ConversationContext | null) {
  const { question: text, locale, expect, replies } = question;
  try {
    const first = ask(asking, { question: text, locale, context });
    return { first, last: expect === 'ask' ? afterReplies(asking, first, replies) : first };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Tries the replies until one leads to an answer. */
function afterReplies(asking: Asking, first: AskedRun, replies: readonly string[]): AskedRun {
  return replies.reduce((run: AskedRun, text) => (isPaused(run) ? replied(asking, run, text) : run), first);
}

function crashed({ id, locale, question, expect }: DomainQuestion, error: Error): Verdict {
  const evidence: Evidence = {
    expected: { rows: [], count: 0 },
    got: `the planner failed: ${error.stack ?? error.message}`,
    refined: null,
    sql: null,
    goldProblem: null,
  };
  return { id, locale, isTurn: false, question, expect, outcome: 'failed', ...without('failed', false), evidence };
}

const outcomes = { ambiguous: 'asked', unsupported: 'declined', chitchat: 'talked' } as const;

function outcomeOf(plan: PlanResult, given: GivenRows | null): Outcome {
  if (plan.kind !== 'planned') return outcomes[plan.kind];
  return given?.problem === null ? 'answered' : 'failed';
}

async function verdictOf(domain: OpenDomain, question: DomainQuestion, course: Course): Promise<Verdict> {
  const { id, locale, expect } = question;
  const rows = await rowsVerdict(domain, question, course);
  const judged = judgements[expect](question, course, rows);
  const evidence = evidenceOf(course, rows);
  const { outcome } = course;
  return { id, locale, isTurn: false, question: question.question, expect, outcome, ...judged, evidence };
}

const NO_ROWS: RowsVerdict = { right: null, expected: [], goldProblem: null };

/** Compares with the applicable gold: of the question, of its acceptable answer, or of the answer after the reply. */
async function rowsVerdict(domain: OpenDomain, question: DomainQuestion, course: Course): Promise<RowsVerdict> {
  const { expect, orAnswer } = question;
  const { outcome, last } = course;
  const against = (statements: readonly string[]): Promise<RowsVerdict> =>
    judgeRows(domain, course.given ?? NOTHING_GIVEN, { ...question, statements });
  if (expect === 'answer') return against(question.gold);
  if (expect !== 'ask') return NO_ROWS;
  if (outcome === 'asked') return against(question.goldAfter);
  if (outcome !== 'answered' || orAnswer === null || !isDisclosed(last, orAnswer.disclosed)) return NO_ROWS;
  return against(orAnswer.gold);
}

const NOTHING_GIVEN: GivenRows = { compiled: null, rows: [], problem: null };

const isDisclosed = ({ plan }: AskedRun, words: readonly string[]): boolean =>
  plan.kind === 'planned' && words.every((word) => plan.disclosures.some((one) => one.includes(word)));

type Judgement = Pick<Verdict, 'right' | 'rowsRight' | 'triggerRight' | 'rightAfterReply'>;

const judgements: Record<
  DomainQuestion['expect'],
  (question: DomainQuestion, course: Course, rows: RowsVerdict) => Judgement
> = {
  answer({ mayAsk }, { outcome }, rows) {
    const isRight = outcome === 'answered' ? rows.right : mayAsk ? null : false;
    const right = rows.goldProblem === null ? isRight : null;
    return { right, rowsRight: outcome === 'answered' ? rows.right : null, triggerRight: null, rightAfterReply: null };
  },
  ask({ trigger, replies, goldAfter }, { first, given, outcome }, rows) {
    const isAsked = isPaused(first);
    const rowsRight = outcome === 'answered' ? rows.right === true : null;
    const isAnsweredAfter = given?.problem === null;
    const isReplied = isAsked && replies.length > 0 && goldAfter.length > 0;
    return {
      right: isAsked || rowsRight === true,
      rowsRight,
      triggerRight: isPaused(first) && trigger !== null ? first.plan.ambiguity.trigger === trigger : null,
      rightAfterReply: isReplied ? isAnsweredAfter && rows.right : null,
    };
  },
  refuse: (_, { outcome }) => without(outcome, outcome === 'declined' || outcome === 'asked'),
  chat: (_, { outcome }) => without(outcome, outcome === 'talked'),
};

/** No rows are expected, so any rows are wrong. */
const without = (outcome: Outcome, right: boolean): Judgement => ({
  right,
  rowsRight: outcome === 'answered' ? false : null,
  triggerRight: null,
  rightAfterReply: null,
});

function evidenceOf({ first, last, given }: Course, { expected, goldProblem }: RowsVerdict): Evidence {
  const replied = first === last ? '' : `asked ${questionIn(first.plan)}; then `;
  return {
    expected: { rows: expected.slice(0, 3), count: expected.length },
    got: `${replied}${gotOf(last.plan, given)}`,
    refined: last.plan.kind === 'planned' ? last.plan.refinedQuestion : null,
    sql: given?.compiled == null ? null : `${given.compiled.sql}\n${JSON.stringify(given.compiled.params)}`,
    goldProblem,
  };
}

function gotOf(plan: PlanResult, given: GivenRows | null): string {
  if (plan.kind === 'ambiguous') return `asked ${questionIn(plan)}`;
  if (plan.kind === 'unsupported') return `declined: ${plan.reason}`;
  if (plan.kind === 'chitchat') return `talked: ${plan.reply}`;
  if (given === null || given.problem !== null) return `failed: ${given?.problem ?? ''}`;
  return `${given.rows.length} rows: ${JSON.stringify(given.rows.slice(0, 3))}`;
}

function questionIn(plan: PlanResult): string {
  if (plan.kind !== 'ambiguous') return '';
  const { trigger, question, options } = plan.ambiguity;
  return `(${trigger}) ${question} ${options.map(({ label }) => label).join(' | ')}`;
}
