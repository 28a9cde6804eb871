import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Querent, type RunHandle } from '@querent/client';
import { exitCodes } from '../../../libs/cli/src/exit-codes';
import { called, freshEnv } from '../../../libs/cli/src/fixture/called';
import type { Sent } from './receiver';
import { workingUntil, type Stages } from './working-until';

interface Situation {
  /** Address of the gateway. */
  url: string;
  stages: Stages;
  asked: { question: string; connection: string };
  /** Almost the name of a table. */
  misspelt: string;
}

/**
 * Asks with the command line and with the client, with keys without `sql:read`, and reads all that they offer about the
 * run, the connection and its configuration.
 * @returns what the command line printed, and the texts of the client's errors
 */
export async function askWithPrograms({ url, stages, asked, misspelt }: Situation): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const querent = async (outlet: string, args: readonly string[], key = 'bob-key'): Promise<string> => {
    const env = { ...freshEnv(), QUERENT_URL: url, QUERENT_KEY: key };
    const { code, out, err } = await workingUntil(stages, called(args, env));
    if (code === exitCodes.unreachable) throw new Error(`querent ${args.join(' ')} did not reach the gateway: ${err}`);
    sent.push({ outlet, bytes: `${out}\n${err}` });
    return out;
  };
  const { question, connection } = asked;
  await querent('cli ask', ['ask', '-n', connection, '--', question]);
  const { id } = JSON.parse(await querent('cli runs', ['runs', '--limit', '1', '--json'])) as { id: string };
  await querent('cli reply', ['reply', id, '1']);
  await querent('cli show', ['show', id]);
  await querent('cli show', ['show', id, '--json']);
  for (const format of ['--csv', '--ndjson', '--json', '--arrow']) await querent('cli rows', ['rows', id, format]);
  await querent('cli explain', ['explain', question, '-n', connection]);
  await querent('cli connections', ['connections', '--json']);
  const folder = await mkdtemp(join(tmpdir(), 'querent-files-'));
  const file = join(folder, 'model.yaml');
  await writeFile(file, `tables: { ${misspelt}: { label: { en: nothing } } }\n`);
  for (const args of [
    ['connections', connection],
    ['model', 'pull', connection, join(folder, 'pulled.yaml')],
    ['model', 'init', connection, join(folder, 'drafted.yaml')],
    ...['check', 'diff', 'impact', 'push'].map((verb) => ['model', verb, connection, file]),
    ['samples', 'list', connection],
    ['revisions', 'list'],
    ['revisions', 'list', '--kind', 'sample'],
    ['agents', 'list'],
    ['keys', 'list'],
    ['export', '--json'],
  ])
    await querent('cli administer', args, 'chief-key');
  await rm(folder, { recursive: true });
  sent.push(...(await failWithClient({ url, stages, asked })));
  return sent;
}

/** Calls of the client that fail, or may fail. */
async function failWithClient({ url, stages, asked }: Omit<Situation, 'misspelt'>): Promise<Sent[]> {
  const client = new Querent({ url, key: 'bob-key', retries: 0 });
  const begun: RunHandle[] = [];
  const calls: (() => Promise<unknown>)[] = [
    async () => {
      begun.push(await client.ask(asked.question, { connection: asked.connection }));
      await begun[0]?.result();
    },
    async () => begun[0]?.csv(),
    async () => begun[0]?.reply({ optionId: 'o99' }),
    async () => begun[0]?.feedback({ rating: 'down', correctedSql: 'SELECT 1' }),
    () => client.handle('nothing').run(),
    () => client.ask('', { connection: asked.connection }),
  ];
  const failures: Sent[] = [];
  for (const call of calls) {
    const error = await workingUntil(stages, call()).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (error instanceof Error) {
      const { name, message, cause } = error;
      failures.push({
        outlet: 'client error',
        bytes: JSON.stringify({ ...error, name, message, cause: String(cause) }),
      });
    }
  }
  return failures;
}
