import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClarificationTrigger, IntentType, PlanResult } from '@querent/contracts';
import { planQuestion } from '@querent/semantic';
import { openProposer } from '../../../apps/intent/src/open-proposer';
import { sameRows } from '../judge/compare-rows';
import { answerOf, openPlaces, rowsOf, TIMEZONE, TODAY, type Place, type Places } from '../judge/place';

interface Question {
  id: string;
  connection: string;
  question: string;
  locale: 'zh' | 'en';
  type: IntentType | IntentType[];
  expect: 'answer' | 'ask' | 'refuse' | 'chat';
  trigger?: ClarificationTrigger[];
  orAsk?: ClarificationTrigger[];
  sql?: string;
  alternatives?: string[];
  ordered?: boolean;
  shape?: string;
}

interface Verdict {
  question: Question;
  /** Null where the question leaves it open. */
  type: boolean | null;
  decided: boolean;
  /** Null where nothing was answered, or a question was due. */
  rows: boolean | null;
  got: string;
}

const questions = readFileSync(join(__dirname, 'questions.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Question);
const spots = readFileSync(join(__dirname, 'spots.sql'), 'utf8').trim();
const kindDue = { answer: 'planned', ask: 'ambiguous', refuse: 'unsupported', chat: 'chitchat' } as const;

describe('what was meant, without a language model', () => {
  let places: Places;
  const failures: unknown[] = [];
  const proposer = openProposer('local', (error) => failures.push(error));
  const verdicts: Verdict[] = [];

  beforeAll(async () => {
    places = await openPlaces();
    for (const question of questions) verdicts.push(await judge(question));
    const report = process.env['UNDERSTANDING_REPORT'];
    if (report !== undefined) writeFileSync(report, verdicts.filter(isWrong).map((verdict) => `${JSON.stringify(verdict)}\n`).join(''));
  }, 240_000);

  afterAll(async () => {
    await proposer.close();
    await places.stop();
  });

  it('is found out with the help of likeness of meaning', () => {
    expect(failures).toEqual([]);
  });

  it('is of the right type in at least 95 of 100 questions', () => {
    expect(share('type right', verdicts.flatMap(({ type }) => type ?? []))).toBeGreaterThanOrEqual(0.95);
  });

  it('is asked about in at least 95 of 100 questions that leave something open, and about what they leave open', () => {
    expect(share('asks when it must', decisions((expected) => expected === 'ask'))).toBeGreaterThanOrEqual(0.95);
  });

  it('is not asked about in at least 95 of 100 questions that are clear, cannot be answered, or are only talk', () => {
    expect(share('does not ask when it must not', decisions((expected) => expected !== 'ask'))).toBeGreaterThanOrEqual(0.95);
  });

  it('gives the right rows in at least 98 of 100 questions that are answered without asking', () => {
    expect(share('right rows', verdicts.flatMap(({ rows }) => rows ?? []))).toBeGreaterThanOrEqual(0.98);
  });

  const decisions = (due: (expected: Question['expect']) => boolean): boolean[] =>
    verdicts.filter(({ question }) => due(question.expect)).map(({ decided }) => decided);

  async function judge(question: Question): Promise<Verdict> {
    const place = placeOf(places, question.connection);
    const plan = await planned(question, place);
    const decided = isDecidedRight(question, plan);
    const asksInstead = plan.kind === 'ambiguous' && question.orAsk !== undefined && decided;
    return {
      question,
      type: asksInstead ? null : [question.type].flat().includes(plan.understood.type),
      decided,
      ...(await rowsJudged(question, plan, place)),
    };
  }

  /** As the intent worker does: where words are unexplained, once more with what they may mean. */
  async function planned({ question, locale }: Question, { model }: Place): Promise<PlanResult> {
    const input = { question, locale, model, today: TODAY, timezone: TIMEZONE, choices: [] };
    const first = planQuestion(input);
    const unknown = first.kind === 'ambiguous' || first.kind === 'unsupported' ? first.unknown : [];
    const proposals = unknown.length === 0 ? [] : await proposer.propose(unknown, model, new AbortController().signal);
    return proposals.length === 0 ? first : planQuestion({ ...input, proposals });
  }
});

/** The demo's connection, or `education-undated`: the schools' with no year to fall back on. */
function placeOf(places: Places, connection: string): Place {
  if (connection !== 'education-undated') return places.of(connection);
  const place = places.of('education');
  const filters = Object.fromEntries(Object.entries(place.model.filters).map(([id, filter]) => [id, { ...filter, default: undefined }]));
  return { ...place, model: { ...place.model, filters } };
}

function isDecidedRight({ expect, trigger, orAsk }: Question, plan: PlanResult): boolean {
  if (plan.kind !== 'ambiguous') return plan.kind === kindDue[expect];
  const due = expect === 'ask' ? trigger : orAsk;
  return due?.includes(plan.ambiguity.trigger) ?? false;
}

async function rowsJudged(question: Question, plan: PlanResult, place: Place): Promise<Pick<Verdict, 'rows' | 'got'>> {
  const type = plan.understood.type;
  if (plan.kind === 'ambiguous') return { rows: null, got: `${type}, asks ${plan.ambiguity.trigger}: ${plan.ambiguity.question} ${plan.ambiguity.options.map(({ label }) => label).join(' | ')}` };
  if (plan.kind === 'chitchat') return { rows: null, got: `${type}, says: ${plan.reply}` };
  if (plan.kind === 'unsupported') return { rows: null, got: `${type}, refuses: ${plan.reason}` };
  const got = `${type}, answers: ${plan.refinedQuestion}`;
  // Rows instead of a question are counted where the question was due; where nothing could be answered they are wrong rows.
  if (question.expect === 'ask') return { rows: null, got };
  if (question.sql === undefined) return { rows: false, got };
  try {
    const { compiled, result } = await answerOf(place, plan.query, question.locale);
    for (const sql of [question.sql, ...(question.alternatives ?? [])]) {
      const gold = await rowsOf(place, sql.replaceAll(':spots', () => `(${spots})`));
      const how = { ordered: question.ordered ?? false, prefix: false, anyLayout: question.shape !== undefined };
      if (sameRows(gold.rows, result.rows, how)) return { rows: true, got };
    }
    return { rows: false, got: `${got}\n${compiled.sql}\n${JSON.stringify(compiled.params)}\n${JSON.stringify(result.rows.slice(0, 3))} (${result.rowCount})` };
  } catch (error) {
    return { rows: false, got: `${got}\n${error instanceof Error ? error.message : String(error)}` };
  }
}

const isWrong = ({ type, decided, rows }: Verdict): boolean => type === false || !decided || rows === false;

/** Prints the figure on a line of its own. */
function share(of: string, right: boolean[]): number {
  const count = right.filter(Boolean).length;
  process.stdout.write(`understanding: ${of} ${count} of ${right.length} (${((100 * count) / right.length).toFixed(1)} %)\n`);
  return count / right.length;
}
