import { setTimeout as pause } from 'node:timers/promises';
import { writeFileSync } from 'node:fs';
import { Client } from 'pg';
import { manyTables } from './many-tables';

export const WAREHOUSE = 'warehouse';
const ROWS = 100;

/**
 * Creates a warehouse of `count` tables on a PostgreSQL server, and adds a connection for it to a running stack.
 * @returns questions about its tables, when the connection is ready
 */
export async function storedTables(
  gatewayUrl: string,
  { count, postgresUrl, configDir }: { count: number; postgresUrl: string; configDir: string },
): Promise<string[]> {
  const { tables } = manyTables(count, 1);
  const client = new Client(postgresUrl);
  await client.connect();
  for (const { name, columns } of tables) {
    await client.query(`CREATE TABLE ${name} (${columns.map((column) => `${column.name} ${column.type}`).join(', ')})`);
    await client.query(
      `INSERT INTO ${name} SELECT ${columns.map(({ type }) => (type === 'text' ? "'v' || n % 7" : 'n')).join(', ')} FROM generate_series(1, ${ROWS}) n`,
    );
  }
  await client.query('ANALYZE');
  await client.end();
  writeFileSync(
    `${configDir}/connections/${WAREHOUSE}.yaml`,
    `label: { zh: 仓库, en: Warehouse }\nurl: ${postgresUrl}\nallowSuperuser: true\n`,
  );
  await ready(gatewayUrl);
  return tables
    .filter((_, at) => at % Math.ceil(count / 40) === 0)
    .map(({ name }) => `how many ${name.replaceAll('_', ' ')} are there`);
}

async function ready(gatewayUrl: string): Promise<void> {
  for (let patience = 0; patience < 240; patience++) {
    const response = await fetch(`${gatewayUrl}/v1/connections`, { headers: { authorization: 'Bearer demo' } });
    const { connections } = (await response.json()) as { connections: { name: string; status: string }[] };
    if (connections.some(({ name, status }) => name === WAREHOUSE && status === 'ready')) return;
    await pause(500);
  }
  throw new Error('The warehouse did not become ready');
}
