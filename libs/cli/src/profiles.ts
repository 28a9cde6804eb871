import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** A gateway and a key for it. */
export interface Profile {
  url: string;
  key: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The file that `login` writes; only its owner may read it. */
export const profilesFile = (env: Env): string =>
  join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'querent', 'config.json');

/** @throws UsageError if the file is not what `login` writes */
export async function readProfiles(env: Env): Promise<Record<string, Profile>> {
  const path = profilesFile(env);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw new UsageError(`${path} cannot be read: ${error.code}`);
  });
  try {
    const { profiles = {} } = JSON.parse(text) as { profiles?: Record<string, Profile> };
    const isProfile = (one: unknown): boolean =>
      typeof Object(one).url === 'string' && typeof Object(one).key === 'string';
    if (!Object.values(profiles).every(isProfile)) throw new Error('not profiles');
    return profiles;
  } catch (cause) {
    throw new UsageError(`${path} is not a file of \`querent login\`: delete it and sign in again.`, { cause });
  }
}

export async function writeProfiles(env: Env, profiles: Record<string, Profile>): Promise<void> {
  const path = profilesFile(env);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, path);
}

/** The arguments or the settings are wrong; `message` names the fix. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** There is no key to use. */
export class NotSignedIn extends Error {
  override readonly name = 'NotSignedIn';
}

/** QUERENT_URL and QUERENT_KEY come before the profile. */
export async function profileIn(env: Env, name: string): Promise<Profile> {
  const url = env['QUERENT_URL'];
  const key = env['QUERENT_KEY'];
  if (url && key) return { url, key };
  const stored = (await readProfiles(env))[name];
  if (stored === undefined && !url)
    throw new NotSignedIn(
      `There is no profile "${name}": run \`querent login URL\`, or set QUERENT_URL and QUERENT_KEY.`,
    );
  // The key of one server is not sent to another.
  if (!key && (stored === undefined || (url && url !== stored.url)))
    throw new NotSignedIn(`QUERENT_URL names ${url}, and there is no key for it: set QUERENT_KEY.`);
  return { url: url || (stored?.url ?? ''), key: key || (stored?.key ?? '') };
}
