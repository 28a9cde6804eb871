// Fills a PostgreSQL with PostGIS with the demo's data, replacing what an earlier day left there: node
// load-demo-data.mjs (address in QUERENT_DEMO_DATABASE_ADMIN_URL). Used by docker-compose's profile `demo`.
import pg from 'pg';
import { build } from '../../demo/data/build.mjs';

const client = new pg.Client({ connectionString: process.env.QUERENT_DEMO_DATABASE_ADMIN_URL });
await client.connect();
try {
  await client.query('CREATE EXTENSION IF NOT EXISTS postgis');
  await build((sql) => client.query(sql), { log: (line) => console.log(line) });
  await client.query('ANALYZE');
} finally {
  await client.end();
}
