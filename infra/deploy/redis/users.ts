import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RedisProgram } from '@querent/testing';

/** The ACL rules of each user in users.acl, without `default`. */
export const rulesOf: ReadonlyMap<string, readonly string[]> = new Map(
  readFileSync(`${__dirname}/users.acl`, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name = '', ...rules] = line.split(' ');
      return name.startsWith('querent-') ? [[name, rules] as const] : [];
    }),
);

export interface AclFile {
  path: string;
  remove(): void;
}

/**
 * Writes an ACL file with the users of users.acl and the given password. The user `default` keeps all rights, for the
 * test itself. A server reads its file at every start, so its users outlive a restart, which those of `ACL SETUSER` do
 * not.
 */
export function writeAclFile(password: string, program: RedisProgram): AclFile {
  const folder = mkdtempSync(join(tmpdir(), 'querent-users-'));
  const path = join(folder, 'users.acl');
  const users = [...rulesOf].map(([name, rules]) =>
    ['user', name, ...passwordIn(rules, password).filter((rule) => isKnownTo(program, rule))].join(' '),
  );
  writeFileSync(path, [...users, 'user default on nopass ~* &* +@all', ''].join('\n'));
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Redis before 7.2 has no WAITAOF, and refuses a rule about it. */
const isKnownTo = (program: RedisProgram, rule: string): boolean => program === 'valkey' || rule !== '+waitaof';

const passwordIn = (rules: readonly string[], password: string): string[] =>
  rules.map((rule) => (/^#0+$/.test(rule) ? `#${createHash('sha256').update(password).digest('hex')}` : rule));
