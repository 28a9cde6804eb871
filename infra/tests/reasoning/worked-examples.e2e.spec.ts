import type { RunView } from '@querent/contracts';
import { Client } from 'pg';
import { conversations } from './examples/conversations';
import { oddQuestions } from './examples/odd-questions';
import { samples } from './examples/samples';
import { kinds, messages, Onlooker, type Asking, type ModelReply, type ObservedRun } from './onlooker';
import { openReasoningFixture, type ReasoningFixture } from './reasoning-fixture';

const VIP = "SELECT COUNT(*) FROM users WHERE type = 'VIP'";
/** Statement of seed 003. Its outer query uses aliases that are visible only in the subquery. */
const OUT_OF_SCOPE = `SELECT a.name, a.level, a."所属省份" AS province, COALESCE(a."所属城市", t."城市") AS city FROM (
    SELECT a.gid, a.name, a.level, a."所属省份", a."所属城市", NULL::text AS "城市" FROM a_sight a LEFT JOIN tourist_spot t ON t.name LIKE a.name || '%' WHERE t.name IS NULL
    UNION ALL
    SELECT NULL::integer AS gid, t.name, NULL::text, NULL::text, NULL::text, t."城市" FROM tourist_spot t LEFT JOIN a_sight a ON t.name LIKE a.name || '%' WHERE a.gid IS NULL
    UNION ALL
    SELECT a.gid, a.name, a.level, a."所属省份", a."所属城市", t."城市" FROM a_sight a INNER JOIN tourist_spot t ON t.name LIKE a.name || '%'
  ) combined_data WHERE level = '5A' AND "所属省份" = '浙江省' ORDER BY name`;
const NEAR = 'ST_SetSRID(ST_MakePoint(120.148, 30.243), 4326)::geography';

describe('the worked examples, each over HTTP with a scripted model', () => {
  let fixture: ReasoningFixture;
  let demo: Onlooker;
  let viewer: Onlooker;
  let database: Client;

  beforeAll(async () => {
    fixture = await openReasoningFixture();
    demo = new Onlooker(fixture.stack.url, fixture.llm, 'demo');
    viewer = new Onlooker(fixture.stack.url, fixture.llm, 'viewer');
    database = new Client({ connectionString: fixture.stack.databaseUrl });
    await database.connect();
  }, 180_000);
  afterAll(async () => {
    await database?.end();
    await fixture?.stop();
  }, 60_000);

  /** Asks with both keys, and checks that the viewer sees no technical detail. Returns the run of the demo's key. */
  async function both(asking: Asking, modelReplies: readonly ModelReply[] = []): Promise<ObservedRun> {
    await expectNoLeak(await viewer.ask(asking, modelReplies));
    return demo.ask(asking, modelReplies);
  }
  async function expectNoLeak({ run }: ObservedRun): Promise<void> {
    expect(await viewer.leaks(run)).toEqual([]);
    expect(run).toMatchObject({ sql: null });
    expect(run.attempts.every(({ sql, error }) => sql === undefined && error === undefined)).toBe(true);
  }
  const statements = ({ attempts }: RunView): (string | undefined)[] => attempts.map(({ sql }) => sql);
  const rowsOf = async (sql: string): Promise<unknown[][]> => {
    // The embedded database has one session for all clients, and the product resets it after each statement.
    await database.query('SET search_path = tourism, public');
    return (await database.query<unknown[]>({ text: sql, rowMode: 'array' })).rows;
  };

  describe('大客户: stored values are explored first', () => {
    it.each([
      [
        '查询大客户数量',
        "我不确定'大客户'的定义，让我先查询有哪些客户类型：\nSELECT DISTINCT type FROM users;",
        '已有的取值包括：',
        '客户类型为VIP',
      ],
      [
        'how many key accounts do we have',
        'I am uncertain what a key account is.\nintermediate_sql:\nSELECT DISTINCT type FROM users;',
        'The values found include: ',
        'type is VIP',
      ],
    ])(
      'for “%s”, the model explores stored values before it writes the statement',
      async (question, doubtful, values, disclosed) => {
        const { run, requests, prompt } = await both({ question, connection: 'crm' }, [doubtful, VIP]);
        expect(run).toMatchObject({
          status: 'succeeded',
          sql: VIP,
          result: { rows: [[42]] },
          answer: { chartType: 'number' },
          usage: { llmCalls: 2 },
        });
        expect(kinds(run)).toEqual([
          'reasoning',
          'mode',
          'retrieved',
          'round',
          'exploring',
          'explored',
          'values',
          'round',
          'generated',
          'executed',
          'presented',
        ]);
        // In the order of the database, which a DISTINCT leaves open.
        expect(
          messages(run)
            .find((message) => message.startsWith(values))
            ?.slice(values.length)
            .split(/、|, /)
            .sort(),
        ).toEqual(['Enterprise', 'Normal', 'VIP']);
        expect(run.answer?.text).toContain('42');
        expect(run.answer?.text).toContain(disclosed);
        expect(statements(run)).toEqual([VIP]);
        expect(requests.map(({ task }) => task)).toEqual(['generate-sql', 'generate-sql']);
        expect(prompt).toMatch(/<<data explored[\s\S]*Enterprise/);
      },
    );
  });

  describe('统计订单: too vague to answer', () => {
    it('a vague question is clarified without a model, by an option or in free text', async () => {
      const asked = await both({ question: '统计订单', connection: 'crm' });
      expect(asked.run).toMatchObject({
        status: 'awaiting_clarification',
        sql: null,
        result: null,
        answer: { chartType: 'clarification' },
        clarification: { options: expect.arrayContaining([expect.objectContaining({ label: '订单数量' })]) },
        usage: { llmCalls: 0 },
      });
      expect((await demo.reply(asked, { option: '订单数量' })).run).toMatchObject({
        status: 'succeeded',
        result: { rows: [[600]] },
      });
      const again = await demo.ask({ question: '统计订单', connection: 'crm' });
      expect((await demo.reply(again, { text: '订单数量' })).run).toMatchObject({
        status: 'succeeded',
        result: { rows: [[600]] },
      });
    });

    it.each([
      [
        '看一下订单的健康度',
        '我无法确定您想统计什么，是订单总数、订单金额还是按月分组的订单统计？',
        ['订单总数', '订单金额', '按月分组的订单统计'],
      ],
      [
        'show me the order health',
        'I cannot determine what you want: the number of orders, the order amount, or orders by month?',
        ['the number of orders', 'the order amount', 'orders by month'],
      ],
    ])(
      'for “%s”, the model asks for clarification in the words of the seed',
      async (question, modelReplies, labels) => {
        const replies = [modelReplies, 'SELECT sum(amount) AS 订单金额 FROM purchases'];
        const asked = await both({ question, connection: 'crm' }, replies);
        expect(asked.run).toMatchObject({
          status: 'awaiting_clarification',
          sql: null,
          answer: { chartType: 'clarification', text: modelReplies },
        });
        expect(asked.run.clarification?.options.map(({ label }) => label)).toEqual(labels);
        const chosen = await demo.reply(asked, { option: labels[1] ?? '' });
        expect(chosen.run).toMatchObject({
          status: 'succeeded',
          result: { rows: [['270450.00']] },
          clarifications: [{ question: modelReplies }],
        });
        expect(chosen.prompt).toContain(modelReplies);
        expect(chosen.prompt).toContain(`answered: ${labels[1]}`);
      },
    );

    it('a viewer can reply to a clarification of a model in free text, and sees no technical detail', async () => {
      const asked = await viewer.ask({ question: '订单的健康度如何', connection: 'crm' }, [
        '请问您想看订单总数还是订单金额？',
        "SELECT date_trunc('month', bought_on)::date AS 月份, count(*) AS 订单数 FROM purchases GROUP BY 1 ORDER BY 1",
      ]);
      const continued = await viewer.reply(asked, { text: '每个月有多少单' });
      await expectNoLeak(continued);
      expect(continued.run).toMatchObject({
        status: 'succeeded',
        answer: { chartType: 'line' },
        result: { rowCount: 7 },
      });
      expect(continued.prompt).toContain('answered: 每个月有多少单');
    });
  });

  describe('SELECT * FORM users: repaired in the second attempt', () => {
    it.each([
      ['把客户花名册整理一下', '已修正查询（第 2 次尝试）'],
      ['hand me the roster of frobnicated customers', 'Corrected the query (attempt 2)'],
    ])('for “%s”, a statement with a syntax error is repaired in the second attempt', async (question, repaired) => {
      const { run, requests } = await both({ question, connection: 'crm' }, [
        'SELECT * FORM users',
        'SELECT * FROM users',
      ]);
      expect(run).toMatchObject({ status: 'succeeded', sql: 'SELECT * FROM users', result: { rowCount: 200 } });
      expect(run.attempts).toMatchObject([
        { n: 1, sql: 'SELECT * FORM users', error: expect.stringContaining('FORM') },
        { n: 2, sql: 'SELECT * FROM users' },
      ]);
      expect(run.attempts[1]?.error).toBeUndefined();
      expect(messages(run)).toContain(repaired);
      expect(requests.map(({ task }) => task)).toEqual(['generate-sql', 'repair-sql']);
      expect(requests[1]?.text).toContain('SELECT * FORM users');
    });
  });

  describe('浙江5A: all rows, also those of only one source', () => {
    const expected = `SELECT a.name FROM a_sight a WHERE a.level = '5A' AND a."所属省份" = '浙江省'`;

    it.each(['查询浙江省所有5A景区', 'list all 5A scenic spots in Zhejiang'])(
      'the planner answers “%s” with UNION ALL',
      async (question) => {
        const { run } = await both({ question, connection: 'tourism' });
        expect(run).toMatchObject({ status: 'succeeded', intent: { strategy: 'coverage' }, usage: { llmCalls: 0 } });
        expect(run.sql?.match(/UNION ALL/g)).toHaveLength(2);
        expect(run.result?.rows.map(([name]) => name).sort()).toEqual(
          (await rowsOf(expected)).map(([name]) => name).sort(),
        );
      },
    );

    it.each(['把浙江省5A景区的台账凯恩斯化', 'a frobnicated register of the 5A spots in Zhejiang'])(
      'for “%s”, aliases that are out of scope are corrected before the statement runs',
      async (question) => {
        const { run } = await both({ question, connection: 'tourism' }, [OUT_OF_SCOPE]);
        expect(run).toMatchObject({ status: 'succeeded', usage: { llmCalls: 1 } });
        expect(kinds(run)).toContain('corrected');
        expect(run.attempts).toHaveLength(1);
        expect(run.sql).toContain('UNION ALL');
        const byHand = await rowsOf(
          OUT_OF_SCOPE.replace('SELECT a.name, a.level, a."所属省份"', 'SELECT name, level, "所属省份"').replace(
            'COALESCE(a."所属城市", t."城市")',
            'COALESCE("所属城市", "城市")',
          ),
        );
        expect(byHand).toHaveLength(21);
        expect(run.result?.rows).toEqual(byHand);
      },
    );

    it('a list in one JSON value with aliases out of scope is rewritten to rows', async () => {
      const packed = OUT_OF_SCOPE.replace(
        /^SELECT .*? FROM \(/,
        `SELECT json_agg(json_build_object('name', COALESCE(a.name, TRIM(SPLIT_PART(t.name, ' ', 1))), '等级', a.level)) AS result FROM (`,
      ).replace('ORDER BY name', 'LIMIT 10');
      const { run } = await both({ question: '列一列凯恩斯浙江省5A景区', connection: 'tourism' }, [packed]);
      expect(run).toMatchObject({
        status: 'succeeded',
        usage: { llmCalls: 1 },
        result: { rowCount: 10, columns: [{}, { label: '等级' }] },
      });
      expect(run.result?.rows.map(([, level]) => level)).toEqual(Array.from({ length: 10 }, () => '5A'));
      expect(run.attempts).toHaveLength(1);
    });
  });

  describe('西湖: within five kilometres', () => {
    it.each(['查询杭州西湖附近5公里的景区', 'scenic spots within 5 km of West Lake'])(
      'the planner answers “%s” with a map, the nearest first',
      async (question) => {
        const { run } = await both({ question, connection: 'tourism' });
        expect(run).toMatchObject({
          status: 'succeeded',
          intent: { type: 'spatial', strategy: 'spatial' },
          answer: { chartType: 'map' },
          usage: { llmCalls: 0 },
        });
        const byHand = await rowsOf(
          `SELECT a.name FROM a_sight a, a_sight w WHERE w.name = '杭州西湖风景名胜区' AND ST_DWithin(a.geom::geography, w.geom::geography, 5000)`,
        );
        expect(run.result?.rows.map(([name]) => name).sort()).toEqual(byHand.map(([name]) => name).sort());
      },
    );

    it.each([
      ['西湖周边5公里的景区台账凯恩斯化', '公里'],
      ['frobnicated spots within 5 km of West Lake', 'km'],
    ])('for “%s”, a spatial statement of a model runs and its distances have a unit', async (question, unit) => {
      const sql = `SELECT a.name, round((ST_Distance(a.geom::geography, ${NEAR}) / 1000)::numeric, 2) AS distance_km FROM a_sight a LEFT JOIN tourist_spot t ON t.name LIKE a.name || '%' WHERE ST_DWithin(a.geom::geography, ${NEAR}, 5000) ORDER BY distance_km LIMIT 10`;
      const { run } = await both({ question, connection: 'tourism' }, [sql]);
      expect(run).toMatchObject({
        status: 'succeeded',
        intent: { strategy: 'spatial' },
        result: { rowCount: 10, columns: [{}, { unit }] },
      });
      expect(run.result?.rows).toEqual(await rowsOf(sql));
      expect(run.answer?.text).toContain(unit);
    });
  });

  describe('a count: never a list of rows', () => {
    const where = `FROM a_sight WHERE "所属省份" = '浙江省' AND level = '5A'`;
    const count = `SELECT '浙江省' AS province, '5A' AS level, COUNT(*) AS count ${where}`;
    it.each([
      ['浙江省5A景区有多少个凯恩斯单元', `SELECT json_agg(json_build_object('name', name)) AS result ${where}`],
      ['浙江省5A景区一共有多少个凯恩斯单元', `SELECT name ${where}`],
      [
        'how many frobnicated 5A spots are there in Zhejiang',
        `SELECT json_agg(json_build_object('name', name)) AS result ${where}`,
      ],
    ])('for “%s”, a model that lists rows has to write a count', async (question, list) => {
      const { run } = await both({ question, connection: 'tourism' }, [list, count]);
      expect(run).toMatchObject({
        status: 'succeeded',
        intent: { type: 'summary', strategy: 'summary' },
        answer: { chartType: 'number' },
        result: { rows: [['浙江省', '5A', 21]] },
      });
      expect(run.attempts).toMatchObject([{ sql: list, error: expect.stringContaining('strategy') }, { sql: count }]);
    });

    it.each(['统计浙江省5A景区有多少个', 'how many 5A scenic spots are there in Zhejiang'])(
      'the planner answers “%s” with a count',
      async (question) => {
        const { run } = await both({ question, connection: 'tourism' });
        expect(run).toMatchObject({
          status: 'succeeded',
          answer: { chartType: 'number' },
          result: { rows: [[21]] },
          usage: { llmCalls: 0 },
        });
      },
    );
  });

  describe('a rating of --: never an error', () => {
    const rating = `CASE WHEN "评分" ~ '^[0-9]+(\\.[0-9]+)?$' THEN "评分"::numeric END`;
    it.each(['景区评分的凯恩斯榜', 'the frobnicated ranking of spots by rating'])(
      'for “%s”, a cast of text is made safe, and values that are not numbers come last',
      async (question) => {
        const { run } = await both({ question, connection: 'tourism' }, [
          `SELECT t.name, t."评分"::numeric AS rating FROM tourist_spot t ORDER BY rating DESC LIMIT 10`,
        ]);
        expect(run).toMatchObject({ status: 'succeeded', result: { rowCount: 10 } });
        expect(kinds(run)).toContain('corrected');
        expect(run.result?.rows.map(([, value]) => value)).toEqual(
          (await rowsOf(`SELECT ${rating} FROM tourist_spot ORDER BY 1 DESC NULLS LAST LIMIT 10`)).map(
            ([value]) => value,
          ),
        );
      },
    );

    it('the average of ratings ignores values that are not numbers', async () => {
      const { run } = await both({ question: '景区评分的凯恩斯均值', connection: 'tourism' }, [
        'SELECT avg("评分"::numeric) AS rating FROM tourist_spot',
      ]);
      expect(run.result?.rows).toEqual(await rowsOf(`SELECT avg(${rating}) FROM tourist_spot`));
      expect(run.attempts).toHaveLength(1);
    });

    it.each([
      ['评分最高的10个景区', /不是有效数值/],
      ['top 10 scenic spots by rating', /not (?:a )?valid numbers?/],
    ])('the planner answers “%s” and discloses the number of invalid values', async (question, disclosed) => {
      const { run } = await both({ question, connection: 'tourism' });
      expect(run).toMatchObject({ status: 'succeeded', result: { rowCount: 10 }, usage: { llmCalls: 0 } });
      expect(run.answer?.text).toMatch(disclosed);
    });
  });

  const asker = (): Onlooker => demo;
  conversations(asker);
  samples(asker);
  oddQuestions(asker, () => viewer);
});
