import { writeFileSync } from 'node:fs';
import type { Choice, Locale, PlanResult } from '@querent/contracts';
import { interpretReply } from '@querent/planner';
import { signatureOf } from '@querent/model';
import { startPostgres, type ThrowAwayServer } from '@querent/testing';
import { demoQuestions, TODAY } from '../judge/demo-questions';
import { openTargets, openSchema, type Target, type Targets } from '../judge/target';
import { derivedSchemas } from './derived-schemas';
import { plan, suggestionsTo, wrongWith } from './suggest';

interface GoldQuestion {
  id: string;
  connection: string;
  question: string;
  locale: Locale;
  expect: string;
  reply?: string;
}

/** An answered question with its suggestions and the failed ones. */
interface Answered {
  question: string;
  locale: Locale;
  decided: boolean;
  suggestions: string[];
  bad: { suggestion: string; because: string }[];
}

const gold = demoQuestions<GoldQuestion>('gold');

describe('suggestions after gold questions', () => {
  let targets: Targets;
  const answered: Answered[] = [];

  beforeAll(async () => {
    targets = await openTargets();
    for (const question of gold) answered.push(...(await answer(targets.of(question.connection), question)));
    report('demo', answered);
  }, 300_000);

  afterAll(() => targets.stop());

  it('the gold set has at least 200 answers with suggestions, in both languages, some after a clarification', () => {
    expect(answered.length).toBeGreaterThanOrEqual(200);
    expect(answered.filter(({ locale }) => locale === 'zh').length).toBeGreaterThan(50);
    expect(answered.filter(({ locale }) => locale === 'en').length).toBeGreaterThan(50);
    expect(answered.filter(({ decided }) => decided).length).toBeGreaterThan(0);
  });

  it('succeed without a clarification when they are asked verbatim', () => {
    expect(answered.flatMap(({ question, bad }) => bad.map((one) => ({ question, ...one })))).toEqual([]);
  });

  it('most gold answers have three suggestions, and nearly all have at least one', () => {
    expect(answered.filter(({ suggestions }) => suggestions.length > 0).length / answered.length).toBeGreaterThan(0.97);
    expect(answered.filter(({ suggestions }) => suggestions.length === 3).length / answered.length).toBeGreaterThan(
      0.8,
    );
  });

  it('suggestions after gold questions are in the language of the question', () => {
    const han = /\p{Script=Han}{2}/u;
    expect(
      answered.filter(({ locale, suggestions }) => locale === 'zh' && !suggestions.every((one) => han.test(one))),
    ).toEqual([]);
    // A stored name that the user chose is shown as stored.
    expect(
      answered.filter(
        ({ locale, decided, suggestions, question }) =>
          locale === 'en' && !decided && !han.test(question) && suggestions.some((one) => han.test(one)),
      ),
    ).toEqual([]);
  });
});

describe('suggestions over a database without a model file', () => {
  let postgres: ThrowAwayServer;
  const targets = new Map<string, Target>();
  const answered: Answered[] = [];

  beforeAll(async () => {
    const server = await startPostgres();
    postgres = server;
    for (const { name, sql, questions } of derivedSchemas) {
      await server.query(sql);
      const target = await openSchema(name, server.url, null);
      targets.set(name, target);
      for (const question of questions) answered.push(...(await answer(target, question)));
    }
    report('derived', answered);
  }, 120_000);

  afterAll(async () => {
    for (const { datasource } of targets.values()) await datasource.close();
    await postgres.stop();
  });

  it('succeed without a clarification when they are asked verbatim', () => {
    expect(answered.flatMap(({ question, bad }) => bad.map((one) => ({ question, ...one })))).toEqual([]);
  });

  it('most answers without a model file have suggestions', () => {
    const asked = derivedSchemas.flatMap(({ questions }) => questions);
    expect(answered.length).toBe(asked.length);
    expect(answered.filter(({ suggestions }) => suggestions.length > 0).length / answered.length).toBeGreaterThan(0.9);
  });

  it('suggestions without a model file contain no physical name', () => {
    expect(
      answered.flatMap(({ suggestions }) => suggestions).filter((one) => /t_ckd|x1|\bck\b|\bsl\b|\bzt\b|_/i.test(one)),
    ).toEqual([]);
  });
});

/** Returns the answer with its suggestions after asking each of them. Empty if the question has no answer. */
async function answer(
  target: Target,
  asked: { question: string; locale: Locale; reply?: string },
): Promise<Answered[]> {
  const { question, locale, reply } = asked;
  const { planned, choices } = settled(target, question, locale, reply);
  if (planned.kind !== 'planned') return [];
  const meaning = signatureOf(planned.query);
  const suggestions = await suggestionsTo(target, { question, locale, choices }, planned);
  const bad: Answered['bad'] = [];
  for (const suggestion of suggestions) {
    const because = await wrongWith(target, suggestion, locale, meaning, ({ query }) => signatureOf(query));
    if (because !== null) bad.push({ suggestion, because });
  }
  return [{ question, locale, decided: choices.length > 0, suggestions, bad }];
}

/** The plan, after the reply if the question needs one. */
function settled(
  target: Target,
  question: string,
  locale: Locale,
  reply: string | undefined,
): { planned: PlanResult; choices: Choice[] } {
  const first = plan(target, question, locale);
  if (first.kind !== 'ambiguous' || reply === undefined) return { planned: first, choices: [] };
  const read = interpretReply(
    first.ambiguity,
    { text: reply },
    { locale, question, model: target.model, today: TODAY },
  );
  const choices = read.kind === 'choice' ? [read.choice] : [];
  return { planned: plan(target, question, locale, choices), choices };
}

/** Writes the suggestions to the path in SUGGESTIONS_REPORT. */
function report(name: string, answered: readonly Answered[]): void {
  const path = process.env['SUGGESTIONS_REPORT'];
  if (path !== undefined) writeFileSync(`${path}.${name}.jsonl`, answered.map((one) => JSON.stringify(one)).join('\n'));
}
