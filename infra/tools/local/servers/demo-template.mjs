import pg from 'pg';
import { build } from '../../../demo/data/build.mjs';
import { todayInShanghai } from '../../../demo/data/calendar.mjs';
import { demoDataVersion } from './demo-data-version.mjs';
import { startPostgresServer } from './postgres-server.mjs';
import { provideTemplate } from './postgres-template.mjs';

/**
 * The data folder of a PostgreSQL with the demo's data, for `startPostgresServer({ data })`. Built once for each
 * `today`, which takes about 8 s.
 * @param {string} today the last day with data, as YYYY-MM-DD
 */
export function provideDemoTemplate(today) {
  // Two templates are in use: one for today, and one for the fixed day of the evaluated question sets.
  return provideTemplate(
    today === todayInShanghai() ? 'latest' : 'judged',
    `${today}-${demoDataVersion()}`,
    async (copyFrom) => {
      // Limits the WAL segments that PostgreSQL keeps, because they would be copied with the folder.
      const server = await startPostgresServer({ settings: { min_wal_size: '2MB', max_wal_size: '4MB' } });
      try {
        const client = new pg.Client({ connectionString: server.url });
        await client.connect();
        await build((sql) => client.query(sql), { today });
        await client.query('CHECKPOINT');
        await client.end();
        await server.halt();
        await copyFrom(server.data);
      } finally {
        await server.stop();
      }
    },
  );
}
