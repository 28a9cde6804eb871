import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { stringify } from 'yaml';

export interface PrivateKeys {
  key: string;
  replyKeys: string[];
  laneKeys: string[];
}

/**
 * Writes the keys file of a private stack: a main key, keys for questions with replies, and one key per lane, each of a
 * separate tenant.
 */
export function writePrivateKeys(configFolder: string, counts: { replies: number; lanes: number }): PrivateKeys {
  const entries: { name: string; sha256: string; tenant: string; scopes: string[] }[] = [];
  const add = (name: string, tenant: string): string => {
    const key = randomBytes(24).toString('hex');
    entries.push({
      name,
      tenant,
      scopes: ['query', 'sql:read', 'admin'],
      sha256: createHash('sha256').update(key).digest('hex'),
    });
    return key;
  };
  const keys = {
    key: add('eval', 'eval'),
    replyKeys: Array.from({ length: counts.replies }, (_, i) => add(`eval-reply-${i}`, 'eval')),
    laneKeys: Array.from({ length: counts.lanes }, (_, i) => add(`eval-lane-${i}`, `eval-lane-${i}`)),
  };
  writeFileSync(`${configFolder}/keys.yaml`, stringify(entries));
  return keys;
}
