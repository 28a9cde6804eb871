import { mkdirSync, writeFileSync } from 'node:fs';
import { startPostgres } from '@querent/testing';
import { BARE_SQL } from './bare-schema';
import { questionsOf, type SuiteWorld } from './suite-world';

/** Schemas by the connection that serves them. */
const schemas = { warehouse: 'dwh', shipping: 'Mixed Case', staff: '人事' };

const warehouse = [
  'how many orders are there',
  'number of orders by select',
  'orders per month',
  'average ms by kind',
  'top 5 orders by amt',
  'how many orders in march 2026',
  'how many rfnd are there',
  'list we"ird',
  'share of orders by select',
];
const shipping = [
  'how many shipments are there',
  'total weight kg by to',
  'number of shipments by is fragile',
  'top 3 shipments by weight kg',
  'how many returns are there',
  'shipments per month',
];
const staff = [
  '有多少员工',
  '各部门的员工数',
  '各部门的平均薪资',
  '薪资最高的5个员工',
  '薪资高于平均的员工',
  '考勤有多少',
];
/** A question that the planner does not cover and the language model answers. */
const forTheModel = 'orders whose payload is larger than the one before';

/**
 * An unprepared database: no model file, samples or agents, and the names, types and gaps of `bare-schema.ts`.
 */
export const bareWorld: SuiteWorld = {
  connections: Object.keys(schemas),
  async openDatabase() {
    const postgres = await startPostgres();
    await postgres.query(BARE_SQL);
    return postgres;
  },
  ownRows: false,
  environment: (serverUrl) => ({
    QUERENT_DEMO_DATABASE_URL: Object.assign(new URL(serverUrl), { username: 'bare_reader', password: 'pw' }).href,
  }),
  writeConfig(configDir) {
    mkdirSync(`${configDir}/connections`, { recursive: true });
    for (const [name, schema] of Object.entries(schemas)) {
      writeFileSync(
        `${configDir}/connections/${name}.yaml`,
        JSON.stringify({ label: { en: name }, url: '${QUERENT_DEMO_DATABASE_URL}', schema }),
      );
    }
  },
  straight: { connection: 'warehouse', question: 'number of orders by select', cache: 'bypass' },
  drafted: { connection: 'warehouse', question: forTheModel, cache: 'bypass' },
  plain: [
    ...questionsOf('warehouse', [...warehouse, forTheModel]),
    ...questionsOf('shipping', shipping),
    ...questionsOf('staff', staff),
  ],
  open: [
    ...questionsOf('shipping', [
      'how many shipments Oslo',
      'shipments for Rome',
      'Rome shipments by month',
      'total weight kg for Oslo',
    ]),
    ...questionsOf('warehouse', ['statistics of orders', 'average amt by select']),
    ...questionsOf('staff', ['统计员工']),
  ],
  followUp: {
    from: { connection: 'staff', question: '各部门的员工数' },
    to: { connection: 'staff', question: '只看研发' },
  },
  modelSql: 'SELECT count(*) AS n FROM "order" WHERE payload IS NOT NULL',
};
