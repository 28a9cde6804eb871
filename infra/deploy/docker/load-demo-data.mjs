// Usage: node load-demo-data.mjs. Loads the demo's data into the PostgreSQL at QUERENT_DEMO_DATABASE_ADMIN_URL, which
// must have PostGIS, and replaces the data of an earlier day. The profile `demo` of docker-compose.yml runs it.
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
