import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Querent } from '@querent/client';
import type { Context } from '../context';
import { profilesFile, readProfiles, UsageError, writeProfiles } from '../profiles';
import { example, type Registrar } from './registrar';

const LOCAL = 'http://127.0.0.1:3000';

export const registerSigningIn: Registrar = (program, action) => {
  program
    .command('login')
    .argument('[url]', 'address of the gateway', LOCAL)
    .description('check a key and keep it for later calls')
    .option('--key-stdin', 'read the key from standard input instead of asking for it')
    .addHelpText('after', example('querent login https://querent.example.com --profile work'))
    .action(
      action(async (context, command) => {
        const url = httpUrl(command.processedArgs[0] as string);
        const { keyStdin } = command.opts<{ keyStdin?: boolean }>();
        const key = (keyStdin ? await text(context.streams.stdin) : await askKey(context)).trim();
        if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('A key has printable ASCII characters alone.');
        const connections = await new Querent({ url, key, retries: 0 }).connections.list({ signal: context.signal });
        const { env } = context.streams;
        await writeProfiles(env, { ...(await readProfiles(env)), [context.options.profile]: { url, key } });
        const names = connections.map(({ name }) => name);
        context.result({ profile: context.options.profile, url, connections: names }, () => [
          `Signed in at ${url}. The key may ask: ${names.join(', ') || 'no connection'}.`,
          `It is kept in ${profilesFile(env)}.`,
        ]);
      }),
    );
  program
    .command('logout')
    .description('forget the key of a profile')
    .addHelpText('after', example('querent logout --profile work'))
    .action(
      action(async (context) => {
        const { [context.options.profile]: removed, ...others } = await readProfiles(context.streams.env);
        if (removed === undefined) throw new UsageError(`There is no profile "${context.options.profile}".`);
        await writeProfiles(context.streams.env, others);
        context.result({ profile: context.options.profile }, () => [`Signed out of ${removed.url}.`]);
      }),
    );
};

function httpUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${given} is not an address such as ${LOCAL}.`);
  return url.href.replace(/\/+$/, '');
}

/** Reads a line without echo. */
async function askKey({ streams: { stdin, stderr }, signal }: Context): Promise<string> {
  if (stdin.isTTY !== true) throw new UsageError('There is no terminal to ask for the key: use --key-stdin.');
  stderr.write('Key: ');
  const terminal = createInterface({ input: stdin, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      const stop = (): void => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      terminal.once('line', resolve);
      terminal.once('SIGINT', () => process.emit('SIGINT'));
      terminal.once('close', () => reject(new UsageError('No key was given.')));
    });
  } finally {
    terminal.close();
    stderr.write('\n');
  }
}
