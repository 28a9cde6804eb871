// Keeps one server, or a fleet of them: `node server-keeper.mjs redis|redis-cluster|redis-sentinel|postgres '<options
// as JSON>'`. Prints one line of JSON when it is ready. `stop` on stdin or SIGTERM ends the server, `kill` ends it with
// SIGKILL but keeps its folder, `quit` does so to a PostgreSQL by an immediate shutdown, `start` then starts it again
// in that folder and on its port; `kill 1` and `start 1` do so to one server of a fleet. When stdin closes — the owner
// ended, even by SIGKILL — server and temporary folder go too, so nothing outlives a test run or a supervisor.
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { startPostgresServer } from './postgres-server.mjs';
import { startRedisServer } from './redis-server.mjs';

const starters = {
  redis: startRedisServer,
  'redis-cluster': async (options) => fleetOf((await import('./redis-cluster.mjs')).startRedisCluster(options)),
  'redis-sentinel': async (options) => fleetOf((await import('./redis-sentinel.mjs')).startRedisSentinel(options)),
  postgres: async ({ demoDay, ...options }) =>
    startPostgresServer({ ...options, data: demoDay === undefined ? undefined : await demoData(demoDay) }),
};
const [kind, optionsText = '{}'] = process.argv.slice(2);
const options = JSON.parse(optionsText);
let phase = 'serving';

// Ctrl-C reaches everything in the terminal; the owner decides when this process ends.
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

/** A server that ends while nobody asked for it takes its keeper along. */
function watch(started) {
  void started.exited.then((code) => {
    if (phase !== 'serving' || started !== server) return;
    console.error(`${kind} ended by itself (code ${code})`);
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
  if (options.dir === undefined) rmSync(server.dir, { recursive: true, force: true });
}

/** A fleet as a server: it ends as a whole. */
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

/** Loaded by who needs it: most keepers keep an empty server. */
async function demoData(demoDay) {
  const { provideDemoTemplate } = await import('./demo-template.mjs');
  return provideDemoTemplate(demoDay);
}
