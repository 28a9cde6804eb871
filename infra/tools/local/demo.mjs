// npm run demo [-- --help]. `demo-questions.mjs` lists the questions and how each must end.
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { demoQuestions } from './demo-questions.mjs';
import { forgetDeployment } from './forget-deployment.mjs';
import { repositoryRoot, stateFolder } from './repository-paths.mjs';
import { startStack } from './stack.mjs';
import { takesNoOptions } from './takes-no-options.mjs';

takesNoOptions(`Usage: npm run demo

Starts the six services on free ports with a private Redis and the demo's data, asks questions in Chinese and English over HTTP,
replies to clarifications, prints the answers, and stops everything. Exit codes: 0 if every question ended as expected, else 1.`);

// Built by the bootstrap, so it is loaded after the arguments were checked.
const { clarificationLines, Querent, readReply, runLines, stepLine, untilPrepared } = await import(
  `${repositoryRoot}/dist/cli/library.mjs`
);
const questionTimeoutMs = 60_000;
const charts = `${stateFolder}/charts`;

const startedAt = Date.now();
for (const folder of [`${stateFolder}/logs`, charts]) mkdirSync(folder, { recursive: true });
const logFile = `${stateFolder}/logs/demo.log`;
const log = createWriteStream(logFile);
// The demo runs on embedded parts only, not on the stores and models of the caller's environment.
forgetDeployment();

try {
  console.log(`Starting Redis, the demo database and six services ... (their log: ${logFile})`);
  const stack = await startStack({ onLine: (name, line) => log.write(`${name} | ${line}\n`) });
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void stack.stop().then(() => process.exit(130)));
  try {
    const mistakes = await showAll(new Querent({ url: stack.url, key: 'demo' }), stack.url);
    process.exitCode = report(mistakes);
  } finally {
    await stack.stop();
  }
} catch (error) {
  console.error(`\nThe demo could not run: ${error.message}\nSee ${logFile}`);
  process.exitCode = 1;
}

async function showAll(client, url) {
  const connections = await untilPrepared(client);
  const away = connections.filter(({ status }) => status !== 'ready');
  if (away.length > 0)
    throw new Error(`not ready: ${away.map(({ name, status }) => `${name} is ${status}`).join(', ')}`);
  console.log(`Ready after ${seconds()} s at ${url}`);
  console.log(`\nThe page for people: ${url} — sign in with the key demo`);
  console.log('It ends with this demo. `npm start` keeps it running.');
  const mistakes = [];
  for (const [index, expected] of demoQuestions.entries()) {
    console.log(
      `\n${index + 1}. ${expected.question}   [${expected.connection}${expected.conversation ? `, conversation ${expected.conversation}` : ''}]`,
    );
    const mistake = await show(client, expected).catch((error) => error.message);
    if (!mistake) continue;
    console.log(`  ✗ not as expected: ${mistake}`);
    mistakes.push(`${index + 1}. ${expected.question}: ${mistake}`);
  }
  return mistakes;
}

/** @returns {Promise<string | undefined>} the difference from the expected end; undefined without one */
async function show(client, expected) {
  const { question, connection, conversation } = expected;
  const handle = await client.ask(question, {
    connection,
    ...(conversation && { conversationId: `demo-${conversation}` }),
  });
  const { run, pause } = await follow(handle, expected);
  for (const line of runLines(run, await savedChart(handle, run))) console.log(line);
  return mistakeIn(run, pause, expected);
}

/** @throws if the gateway sends no SVG */
async function savedChart(handle, run) {
  if (!run.chart) return undefined;
  const svg = await handle.chart();
  if (!/^<svg [^]*<\/svg>\s*$/.test(svg)) throw new Error(`${run.chart.href} is no SVG`);
  const path = `${charts}/${run.id.replace(/[^\w-]/g, '')}.svg`;
  writeFileSync(path, svg);
  return path;
}

async function follow(handle, { reply }) {
  let pause;
  for await (const { event, data } of handle.events({ signal: AbortSignal.timeout(questionTimeoutMs) })) {
    if (event === 'step') console.log(stepLine(data));
    if (event === 'end') return { run: data, pause };
    if (event !== 'clarification') continue;
    for (const line of clarificationLines(data)) console.log(line);
    if (pause || reply === undefined) return { run: await handle.run(), pause: data };
    pause = data;
    console.log(`  > ${reply}`);
    await handle.reply(readReply(data, reply));
  }
  throw new Error('the event stream ended before the run');
}

function mistakeIn(run, pause, { rows, trigger, unanswerable, chart }) {
  const count = run.result?.rowCount ?? 0;
  if (unanswerable) {
    const declined =
      run.status === 'awaiting_clarification' || run.intent?.type === 'unsupported' || run.status === 'failed';
    return declined && count === 0
      ? undefined
      : `it was answered, although the data does not contain the answer (${run.status}, ${count} rows)`;
  }
  if (pause && !trigger) return `it needed a clarification (${pause.trigger})`;
  if (trigger && pause?.trigger !== trigger)
    return `it should need a clarification (${trigger}), but ${pause ? `needed another one (${pause.trigger})` : 'did not'}`;
  if (run.status !== 'succeeded') return `it ended as ${run.status}${run.error ? ` (${run.error.code})` : ''}`;
  if (!run.answer?.text) return 'it has no answer text';
  if (count < rows) return `it has ${count} rows, fewer than ${rows}`;
  if (chart && !run.chart) return 'it has no chart';
  return undefined;
}

function report(mistakes) {
  const good = demoQuestions.length - mistakes.length;
  console.log(
    `\n${good} of ${demoQuestions.length} questions ended as expected, ${seconds()} s. Charts: ${stateFolder}/charts`,
  );
  for (const mistake of mistakes) console.log(`  ✗ ${mistake}`);
  return mistakes.length === 0 ? 0 : 1;
}

function seconds() {
  return ((Date.now() - startedAt) / 1000).toFixed(1);
}
