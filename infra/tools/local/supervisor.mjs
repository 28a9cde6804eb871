// `npm start`: runs Querent in one terminal, with one process for each service, until Ctrl-C.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { configurationSummary } from './configuration-summary.mjs';
import { claimFile } from './servers/file-lock.mjs';
import { prefixedLog } from './log-lines.mjs';
import { ownSecretKey } from './own-secret-key.mjs';
import { repositoryRoot, stateFolder } from './repository-paths.mjs';
import { serviceNames, startStack } from './stack.mjs';

const help = `Usage: npm start -- [--port 3000] [--scale executor=2]...

Runs Querent on 127.0.0.1 until Ctrl-C: the services ${serviceNames.join(', ')},
each in a separate process that is restarted after a crash, with a private Redis and, if a connection uses it, the demo
database.

  --port N             the gateway's port (default: $PORT or 3000)
  --scale SERVICE=N    the number of processes of a service; may be repeated
  --help               print this text

Environment: REDIS_URL (a Redis to use instead), QUERENT_DEMO_DATABASE_URL (a PostgreSQL to use for the demo instead),
QUERENT_CONFIG_DIR (default: infra/demo/config), LOG_LEVEL, LLM_BASE_URL and the other variables of infra/docs/configuration.md.
Redis's data is kept in .querent/redis, so that a run that waits for a reply survives a restart. Without QUERENT_SECRET_KEY
and REDIS_URL, a random secret key is made there.`;

try {
  const options = readArguments();
  if (options) await supervise(options);
} catch (error) {
  console.error(error.message);
  process.exit(error.code?.startsWith?.('ERR_PARSE_ARGS') ? 2 : 1);
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      scale: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void console.log(help);
  const port = Number(values.port ?? process.env.PORT ?? 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port ${values.port}: not a port number`);
  return { port, scale: Object.fromEntries(values.scale.flatMap((text) => text.split(',')).map(readScale)) };
}

function readScale(text) {
  const [name, count] = text.split('=');
  return [name, Number(count)];
}

async function supervise({ port, scale }) {
  const release = process.env.REDIS_URL ? () => undefined : claimRedisFolder();
  const log = prefixedLog(process.stdout);
  let stack;
  let signals = 0;
  const end = async (signal) => {
    signals += 1;
    if (signals > 1 || !stack) process.exit(1);
    log('supervisor', `${signal}: stopping within 15 s; press Ctrl-C again to stop immediately`);
    await stack.stop();
    release();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end(signal));
  process.on('exit', release);
  const redisDir = `${stateFolder}/redis`;
  stack = await startStack({ port, scale, redisDir, env: ownSecretKey(redisDir), onLine: log });
  const configDir = process.env.QUERENT_CONFIG_DIR ?? 'infra/demo/config';
  const summary = await configurationSummary(stack.healthUrls.executor[0], configDir);
  if (summary) log('supervisor', summary);
  log('supervisor', `Querent answers at ${stack.url}   (documentation: ${stack.url}/docs)`);
  const page = await fetch(stack.url, { method: 'HEAD' }).catch(() => undefined);
  const runs = 'it runs until Ctrl-C';
  if (page?.ok) log('supervisor', `The page for people: ${stack.url} — sign in with ${signInWith(configDir)}; ${runs}`);
  log('supervisor', `ask: npm run ask -- "top 5 products by revenue this year"${port === 3000 ? '' : ``}`);
}

/** A keys file or an issuer of tokens ends the demo mode, in which the key `demo` is accepted. */
function signInWith(configDir) {
  const hasKeys = existsSync(resolve(repositoryRoot, configDir, 'keys.yaml'));
  return hasKeys || process.env.JWT_ISSUER ? 'an API key' : 'the key demo';
}

/** Two Redis servers on one append-only file would corrupt it. */
function claimRedisFolder() {
  const claim = claimFile(`${stateFolder}/redis.owner`);
  if (claim.owner)
    throw new Error(`This checkout is already running (process ${claim.owner}). Stop it first, or set REDIS_URL.`);
  return claim.release;
}
