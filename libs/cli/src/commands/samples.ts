import { text } from 'node:stream/consumers';
import type { Routes } from '@querent/client';
import { UsageError } from '../profiles';
import { printable } from '../terminal/text-table.mjs';
import { example, type Registrar } from './registrar';

type Sample = Routes['GET /v1/connections/{name}/samples']['output']['samples'][number];

export const registerSamples: Registrar = (program, action) => {
  const samples = program.command('samples').description('sample questions with their statements, and their review');
  samples
    .command('list')
    .argument('<connection>')
    .description('list the samples, newest first')
    .option('--status <status>', 'pending, approved, rejected or retired')
    .addHelpText('after', example('querent samples list shop --status pending'))
    .action(
      action(async (context, command) => {
        const { status } = command.opts<{ status?: Sample['status'] }>();
        const found = (await context.client()).samples.list(
          command.processedArgs[0],
          status === undefined ? {} : { status },
          { signal: context.signal },
        );
        await context.list<Sample>(found, [
          { label: 'sample', of: ({ id }) => id },
          { label: 'status', of: (one) => one.status },
          { label: 'source', of: ({ source }) => source },
          { label: 'question', of: ({ question }) => question },
          { label: 'SQL', of: ({ sql }) => sql },
        ]);
      }),
    );
  samples
    .command('add')
    .argument('<connection>')
    .argument('<question>')
    .argument('<sql>', 'the statement, or - to read it from standard input')
    .description('add an approved sample')
    .addHelpText('after', example('querent samples add shop "orders today" - < orders-today.sql'))
    .action(
      action(async (context, command) => {
        const [connection, question, written] = command.processedArgs as [string, string, string];
        const sql = written === '-' ? (await text(context.streams.stdin)).trim() : written;
        const added = await (
          await context.client()
        ).samples.add(connection, { question, sql }, { signal: context.signal });
        context.result(added, () => [`${added.id}  ${added.status}`]);
      }),
    );
  for (const [name, status, description] of [
    ['approve', 'approved', 'approve a sample'],
    ['reject', 'rejected', 'reject a sample'],
    ['correct', 'approved', 'correct the question or the statement of a sample; a correction approves it'],
  ] as const) {
    const review = samples
      .command(name)
      .argument('<connection>')
      .argument('<sample>', 'id of the sample')
      .description(description);
    if (name === 'correct')
      review.option('--question <text>', 'the corrected question').option('--sql <text>', 'the corrected statement');
    review
      .addHelpText('after', example(`querent samples ${name} shop s1${name === 'correct' ? ' --question "…"' : ''}`))
      .action(
        action(async (context, command) => {
          const [connection, id] = command.processedArgs as [string, string];
          const change = command.opts<{ question?: string; sql?: string }>();
          if (name === 'correct' && Object.keys(change).length === 0)
            throw new UsageError('Give --question, --sql, or both.');
          const client = await context.client();
          const { signal } = context;
          const { etag } = await client.samples.get(connection, id, { signal });
          const { value } = await client.samples.update(connection, id, { status, ...change }, { etag, signal });
          context.result(value, () => [`${value.id}  ${value.status}`]);
        }),
      );
  }
  samples
    .command('remove')
    .argument('<connection>')
    .argument('<sample>', 'id of the sample')
    .description('remove a sample')
    .addHelpText('after', example('querent samples remove shop s1'))
    .action(
      action(async (context, command) => {
        const [connection, id] = command.processedArgs as [string, string];
        await (await context.client()).samples.delete(connection, { id }, { signal: context.signal });
        context.result({ removed: id }, () => [`Removed ${printable(id)}.`]);
      }),
    );
};
