import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoSets } from '../demo-sets';
import { evaluationReport, verdict } from '../fixture/evaluation-report';
import { readFlags, UsageError } from './flags';
import { statementOf } from '../gold-rows';
import { inParallel } from '../in-parallel';
import { progressLine, startProgress } from '../progress';
import { readQuestionSets, SetMistakes } from '../question-set';
import { reportChart } from './report-chart';
import { reportMarkdown, summaryLines } from './report-markdown';
import { outlineSql } from '../public/schema-outline';

const DAY = '2026-11-21';

const repositoryRoot = join(__dirname, '../../../..');

describe('reading question sets', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'querent-eval-spec-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const written = (lines: string[], name = 'mine.jsonl'): string => {
    writeFileSync(join(folder, name), lines.join('\n'));
    return join(folder, name);
  };

  it('the demo’s question sets have no mistakes', () => {
    const sets = readQuestionSets(demoSets(repositoryRoot), DAY);
    expect(sets.map(({ name }) => name)).toEqual(expect.arrayContaining(['gold', 'holdout', 'understanding']));
    expect(
      sets
        .flatMap(({ questions }) => questions)
        .filter(({ gold }) => gold.some((sql) => /(?<![:\w]):(?!today\b)[a-z]/.test(sql))),
    ).toEqual([]);
  });

  it('every mistake of every question set is reported with its line', () => {
    const path = written([
      '{"question":"a","connection":"c","sql":"select 1"}',
      'nonsense',
      '{"question":"","connection":"c","expect":"answer"}',
      '{"question":"b","connection":"c"}',
      '{"question":"b","connection":"c","expect":"ask","trigger":"no_such_trigger"}',
      '{"question":"b","connection":"c","expect":"refuse","sql":"select 1"}',
      '{"id":"x","question":"b","connection":"c","sql":"select 1","misspelt":1}',
    ]);
    let mistakes: readonly string[] = [];
    try {
      readQuestionSets([path, join(folder, 'absent.jsonl')], DAY);
    } catch (error) {
      if (error instanceof SetMistakes) mistakes = error.mistakes;
    }
    expect(mistakes.map((line) => line.slice(folder.length + 1).split(': ')[0])).toEqual([
      'mine.jsonl:2',
      'mine.jsonl:3',
      'mine.jsonl:4',
      'mine.jsonl:5',
      'mine.jsonl:6',
      'mine.jsonl:7',
      'absent.jsonl',
    ]);
  });

  it('a duplicate id of a question is refused', () => {
    const line = '{"id":"x","question":"a","connection":"c","sql":"select 1"}';
    expect(() => readQuestionSets([written([line, line], 'twice.jsonl')], DAY)).toThrow(/twice\.jsonl:2.*line 1/);
  });

  it('replaces `:name` by the file’s content and `:today` by the day, but no casts', () => {
    writeFileSync(join(folder, 'spots.sql'), 'SELECT 1 AS n');
    const [set] = readQuestionSets(
      [
        written(
          ['{"question":"a","connection":"c","sql":"SELECT n::text FROM :spots s WHERE d < :today"}'],
          'fragments.jsonl',
        ),
      ],
      DAY,
    );
    const [sql = ''] = set?.questions[0]?.gold ?? [];
    expect(statementOf(sql, '2027-01-31')).toBe("SELECT n::text FROM (SELECT 1 AS n) s WHERE d < DATE '2027-01-31'");
  });
});

describe('calling `npm run eval`', () => {
  it.each([
    [['--limit', 'many']],
    [['--sample', 'x']],
    [['--url', 'nowhere']],
    [['--threshold', 'nonsense=1']],
    [['--only', 'everything']],
    [['--data', 'd', '--url', 'http://a']],
    [['surplus']],
    [['--unknown']],
    [['--timezone', 'Mars']],
    [['--database', 'mysql://x']],
  ])('refuses %j', (argv) => {
    expect(() => readFlags(argv, {})).toThrow(UsageError);
  });

  it('--sets accepts several paths, as a shell expands a pattern', () => {
    expect(readFlags(['--sets', 'a.jsonl', 'b.jsonl', '--connection', 'x,y'], {})).toMatchObject({
      sets: ['a.jsonl', 'b.jsonl'],
      connections: ['x', 'y'],
      only: ['questions'],
      thresholds: [],
    });
  });

  it('the demo has default thresholds that --threshold overrides', () => {
    expect(readFlags([], {})?.thresholds.find(({ name }) => name === 'precision')).toEqual({
      name: 'precision',
      value: 0.98,
      asked: false,
    });
    expect(readFlags(['--threshold', 'none'], {})?.thresholds).toEqual([]);
  });
});

describe('the report', () => {
  const report = evaluationReport([
    verdict({ id: 'a' }),
    verdict({ id: 'b', rowsRight: false, right: false, came: 'other rows: 3 | 4', sql: 'SELECT\n 1' }),
    verdict({ id: 'c', outcome: 'refused', rowsRight: null, right: false, came: 'refused', locale: 'zh', set: 'own' }),
  ]);

  it('lists what was answered wrongly before what was not answered, with statement and run', () => {
    const text = reportMarkdown(report);
    expect(text.indexOf('## Answered, and wrong (1)')).toBeGreaterThan(0);
    expect(text.indexOf('## Not as expected otherwise (1)')).toBeGreaterThan(
      text.indexOf('## Answered, and wrong (1)'),
    );
    expect(text).toContain('statement: `SELECT 1`');
    expect(text).toContain('| precision when answered | 50.0 % | 1/2 |');
    expect(text).not.toContain('<b>');
    expect(text).toContain('### By language');
  });

  it('the report states first that a run was stopped', () => {
    expect(summaryLines({ ...report, complete: false })[0]).toContain('Stopped');
    expect(reportMarkdown({ ...report, complete: false })).toContain('**Stopped before the end');
  });

  it('the chart shows every measured share', () => {
    const svg = reportChart(report);
    expect(svg).toContain('execution accuracy');
    expect(svg).toMatch(/^<svg[^]*<\/svg>$/);
    expect(reportChart({ ...report, questions: null, verdicts: [] })).toContain('<svg');
  });
});

describe('progress', () => {
  it('the progress line shows the progress and the remaining time', () => {
    expect(progressLine({ title: 'questions', done: 30, total: 120, elapsedMs: 30_000, note: '2 asked' })).toBe(
      'questions 30/120 25 %, 1:30 left, 2 asked',
    );
  });

  it('progress is a bar on a terminal and otherwise occasional lines', () => {
    let now = 0;
    const lines: string[] = [];
    const output = { write: (text: string) => lines.push(text) };
    const progress = startProgress('questions', 100, output, () => (now += 1_000));
    for (let i = 0; i < 100; i++) progress.tick();
    progress.end();
    expect(lines.length).toBeLessThan(30);
    expect(lines.at(-1)).toContain('100/100');
    startProgress('questions', 1, { ...output, isTTY: true, columns: 40 }, () => now).tick();
    expect(lines.at(-1)).toMatch(/^\r\[#+\]/);
  });
});

it('returns what is done, in order, when the work is stopped', async () => {
  const stop = new AbortController();
  const done = await inParallel(
    [1, 2, 3, 4, 5, 6],
    2,
    async (item) => {
      if (item === 4) stop.abort();
      return item;
    },
    stop.signal,
  );
  expect(done).toEqual([1, 2, 3, 4]);
});

it('an outline becomes a schema with its samples as rows and types from declarations, samples or names', () => {
  const sql = outlineSql('s', {
    tables: [
      {
        name: "o'brien",
        primary_key: [],
        foreign_keys: [],
        columns: [
          { name: 'n', samples: ['1', '2'] },
          { name: 'price' },
          { name: 'day', type: 'time' },
          { name: 'note', samples: ["it's"] },
        ],
      },
    ],
  });
  expect(sql).toContain(`CREATE TABLE "s"."o'brien" ("n" bigint, "price" numeric, "day" text, "note" text)`);
  expect(sql).toContain("('1'::bigint, NULL, NULL, 'it''s'::text), ('2'::bigint, NULL, NULL, NULL)");
});
