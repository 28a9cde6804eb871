import { mkdirSync, writeFileSync } from 'node:fs';
import type { SubmitBody } from '@querent/contracts';
import { startPostgres, type ThrowAwayPostgres } from '@querent/testing';
import { bareWorld } from '../../worlds/bare-world';
import { SECURED_MODEL, SECURED_SQL, securedNames } from './secured-warehouse';

type Question = Pick<SubmitBody, 'question' | 'connection'>;

/** A database of two tenants, with the questions to ask and the names that must not leak. */
export interface WalkedWorld {
  connections: readonly string[];
  openDatabase(): Promise<ThrowAwayPostgres>;
  writeConfig(configDir: string, databaseUrl: string): void;
  /** The database URL for the stack. */
  loginUrl(databaseUrl: string): string;
  /** Physical names, which only keys with `sql:read` may read. */
  names: readonly string[];
  /** Questions that the planner answers or clarifies, or that fail at the database. */
  questions: readonly Question[];
  /** Questions that only a language model answers. */
  forTheModel: readonly Question[];
  /** Routes that have no data in this world. */
  empty: readonly string[];
  /** Statements of the hostile model. */
  hostile: readonly string[];
}

const loginOf = (databaseUrl: string, username: string): string =>
  Object.assign(new URL(databaseUrl), { username, password: 'pw' }).href;
const asking = (connection: string, ...questions: string[]): Question[] =>
  questions.map((question) => ({ connection, question }));

/** The connection file of the secured world. @param logins login of each tenant. Default: the tenant's reader role */
export const securedConnection = (databaseUrl: string, { alpha = 'rdr_alpha_x9', beta = 'rdr_beta_x9' } = {}): string =>
  JSON.stringify({
    label: { zh: '仓库', en: 'Warehouse' },
    url: loginOf(databaseUrl, 'rdr_alpha_x9'),
    schema: 'dwh_v2',
    roles: { alpha: loginOf(databaseUrl, alpha), beta: loginOf(databaseUrl, beta) },
  });

const secured: WalkedWorld = {
  connections: ['ware'],
  async openDatabase() {
    const postgres = await startPostgres();
    await postgres.query(SECURED_SQL);
    return postgres;
  },
  writeConfig(configDir, databaseUrl) {
    for (const folder of ['connections', 'models', 'agents']) mkdirSync(`${configDir}/${folder}`, { recursive: true });
    writeFileSync(`${configDir}/connections/ware.yaml`, securedConnection(databaseUrl));
    writeFileSync(`${configDir}/models/ware.yaml`, JSON.stringify(SECURED_MODEL));
    writeFileSync(
      `${configDir}/agents/desk.yaml`,
      JSON.stringify({
        label: 'desk',
        instructions: 'read t_ord_hdr_x1, never pwd_hash_9',
        connections: ['ware'],
        filters: [{ column: 't_ord_hdr_x1.f_amt_07', equals: 3 }],
      }),
    );
  },
  loginUrl: (databaseUrl) => databaseUrl,
  names: securedNames,
  empty: [],
  questions: asking(
    'ware',
    'how many orders',
    'total amount by channel',
    '各渠道的订单数量',
    'how many orders in Harbour',
    'total effort of reports by group',
    'orders per month',
    'how many archives by kind',
    'drop table of orders',
  ),
  forTheModel: asking(
    'ware',
    'channels where the second order was larger than the first',
    '连续三个月都下单的渠道有几个',
    'median days between two orders of a channel',
    'which channels are often sold together',
    'orders that followed a larger one',
  ),
  hostile: [
    'SELECT pwd_hash_9 FROM t_ord_hdr_x1',
    'SELECT * FROM dwh_v2.sec_pay_t8',
    'SELECT * FROM dwh_v2.t_ord_hdr_x1',
    'SELECT rolname, rolpassword FROM pg_catalog.pg_roles',
    'SELECT (t).pwd_hash_9 FROM t_ord_hdr_x1 t',
    "SELECT count(*) AS n FROM t_ord_hdr_x1 WHERE own_nm_q2 = 'rdr_beta_x9'",
    'SELECT row_to_json(t) FROM t_ord_hdr_x1 t',
    'SET ROLE rdr_beta_x9; SELECT * FROM t_ord_hdr_x1',
    'SELECT count(*) AS rdr_beta_x9 FROM t_ord_hdr_x1',
    'SELECT 1/(ord_id_k1-ord_id_k1) FROM t_ord_hdr_x1',
    'SELECT no_such_column FROM t_ord_hdr_x1',
    "SELECT current_setting('role'), current_user, version()",
    'SELECT chn_cd_2 AS "SELECT * FROM t_ord_hdr_x1", count(*) AS f_amt_07 FROM t_ord_hdr_x1 GROUP BY 1',
  ],
};

const bare: WalkedWorld = {
  connections: ['warehouse', 'shipping', 'staff'],
  openDatabase: () => bareWorld.openDatabase(),
  writeConfig: (configDir) => bareWorld.writeConfig(configDir, []),
  loginUrl: (databaseUrl) => bareWorld.environment(databaseUrl).QUERENT_DEMO_DATABASE_URL,
  empty: ['GET /v1/agents/{name}'],
  names: [
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
  ],
  questions: [
    ...bareWorld.plain.slice(0, 6),
    ...bareWorld.open.slice(0, 3),
    { connection: 'staff', question: '各部门的员工数' },
  ],
  forTheModel: asking(
    'warehouse',
    'orders whose payload is larger than the one before',
    'median days between two orders of a customer',
  ),
  hostile: [
    'SELECT cust_no, rgn_cd FROM "T_CUST_MST"',
    'SELECT * FROM information_schema.tables',
    'SELECT no_such FROM "order"',
    'SELECT 1/(amt-amt) AS total_amt FROM "order"',
    'SELECT count(*) AS cust_no FROM "order"',
  ],
};

export const walkedWorlds = { secured, bare } as const;
