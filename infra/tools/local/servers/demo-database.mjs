// The demo's PostgreSQL: PGlite with PostGIS, served on a socket by a separate process.
// Usage: node infra/tools/local/servers/demo-database.mjs [--port N]. Prints `{"url": …, "pid": …}` when it accepts
// connections. SIGTERM ends it.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { postgis } from '@electric-sql/pglite-postgis';
import { todayInShanghai } from '../../../demo/data/calendar.mjs';
import { demoDataVersion } from './demo-data-version.mjs';
import { isAlive, withFileLock } from './file-lock.mjs';
import { servePglite } from './pglite-server.mjs';
import { stateFolder } from '../repository-paths.mjs';

const databases = `${stateFolder}/demo-db`;

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
const template = await provideTemplate(todayInShanghai());
const workingCopy = `${databases}/run-${process.pid}`;
removeAbandonedCopies();
// Each process serves a separate copy: PGlite does not detect a second process in the same folder, and a killed process
// damages only its copy.
cpSync(template, workingCopy, { recursive: true });
const db = await openDatabase(workingCopy);
const server = await servePglite(db, Number(values.port));
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => end(0));
console.log(
  JSON.stringify({ url: `postgres://postgres@127.0.0.1:${server.address().port}/postgres`, pid: process.pid }),
);

/**
 * Builds the data once for each day and version of the builder; both are in the folder's name. The rename makes the
 * folder appear complete or not at all.
 */
async function provideTemplate(today) {
  const folder = `${databases}/${today}-${demoDataVersion()}`;
  await withFileLock(`${databases}/build.lock`, async () => {
    if (existsSync(folder)) return;
    const { build } = await import('../../../demo/data/build.mjs');
    const draft = `${databases}/draft`;
    for (const old of readdirSync(databases)) {
      if (/^(\d{4}-|draft)/.test(old)) rmSync(`${databases}/${old}`, { recursive: true, force: true });
    }
    mkdirSync(draft, { recursive: true });
    console.error(`Building the demo's data up to ${today} (once a day) ...`);
    const db = await openDatabase(draft);
    await db.exec('CREATE EXTENSION IF NOT EXISTS postgis');
    await build(async (sql, params) => void (await (params ? db.query(sql, params) : db.exec(sql))), {
      today,
      log: (line) => console.error(line),
    });
    for (const last of ['VACUUM ANALYZE', 'CHECKPOINT']) await db.exec(last);
    await db.close();
    renameSync(draft, folder);
  });
  return folder;
}

function openDatabase(dataDir) {
  return PGlite.create({ dataDir, extensions: { postgis }, relaxedDurability: true });
}

function end(code) {
  rmSync(workingCopy, { recursive: true, force: true });
  process.exit(code);
}

function removeAbandonedCopies() {
  for (const name of readdirSync(databases)) {
    const pid = Number(/^run-(\d+)$/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) rmSync(`${databases}/${name}`, { recursive: true, force: true });
  }
}
