import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { RunView } from '@querent/contracts';
import { startStack, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import { leaksIn } from '../../suites/leak/leak-check';
import { bareWorld } from '../../suites/worlds/bare-world';
import { HttpAsker } from '../product/http-asker';

/** Questions with statements that return the right rows. Their order does not matter. */
const gold: [connection: string, question: string, sql: string][] = [
  ['warehouse', 'how many orders are there', 'SELECT count(*) FROM dwh."order"'],
  ['warehouse', 'number of orders by select', 'SELECT "select"::text, count(*) FROM dwh."order" GROUP BY 1'],
  ['warehouse', 'number of orders by is gift', 'SELECT is_gift, count(*) FROM dwh."order" GROUP BY 1'],
  [
    'warehouse',
    'how many orders in march 2026',
    `SELECT count(*) FROM dwh."order" WHERE ord_ts >= '2026-03-01' AND ord_ts < '2026-04-01'`,
  ],
  ['warehouse', 'orders per month', `SELECT to_char(ord_ts, 'YYYY-MM-01'), count(*) FROM dwh."order" GROUP BY 1`],
  ['warehouse', 'average ms by kind', 'SELECT kind, avg(ms) FROM dwh.evt_log GROUP BY 1'],
  ['warehouse', 'how many rfnd are there', 'SELECT 0'],
  ['warehouse', 'list we"ird', 'SELECT "%", "a""b" FROM dwh."we""ird"'],
  ['warehouse', 'share of orders by select', 'SELECT "select"::text, count(*) / 300.0 FROM dwh."order" GROUP BY 1'],
  ['shipping', 'how many shipments are there', 'SELECT count(*) FROM "Mixed Case"."Shipments"'],
  ['shipping', 'total weight kg by to', 'SELECT "to", sum("Weight Kg") FROM "Mixed Case"."Shipments" GROUP BY 1'],
  [
    'shipping',
    'number of shipments by is fragile',
    'SELECT "Is Fragile", count(*) FROM "Mixed Case"."Shipments" GROUP BY 1',
  ],
  ['shipping', 'how many returns are there', 'SELECT 0'],
  [
    'shipping',
    'total weight kg of shipments to Kyiv',
    `SELECT sum("Weight Kg") FROM "Mixed Case"."Shipments" WHERE "to" = 'Kyiv'`,
  ],
  ['staff', '有多少员工', 'SELECT count(*) FROM 人事.员工'],
  ['staff', '各部门的员工数', 'SELECT 部门, count(*) FROM 人事.员工 GROUP BY 1'],
  ['staff', '各部门的平均薪资', 'SELECT 部门, avg(薪资) FROM 人事.员工 GROUP BY 1'],
  ['staff', '薪资超过12000的员工有多少', 'SELECT count(*) FROM 人事.员工 WHERE 薪资 > 12000'],
  ['staff', '考勤有多少', 'SELECT 0'],
];
/** Physical names that are not words of a label. */
const names = [
  'bare_reader',
  'T_CUST_MST',
  'cust_no',
  'rgn_cd',
  'vip_flg',
  'created_ts',
  'orderNo',
  'ord_ts',
  'is_gift',
  'evt_log',
  'evt_day',
  'v_cust_amt',
  'total_amt',
  'Mixed Case',
];

describe('a database without a model file, samples or agents, asked over HTTP', () => {
  const config = mkdtempSync(`${tmpdir()}/querent-bare-`);
  let database: ThrowAwayPostgres;
  let stack: TestStack;
  let [reader, viewer]: HttpAsker[] = [];

  beforeAll(async () => {
    bareWorld.writeConfig(config, ['demo']);
    database = await bareWorld.openDatabase();
    stack = await startStack({ env: { QUERENT_CONFIG_DIR: config, ...bareWorld.environment(database.url) } });
    [reader, viewer] = [new HttpAsker(stack.url), new HttpAsker(stack.url, 'viewer')];
    for (const name of bareWorld.connections) await reader.connectionIs(name, 'ready');
  }, 120_000);
  afterAll(async () => {
    await stack?.stop();
    await database?.stop();
    rmSync(config, { recursive: true, force: true });
  }, 60_000);

  it.each(gold)(
    'on %s without a model file, “%s” returns the rows of the handwritten statement',
    async (connection, question, sql) => {
      const { rows } = await database.query(sql);
      const expected = rows.map((row) => Object.values(row));
      for (const mode of ['auto', 'full'] as const) {
        const run = await reader?.concluded({ question, connection, mode, cache: 'bypass' });
        expect(run).toMatchObject({ status: 'succeeded' });
        expect(inAnyOrder(run?.result?.rows ?? [])).toEqual(inAnyOrder(expected));
      }
    },
  );

  it('a value that is stored in two columns leads to a clarification, and the reply to an answer', async () => {
    const run = await reader?.concluded({
      question: 'total weight kg for Oslo',
      connection: 'shipping',
      cache: 'bypass',
    });
    const option = run?.clarification?.options.find(({ label }) => /from/.test(label));
    const reply = { clarificationId: run?.clarification?.id, optionId: option?.id };
    expect((await reader?.call(`/v1/queries/${run?.id}/clarification`, reply))?.status).toBe(202);
    const { rows } = await database.query(
      `SELECT sum("Weight Kg") FROM "Mixed Case"."Shipments" WHERE "from" = 'Oslo'`,
    );
    expect(inAnyOrder((await reader?.over(run?.id ?? ''))?.result?.rows ?? [])).toEqual(
      inAnyOrder(rows.map((row) => Object.values(row))),
    );
  });

  it('a key without sql:read sees no physical name, SQL or driver message, even after a failure', async () => {
    const asked: RunView[] = [];
    const ask = async (connection: string, question: string): Promise<void> => {
      const run = await viewer?.concluded({ question, connection, mode: 'full', cache: 'bypass' });
      if (run) asked.push(run);
    };
    for (const [connection, question] of gold) await ask(connection, question);
    for (const { connection, question } of [...bareWorld.plain, ...bareWorld.open]) await ask(connection, question);
    await database.query('REVOKE SELECT ON dwh."order" FROM bare_reader');
    await ask('warehouse', 'number of orders by select');
    expect(asked.at(-1)?.status).not.toBe('succeeded');
    expect(leaksIn(JSON.stringify(asked), names)).toEqual([]);
  }, 120_000);
});

/** Rounds numbers to nine digits, because the server returns more digits than a double in JSON can hold. */
const comparable = (value: unknown): unknown => {
  const number = typeof value === 'boolean' || value === null || value === '' ? Number.NaN : Number(value);
  return Number.isNaN(number) ? value : Number(number.toPrecision(9));
};

const inAnyOrder = (rows: readonly unknown[][]): string[] =>
  rows.map((row) => JSON.stringify(row.map(comparable))).sort();
