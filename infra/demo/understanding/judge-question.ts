import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClarificationTrigger, IntentType, Locale, PlanResult } from '@querent/contracts';
import { planQuestion } from '@querent/planner';
import type { Propose } from '../../../apps/intent/src/nodes/propose-node';
import { sameRows } from '../judge/compare-rows';
import { demoQuestions, TODAY } from '../judge/demo-questions';
import { answerOf, rowsOf, TIMEZONE, type Target, type Targets } from '../judge/target';
import { rowsTiedLike } from '../judge/tied-rows';

/** A question that tests understanding. ../understanding/README.md describes the members. */
export interface Question {
  id: string;
  connection: string;
  question: string;
  locale: Locale;
  type: IntentType | IntentType[];
  expect: 'answer' | 'ask' | 'refuse' | 'chat';
  trigger?: ClarificationTrigger[];
  orAsk?: ClarificationTrigger[];
  sql?: string;
  alternatives?: string[];
  ordered?: boolean;
  shape?: string;
}

export interface Verdict {
  question: Question;
  /** Null if the question leaves it open. */
  type: boolean | null;
  /** Whether the kind of outcome (answer, clarification, refusal, talk) is the expected one. */
  decided: boolean;
  /** Whether rows were given, expected or not. */
  answered: boolean;
  /** Null without an answer, or if a clarification was expected. */
  rows: boolean | null;
  got: string;
}

const spots = readFileSync(join(__dirname, '../understanding/spots.sql'), 'utf8').trim();
const kindDue = { answer: 'planned', ask: 'ambiguous', refuse: 'unsupported', chat: 'chitchat' } as const;

/** The questions of the set in the folder of this name. */
export function questionsOf(set: string): Question[] {
  return demoQuestions(set);
}

/** Plans a question as the intent worker does, executes the plan, and compares the result with the expected one. */
export async function judgeQuestion(
  question: Question,
  targets: Pick<Targets, 'of'>,
  propose: Propose,
): Promise<Verdict> {
  const target = placeOf(targets, question.connection);
  const plan = await planned(question, target, propose);
  const decided = isDecidedRight(question, plan);
  const asksInstead = plan.kind === 'ambiguous' && question.orAsk !== undefined && decided;
  return {
    question,
    type: asksInstead ? null : [question.type].flat().includes(plan.understood.type),
    decided,
    answered: plan.kind === 'planned',
    ...(await rowsJudged(question, plan, target)),
  };
}

export const isWrong = ({ type, decided, rows }: Verdict): boolean => type === false || !decided || rows === false;

/** Plans again with possible meanings of unknown words. */
async function planned({ question, locale }: Question, { model }: Target, propose: Propose): Promise<PlanResult> {
  const input = { question, locale, model, today: TODAY, timezone: TIMEZONE, choices: [] };
  const first = planQuestion(input);
  const unknown = first.kind === 'ambiguous' || first.kind === 'unsupported' ? first.unknown : [];
  const proposals = unknown.length === 0 ? [] : await propose(unknown, model, new AbortController().signal);
  return proposals.length === 0 ? first : planQuestion({ ...input, proposals });
}

/** The demo's connection, or `education-undated`: the schools' connection without a default year. */
function placeOf(targets: Pick<Targets, 'of'>, connection: string): Target {
  if (connection !== 'education-undated') return targets.of(connection);
  const target = targets.of('education');
  const filters = Object.fromEntries(
    Object.entries(target.model.filters).map(([id, filter]) => [id, { ...filter, default: undefined }]),
  );
  return { ...target, model: { ...target.model, filters } };
}

function isDecidedRight({ expect, trigger, orAsk }: Question, plan: PlanResult): boolean {
  if (plan.kind !== 'ambiguous') return plan.kind === kindDue[expect];
  const due = expect === 'ask' ? trigger : orAsk;
  return due?.includes(plan.ambiguity.trigger) ?? false;
}

async function rowsJudged(
  question: Question,
  plan: PlanResult,
  target: Target,
): Promise<Pick<Verdict, 'rows' | 'got'>> {
  const type = plan.understood.type;
  if (plan.kind === 'ambiguous')
    return {
      rows: null,
      got: `${type}, asks ${plan.ambiguity.trigger}: ${plan.ambiguity.question} ${plan.ambiguity.options.map(({ label }) => label).join(' | ')}`,
    };
  if (plan.kind === 'chitchat') return { rows: null, got: `${type}, says: ${plan.reply}` };
  if (plan.kind === 'unsupported') return { rows: null, got: `${type}, refuses: ${plan.reason}` };
  const got = `${type}, answers: ${plan.refinedQuestion}`;
  // Rows instead of a question are counted where the question was due; where nothing could be answered they are wrong
  // rows.
  if (question.expect === 'ask') return { rows: null, got };
  if (question.sql === undefined) return { rows: false, got };
  try {
    const { compiled, result } = await answerOf(target, plan.query, question.locale);
    for (const sql of [question.sql, ...(question.alternatives ?? [])]) {
      const whole = sql.replaceAll(':spots', () => `(${spots})`);
      const gold = await rowsOf(target, whole);
      const how = { ordered: question.ordered ?? false, prefix: false, anyLayout: question.shape !== undefined };
      if (sameRows(gold.rows, result.rows, how)) return { rows: true, got };
      const tied = await rowsTiedLike(result.rows, whole, async (text) => (await rowsOf(target, text)).rows);
      if (tied !== null && sameRows(tied, result.rows, how)) return { rows: true, got };
    }
    return {
      rows: false,
      got: `${got}\n${compiled.sql}\n${JSON.stringify(compiled.params)}\n${JSON.stringify(result.rows.slice(0, 3))} (${result.rowCount})`,
    };
  } catch (error) {
    return { rows: false, got: `${got}\n${error instanceof Error ? error.message : String(error)}` };
  }
}
