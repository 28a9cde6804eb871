import { mkdirSync, writeFileSync } from 'node:fs';
import { openTenantDatabase } from '../tenants/tenant-database';
import { loginTo, shopDatabase } from '../tenants/tenant-login';
import { tenants } from '../tenants/tenant-marks';
import { MODEL } from '../tenants/tenant-schema';
import { certainQuestions } from '../tenants/tenant-questions';
import { worlds } from '../tenants/tenant-world';
import { questionsOf, type SuiteWorld } from './suite-world';

const CONNECTION = 'shop';
const variableOf = (login: string): string => `QUERENT_SHOP_${login.toUpperCase()}_URL`;

/** A question that the planner does not cover and the language model answers. */
const forTheModel = 'customers whose second order was larger than the first';

/**
 * A shop of several tenants with row security, where the logins may read everything: views with the owner's and with
 * the reader's rights, materialized views, SECURITY DEFINER functions, and a partition that row security does not
 * cover. The shop's logins are assigned to a suite's tenants in turn.
 */
export const tenantsWorld: SuiteWorld = {
  connections: [CONNECTION],
  openDatabase: async () => (await openTenantDatabase(worlds.everything)).postgres,
  ownRows: true,
  environment(serverUrl) {
    const logins = tenants.map(({ name }) => [variableOf(name), loginTo(serverUrl, shopDatabase, name)]);
    return { ...Object.fromEntries(logins), QUERENT_DEMO_DATABASE_URL: loginTo(serverUrl, shopDatabase, 'gamma') };
  },
  writeConfig(configDir, asking) {
    for (const folder of ['connections', 'models']) mkdirSync(`${configDir}/${folder}`, { recursive: true });
    const roles = Object.fromEntries(
      asking.map((tenant, n) => [tenant, `\${${variableOf(tenants[n % tenants.length]?.name ?? '')}}`]),
    );
    const connection = { label: { zh: '商店', en: 'Shop' }, url: '${QUERENT_DEMO_DATABASE_URL}', roles };
    writeFileSync(`${configDir}/connections/${CONNECTION}.yaml`, JSON.stringify(connection));
    writeFileSync(`${configDir}/models/${CONNECTION}.yaml`, JSON.stringify(MODEL));
  },
  straight: { connection: CONNECTION, question: 'how many customers are there', cache: 'bypass' },
  drafted: { connection: CONNECTION, question: forTheModel, cache: 'bypass' },
  plain: questionsOf(CONNECTION, [...certainQuestions.map(({ question }) => question), forTheModel]),
  open: questionsOf(CONNECTION, ['statistics of orders', '统计客户']),
  followUp: {
    from: { connection: CONNECTION, question: 'number of orders by product' },
    to: { connection: CONNECTION, question: 'only Lamp' },
  },
  modelSql: 'SELECT count(*) AS n FROM customer',
};
