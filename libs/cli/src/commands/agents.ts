import { readFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { visible } from '../failures';
import { printable } from '../terminal/text-table.mjs';
import { example, type Registrar } from './registrar';

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
