import { readFile, writeFile } from 'node:fs/promises';
import type { Querent } from '@querent/client';
import { QuerentError } from '@querent/client';
import type { Context } from '../context';
import { exitCodes, type ExitCode } from '../exit-codes';
import { mistakeLines } from '../failures';
import { UsageError } from '../profiles';
import { askLine } from '../terminal/ask-line';
import { difference, patchLines } from '../terminal/patch';
import { printable } from '../terminal/text-table.mjs';
import { modelProposals } from './model-proposals';
import { example, type Act, type Registrar } from './registrar';

export const registerModels: Registrar = (program, action) => {
  const model = program.command('model').description('the semantic models: what the business words of a database mean');
  const command = (name: string, description: string, sample: string, act: Act, fileMeans: string) =>
    model
      .command(name)
      .argument('<connection>', 'name of the connection')
      .argument('[file]', `${fileMeans} (default: models/<connection>.yaml)`)
      .description(description)
      .addHelpText('after', example(sample))
      .action(action(act));
  command(
    'init',
    'write a first model file, drafted from the database',
    'querent model init shop',
    init,
    'file to write',
  )
    .option('--force', 'overwrite the file')
    .option('--no-proposals', 'do not ask the language model of LLM_BASE_URL for labels and synonyms');
  command('check', 'print every mistake in a file; change nothing', 'querent model check shop', check, 'file to check');
  command('diff', 'compare a file with the model in force', 'querent model diff shop', diff, 'file to compare');
  command('pull', 'write the model file in force', 'querent model pull shop', pull, 'file to write').option(
    '--force',
    'overwrite the file',
  );
  command(
    'push',
    'put a file into force, unless another change came first',
    'querent model push shop',
    push,
    'file',
  ).option('-y, --yes', 'do not ask for confirmation');
  command(
    'impact',
    'show which known questions would be read otherwise with the file',
    'querent model impact shop',
    impact,
    'file to compare',
  );
};

const given = (args: unknown[]): { connection: string; file: string } => {
  const [connection, file] = args as [string, string | undefined];
  return { connection, file: file ?? `models/${connection}.yaml` };
};

/** @throws UsageError */
async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read: ${error.code ?? error.message}`);
  });
}

async function writeNew(file: string, text: string, isForced: boolean | undefined): Promise<void> {
  await writeFile(file, text, { flag: isForced ? 'w' : 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new UsageError(`${file} exists: give another name, or --force to overwrite it.`);
    throw new UsageError(`${file} cannot be written: ${error.code ?? error.message}`);
  });
}

const init: Act = async (context, command) => {
  const { connection, file } = given(command.processedArgs);
  const { force, proposals } = command.opts<{ force?: boolean; proposals: boolean }>();
  const client = await context.client();
  const draft = await client.models.draft(connection, { signal: context.signal });
  const text = proposals ? await modelProposals(context, draft) : draft;
  await writeNew(file, text, force);
  const open = text.split('\n').filter((line) => /# (Check|Proposal):/.test(line)).length;
  context.result({ file, toCheck: open }, () => [
    `${file}: ${open} lines to check, marked with "# Check:" or "# Proposal:".`,
    `  → Edit it, then run: querent model check ${connection} ${file}`,
  ]);
};

const check: Act = async (context, command) => {
  const { connection, file } = given(command.processedArgs);
  const client = await context.client();
  const found = await client.models.validate(connection, await textOf(file), { signal: context.signal });
  context.result(found, () => (found.valid ? [`${file}: no mistakes`] : mistakeLines(file, found.problems)));
  return found.valid ? exitCodes.ok : exitCodes.failed;
};

const diff: Act = async (context, command) => {
  const { connection, file } = given(command.processedArgs);
  const text = await textOf(file);
  const { value: inForce } = await (await context.client()).models.text(connection, { signal: context.signal });
  const patch = difference({ name: `${connection} (in force)`, text: inForce }, { name: file, text });
  context.result({ difference: patch }, () => (patch === null ? ['No difference.'] : patchLines(context, patch)));
  return patch === null ? exitCodes.ok : exitCodes.failed;
};

const pull: Act = async (context, command) => {
  const { connection, file } = given(command.processedArgs);
  const { value: text } = await (await context.client()).models.text(connection, { signal: context.signal });
  if (text === null)
    throw new UsageError(`${connection} has no model file; \`querent model init ${connection}\` drafts one.`);
  await writeNew(file, text, command.opts<{ force?: boolean }>().force);
  context.result({ file }, () => [`Wrote ${file}.`]);
};

const push: Act = async (context, command): Promise<ExitCode> => {
  const { connection, file } = given(command.processedArgs);
  const text = await textOf(file);
  const client = await context.client();
  const { signal } = context;
  const { value: inForce, etag } = await client.models.text(connection, { signal });
  const patch = difference({ name: `${connection} (in force)`, text: inForce }, { name: file, text });
  if (patch === null) {
    context.result({ changed: false }, () => ['No difference.']);
    return exitCodes.ok;
  }
  if (!command.opts<{ yes?: boolean }>().yes) {
    if (!context.isInteractive) throw new UsageError('Give --yes to put the file into force without a question.');
    for (const line of patchLines(context, patch)) context.line(line);
    const reply = await askLine(context, `Put ${file} into force for ${connection}? [y/N] `);
    if (!/^y(es)?$/i.test(reply ?? '')) return exitCodes.failed;
  }
  try {
    const { value } = await client.models.put(connection, text, { etag, signal });
    context.result({ changed: true, ...value }, () => [`In force as revision ${value.revision}.`]);
    return exitCodes.ok;
  } catch (error) {
    if (!(error instanceof QuerentError) || error.code !== 'configuration_invalid' || context.isJson) throw error;
    context.note(printable(error.detail));
    for (const line of mistakeLines(file, error.errors)) context.note(line);
    return exitCodes.failed;
  }
};

const impact: Act = async (context, command) => {
  const { connection, file } = given(command.processedArgs);
  const client = await context.client();
  const found = await client.models.impact(connection, await textOf(file), {
    signal: context.signal,
    onProgress: ({ progress }) => {
      if (!context.isJson && context.streams.stderr.isTTY)
        context.streams.stderr.write(`\r${progress.done} of ${progress.of} questions`);
    },
  });
  if (!context.isJson && context.streams.stderr.isTTY) context.streams.stderr.write('\r\u001b[K');
  context.result(found, () => impactLines(context, found));
  return found.status === 'done' ? exitCodes.ok : exitCodes.failed;
};

type Impact = Awaited<ReturnType<Querent['models']['impact']>>;

function impactLines({ paint }: Context, found: Impact): string[] {
  const { summary, changes, changesLeftOff, error, status, definitions } = found;
  if (status !== 'done') return [`The comparison is ${status}.`, ...(error ? [printable(error)] : [])];
  return [
    Object.entries(summary ?? {})
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', '),
    ...changes.flatMap(({ class: kind, question, before, after, asked }) => [
      '',
      `${paint('bold', kind)}  ${printable(question)}${asked > 1 ? `  (asked ${asked} times)` : ''}`,
      `  before: ${printable(before.text)}`,
      `  after:  ${printable(after.text)}`,
    ]),
    ...(changesLeftOff > 0 ? ['', `… ${changesLeftOff} more`] : []),
    ...(definitions?.checks ?? []).flatMap(({ state, path, line, message, cause, value }) => [
      '',
      `${paint('bold', state)}  ${printable(path)}${line === null ? '' : `, line ${line}`}${value === null ? '' : `: ${printable(value)}`}`,
      ...[message, cause].flatMap((text) => (text === null ? [] : [`  ${printable(text)}`])),
    ]),
  ];
}
