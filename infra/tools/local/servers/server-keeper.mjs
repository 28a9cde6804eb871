// Runs a server or a fleet of servers: `node server-keeper.mjs redis|redis-cluster|redis-sentinel|postgres|chromium
// '<options as JSON>'`. Prints one line of JSON when the server is ready. Commands on stdin: `stop` (also SIGTERM) ends
// the server. `kill` ends it with SIGKILL but keeps its folder. `quit` ends a PostgreSQL by an immediate shutdown and
// keeps its folder. `start` starts it again in that folder and on its port; a Chromium has no `quit` and no `start`.
// `kill 1` and `start 1` apply to one server of a fleet. stdin closes when the owner ends, even by SIGKILL. Then the
// server ends and its temporary folder is removed, so nothing outlives a test run or a supervisor.
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { startPostgresServer } from './postgres-server.mjs';
import { startRedisServer } from './redis-server.mjs';

const starters = {
  redis: startRedisServer,
  'redis-cluster': async (options) => fleetOf((await import('./redis-cluster.mjs')).startRedisCluster(options)),
  'redis-sentinel': async (options) => fleetOf((await import('./redis-sentinel.mjs')).startRedisSentinel(options)),
  // Imported on demand, because loading Playwright takes longer than starting a Redis.
  chromium: async () => (await import('./chromium-server.mjs')).startChromiumServer(),
  postgres: async ({ demoDay, ...options }) =>
    startPostgresServer({ ...options, data: demoDay === undefined ? undefined : await demoData(demoDay) }),
};
const [kind, optionsText = '{}'] = process.argv.slice(2);
const options = JSON.parse(optionsText);
let phase = 'serving';

// Ctrl-C reaches all processes of the terminal, but the owner decides when this process ends.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);

let server = await starters[kind](options).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
watch(server);
process.on('SIGTERM', () => void end('stop'));
const stdin = createInterface({ input: process.stdin });
stdin.on('line', (line) => {
  const [order, node] = line.split(' ');
  void ({ kill, start, quit }[order] ?? (() => end('stop')))(node);
});
stdin.on('close', () => void end('kill'));
console.log(
  JSON.stringify({
    url: server.url,
    port: server.port,
    dir: server.dir,
    pid: server.pid,
    ports: server.fleet?.ports,
    pids: server.fleet?.pids,
    tls: server.tls,
  }),
);

/** Ends this process if the server ends unexpectedly. */
function watch(started) {
  void started.exited.then((code) => {
    if (phase !== 'serving' || started !== server) return;
    console.error(`${kind} ended unexpectedly (code ${code})`);
    removeTemporaryFolder();
    process.exit(1);
  });
}

async function start(node) {
  if (node !== undefined) return server.fleet.startNode(Number(node)).then(() => console.log('started'), giveUp);
  server = await starters[kind]({ ...options, dir: server.dir, port: server.port });
  watch(server);
  phase = 'serving';
  console.log('started');
}

async function kill(node) {
  if (node !== undefined) return server.fleet.killNode(Number(node)).then(() => console.log('killed'));
  phase = 'killed';
  await server.kill();
  console.log('killed');
}

async function quit() {
  phase = 'killed';
  await server.quit();
  console.log('quit');
}

/** @param {'stop' | 'kill'} how */
async function end(how) {
  if (phase === 'serving') {
    phase = 'ending';
    await server[how]();
  }
  removeTemporaryFolder();
  process.exit(0);
}

function removeTemporaryFolder() {
  // A process of a killed Chromium may still create a file during the removal.
  if (options.dir === undefined) rmSync(server.dir, { recursive: true, force: true, maxRetries: 10 });
}

/** The interface of a single server for a fleet, which ends as a whole. */
async function fleetOf(starting) {
  const { fleet, url, port, tls } = await starting;
  return {
    fleet,
    url,
    port,
    tls,
    dir: fleet.dir,
    pid: fleet.pids[0],
    exited: fleet.exited,
    kill: () => fleet.kill(),
    stop: () => fleet.stop(),
  };
}

function giveUp(error) {
  console.error(error.message);
  void end('kill').then(() => process.exit(1));
}

/** Imported on demand, because most servers start empty. */
async function demoData(demoDay) {
  const { provideDemoTemplate } = await import('./demo-template.mjs');
  return provideDemoTemplate(demoDay);
}
