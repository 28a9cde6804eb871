// npm run ops -- status | runs | run | cancel | dead-letters | replay | discard | watch: operates a running Querent
// over HTTP.
import { parseArgs } from 'node:util';
import { AdminClient } from './admin-client.mjs';
import { commands, help, UsageError } from './commands.mjs';

const text = { type: 'string' };
const flag = { type: 'boolean', default: false };

// The reader of the output has closed it, as in `… | head`.
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1));

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error.message);
  for (const action of error.actions ?? []) console.error(`  → ${action}`);
  process.exitCode = error instanceof UsageError || error.code?.startsWith?.('ERR_PARSE_ARGS') ? 2 : 1;
}

/** @returns {Promise<number>} the exit code */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: text,
      key: text,
      metrics: { type: 'string', multiple: true },
      state: text,
      limit: text,
      all: flag,
      json: flag,
      help: { ...flag, short: 'h' },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const [name = '', ...given] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined)
    throw new UsageError(
      name === '' ? help : `There is no command “${name}”: ${Object.keys(commands).join(', ')}. See --help.`,
    );
  const client = new AdminClient({
    url: values.url ?? process.env.QUERENT_URL ?? 'http://127.0.0.1:3000',
    key: values.key ?? process.env.QUERENT_KEY ?? 'demo',
    metrics: values.metrics ?? process.env.QUERENT_METRICS?.split(',').filter(Boolean) ?? [],
  });
  return command.run(client, given, values);
}
