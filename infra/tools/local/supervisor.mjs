// `npm start`: everything in one terminal, one process a service, until Ctrl-C.
import { parseArgs } from 'node:util';
import { configurationSummary } from './configuration-summary.mjs';
import { claimFile } from './servers/file-lock.mjs';
import { prefixedLog } from './log-lines.mjs';
import { stateFolder } from './repository-paths.mjs';
import { serviceNames, startStack } from './stack.mjs';

const help = `Usage: npm start -- [--port 3000] [--scale executor=2]...

Starts Querent on 127.0.0.1 until Ctrl-C: the services ${serviceNames.join(', ')},
each a process of its own that is started again when it ends, with a private Redis and the demo database.

  --port N             the gateway's port (default: $PORT or 3000)
  --scale SERVICE=N    so many processes of a service; may be repeated
  --help               this text

Environment: REDIS_URL (use this Redis instead), QUERENT_DEMO_DATABASE_URL (use this PostgreSQL for the demo instead),
QUERENT_CONFIG_DIR (default infra/demo/config), LOG_LEVEL, LLM_BASE_URL and the rest of infra/docs/configuration.md.
Redis's data stay in .querent/redis: a question that waits for an answer survives a restart.`;

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
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port ${values.port}: not a port`);
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
  let asked = 0;
  const end = async (signal) => {
    asked += 1;
    if (asked > 1 || !stack) process.exit(1);
    log('supervisor', `${signal}: stopping, at most 15 s; once more to stop at once`);
    await stack.stop();
    release();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end(signal));
  process.on('exit', release);
  stack = await startStack({ port, scale, redisDir: `${stateFolder}/redis`, onLine: log });
  const summary = await configurationSummary(
    stack.healthUrls.executor[0],
    process.env.QUERENT_CONFIG_DIR ?? 'infra/demo/config',
  );
  if (summary) log('supervisor', summary);
  log('supervisor', `Querent answers at ${stack.url}   (documentation: ${stack.url}/docs)`);
  log(
    'supervisor',
    `ask: npm run ask -- "top 5 products by revenue this year"${port === 3000 ? '' : ` --url ${stack.url}`}`,
  );
}

/** Two Redis servers on one append-only file would ruin it. */
function claimRedisFolder() {
  const claim = claimFile(`${stateFolder}/redis.owner`);
  if (claim.owner)
    throw new Error(`This checkout is already running (process ${claim.owner}). Stop it first, or set REDIS_URL.`);
  return claim.release;
}
