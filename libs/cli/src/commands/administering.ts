import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { stringify } from 'yaml';
import type { Routes } from '@querent/client';
import { exitCodes } from '../exit-codes';
import { mistakeLines, visible } from '../failures';
import { UsageError } from '../profiles';
import { printable } from '../terminal/text-table.mjs';
import { example, type Registrar } from './registrar';
import { positive } from './runs';

type Output<N extends keyof Routes> = Routes[N]['output'];
type Sample = Output<'GET /v1/connections/{name}/samples'>['samples'][number];
type Key = Output<'GET /v1/keys'>['keys'][number];
type Connection = Output<'GET /v1/connections'>['connections'][number];
type Revision = Output<'GET /v1/revisions'>['revisions'][number];

export const registerConnections: Registrar = (program, action) => {
  program
    .command('connections')
    .argument('[name]', 'show this connection, with its problems')
    .description('list the connections that the key may ask')
    .addHelpText('after', example('querent connections commerce'))
    .action(
      action(async (context, command) => {
        const client = await context.client();
        const [name] = command.processedArgs as [string | undefined];
        const known = await client.connections.list({ signal: context.signal });
        if (name === undefined)
          return context.list<Connection>(known, [
            { label: 'connection', of: (one) => one.name },
            { label: 'label', of: (one) => one.label },
            { label: 'status', of: (one) => one.status },
            { label: 'example', of: (one) => one.examples[0] },
          ]);
        const found = known.find((one) => one.name === name);
        if (found === undefined) throw new UsageError(`The key may ask no connection with the name ${name}.`);
        context.result(found, () => [
          `${printable(found.name)}  ${printable(found.label)}  ${found.status}`,
          ...found.examples.map((text) => `  ${printable(text)}`),
        ]);
      }),
    );
};

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
        const { text } = await import('node:stream/consumers');
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

export const registerKeys: Registrar = (program, action) => {
  const keys = program.command('keys').description('API keys of the tenant');
  keys
    .command('list')
    .description('list the keys')
    .addHelpText('after', example('querent keys list'))
    .action(
      action(async (context) => {
        await context.list<Key>(await (await context.client()).keys.list({ signal: context.signal }), [
          { label: 'key', of: ({ name }) => name },
          { label: 'tenant', of: ({ tenant }) => tenant },
          { label: 'scopes', of: ({ scopes }) => scopes.join(' ') },
          { label: 'connections', of: ({ connections }) => connections?.join(' ') ?? 'all' },
          { label: 'expires', of: ({ expiresAt }) => expiresAt ?? 'never' },
        ]);
      }),
    );
  keys
    .command('create')
    .argument('<name>')
    .description('create a key; standard output is its secret, which is shown once')
    .requiredOption('--scopes <scopes...>', 'query, sql:read, admin, operate')
    .option('--connections <names...>', 'the connections it may ask (default: all of the tenant)')
    .option('--expires <time>', 'a time such as 2027-01-31T00:00:00Z')
    .option('--tenant <tenant>', 'another tenant (needs the scope operate)')
    .addHelpText('after', example('querent keys create dashboard --scopes query --expires 2027-01-31T00:00:00Z'))
    .action(
      action(async (context, command) => {
        const { scopes, connections, expires, tenant } = command.opts<{
          scopes: Key['scopes'];
          connections?: string[];
          expires?: string;
          tenant?: string;
        }>();
        const body = {
          name: command.processedArgs[0] as string,
          scopes,
          ...(connections && { connections }),
          ...(expires && { expiresAt: expires }),
          ...(tenant && { tenant }),
        };
        const key = await (await context.client()).keys.create(body, { signal: context.signal });
        context.result(key, () => [key.secret]);
      }),
    );
  keys
    .command('revoke')
    .argument('<name>')
    .description('revoke a key; its sessions and open streams end')
    .addHelpText('after', example('querent keys revoke dashboard'))
    .action(
      action(async (context, command) => {
        const [name] = command.processedArgs as [string];
        await (await context.client()).keys.delete(name, { signal: context.signal });
        context.result({ revoked: name }, () => [`Revoked ${printable(name)}.`]);
      }),
    );
};

export const registerAgents: Registrar = (program, action) => {
  const agents = program.command('agents').description('agents: instructions and settings for questions');
  agents
    .command('list')
    .description('list the agents')
    .addHelpText('after', example('querent agents list'))
    .action(
      action(async (context) => {
        await context.list(await (await context.client()).agents.list({ signal: context.signal }), [
          { label: 'agent', of: ({ name }) => name },
          { label: 'label', of: ({ label }) => Object.values(label ?? {}).join(' / ') },
        ]);
      }),
    );
  agents
    .command('get')
    .argument('<name>')
    .description('print an agent as YAML')
    .addHelpText('after', example('querent agents get seller > seller.yaml'))
    .action(
      action(async (context, command) => {
        const { value } = await (
          await context.client()
        ).agents.get(command.processedArgs[0], { signal: context.signal });
        context.result(value, () => visible(stringify(value)).trimEnd().split('\n'));
      }),
    );
  agents
    .command('put')
    .argument('<name>')
    .argument('<file>', 'YAML file')
    .description("put a file into force as an agent of the key's tenant")
    .addHelpText('after', example('querent agents put seller seller.yaml'))
    .action(
      action(async (context, command) => {
        const [name, file] = command.processedArgs as [string, string];
        const { signal } = context;
        const client = await context.client();
        const { agents: known } = client;
        const isKnown = (await known.list({ signal })).some((one) => one.name === name);
        const etag = isKnown ? (await known.get(name, { signal })).etag : null;
        const { value } = await known.put(name, await readFile(file, 'utf8'), { etag, signal });
        context.result(value, () => [`In force as revision ${value.revision}.`]);
      }),
    );
  agents
    .command('delete')
    .argument('<name>')
    .description("delete an agent of the key's tenant")
    .addHelpText('after', example('querent agents delete seller'))
    .action(
      action(async (context, command) => {
        const [name] = command.processedArgs as [string];
        const { agents: known } = await context.client();
        const { etag } = await known.get(name, { signal: context.signal });
        await known.delete(name, { etag, signal: context.signal });
        context.result({ deleted: name }, () => [`Deleted ${printable(name)}.`]);
      }),
    );
};

export const registerRevisions: Registrar = (program, action) => {
  const revisions = program.command('revisions').description('changes of the configuration, and their restoration');
  revisions
    .command('list')
    .description('list the changes, newest first')
    .option('--kind <kind>', 'connection, model, agent or key')
    .option('--name <name>', 'changes of the item with this name')
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
          { label: 'name', of: (one: Revision) => one.name },
          { label: 'by', of: ({ by }: Revision) => by.key },
        ];
        await context.list(found, columns, positive(limit));
      }),
    );
  revisions
    .command('restore')
    .argument('<revision>', 'number of the revision')
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
