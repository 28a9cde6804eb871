import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import type { Routes } from '@querent/client';
import type { Context } from '../context';
import { exitCodes } from '../exit-codes';
import { mistakeLines } from '../failures';
import { UsageError } from '../profiles';
import { difference, patchLines } from '../terminal/patch';
import { printable } from '../terminal/text-table.mjs';
import { example, type Registrar } from './registrar';
import { positive } from './runs';

type Revision = Routes['GET /v1/revisions']['output']['revisions'][number];

type ShownRevision = Routes['GET /v1/revisions/{id}']['output'];

const headOf = ({ id, at, action, kind, name, sample, by }: ShownRevision): string =>
  printable([id, at, action, kind, name, ...(sample === undefined ? [] : [sample]), `by ${by.key}`].join(' '));

function changeLines(context: Context, { before, after }: ShownRevision): string[] {
  if (before === null || after === null) return ['The texts are shown to keys with the scope sql:read.'];
  const patch = difference(
    { name: `before (${before.layer})`, text: before.text },
    { name: `after (${after.layer})`, text: after.text },
  );
  return patch === null ? ['No difference.'] : patchLines(context, patch);
}

export const registerRevisions: Registrar = (program, action) => {
  const revisions = program
    .command('revisions')
    .description('changes of the configuration and of samples, and their restoration');
  revisions
    .command('list')
    .description('list the changes, newest first')
    .option('--kind <kind>', 'connection, model, agent, key or sample')
    .option('--name <name>', 'changes of the item with this name; for samples: of this connection')
    .option('--limit <number>', 'at most this many', '20')
    .addHelpText('after', example('querent revisions list --kind model'))
    .action(
      action(async (context, command) => {
        const { kind, name, limit } = command.opts<{ kind?: Revision['kind']; name?: string; limit: string }>();
        const found = (await context.client()).revisions.list(
          { ...(kind && { kind }), ...(name && { name }) },
          { signal: context.signal },
        );
        const columns = [
          { label: 'revision', of: ({ id }: Revision) => id },
          { label: 'at', of: ({ at }: Revision) => at },
          { label: 'action', of: (one: Revision) => one.action },
          { label: 'kind', of: (one: Revision) => one.kind },
          { label: 'name', of: ({ name, sample }: Revision) => (sample === undefined ? name : `${name} ${sample}`) },
          { label: 'by', of: ({ by }: Revision) => by.key },
        ];
        await context.list(found, columns, positive(limit));
      }),
    );
  revisions
    .command('show')
    .argument('<revision>', 'id of the revision')
    .description('print a change, with its difference')
    .addHelpText('after', example('querent revisions show s12'))
    .action(
      action(async (context, command) => {
        const found = await (
          await context.client()
        ).revisions.get(command.processedArgs[0], { signal: context.signal });
        context.result(found, () => [headOf(found), ...changeLines(context, found)]);
      }),
    );
  revisions
    .command('restore')
    .argument('<revision>', 'id of the revision')
    .description('restore the state after a change, or undo the change')
    .option('--before', 'the state before the change: that undoes it')
    .addHelpText('after', example('querent revisions restore 12 --before'))
    .action(
      action(async (context, command) => {
        const { before } = command.opts<{ before?: boolean }>();
        const client = await context.client();
        const done = await client.revisions.restore(command.processedArgs[0], before ? { state: 'before' } : {}, {
          signal: context.signal,
        });
        context.result(done, () => [`In force as revision ${done.id}.`]);
      }),
    );
  program
    .command('export')
    .description('write the configuration as files of a folder; secrets that are stored as plain text are left out')
    .option('-o, --output <folder>', 'folder to write', 'querent-config')
    .addHelpText('after', example('querent export -o config'))
    .action(
      action(async (context, command) => {
        const { output } = command.opts<{ output: string }>();
        const { files, withheld } = await (await context.client()).exported({ signal: context.signal });
        if (context.isJson) return context.result({ files, withheld }, () => []);
        for (const [path, text] of Object.entries(files)) {
          const target = normalize(join(output, path));
          if (!target.startsWith(normalize(`${output}/`))) throw new UsageError(`The server sent the path ${path}.`);
          await mkdir(dirname(target), { recursive: true });
          await writeFile(target, text, { mode: 0o600 });
          context.line(target);
        }
        for (const line of mistakeLines(
          output,
          withheld.map(({ file, path }) => ({ path: `${file} ${path}`, message: 'left out, because it is a secret' })),
        ))
          context.note(line);
        return exitCodes.ok;
      }),
    );
};
