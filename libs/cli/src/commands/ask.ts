import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import type { Querent, Run } from '@querent/client';
import type { Context } from '../context';
import { exitCodes, type ExitCode } from '../exit-codes';
import { UsageError } from '../profiles';
import { askLine } from '../terminal/ask-line';
import { explanationLines } from '../terminal/explanation-report.mjs';
import { readReply } from '../terminal/run-report';
import { chooseConnection } from './choose-connection';
import { followRun, printAnswer, type FollowOptions } from './follow-run';
import { example, type Registrar } from './registrar';

interface AskOptions extends FollowOptions {
  connection?: string;
  conversation?: string;
  agent?: string;
  timezone?: string;
  mode?: 'auto' | 'fast' | 'full';
  fresh?: boolean;
  wait: boolean;
  watch?: true | string;
  cancelOnInterrupt?: boolean;
}

const WATCH_SECONDS = 60;

export const registerAsking: Registrar = (program, action) => {
  program
    .command('ask')
    .argument('[question...]', 'the question; without one, a terminal asks for questions of one conversation')
    .description('ask a question and print its answer')
    .option('-n, --connection <name>', 'the connection (default: the one whose examples are most similar)')
    .option('-c, --conversation <id>', 'continue a conversation, for follow-ups; the id is a word that you choose')
    .option('--agent <name>', 'an agent that is configured for the connection')
    .option('--timezone <zone>', 'the time zone of "today", such as Asia/Shanghai')
    .option('--mode <mode>', 'fast skips sample questions and the drawn chart: auto, fast or full')
    .option('--fresh', 'do not use a cached answer')
    .option('--charts <folder>', 'save the chart as an SVG file in this folder')
    .option('--no-wait', 'print the id of the run and do not wait for the answer')
    .option('-w, --watch [seconds]', `ask again at this interval (default ${WATCH_SECONDS}), and print changed answers`)
    .option('--cancel-on-interrupt', 'Ctrl-C also cancels the run')
    .addHelpText('after', example('querent ask "revenue by month this year" -n commerce'))
    .action(action(ask));
  program
    .command('reply')
    .argument('<run>', 'id of the run')
    .argument('<answer...>', "an option's number, its label, or your own words")
    .description('reply to the clarification that a run waits for')
    .option('--charts <folder>', 'save the chart as an SVG file in this folder')
    .addHelpText('after', example('querent reply q0mwzxv7e643bc15c8097c3 1'))
    .action(action(reply));
  program
    .command('explain')
    .argument('<question...>', 'the question')
    .description('show how a question is read, word by word, and run nothing (needs the scope sql:read)')
    .option('-n, --connection <name>', 'the connection (default: the one whose examples are most similar)')
    .addHelpText('after', example('querent explain "how many orders last month" -n shop'))
    .action(action(explain));
};

async function ask(context: Context, command: Command): Promise<ExitCode> {
  const options = command.opts<AskOptions>();
  const question = (command.processedArgs[0] as string[]).join(' ').trim();
  const client = await context.client();
  if (question === '') return converse(context, client, options);
  if (options.watch !== undefined) return watch(context, client, question, options);
  return askOnce(context, client, question, options);
}

async function askOnce(
  context: Context,
  client: Querent,
  question: string,
  options: AskOptions,
  connection?: string,
): Promise<ExitCode> {
  // The guess could choose different connections for two questions of one conversation.
  if (options.conversation !== undefined && (connection ?? options.connection) === undefined)
    throw new UsageError('--conversation needs --connection.');
  const chosen = connection ?? (await chooseConnection(context, client, question, options.connection));
  const handle = await client.ask(question, { ...settings(options), connection: chosen, signal: context.signal });
  if (!options.wait) {
    context.result(await handle.run(), () => [handle.id]);
    return exitCodes.ok;
  }
  if (!context.isJson) context.note(context.paint('dim', `${question}   [${chosen}]  run ${handle.id}`));
  try {
    return await followRun(context, handle, options);
  } catch (error) {
    if (!context.signal.aborted) throw error;
    if (options.cancelOnInterrupt) await handle.cancel();
    context.note(
      options.cancelOnInterrupt
        ? 'Cancelled.'
        : `The run goes on: ${context.program} show ${handle.id}, or ${context.program} cancel ${handle.id}`,
    );
    return exitCodes.interrupted;
  }
}

const settings = ({ conversation, agent, timezone, mode, fresh }: AskOptions) => ({
  ...(conversation === undefined ? {} : { conversationId: conversation }),
  ...(agent === undefined ? {} : { agent }),
  ...(timezone === undefined ? {} : { timezone }),
  ...(mode === undefined ? {} : { mode }),
  ...(fresh ? { cache: 'bypass' as const } : {}),
});

/** A dialogue at a terminal; its questions are one conversation on the connection of the first one. */
async function converse(context: Context, client: Querent, options: AskOptions): Promise<ExitCode> {
  if (!context.isInteractive) throw new UsageError('Give a question: querent ask "revenue this year".');
  const conversation = options.conversation ?? `terminal-${Date.now().toString(36)}`;
  let { connection } = options;
  for (;;) {
    const question = await askLine(context, '? ');
    if (question === null) return exitCodes.ok;
    if (question === '') continue;
    connection ??= await chooseConnection(context, client, question, undefined);
    await askOnce(context, client, question, { ...options, conversation }, connection);
  }
}

/** Asks again until Ctrl-C. Cached answers would hide changes of the data. */
async function watch(context: Context, client: Querent, question: string, options: AskOptions): Promise<ExitCode> {
  const seconds = options.watch === true ? WATCH_SECONDS : Number(options.watch);
  if (!(seconds >= 1)) throw new UsageError('--watch takes a number of seconds, at least 1.');
  const connection = await chooseConnection(context, client, question, options.connection);
  let before: Pick<Run, 'answer' | 'result' | 'error'> | null = null;
  try {
    for (;;) {
      const body = { ...settings({ ...options, fresh: true }), connection, signal: context.signal };
      const handle = await client.ask(question, body);
      const run = await handle.result({ signal: context.signal });
      const { answer, result, error } = run;
      // The address of the result changes with each run.
      const now = { answer, result: result && { ...result, href: '' }, error };
      if (!isDeepStrictEqual(now, before)) {
        if (context.isJson) context.line(JSON.stringify(run));
        else {
          context.line(context.paint('bold', new Date().toISOString()));
          await printAnswer(context, handle, run, options);
        }
      }
      before = now;
      await pause(seconds * 1_000, undefined, { signal: context.signal });
    }
  } catch (error) {
    if (context.signal.aborted) return exitCodes.interrupted;
    throw error;
  }
}

async function reply(context: Context, command: Command): Promise<ExitCode> {
  const [id, words] = command.processedArgs as [string, string[]];
  const handle = (await context.client()).handle(id);
  const run = await handle.run({ signal: context.signal });
  if (run.clarification === null)
    throw new UsageError(`Run ${id} does not wait for a reply; its status is ${run.status}.`);
  await handle.reply(readReply(run.clarification, words.join(' ')), { signal: context.signal });
  return followRun(context, handle, command.opts<FollowOptions>());
}

async function explain(context: Context, command: Command): Promise<ExitCode> {
  const question = (command.processedArgs[0] as string[]).join(' ');
  const client = await context.client();
  const connection = await chooseConnection(
    context,
    client,
    question,
    command.opts<{ connection?: string }>().connection,
  );
  const { lang } = context.options;
  const body = { question, connection, ...(lang === undefined ? {} : { locale: lang }) };
  const { body: explanation } = await client.request('POST', '/v1/queries/explain', { body, signal: context.signal });
  context.result(explanation, () => explanationLines(explanation));
  return exitCodes.ok;
}
