import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@querent/testing';
import { failuresText, groupsOf } from './domains-report';
import { scriptedPlanner } from './fixture/scripted-planner';
import { measureDomains, type DomainsFlags } from './measure-domains';
import { playDomain, type PlayedDomain } from './play-domain';
import type { Verdict } from './verdict';

const bakery = join(__dirname, 'fixture/bakery');

describe('the domains suite with a planner that makes every kind of error', () => {
  let played: PlayedDomain;
  beforeAll(async () => {
    const postgres = await startPostgres();
    try {
      played = await playDomain({ folder: bakery, language: null }, scriptedPlanner, postgres);
    } finally {
      await postgres.stop();
    }
  }, 120_000);

  const verdictOn = (id: string): Partial<Verdict> => {
    const found = played.verdicts.find((one) => one.id === id);
    const { outcome, right, rowsRight, triggerRight, rightAfterReply } = found ?? {};
    return { outcome, right, rowsRight, triggerRight, rightAfterReply };
  };
  const answered = { outcome: 'answered', triggerRight: null, rightAfterReply: null } as const;
  const withoutRows = { rowsRight: null, triggerRight: null, rightAfterReply: null };

  it.each<[string, string, Partial<Verdict>]>([
    ['the gold rows are right', 'right', { ...answered, right: true, rowsRight: true }],
    ['months may be written as texts', 'months', { ...answered, right: true, rowsRight: true }],
    ['other rows are wrong', 'wrong', { ...answered, right: false, rowsRight: false }],
    ['a needless clarification is not an answer', 'asked', { outcome: 'asked', right: false, ...withoutRows }],
    ['a refusal is not an answer', 'declined', { outcome: 'declined', right: false, ...withoutRows }],
    ['a refusal that is fair does not count', 'fair', { outcome: 'declined', right: null, ...withoutRows }],
    [
      'the reply that is understood leads to the rows',
      'replied',
      { outcome: 'asked', right: true, rowsRight: null, triggerRight: true, rightAfterReply: true },
    ],
    [
      'a pause about something else counts as one, and its rows are wrong',
      'other trigger',
      { outcome: 'asked', right: true, rowsRight: null, triggerRight: false, rightAfterReply: false },
    ],
    ['one disclosed meaning may be answered', 'disclosed', { ...answered, right: true, rowsRight: true }],
    ['a refusal may be due', 'refused', { outcome: 'declined', right: true, ...withoutRows }],
    ['rows may not be due', 'made up', { ...answered, right: false, rowsRight: false }],
    ['talk may be due', 'greeting', { outcome: 'talked', right: true, ...withoutRows }],
    ['an error of the planner is a failure', 'crash', { outcome: 'failed', right: false, ...withoutRows }],
    ['gold that cannot be run does not count', 'bad gold', { ...answered, right: null, rowsRight: null }],
  ])('%s', (_, id, expected) => {
    expect(verdictOn(id)).toEqual(expected);
  });

  it('the domains suite carries the last answer through a conversation, also after a clarification', () => {
    const turns = [1, 2, 3, 4, 5].map((at) => verdictOn(`talk/${at}`));
    expect(turns.map(({ outcome }) => outcome)).toEqual(['answered', 'answered', 'asked', 'answered', 'answered']);
    expect(turns.map(({ right }) => right)).toEqual([true, true, true, true, false]);
    expect(turns[2]?.rightAfterReply).toBe(true);
  });

  it('the domains suite computes shares by language and in total', () => {
    const shares = groupsOf([played]).map(({ domain, language, figures, goldProblems }) => [
      `${domain} ${language}`,
      Object.values(figures)
        .map(({ right, of }) => `${right}/${of}`)
        .join(' '),
      goldProblems,
    ]);
    const zh = '0/2 0/0 1/2 1/2 1/1 0/1 0/1 0/0 1/1 0/0';
    const en = '2/4 3/5 0/4 1/4 2/2 1/1 1/1 1/2 0/0 4/5';
    expect(shares).toEqual([
      ['bakery zh', zh, 0],
      ['bakery en', en, 1],
      ['all zh', zh, 0],
      ['all en', en, 1],
      ['all all', '2/6 3/5 1/6 2/6 3/3 1/2 1/2 1/2 1/1 4/5', 1],
    ]);
  });

  it('the domains suite shows the expected result, the actual result and the reading of a failure', () => {
    const text = failuresText(played);
    const [wrong = ''] = /--- bakery en wrong:[^]*?(?=\n---)/.exec(text) ?? [];
    expect(wrong).toContain('question  How many shops are open to walk-in customers?');
    expect(wrong).toContain('expected  1 rows: [[3]]');
    expect(wrong).toContain('got       1 rows: [[4]]');
    expect(wrong).toContain('read as   as scripted');
    expect(wrong).toContain('FROM "public"."loaf"');
    expect(text).not.toContain('--- bakery en right:');
  });
});

describe('the domains suite with --figures', () => {
  const questions = ['questions.jsonl', 'conversations.jsonl']
    .flatMap((name) => readFileSync(join(bakery, name), 'utf8').match(/(?<="question":")[^"]+/g) ?? [])
    .map((question) => question.replace('{LY}', ''));
  const folder = mkdtempSync(join(tmpdir(), 'domains-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let written = '';
  beforeEach(() => {
    written = '';
    const keep = (text: unknown): boolean => ((written += String(text)), true);
    jest.spyOn(process.stdout, 'write').mockImplementation(keep);
    jest.spyOn(process.stderr, 'write').mockImplementation(keep);
  });
  afterEach(() => jest.restoreAllMocks());

  const play = (flags: Partial<DomainsFlags>): Promise<boolean> =>
    measureDomains({
      ...{ folders: [bakery], planner: scriptedPlanner, language: null, json: null },
      ...{ isWithFailures: false, isFiguresOnly: false },
      explain: null,
      model: 'owner',
      ...flags,
    });
  const leaks = (text: string): string[] =>
    questions.filter((question) => piecesOf(question).some((piece) => text.includes(piece)));

  it('--figures shows no words of a question, printed or as JSON, even for an invalid domain', async () => {
    const broken = join(folder, 'broken');
    cpSync(bakery, broken, { recursive: true });
    const lines = readFileSync(join(bakery, 'questions.jsonl'), 'utf8');
    writeFileSync(join(broken, 'questions.jsonl'), lines.replace('"kind":"clarify"', '"kind":"unclear"'));
    const json = join(folder, 'figures.json');
    expect(await play({ folders: [bakery, broken], isFiguresOnly: true, json })).toBe(false);
    expect(written).toMatch(/broken cannot be measured: .*questions\.jsonl:7: kind /);
    expect(written).toContain('2/6');
    expect(leaks(written + readFileSync(json, 'utf8'))).toEqual([]);
  }, 120_000);

  it('--failures shows words of questions, which proves that the check of --figures can fail', async () => {
    expect(await play({ isWithFailures: true })).toBe(true);
    expect(leaks(written).length).toBeGreaterThan(3);
  }, 120_000);
});

/** Length of the substrings that must not occur, so that parts of a question are found too. */
function piecesOf(question: string): string[] {
  const length = /\p{Script=Han}/u.test(question) ? 4 : 8;
  return Array.from({ length: Math.max(1, question.length - length + 1) }, (_, at) => question.slice(at, at + length));
}
