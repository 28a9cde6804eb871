import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answers, Clarification, Run, RunHandle } from '@querent/client';
import type { Context } from '../context';
import { exitCodes, type ExitCode } from '../exit-codes';
import { askLine } from '../terminal/ask-line';
import { clarificationLines, readReply, runLines, stepLine } from '../terminal/run-report';

export interface FollowOptions {
  /** Show the steps. */
  steps?: boolean;
  /** Folder for the chart, as an SVG file. */
  charts?: string | undefined;
}

/**
 * Shows the steps of a run until it has ended, or until it waits for a reply and there is no terminal. Prints what it
 * has come to.
 */
export async function followRun(context: Context, handle: RunHandle, options: FollowOptions = {}): Promise<ExitCode> {
  const run = await settledRun(context, handle, options.steps !== false);
  if (context.isJson) context.line(JSON.stringify(run, null, 2));
  else if (run.clarification === null) await printAnswer(context, handle, run, options);
  else context.line(`\n  To reply:  ${context.program} reply ${run.id} 1`);
  return exitCodeOf(run);
}

const exitCodeOf = ({ status }: Run): ExitCode =>
  status === 'succeeded' ? exitCodes.ok : status === 'awaiting_clarification' ? exitCodes.needsReply : exitCodes.failed;

async function settledRun(context: Context, handle: RunHandle, showsSteps: boolean): Promise<Run> {
  const { signal } = context;
  const seen = new Set<string>();
  for await (const { event, data } of handle.events({ signal })) {
    if (event === 'step' && showsSteps && !context.isJson) context.note(context.paint('dim', stepLine(data)));
    if (event === 'end') return data;
    if (event !== 'clarification' || seen.has(data.id)) continue;
    seen.add(data.id);
    // The stream also repeats clarifications that were answered earlier.
    const now = await handle.run({ signal });
    if (now.clarification?.id !== data.id) continue;
    if (!context.isJson) for (const line of clarificationLines(data)) context.line(line);
    const reply = context.isInteractive ? await askPerson(context, data) : undefined;
    if (reply === undefined) return now;
    await handle.reply(reply, { signal });
  }
  return handle.run({ signal });
}

/** Asks until the reply can be read; undefined at the end of the input. */
async function askPerson(context: Context, clarification: Clarification): Promise<Answers | undefined> {
  for (;;) {
    const reply = await askLine(context, '  > ');
    if (reply === null) return undefined;
    try {
      return readReply(clarification, reply);
    } catch (error) {
      context.line(`  ${(error as Error).message}`);
    }
  }
}

export async function printAnswer(
  context: Context,
  handle: RunHandle,
  run: Run,
  { charts }: FollowOptions,
): Promise<void> {
  let chart: string | undefined;
  if (charts !== undefined && run.chart !== null) {
    await mkdir(charts, { recursive: true });
    chart = join(charts, `${run.id.replace(/[^\w-]/g, '')}.svg`);
    await writeFile(chart, await handle.chart({ signal: context.signal }));
  }
  for (const line of runLines(run, chart)) context.line(line);
}
