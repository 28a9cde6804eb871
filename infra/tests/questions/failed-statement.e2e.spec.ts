import type { Locale } from '@querent/language';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { openStageChain, type StageChain, type AskedRun } from '../product/stage-chain';

/**
 * Sales, a view that waits for each day of the question's range, views that fail on some rows, and too many rows to
 * sort.
 */
const SHOP = `
  CREATE SCHEMA shop; SET search_path = shop;
  CREATE TABLE buyer (id int PRIMARY KEY, buyer_name text, town text);
  CREATE TABLE sale (id int PRIMARY KEY, buyer_id int REFERENCES buyer, via text, state text, sum_total numeric, made_on date);
  CREATE TABLE extra (id int PRIMARY KEY, sale_id int REFERENCES sale, wrapping text);
  INSERT INTO buyer SELECT n, 'Buyer ' || n, (ARRAY['Leeds', 'York', 'Hull'])[n % 3 + 1] FROM generate_series(1, 30) n;
  INSERT INTO sale SELECT n, n % 30 + 1, (ARRAY['app', 'web'])[n % 2 + 1], (ARRAY['open', 'paid', 'sent'])[n % 3 + 1], n, date '2026-11-21' - n % 900 FROM generate_series(1, 3000) n;
  CREATE VIEW visit AS SELECT n AS id, date '2026-11-20' - n AS seen_on, (ARRAY['phone', 'desk'])[n % 2 + 1] AS device, (SELECT 1.5 FROM pg_sleep(0.002 + n * 0)) AS weight FROM generate_series(1, 900) n;
  CREATE VIEW quota AS SELECT id, via, state, made_on, 100 / (id % 2) AS fill FROM sale;
  CREATE VIEW gauge AS SELECT id, via, state, made_on, (CASE WHEN state = 'open' THEN 'n/a' ELSE '7' END)::integer AS level FROM sale;
  CREATE TABLE reading AS SELECT n AS id, md5(n::text) AS code, date '2026-11-20' - n % 900 AS read_on FROM generate_series(1, 60000) n;
  CREATE ROLE reader LOGIN PASSWORD 'reader'; GRANT USAGE ON SCHEMA shop TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA shop TO reader;
  ALTER ROLE reader SET temp_file_limit = '256kB'; ALTER ROLE reader SET work_mem = '64kB';
  ANALYZE;
`;

/** Changes of the database after its schema was read. */
const DRIFT =
  'ALTER TABLE shop.sale DROP COLUMN via CASCADE; REVOKE SELECT ON shop.buyer FROM reader; DROP TABLE shop.extra; ALTER TABLE shop.sale ALTER COLUMN sum_total TYPE text';

/** Physical names that are not labels, and phrases of drivers, planners and statements. */
const TECHNICAL =
  /buyer_id|buyer_name|sale_id|sum_total|made_on|seen_on|read_on|select |\bcolumn|\btable|relation|denied|syntax|sqlstate|statement|timeout|canceling|temp_file|\bt1\b|postgres|\b(?:22|42|53|57)[0-9P][0-9]{2}\b|字段|数据库|语句/i;

interface Failing {
  question: string;
  locale: Locale;
  /** Pattern of the technical error in the log. */
  technical: RegExp;
  /** Label of the chosen option. `rows` is the row count of its result. */
  takes: string;
  rows: number;
}

const FAILING: Failing[] = [
  {
    question: 'average weight of visits',
    locale: 'en',
    technical: /^57014: /,
    takes: 'only the last 3 months',
    rows: 1,
  },
  { question: '各device的平均weight', locale: 'zh', technical: /^57014: /, takes: '只看近3个月', rows: 2 },
  {
    question: 'list of readings',
    locale: 'en',
    technical: /^53400: /,
    takes: 'only the number of rows, without the list',
    rows: 1,
  },
  { question: 'list of readings', locale: 'zh', technical: /^53400: /, takes: '只看前100条', rows: 100 },
  {
    question: 'average fill by state',
    locale: 'en',
    technical: /^22012: division by zero/,
    takes: 'the number of quotas instead',
    rows: 3,
  },
  { question: '各state的平均fill', locale: 'zh', technical: /^22012: division by zero/, takes: '改看quota数', rows: 3 },
  {
    question: 'average level of gauges where state is paid or open',
    locale: 'en',
    technical: /^22P02: /,
    takes: 'the number of gauges instead',
    rows: 1,
  },
];

const DRIFTED: Failing[] = [
  {
    question: 'number of sales by via',
    locale: 'en',
    technical: /^42703: .*via/,
    takes: 'by state instead of via',
    rows: 3,
  },
  { question: '各via的sale数量', locale: 'zh', technical: /^42703: .*via/, takes: '改为按state统计', rows: 3 },
  {
    question: 'number of sales by town',
    locale: 'en',
    technical: /^42501: permission denied for table buyer/,
    takes: 'by state instead of town',
    rows: 3,
  },
  {
    question: 'number of sales without extras',
    locale: 'en',
    technical: /^42P01: /,
    takes: 'without the condition on extras',
    rows: 1,
  },
  {
    question: 'average sum total by state',
    locale: 'en',
    technical: /^42883: /,
    takes: 'the number of sales instead',
    rows: 3,
  },
];

describe('statements that the database refuses', () => {
  let postgres: ThrowAwayPostgres;
  let chain: StageChain;

  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.query(SHOP);
    const url = new URL(postgres.url);
    url.username = 'reader';
    chain = await openStageChain(url.href, ['shop'], { statementTimeoutMs: 600 });
  }, 120_000);
  afterAll(async () => {
    await chain?.close();
    await postgres?.stop();
  }, 60_000);

  const optionNamed = ({ run }: AskedRun, label: string): string => {
    const { options } = run.data.clarification ?? { options: [] };
    const found = options.find((one) => one.label === label);
    if (found === undefined)
      throw new Error(
        `no “${label}” among ${options.map((one) => one.label).join(' | ')} (${run.data.error?.message}, ${run.data.technicalError})`,
      );
    return `#${found.id}`;
  };
  const textsOf = ({ run, steps }: AskedRun): string =>
    JSON.stringify([
      run.data.clarification,
      run.data.answer?.text,
      run.data.answer?.suggestions,
      run.data.error,
      run.data.refinedQuestion,
      run.data.disclosures,
      steps,
    ]);

  async function recovers({ question, locale, technical, takes, rows }: Failing): Promise<void> {
    const paused = await chain.ask('shop', question, locale);
    const { data, status } = paused.run;
    expect(data.technicalError).toMatch(technical);
    expect(status).toBe('awaiting_clarification');
    expect(data).toMatchObject({
      clarification: { trigger: 'sql_execution_error', allowText: true },
      compiled: null,
      error: null,
    });
    expect(data.attempts.at(-1)?.error).toEqual(expect.any(String));
    expect(data.clarification?.options.length).toBeGreaterThanOrEqual(2);
    expect(textsOf(paused)).not.toMatch(TECHNICAL);

    const answered = await chain.reply(paused, optionNamed(paused, takes));
    expect(answered.run.data.result?.rowCount).toBe(rows);
    expect(answered.run.data.disclosures.join()).toContain(takes);
    expect(answered.run.data.attempts).toHaveLength(2);
    expect(answered.run.data).toMatchObject({ reply: null, ambiguity: null, technicalError: null, error: null });
    expect(textsOf(answered)).not.toMatch(TECHNICAL);
  }

  it.each(FAILING)('a failed statement offers options, one of which succeeds: $question ($locale)', recovers, 60_000);

  it('a reply that refines a failed question is read as its continuation', async () => {
    const paused = await chain.ask('shop', 'average weight of visits', 'en');
    const answered = await chain.reply(paused, 'only this month');
    expect(answered.run.data).toMatchObject({ restatedQuestion: null, result: { rowCount: 1 } });
  }, 60_000);

  it('an independent question after a failed statement is treated as a new question', async () => {
    const paused = await chain.ask('shop', 'average weight of visits', 'en');
    const answered = await chain.reply(paused, 'how many buyers are there');
    expect(answered.run.data).toMatchObject({
      restatedQuestion: 'how many buyers are there',
      choices: [],
      result: { rowCount: 1 },
    });
  }, 60_000);

  it('after a meaningless reply to a failed statement, the run asks once more and then ends', async () => {
    const paused = await chain.ask('shop', 'average weight of visits', 'en');
    const again = await chain.reply(paused, 'hmm');
    expect(again.run.data.clarification).toMatchObject({ options: paused.run.data.clarification?.options });
    expect(again.run.data.clarification?.question).toContain(paused.run.data.clarification?.question ?? '');
    const ended = await chain.reply(again, 'whatever');
    expect(ended.run).toMatchObject({ status: 'failed', data: { error: { code: 'clarification_exhausted' } } });
  }, 60_000);

  it('an option that failed is never offered again', async () => {
    let current = await chain.ask('shop', 'average fill by state', 'en');
    const tried: string[] = [];
    while (current.run.status === 'awaiting_clarification') {
      const failing =
        current.run.data.clarification?.options.find(
          ({ label }) => !label.includes('instead') || label.startsWith('by '),
        ) ?? current.run.data.clarification?.options[0];
      if (failing === undefined || failing.label.startsWith('the number')) break;
      expect(tried).not.toContain(failing.label);
      tried.push(failing.label);
      current = await chain.reply(current, `#${failing.id}`);
    }
    expect(tried.length).toBeGreaterThan(0);
    expect(textsOf(current)).not.toMatch(TECHNICAL);
  }, 60_000);

  describe('after the database has changed since its schema was read', () => {
    beforeAll(() => postgres.query(DRIFT));

    it.each(DRIFTED)(
      'after a schema change, options are offered and one succeeds: $question ($locale)',
      recovers,
      60_000,
    );

    it('after a revoked right, a run without alternatives fails in business language', async () => {
      const ended = await chain.ask('shop', 'number of buyers by town', 'en');
      expect(ended.run).toMatchObject({
        status: 'failed',
        data: {
          error: {
            code: 'query_failed',
            message: 'You are not allowed to see part of this data.',
            actions: expect.arrayContaining(['Contact your administrator']),
          },
        },
      });
      expect(textsOf(ended)).not.toMatch(TECHNICAL);
    });
  });
});

describe('a statement that would cost more than the connection allows', () => {
  let postgres: ThrowAwayPostgres;
  let chain: StageChain;

  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.query(`CREATE TABLE ride (id int PRIMARY KEY, begun_on date, mode text, fare numeric); CREATE INDEX ON ride (begun_on);
      INSERT INTO ride SELECT n, date '2026-11-21' - n % 3000, 'bus', n FROM generate_series(1, 100000) n; ANALYZE`);
    chain = await openStageChain(postgres.url, ['public'], { statementTimeoutMs: 20_000, maxCost: 1_500 });
  }, 120_000);
  afterAll(async () => {
    await chain?.close();
    await postgres?.stop();
  }, 60_000);

  it.each([
    ['total fare by mode', 'en', 'only this year'],
    ['各mode的总fare', 'zh', '只看近3个月'],
  ] as const)(
    'a too expensive statement is not started, and a narrower option is answered: %s',
    async (question, locale, takes) => {
      const paused = await chain.ask('public', question, locale);
      expect(paused.run.data).toMatchObject({
        clarification: { trigger: 'too_expensive' },
        attempts: [{ n: 1 }],
        result: null,
      });
      expect(paused.run.data.technicalError).toMatch(/estimated cost \d+.*1500/);
      expect(JSON.stringify([paused.run.data.clarification, paused.steps])).not.toMatch(/begun_on|cost|plan|1500/);
      const option = paused.run.data.clarification?.options.find(({ label }) => label === takes);
      const answered = await chain.reply(paused, `#${option?.id}`);
      expect(answered.run.data.result).toMatchObject({ rowCount: 1 });
    },
    60_000,
  );

  it('a cheap statement runs on a connection with a cost limit', async () => {
    expect((await chain.ask('public', 'total fare last month', 'en')).events).toEqual([
      'planned',
      'generated',
      'executed',
      'presented',
    ]);
  });
});
