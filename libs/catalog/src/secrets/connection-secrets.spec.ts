import { readConnection, type Connection, type Credentials } from '../files/connection-file';
import type { Problem } from '../files/problem';
import { parseYaml } from '../files/yaml-document';
import { encryptText } from './encrypted-text';
import { secretKeysOf } from './secret-keys';

const KEY = 'a key for this spec alone';
const PEM = '-----BEGIN PRIVATE KEY-----\nMIIEcanary\n-----END PRIVATE KEY-----\n';
const sealed = (text: string, field: string, connection = 'shop', key = KEY): string => {
  const [first] = secretKeysOf(key);
  if (first === undefined) throw new Error('no key');
  return encryptText(text, { connection, field }, first);
};

function read(text: string, credentials: Credentials): { connection: Connection; problems: Problem[] } {
  const document = parseYaml('connections/shop.yaml', text);
  const outcome = document.ok ? readConnection('shop', document.value, credentials) : document;
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
  return { connection: outcome.value.connection, problems: outcome.value.warnings };
}

describe('the secrets of a connection file', () => {
  const file = `url: ${sealed('postgres://app:canary-1@db/shop', 'url')}
roles:
  acme: ${sealed('postgres://acme:canary-2@db/shop', 'roles.acme')}
  other: \${OTHER}
tls: { mode: verify-full, key: "${sealed(PEM, 'tls.key')}" }
`;
  const other = sealed('postgres://other:canary-3@db/shop', 'roles.other');

  it('are decrypted, even if a variable contains the encrypted text', () => {
    const { connection, problems } = read(file, { QUERENT_SECRET_KEY: KEY, OTHER: other });
    expect(problems).toEqual([]);
    expect(connection).toMatchObject({
      url: 'postgres://app:canary-1@db/shop',
      tls: { mode: 'verify-full', key: PEM },
      roles: { acme: 'postgres://acme:canary-2@db/shop', other: 'postgres://other:canary-3@db/shop' },
    });
  });

  it('are not expanded again after decryption', () => {
    const text = `url: ${sealed('postgres://app:${HOME}@db/shop', 'url')}`;
    expect(read(text, { QUERENT_SECRET_KEY: KEY, HOME: '/root' }).connection.url).toBe(
      'postgres://app:${HOME}@db/shop',
    );
  });

  it('are not decrypted in a service without credentials', () => {
    const { connection, problems } = read(file, null);
    expect([connection.url, connection.roles, connection.tls, problems]).toEqual([
      null,
      { acme: null, other: null },
      { mode: 'verify-full' },
      [],
    ]);
  });

  it.each<[string, string, Credentials, string, string]>([
    ['without a key', file, { OTHER: other }, 'url', 'QUERENT_SECRET_KEY is not set'],
    [
      'with another key',
      file,
      { QUERENT_SECRET_KEY: 'another key of this spec', OTHER: other },
      'url',
      'a key that is not in QUERENT_SECRET_KEY',
    ],
    [
      'of another connection',
      `url: ${sealed('postgres://a:canary-4@db/x', 'url', 'hall')}`,
      { QUERENT_SECRET_KEY: KEY },
      'url',
      'npm run secret -- encrypt --connection shop --field url',
    ],
    [
      'of another tenant',
      `url: \${U}\nroles: { acme: ${other} }`,
      { QUERENT_SECRET_KEY: KEY, U: 'postgres://a@db/x' },
      'roles.acme',
      '--field roles.acme',
    ],
    ['of a later version', 'url: enc:v9:abcdef', { QUERENT_SECRET_KEY: KEY }, 'url', 'does not open'],
  ])('%s leave the connection misconfigured with a reason, and are not in it', (_, text, credentials, path, reason) => {
    const { connection, problems } = read(text, credentials);
    const found = problems.find((problem) => problem.path === path);
    expect(found).toMatchObject({
      file: 'connections/shop.yaml',
      line: expect.any(Number),
      message: expect.stringContaining(reason),
    });
    expect(found?.severity).toBeUndefined();
    expect(path === 'url' ? connection.url : connection.roles?.['acme']).toBeNull();
    expect(JSON.stringify(problems)).not.toMatch(/enc:v\d:\w|canary/);
  });

  it('disable a login whose key cannot be decrypted', () => {
    const { connection, problems } = read(
      `url: postgres://a@db/x\nroles: { acme: postgres://b@db/x }\ntls: { mode: require, key: ${sealed(PEM, 'url')} }`,
      { QUERENT_SECRET_KEY: KEY },
    );
    expect([connection.url, connection.roles]).toEqual([null, { acme: null }]);
    expect(problems.map(({ path }) => path)).toEqual(['tls.key']);
  });

  it.each([
    ['url: postgres://app:s3cret@db/shop', ['url']],
    ['url: postgres://app:${PASSWORD:-s3cret}@db/shop', ['url']],
    ['url: ${URL:-postgres://app:s3cret@db/shop}', ['url']],
    ['url: postgres://app@db/shop?password=s3cret', ['url']],
    ['url: ${URL}\nroles: { acme: "postgresql://a:p${X}@db/x" }', ['roles.acme']],
    [`url: \${URL}\ntls: { mode: require, key: ${JSON.stringify(PEM)} }`, ['tls.key']],
    ['url: ${URL}', []],
    ['url: postgres://app:${PASSWORD}@db:5432/shop', []],
    ['url: postgres://app@db:5432/shop?application_name=a@b', []],
    ['url: ${URL}\ntls: { mode: require, key: /etc/ssl/client.key }', []],
  ])('cause a warning if they are plain: %s', (text, paths) => {
    for (const credentials of [null, { URL: 'postgres://a@db/x', PASSWORD: 'p', X: 'x' }]) {
      const { problems } = read(text, credentials);
      expect(problems.map(({ path, severity }) => [path, severity])).toEqual(paths.map((path) => [path, 'warning']));
      expect(JSON.stringify(problems)).not.toMatch(/s3cret|MIIE/);
    }
  });
});
