import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';

/** The ACL rules of each user in users.acl, without `default`. */
export const rulesOf: ReadonlyMap<string, readonly string[]> = new Map(
  readFileSync(`${__dirname}/users.acl`, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name = '', ...rules] = line.split(' ');
      return name.startsWith('querent-') ? [[name, rules] as const] : [];
    }),
);

/**
 * An ACL file with the users of users.acl and the given password, for a server before Redis 7.2. The user `default`
 * keeps all rights, for the test itself.
 */
export function aclFileOf(password: string): string {
  const lines = [...rulesOf].map(([name, rules]) =>
    ['user', name, ...passwordIn(rules, password).filter((rule) => rule !== '+waitaof')].join(' '),
  );
  return [...lines, 'user default on nopass ~* &* +@all', ''].join('\n');
}

/** Creates the users of users.acl on a server, with the given password. `default` stays, for the test itself. */
export async function setUsers(server: Redis, password: string): Promise<void> {
  const [waitaof] = await server.command('INFO', 'waitaof');
  for (const [name, rules] of rulesOf) {
    // A server before Redis 7.2 has no WAITAOF, and refuses a rule about it.
    const known = rules.filter((rule) => rule !== '+waitaof' || waitaof !== null);
    await server.acl('SETUSER', name, ...passwordIn(known, password));
  }
}

const passwordIn = (rules: readonly string[], password: string): string[] =>
  rules.map((rule) => (/^#0+$/.test(rule) ? `#${createHash('sha256').update(password).digest('hex')}` : rule));
