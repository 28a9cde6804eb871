import type { Routes } from '@querent/client';
import { UsageError } from '../profiles';
import { printable } from '../terminal/text-table.mjs';
import { example, type Registrar } from './registrar';

type Connection = Routes['GET /v1/connections']['output']['connections'][number];

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
