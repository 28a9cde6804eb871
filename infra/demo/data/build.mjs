import { todayInShanghai } from './calendar.mjs';
import { buildCommerce } from './commerce.mjs';
import { buildEducation } from './education.mjs';
import { buildTourism } from './tourism.mjs';

const PARTS = { commerce: buildCommerce, education: buildEducation, tourism: buildTourism };

/**
 * Builds the demo's three schemas, replacing what is there, in an open connection to PostgreSQL
 * with PostGIS (a server or PGlite). The same `today` gives the same rows.
 *
 * @param {(sql: string) => Promise<unknown>} exec runs one statement
 * @param {{ today?: string, log?: (line: string) => void }} [options] `today` as YYYY-MM-DD, the
 *   last day with data; default: today in Shanghai
 */
export async function build(exec, { today = todayInShanghai(), log = () => {} } = {}) {
  for (const [name, buildPart] of Object.entries(PARTS)) {
    const started = Date.now();
    await exec('BEGIN');
    const counts = await buildPart(exec, today);
    await exec('COMMIT');
    const sizes = Object.entries(counts).map(([table, count]) => `${table} ${count}`);
    log(`${name}: ${sizes.join(', ')} (${Date.now() - started} ms)`);
  }
}
