import type { RunView } from '@querent/contracts';
import { startPostgres, waitFor, type TestStack, type ThrowAwayPostgres } from '@querent/testing';
import { leaksIn } from '../../suites/leak/leak-check';
import { chiefAndViewer } from '../product/config-folder';
import { ConfiguredStack } from '../product/configured-stack';

/** A legacy warehouse with cryptic names. Labels come from a model file, from comments, or are missing. */
const WAREHOUSE = `
  CREATE ROLE rdr_x9 LOGIN PASSWORD 'pw';
  CREATE SCHEMA dwh_v2; GRANT USAGE ON SCHEMA dwh_v2 TO rdr_x9; SET search_path = dwh_v2;
  CREATE TABLE t_ord_hdr_x1 (ord_id_k1 int PRIMARY KEY, f_amt_07 numeric, chn_cd_2 text, 区域_编码3 text, dt_crt_1 date, pwd_hash_9 text);
  INSERT INTO t_ord_hdr_x1 SELECT n, n * 3, (ARRAY['线上', '门店'])[n % 2 + 1], (ARRAY['华东', '华北', '华南'])[n % 3 + 1], date '2026-11-20' - n, 'x' FROM generate_series(1, 400) n;
  COMMENT ON TABLE t_ord_hdr_x1 IS '订单'; COMMENT ON COLUMN t_ord_hdr_x1.区域_编码3 IS '区域'; COMMENT ON COLUMN t_ord_hdr_x1.f_amt_07 IS '金额';
  CREATE TABLE 客户_主表2 (cst_no_1 int PRIMARY KEY, 客户_名称7 text, lvl_kd_4 text, sc_val_5 numeric);
  INSERT INTO 客户_主表2 SELECT n, '客户' || n, (ARRAY['金牌', '银牌'])[n % 2 + 1], n % 90 FROM generate_series(1, 90) n;
  CREATE VIEW v_slw_rpt_6 AS SELECT ord_id_k1, chn_cd_2 AS slw_grp_8, (SELECT 2.5 FROM pg_sleep(0.01 + ord_id_k1 * 0)) AS slw_val_9 FROM t_ord_hdr_x1;
  CREATE TABLE zz_gone_t4 (gon_id_3 int PRIMARY KEY, gon_grp_5 text);
  INSERT INTO zz_gone_t4 SELECT n, (ARRAY['a', 'b'])[n % 2 + 1] FROM generate_series(1, 50) n;
  CREATE TABLE sec_pay_t8 (pay_id_2 int PRIMARY KEY, pay_sum_6 numeric);
  GRANT SELECT ON ALL TABLES IN SCHEMA dwh_v2 TO rdr_x9;
  ANALYZE;
`;
const MODEL = {
  tables: {
    t_ord_hdr_x1: {
      label: { zh: '订单', en: 'order' },
      defaultTime: 't_ord_hdr_x1.dt_crt_1',
      columns: {
        f_amt_07: { label: { zh: '金额', en: 'amount' }, role: 'measure' },
        chn_cd_2: { label: { zh: '渠道', en: 'channel' }, role: 'dimension', values: 'index' },
        dt_crt_1: { label: { zh: '下单日期', en: 'order date' }, role: 'time' },
        pwd_hash_9: { role: 'hidden' },
      },
    },
    客户_主表2: {
      label: { zh: '客户', en: 'customer' },
      columns: {
        客户_名称7: { label: { zh: '客户名称', en: 'customer name' }, role: 'name' },
        lvl_kd_4: { label: { zh: '等级', en: 'grade' }, role: 'dimension', values: 'index' },
      },
    },
    v_slw_rpt_6: {
      label: { zh: '报表', en: 'report' },
      columns: {
        slw_grp_8: { label: { zh: '组别', en: 'group' }, role: 'dimension' },
        slw_val_9: { label: { zh: '耗时', en: 'effort' }, role: 'measure' },
      },
    },
    zz_gone_t4: {
      label: { zh: '档案', en: 'archive' },
      columns: { gon_grp_5: { label: { zh: '类别', en: 'kind' }, role: 'dimension' } },
    },
    sec_pay_t8: { hidden: true },
  },
};
const names = [
  'dwh_v2',
  'rdr_x9',
  't_ord_hdr_x1',
  'ord_id_k1',
  'f_amt_07',
  'chn_cd_2',
  '区域_编码3',
  'dt_crt_1',
  'pwd_hash_9',
  '客户_主表2',
  'cst_no_1',
  '客户_名称7',
  'lvl_kd_4',
  'sc_val_5',
  'v_slw_rpt_6',
  'slw_grp_8',
  'slw_val_9',
  'zz_gone_t4',
  'gon_id_3',
  'gon_grp_5',
  'sec_pay_t8',
  'pay_id_2',
  'pay_sum_6',
];
const calm = [
  '一共有多少订单',
  '各渠道的订单数量',
  '用图表展示各区域的金额分布',
  '金额最高的5个订单',
  '统计订单',
  '线上的订单有多少',
  '最近30天的订单数',
  '今年每个月的金额趋势',
  '对比今年和去年的订单金额',
  '列出所有客户',
  '各等级的客户数',
  '金牌客户有多少',
  '订单的凯恩斯乘数',
  '你好',
  '删除所有订单',
  '渠道',
  '各区域各渠道的金额',
  '平均 sc val 5',
  '最多的是哪个',
  'how many orders',
  'total amount by channel',
  'chart of orders per month',
  'top 5 customers by sc val 5',
  'customers by grade',
  'statistics of customers',
  'average amount',
  'orders of the shop',
  'what is the keynesian multiplier',
  'hello',
  'drop table of orders',
  'share of each channel in the amount',
  'archives by kind',
];

describe('a warehouse with cryptic names, asked over HTTP with the key of a viewer', () => {
  let postgres: ThrowAwayPostgres;
  let fixture: ConfiguredStack;
  let stack: TestStack;
  const sent: { from: string; bytes: string }[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.query(WAREHOUSE);
    const url = new URL(postgres.url);
    [url.username, url.password] = ['rdr_x9', 'pw'];
    const label = { zh: '仓库', en: 'Warehouse' };
    const connection = JSON.stringify({ label, url: url.href, schema: 'dwh_v2', limits: { statementTimeoutMs: 700 } });
    fixture = await ConfiguredStack.open(chiefAndViewer('ware'), {
      'connections/ware.yaml': connection,
      'models/ware.yaml': JSON.stringify(MODEL),
      'connections/bare-ware.yaml': connection,
    });
    stack = fixture.stack;
    for (const name of ['ware', 'bare-ware']) await ready(name);
  }, 180_000);
  afterAll(async () => {
    await fixture?.leave();
    await postgres?.stop();
  }, 60_000);

  it('answers, clarifications and refusals contain no physical name, SQL or driver message in any byte', async () => {
    for (const connection of ['ware', 'bare-ware']) for (const question of calm) await asked(question, connection);
    expect(leaks()).toEqual([]);
  }, 400_000);

  it('a dropped column, a revoked right or a time-out leaks nothing to a viewer', async () => {
    await postgres.query(
      'ALTER TABLE dwh_v2.zz_gone_t4 DROP COLUMN gon_grp_5; REVOKE SELECT ON dwh_v2.客户_主表2 FROM rdr_x9',
    );
    const ends: (string | undefined)[] = [];
    for (const question of [
      '各类别的档案数量',
      'number of archives by kind',
      '各等级的客户数',
      '客户总数',
      'how many customers by grade',
      '各组别的平均耗时',
      'total effort of reports by group',
    ])
      ends.push((await asked(question, 'ware')).status);
    expect(ends.every((status) => status === 'failed' || status === 'awaiting_clarification')).toBe(true);
    expect(leaks()).toEqual([]);
  }, 200_000);

  it('an unavailable database leaks nothing to a viewer', async () => {
    await postgres.query(
      "ALTER ROLE rdr_x9 NOLOGIN; SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'rdr_x9'",
    );
    await asked('各渠道的订单数量', 'ware');
    await send('connections', '/v1/connections');
    expect(leaks()).toEqual([]);
  }, 100_000);

  it('the search for leaks finds the SQL that a key with sql:read receives', async () => {
    const headers = { authorization: 'Bearer ware-chief', 'content-type': 'application/json' };
    const list = await fetch(`${stack.url}/v1/queries?limit=50`, { headers });
    expect(leaksIn(await list.text(), names)).toEqual(expect.arrayContaining(['name t_ord_hdr_x1', 'name f_amt_07']));
  });

  const leaks = (): object[] =>
    sent
      .splice(0)
      .flatMap(({ from, bytes }) =>
        leaksIn(bytes, names).map((found) => ({ from, found, bytes: bytes.slice(0, 2_000) })),
      )
      .slice(0, 5);

  /** Sends a request with the viewer's key, and records all bytes of the response. */
  async function send(
    from: string,
    path: string,
    { body, accept }: { body?: object; accept?: string } = {},
  ): Promise<string> {
    const key = { authorization: 'Bearer ware-viewer' };
    const headers = { ...key, 'content-type': 'application/json', ...(accept === undefined ? {} : { accept }) };
    const answer = await fetch(
      `${stack.url}${path}`,
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
    );
    const text = await answer.text();
    sent.push({ from, bytes: `${JSON.stringify([...answer.headers])}\n${text}` });
    return text;
  }

  async function asked(question: string, connection: string): Promise<RunView> {
    const { id } = JSON.parse(
      await send(question, '/v1/queries', { body: { question, connection, cache: 'bypass', mode: 'full' } }),
    ) as RunView;
    let view = await settled(id, question);
    if (view.clarification !== null) {
      const [option] = view.clarification.options;
      const reply = {
        clarificationId: view.clarification.id,
        ...(option === undefined ? { text: '第一个' } : { optionId: option.id }),
      };
      await send(question, `/v1/queries/${id}/clarification`, { body: reply });
      view = await settled(id, question);
    }
    if (view.finishedAt !== null) await send(question, `/v1/queries/${id}/events`);
    for (const accept of ['application/json', 'text/csv', 'application/x-ndjson'])
      await send(question, `/v1/queries/${id}/result`, { accept });
    await send(question, `/v1/queries/${id}/chart.svg`);
    return view;
  }

  const settled = (id: string, question: string): Promise<RunView> =>
    waitFor(
      async () => {
        const view = JSON.parse(await send(question, `/v1/queries/${id}`)) as RunView;
        return view.status === 'awaiting_clarification' || view.finishedAt !== null ? view : undefined;
      },
      { timeoutMs: 60_000, intervalMs: 30 },
    );

  const ready = (name: string): Promise<unknown> =>
    waitFor(
      async () => {
        const { connections } = JSON.parse(await send('connections', '/v1/connections')) as {
          connections: { name: string; status: string }[];
        };
        return connections.some((one) => one.name === name && one.status === 'ready');
      },
      { timeoutMs: 90_000, intervalMs: 200 },
    );
});
