// `npm run ask -- "question"`: the command line `querent` with the Querent of this checkout and the demo's key.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { repositoryRoot, stateFolder } from './repository-paths.mjs';
import { claimFile } from './servers/file-lock.mjs';
import { startStack } from './stack.mjs';

const runningUrl = 'http://127.0.0.1:3000';
const commands = [
  'reply',
  'explain',
  'runs',
  'show',
  'rows',
  'cancel',
  'connections',
  'model',
  'samples',
  'mcp',
  'help',
];
const help = `Usage: npm run ask -- "question" [--connection NAME]
       npm run ask -- COMMAND ...

Runs the command line \`querent\` (infra/docs/command-line.md) with the Querent at ${runningUrl}, or starts one for this
command if none runs there. QUERENT_URL and QUERENT_KEY name another one. Commands: ${commands.join(', ')};
anything else is a question. \`npm run ask -- help ask\` lists the options.`;

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === '--help' || args[0] === '-h')) console.log(help);
else
  await run().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });

async function run() {
  const { url, stop } = await findOrStart();
  const program = [`${repositoryRoot}/dist/cli/querent.mjs`, ...(commands.includes(args[0]) ? [] : ['ask']), ...args];
  const child = spawn(process.execPath, program, {
    stdio: 'inherit',
    env: { QUERENT_KEY: 'demo', ...process.env, QUERENT_URL: url, QUERENT_PROGRAM: 'npm run ask --' },
  });
  // The terminal sends Ctrl-C to both processes; the command decides what it means.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill());
  process.exitCode = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
  await stop();
}

async function findOrStart() {
  const given = process.env.QUERENT_URL;
  if (given) return { url: given, stop: async () => undefined };
  const answers = await fetch(`${runningUrl}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
  return answers ? { url: runningUrl, stop: async () => undefined } : startPrivateStack();
}

/** Uses the same Redis folder as `npm start`, so that the next call can reply to a waiting run. */
async function startPrivateStack() {
  const claim = claimFile(`${stateFolder}/redis.owner`);
  if (claim.owner)
    throw new Error(
      `A Querent of this checkout already runs (process ${claim.owner}), but not at ${runningUrl}. Name its address: QUERENT_URL=…`,
    );
  process.on('exit', claim.release);
  mkdirSync(`${stateFolder}/logs`, { recursive: true });
  const logFile = `${stateFolder}/logs/ask.log`;
  const log = createWriteStream(logFile);
  console.error(
    `Starting Querent for this command (log: ${logFile}). It is faster to run \`npm start\` in another terminal first.`,
  );
  const stack = await startStack({
    redisDir: `${stateFolder}/redis`,
    onLine: (name, line) => log.write(`${name} | ${line}\n`),
  });
  return { url: stack.url, stop: () => stack.stop() };
}
