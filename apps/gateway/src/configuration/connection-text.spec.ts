import { parse } from 'yaml';
import { withoutPlainSecrets, withoutSecrets, withStoredSecrets } from './connection-text';

const KEY = 'a secret of thirty-two characters';
const SECRET = 'pa55word';
const address = `postgres://reader:${SECRET}@db:5432/shop`;
const stored = (text: string, before: string | null = null, key: string | undefined = KEY): string => {
  const { text: after, problems } = withStoredSecrets('shop', text, before, key);
  expect(problems).toEqual([]);
  return after;
};

describe('the text of a connection', () => {
  it.each([
    [
      'block',
      `# first\nurl: ${address} # last\nlabel: { en:   shop }\nroles:\n  a: ${address}\n  'b c': "${address}"\n`,
    ],
    [
      'flow',
      `{ url: "${address}", label: { en: shop }, roles: { a: "${address}" }, tls: { mode: require, key: "-----BEGIN PRIVATE KEY-----${SECRET}" } }`,
    ],
    [
      'folded',
      `url: >-\n  ${address}\nlabel: { en: shop }\ntls:\n  mode: require\n  key: |\n    -----BEGIN PRIVATE KEY-----\n    ${SECRET}\nschema: public\n`,
    ],
  ])('has no secret for readers, keeps them when it is written back, and changes nothing else: %s', (_form, text) => {
    const sealed = stored(text);
    const shown = withoutSecrets(sealed);
    expect(`${sealed}${shown}`).not.toContain(SECRET);
    expect(shown).toBe(withoutSecrets(text));
    const again = stored(shown, sealed);
    expect(parse(again)).toEqual(parse(sealed));
    const withoutSecretsOf = (one: string): object =>
      JSON.parse(JSON.stringify(parse(one), (key, value) => (['url', 'roles', 'key'].includes(key) ? null : value)));
    expect(withoutSecretsOf(sealed)).toEqual(withoutSecretsOf(text));
  });

  it('keeps every other character', () => {
    const text = `# a\nurl:   \${DATABASE_URL}   # b\nlabel: {en:   shop}\n`;
    expect(stored(text)).toBe(text);
    expect(withoutSecrets(text)).toBe(`# a\nurl:   null   # b\nlabel: {en:   shop}\n`);
  });

  it.each(['label: { en: x }\n', 'url:\nlabel: { en: x }\n', 'url: null\nlabel: { en: x }\n', '{ label: { en: x } }'])(
    'keeps the stored address if none is written: %j',
    (text) => {
      expect(parse(stored(text, `url: ${address}\n`))).toEqual({ url: address, label: { en: 'x' } });
    },
  );

  it('drops the login of a tenant that is no longer listed', () => {
    const before = `url: x\nroles: { a: one, b: two }\n`;
    expect(parse(stored('url: null\nroles: { b: null }\n', before))).toEqual({ url: 'x', roles: { b: 'two' } });
  });

  it.each([
    ['an address of another kind', 'mysql://x', 'PostgreSQL address'],
    ['a text encrypted for another field', 'enc:v1:AAAA', 'not made for this field'],
  ])('reports %s without any part of it', (_what, url, message) => {
    const { problems } = withStoredSecrets('shop', `url: ${url}\n`, null, KEY);
    expect(problems).toEqual([
      { file: 'connections/shop.yaml', path: 'url', message: expect.stringContaining(message) },
    ]);
  });

  it('refuses a plain password without a key to encrypt it', () => {
    const { problems } = withStoredSecrets('shop', `url: ${address}\n`, null, undefined);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('QUERENT_SECRET_KEY')]);
    expect(stored('url: postgres://reader@db/shop\n', null, '')).toBe('url: postgres://reader@db/shop\n');
  });

  it('withholds plain secrets of an export, and keeps encrypted ones and variables', () => {
    const sealed = stored(`url: ${address}\nroles: { a: "\${LOGIN_A}" }\n`);
    expect(withoutPlainSecrets(sealed)).toEqual({ text: sealed, paths: [] });
    expect(withoutPlainSecrets(`url: ${address}\n`)).toEqual({ text: 'url: null\n', paths: ['url'] });
  });
});
