// `npm run ask -- "question"`: asks one question and prints its steps, its answer and the path of its chart.
import { mkdirSync, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { explanationLines } from './explanation-report.mjs';
import { claimFile } from '../servers/file-lock.mjs';
import { guessConnection } from './guess-connection.mjs';
import { QuerentClient } from './querent-client.mjs';
import { stateFolder } from '../repository-paths.mjs';
import { clarificationLines, readReply, runLines, stepLine } from './run-report.mjs';
import { startStack } from '../stack.mjs';

const runningUrl = 'http://127.0.0.1:3000';
const preparingTimeoutMs = 60_000;
const exitCodes = { succeeded: 0, failed: 1, cancelled: 1, expired: 1, awaiting_clarification: 3 };
const help = `Usage: npm run ask -- "question" [--connection NAME]
       npm run ask -- "question" --explain [--connection NAME]
       npm run ask -- --run ID --reply "an option's number or label, or your own words"

Asks the Querent at ${runningUrl}, or starts one for this question if none runs there.

  --connection, -c NAME  the connection (default: the one whose example questions are most similar)
  --locale zh|en         the language of the answer (default: that of the question)
  --conversation ID      continue a conversation, for follow-ups such as "那去年呢" or "only VIP". ID is a word that you choose;
                         needs --connection
  --mode fast|full       fast skips sample questions and the drawn chart (default: the question decides)
  --agent NAME           an agent that is configured for the connection
  --explain              do not run the question; show how each word is understood, and the other readings with their costs
                         (needs a key that may read SQL)
  --json                 print only the run, or the explanation, as JSON
  --url URL              the address of a Querent elsewhere
  --key KEY              its API key (default: $QUERENT_KEY or demo)
  --run ID --reply TEXT  reply to a clarification of an earlier run
  --help                 print this text

Exit codes: 0 answered, 1 not answered, 2 wrong arguments, 3 the question needs a clarification and there is no terminal.`;

try {
  const options = readArguments();
  process.exitCode = options ? await ask(options) : 0;
} catch (error) {
  console.error(error.message);
  for (const action of error.actions ?? []) console.error(`  → ${action}`);
  process.exitCode = error.code?.startsWith?.('ERR_PARSE_ARGS') || error.name === 'UsageError' ? 2 : 1;
}

function readArguments() {
  const text = { type: 'string' };
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{
        connection: { ...text, short: 'c' },
        locale: text,
        conversation: text,
        mode: text,
        agent: text,
        url: text,
        key: text,
        run: text,
        reply: text,
      },
      ...{
        json: { type: 'boolean', default: false },
        explain: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    },
  });
  if (values.help) return void console.log(help);
  const question = positionals.join(' ').trim();
  const isReply = values.run !== undefined && values.reply !== undefined;
  if (isReply === (question !== '') || (isReply && values.explain))
    throw Object.assign(new Error(help), { name: 'UsageError' });
  return { ...values, question };
}

/** @returns {Promise<number>} the exit code */
async function ask(options) {
  const { url, stop } = await findOrStart(options.url);
  const interrupted = () => void stop().then(() => process.exit(130));
  process.once('SIGINT', interrupted);
  try {
    const client = new QuerentClient({ url, key: options.key ?? process.env.QUERENT_KEY ?? 'demo' });
    const print = options.json ? () => undefined : (line) => console.log(line);
    if (options.explain) return await explain(client, options, print);
    const run = options.run ? await resume(client, options) : await submit(client, options, print);
    const ended = await follow(client, run, print, options);
    if (options.json) console.log(JSON.stringify(ended, null, 2));
    else for (const line of await endLines(client, ended, options)) console.log(line);
    return exitCodes[ended.status] ?? 1;
  } finally {
    process.off('SIGINT', interrupted);
    await stop();
  }
}

async function findOrStart(givenUrl) {
  const url = givenUrl ?? runningUrl;
  const answers = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
  if (answers) return { url, stop: async () => undefined };
  if (givenUrl) throw new Error(`No Querent answers at ${givenUrl}.`);
  return startPrivateStack();
}

/** Uses the same Redis folder as `npm start`, so that the next call can reply to a waiting run. */
async function startPrivateStack() {
  const claim = claimFile(`${stateFolder}/redis.owner`);
  if (claim.owner)
    throw new Error(
      `A Querent of this checkout already runs (process ${claim.owner}), but not at ${runningUrl}. Give its address with --url.`,
    );
  process.on('exit', claim.release);
  mkdirSync(`${stateFolder}/logs`, { recursive: true });
  const log = createWriteStream(`${stateFolder}/logs/ask.log`);
  console.error(
    `Starting Querent for this question (log: ${log.path}). It is faster to run \`npm start\` in another terminal first.`,
  );
  const stack = await startStack({
    redisDir: `${stateFolder}/redis`,
    onLine: (name, line) => log.write(`${name} | ${line}\n`),
  });
  return { url: stack.url, stop: () => stack.stop() };
}

/** @returns {Promise<number>} the exit code */
async function explain(client, { question, connection, locale, json }, print) {
  const explanation = await client.explain({
    question,
    connection: await preparedConnection(client, { question, connection }, print),
    locale,
  });
  for (const line of json ? [JSON.stringify(explanation, null, 2)] : explanationLines(explanation)) console.log(line);
  return 0;
}

async function preparedConnection(client, { question, connection }, print) {
  await client.untilPrepared(preparingTimeoutMs);
  const chosen = connection ?? (await chooseConnection(client, question));
  print(`${question}   [${chosen}]`);
  return chosen;
}

async function submit(client, { question, connection, locale, conversation, mode, agent }, print) {
  // The guess could choose different connections for two questions of one conversation.
  if (conversation && !connection)
    throw Object.assign(new Error('--conversation needs --connection.'), { name: 'UsageError' });
  const chosen = await preparedConnection(client, { question, connection }, print);
  const settings = Object.entries({ locale, mode, agent, conversationId: conversation }).filter(([, value]) => value);
  return client.submit({ question, connection: chosen, ...Object.fromEntries(settings) });
}

async function chooseConnection(client, question) {
  const lists = await Promise.all(['zh', 'en'].map((language) => client.connections(language)));
  if (lists[0].length === 0) throw new Error('No connection is configured.');
  return guessConnection(question, lists.flat());
}

async function resume(client, { run: id, reply }) {
  const run = await client.run(id);
  if (!run.clarification) throw new Error(`Run ${id} does not wait for a reply; its state is ${run.status}.`);
  return client.reply(id, readReply(run.clarification, reply));
}

/** Prints the events of a run until it ends, or until it needs a clarification and there is no terminal. */
async function follow(client, { id }, print, { json }) {
  const atTerminal = process.stdin.isTTY && !json;
  const shown = new Set();
  for await (const { event, data } of client.events(id)) {
    if (event === 'step') print(stepLine(data));
    if (event === 'end') return data;
    if (event !== 'clarification' || shown.has(data.id)) continue;
    shown.add(data.id);
    // The stream also repeats clarifications that were answered before this call.
    const now = await client.run(id);
    if (now.clarification?.id !== data.id) continue;
    for (const line of clarificationLines(data)) print(line);
    if (!atTerminal) return now;
    await client.reply(id, await askPerson(data));
  }
  throw new Error('The event stream ended before the run.');
}

async function askPerson(clarification) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new AbortController();
  terminal.once('close', () => closed.abort());
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    for (;;) {
      const reply = await terminal.question('  > ', { signal: closed.signal });
      try {
        return readReply(clarification, reply);
      } catch (error) {
        console.log(`  ${error.message}`);
      }
    }
  } finally {
    terminal.close();
  }
}

async function endLines(client, run, { url, key }) {
  if (run.status !== 'awaiting_clarification') return runLines(client, run);
  const where = [url && ` --url ${url}`, key && ` --key ${key}`].filter(Boolean).join('');
  return ['', `  To reply:  npm run ask -- --run ${run.id} --reply 1${where}`];
}
