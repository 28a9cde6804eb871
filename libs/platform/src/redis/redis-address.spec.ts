import { z } from 'zod';
import { EnvError } from '../env-error';
import { loadEnv } from '../env';
import { redacted } from '../logging/redacted';
import { hashSlot } from './hash-slot';
import { parseRedisAddress } from './redis-address';
import { redisEnv, redisTlsOf } from './redis-env';

const schema = z.object(redisEnv);
const mistakesIn = (url: string): string => {
  try {
    loadEnv(schema, { REDIS_URL: url });
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  return '';
};

describe('an address of Redis', () => {
  it.each([
    ['redis://h', { kind: 'single', nodes: [{ host: 'h', port: 6379 }], isEncrypted: false, db: 0 }],
    [
      'rediss://:p%40ss@h:1/3',
      { kind: 'single', nodes: [{ host: 'h', port: 1 }], isEncrypted: true, password: 'p@ss', db: 3 },
    ],
    [
      'redis://:a@b/c@h',
      { kind: 'single', nodes: [{ host: 'h', port: 6379 }], isEncrypted: false, password: 'a@b/c', db: 0 },
    ],
    ['redis://[::1]:7', { kind: 'single', nodes: [{ host: '::1', port: 7 }], isEncrypted: false, db: 0 }],
    [
      'redis+sentinel://user:pass@h1,h2:5/mymaster/2?sentinelPassword=a+b%26&sentinelUsername=u',
      {
        kind: 'sentinel',
        nodes: [
          { host: 'h1', port: 26379 },
          { host: 'h2', port: 5 },
        ],
        isEncrypted: false,
        username: 'user',
        password: 'pass',
        master: 'mymaster',
        db: 2,
        sentinelUsername: 'u',
        sentinelPassword: 'a+b&',
      },
    ],
    [
      'rediss+cluster://u:p@h1:1,h2:2',
      {
        kind: 'cluster',
        nodes: [
          { host: 'h1', port: 1 },
          { host: 'h2', port: 2 },
        ],
        isEncrypted: true,
        username: 'u',
        password: 'p',
        db: 0,
      },
    ],
    ['redis+cluster://h/0', { kind: 'cluster', nodes: [{ host: 'h', port: 6379 }], isEncrypted: false, db: 0 }],
  ])('%s is read', (url, address) => {
    expect(mistakesIn(url)).toBe('');
    expect(parseRedisAddress(url)).toEqual(address);
  });

  it.each([
    ['http://:canary@h', /must be one of redis:\/\//],
    ['redis://:canary-pass@h1:1,h2:2', /several hosts/],
    ['redis://canary:pass:6379', /host 1 must be/],
    ['redis+sentinel://:canary@h1,h2:99999', /host 2 must be(.|\n)*must name the master/],
    ['redis+cluster://canary@h/1?db=1', /without a password(.|\n)*not have a database(.|\n)*not have a query/],
    [
      'redis+sentinel://:%canary@h/m?password=x',
      /the password is not percent-encoded(.|\n)*query parameters other than sentinelUsername and sentinelPassword/,
    ],
    ['redis://:canary@h/x', /a database that is not a number/],
    ['redis://', /host 1 must be/],
  ])('%s is refused, every mistake named and no word of it repeated', (url, mistakes) => {
    expect(mistakesIn(url)).toMatch(mistakes);
    expect(mistakesIn(url)).not.toContain('canary');
  });

  it('has passwords that are redacted from logs, for any kind of address', () => {
    loadEnv(schema, {
      REDIS_URL: 'redis+sentinel://:first-canary@h1:1,h2:2/m?sentinelPassword=second-canary',
      CACHE_REDIS_URL: 'redis+cluster://u:third%20canary@h1:1,h2:2',
    });
    expect(redacted('AUTH first-canary second-canary third canary third%20canary')).not.toMatch(/canary/);
  });
});

describe('certificates', () => {
  it('are read from their files, with an error for each unreadable file and for a certificate without its key', () => {
    expect(redisTlsOf({ REDIS_TLS_CA: __filename }).ca).toContain('are read from their files');
    expect(() => redisTlsOf({ REDIS_TLS_CA: '/nowhere/ca.pem', REDIS_TLS_CERT: '/nowhere/cert.pem' })).toThrow(
      /REDIS_TLS_CA: cannot be read \(ENOENT\)(.|\n)*REDIS_TLS_CERT: cannot be read(.|\n)*together with REDIS_TLS_KEY/,
    );
  });
});

describe('the slot of a key', () => {
  it.each([
    // CLUSTER KEYSLOT of redis-server 7.0.15.
    ['123456789', 12739],
    ['', 0],
    ['foo{}{bar}', 8363],
    ['foo{{bar}}zap', 4015],
    ['foo{bar}{zap}', 5061],
    ['a{语言}b', 5848],
  ])('%s: %i', (key, slot) => expect(hashSlot(key)).toBe(slot));
});
