// Keeps one server for a test: `node throw-away-server.mjs redis|postgres '<options as JSON>'`.
// Prints one line of JSON when ready; `stop` and `kill` on stdin end the server. When stdin closes — its owner stopped
// or was killed, even by SIGKILL — the server and its folder go too, so nothing outlives a test run.
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { startPostgresServer } from './postgres-server.mjs';
import { startRedisServer } from './redis-server.mjs';

const starters = { redis: startRedisServer, postgres: startPostgresServer };
const [kind, optionsText = '{}'] = process.argv.slice(2);
const options = JSON.parse(optionsText);

// Ctrl-C reaches the whole terminal group; the owner decides when we end, by closing stdin.
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined);

const server = await starters[kind](options);
let alive = true;
void server.exited.then(() => (alive = false));
const stdin = createInterface({ input: process.stdin });
stdin.on('line', (line) => void (line === 'kill' ? kill() : end(() => server.stop())));
stdin.on('close', () => void end(() => server.kill()));
console.log(JSON.stringify({ url: server.url, port: server.port, dir: server.dir, pid: server.pid }));

async function kill() {
  await server.kill();
  console.log('killed');
}

async function end(how) {
  if (alive) await how();
  if (options.dir === undefined) rmSync(server.dir, { recursive: true, force: true });
  process.exit(0);
}
