import type { Row, RunView } from '@querent/contracts';
import { todayIn } from '@querent/language';
import { sameRows } from '../../demo/judge/compare-rows';
import { rowsTiedLike } from '../../demo/judge/tied-rows';
import { RequestFailure, type Asker, type AskResult } from './asker';
import type { GoldRunner } from './gold-rows';
import type { Question } from './question-set';
import { verdictOf, type Course, type Verdict } from './report/verdict';

export interface JudgeDeps {
  asker: Asker;
  /**
   * Asks the questions with replies. It rotates over several keys, because replies form habits that would answer the
   * key's next question.
   */
  replier: () => Asker;
  gold: GoldRunner;
  /** IANA time zone of questions without one. It determines today and the boundaries of days. */
  timezone: string;
}

/** Asks one question, replies if expected, and compares the rows with the gold's. Rejects only when aborted. */
export async function judgeQuestion(question: Question, deps: JudgeDeps, signal: AbortSignal): Promise<Verdict> {
  return verdictOf(question, await courseOf(question, deps, signal));
}

async function courseOf(question: Question, deps: JudgeDeps, signal: AbortSignal): Promise<Course> {
  const course: Course = {
    first: null,
    last: null,
    problem: null,
    rowsRight: null,
    goldProblem: null,
    goldKnown: deps.gold.knows(question.connection),
  };
  const asker = question.reply === null ? deps.asker : deps.replier();
  const timezone = question.timezone ?? deps.timezone;
  try {
    course.first = course.last = await asker.ask(
      {
        question: question.question,
        connection: question.connection,
        timezone,
        cache: 'bypass',
        ...(question.locale === null ? {} : { locale: question.locale }),
      },
      signal,
    );
    if (question.reply !== null && course.first.run.status === 'awaiting_clarification')
      course.last = await asker.reply(course.first.run, question.reply, signal);
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    return { ...course, last: null, problem: error.message };
  }
  return { ...course, ...(await compared(question, course.last, { deps, timezone, signal })) };
}

async function compared(
  question: Question,
  judged: AskResult,
  { deps, timezone, signal }: { deps: JudgeDeps; timezone: string; signal: AbortSignal },
): Promise<Pick<Course, 'rowsRight' | 'goldProblem'>> {
  const { rows, run } = judged;
  if (rows === null || question.gold.length === 0 || !deps.gold.knows(question.connection))
    return { rowsRight: null, goldProblem: null };
  try {
    for (const sql of question.gold) {
      const rowsOf = (text: string): Promise<Row[]> =>
        deps.gold.rows(question.connection, text, { day: dayOf(run, timezone), timezone }, signal);
      if (sameRows(await rowsOf(sql), rows, question)) return { rowsRight: true, goldProblem: null };
      const tied = await rowsTiedLike(rows, sql, rowsOf);
      if (tied !== null && sameRows(tied, rows, question)) return { rowsRight: true, goldProblem: null };
    }
    return { rowsRight: false, goldProblem: null };
  } catch (error) {
    if (signal.aborted) throw error;
    return { rowsRight: null, goldProblem: error instanceof Error ? error.message : String(error) };
  }
}

/** The civil date on which the product accepted the question, which is its "today". */
const dayOf = ({ createdAt }: RunView, timezone: string): string => todayIn(timezone, new Date(createdAt));
