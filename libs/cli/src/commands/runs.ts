import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RunHandle, RunSummary as Listed } from '@querent/client';
import type { Context } from '../context';
import { exitCodes } from '../exit-codes';
import { UsageError } from '../profiles';
import { clarificationLines, runLines, stepLine } from '../terminal/run-report';
import { example, type Registrar } from './registrar';

const MOST_RUNS = 20;

export const registerRuns: Registrar = (program, action) => {
  program
    .command('runs')
    .description('list own runs, newest first')
    .option('--status <status>', 'such as succeeded, failed or awaiting_clarification')
    .option('-c, --conversation <id>', 'runs of this conversation')
    .option('--limit <number>', 'at most this many', String(MOST_RUNS))
    .addHelpText('after', example('querent runs --status awaiting_clarification'))
    .action(
      action(async (context, command) => {
        const { status, conversation, limit } = command.opts<{
          status?: Listed['status'];
          conversation?: string;
          limit: string;
        }>();
        const query = {
          ...(status === undefined ? {} : { status }),
          ...(conversation === undefined ? {} : { conversationId: conversation }),
        };
        const runs = (await context.client()).runs.list(query, { signal: context.signal });
        const columns = [
          { label: 'run', of: ({ id }: Listed) => id },
          { label: 'status', of: ({ status: now }: Listed) => now },
          { label: 'created', of: ({ createdAt }: Listed) => createdAt },
          { label: 'connection', of: ({ connection }: Listed) => connection },
          { label: 'question', of: ({ question }: Listed) => question },
        ];
        await context.list(runs, columns, positive(limit));
      }),
    );
  program
    .command('show')
    .argument('<run>', 'id of the run')
    .description('show a run: its steps, its answer, or what it waits for')
    .addHelpText('after', example('querent show q0mwzxv7e643bc15c8097c3 --json'))
    .action(
      action(async (context, command) => {
        const run = await (await context.client()).handle(command.processedArgs[0]).run({ signal: context.signal });
        context.result(run, () => [
          `${run.id}  ${run.status}  [${run.connection}]`,
          `  ${context.paint('bold', oneLine(run.question))}`,
          ...run.steps.map(stepLine),
          ...(run.clarification ? clarificationLines(run.clarification) : runLines(run)),
          ...(run.sql === null ? [] : ['', ...run.sql.split('\n').map((line) => `  ${oneLine(line)}`)]),
        ]);
      }),
    );
  program
    .command('cancel')
    .argument('<run>', 'id of the run')
    .description('cancel a run; a running statement is cancelled in the database')
    .addHelpText('after', example('querent cancel q0mwzxv7e643bc15c8097c3'))
    .action(
      action(async (context, command) => {
        const handle = (await context.client()).handle(command.processedArgs[0]);
        const run = await handle.cancel({ signal: context.signal });
        context.result(run, () => [`${run.id}  ${run.status}`]);
      }),
    );
  program
    .command('rows')
    .argument('<run>', 'id of the run')
    .description('print the whole result; the default is CSV')
    .option('--csv', 'CSV with the labels of the columns')
    .option('--ndjson', 'one JSON object for each row')
    .option('--arrow', 'an Arrow IPC stream')
    .option('-o, --output <file>', 'write to a file instead of standard output')
    .option('--bom', 'start CSV with a byte order mark, for Excel')
    .addHelpText('after', example('querent rows q0mwzxv7e643bc15c8097c3 --csv -o revenue.csv'))
    .action(
      action(async (context, command) => {
        const options = command.opts<RowsOptions>();
        const formats = ([options.csv, options.ndjson, context.isJson, options.arrow] as const).filter(Boolean);
        if (formats.length > 1) throw new UsageError('Give one of --csv, --ndjson, --json and --arrow.');
        if (options.arrow && options.output === undefined && context.streams.stdout.isTTY)
          throw new UsageError('An Arrow stream is binary: give --output FILE, or redirect standard output.');
        const handle = (await context.client()).handle(command.processedArgs[0]);
        const { stdout } = context.streams;
        const chunks = Readable.from(await content(context, handle, options));
        if (options.output !== undefined) await pipeline(chunks, createWriteStream(options.output));
        else for await (const chunk of chunks) if (!stdout.write(chunk as string)) await drained(stdout);
        return exitCodes.ok;
      }),
    );
};

interface RowsOptions {
  csv?: boolean;
  ndjson?: boolean;
  arrow?: boolean;
  bom?: boolean;
  output?: string;
}

/** A result is streamed: it may be larger than the memory. */
async function content(
  { isJson, signal }: Context,
  handle: RunHandle,
  { ndjson, arrow, bom }: RowsOptions,
): Promise<AsyncIterable<string | Uint8Array>> {
  if (arrow) return Readable.fromWeb((await handle.arrow({ stream: true, signal })) as never);
  if (ndjson) return lines(handle, signal);
  if (isJson) return jsonArray(handle, signal);
  return Readable.fromWeb((await handle.csv({ stream: true, bom, signal })) as never);
}

async function* lines(handle: RunHandle, signal: AbortSignal): AsyncGenerator<string> {
  for await (const row of handle.rows({ signal })) yield `${JSON.stringify(row)}\n`;
}

async function* jsonArray(handle: RunHandle, signal: AbortSignal): AsyncGenerator<string> {
  let start = '[';
  for await (const row of handle.rows({ signal })) {
    yield `${start}\n  ${JSON.stringify(row)}`;
    start = ',';
  }
  yield start === '[' ? '[]\n' : '\n]\n';
}

const drained = (stream: NodeJS.WritableStream): Promise<void> =>
  new Promise((resolve) => stream.once('drain', resolve));

const oneLine = (text: string): string => text.replace(/\p{C}/gu, ' ');

/** @throws UsageError */
export function positive(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new UsageError(`${text} is not a number above 0.`);
  return number;
}
