import type { Routes } from '@querent/client';
import { printable } from '../terminal/text-table.mjs';
import { example, type Registrar } from './registrar';

type Key = Routes['GET /v1/keys']['output']['keys'][number];

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
