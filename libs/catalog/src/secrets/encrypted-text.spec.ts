import fc from 'fast-check';
import { encryptText, isOfKey, openText, type SecretLocation } from './encrypted-text';
import { secretKeyMistake, secretKeysOf } from './secret-keys';

const location: SecretLocation = { connection: 'shop', field: 'url' };
const [first, second] = ['the first key of the spec', 'the second key of the spec'];
const one = (variable: string) => {
  const key = secretKeysOf(variable)[0];
  if (key === undefined) throw new Error('no key');
  return key;
};

describe('an encrypted text', () => {
  const secret = 'postgres://app:s3cret@db/商城';
  const text = encryptText(secret, location, one(first));

  it('decrypts at its location with its key, in any order of keys', () => {
    expect(text).toMatch(/^enc:v1:[\w-]+$/);
    for (const variable of [first, `${second},${first}`, ` ${first} , ${second},`])
      expect(openText(text, location, secretKeysOf(variable))).toEqual({ ok: true, text: secret });
  });

  it('does not decrypt for another connection, field or tenant', () => {
    const others: SecretLocation[] = [
      { connection: 'hall', field: 'url' },
      { connection: 'shop', field: 'roles.acme' },
      { connection: 'shop","url', field: '' },
      { connection: 'shopurl', field: '' },
    ];
    for (const other of others)
      expect(openText(text, other, secretKeysOf(first))).toEqual({ ok: false, why: 'damaged' });
  });

  it('reports whether all keys or the right key are missing', () => {
    expect(openText(text, location, [])).toEqual({ ok: false, why: 'no_key' });
    expect(openText(text, location, secretKeysOf(second))).toEqual({ ok: false, why: 'unknown_key' });
    expect([isOfKey(text, one(first)), isOfKey(text, one(second))]).toEqual([true, false]);
  });

  it('differs each time', () => {
    expect(new Set(Array.from({ length: 200 }, () => encryptText(secret, location, one(first)))).size).toBe(200);
  });

  it('does not decrypt if any bit of it has changed', () => {
    const bytes = Buffer.from(text.slice(7), 'base64url');
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const changed = Buffer.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(
          openText(`enc:v1:${changed.toString('base64url')}`, location, secretKeysOf(`${first},${second}`)).ok,
        ).toBe(false);
      }),
    );
  });

  it('never throws for an invalid text', () => {
    const keys = secretKeysOf(first);
    for (const garbage of [
      '',
      'enc:',
      'enc:v1:',
      'enc:v2:abc',
      'enc:v1:!!',
      'enc:v1:abc',
      'enc:v1:' + 'A'.repeat(42),
      text.slice(0, -5),
      `${text}A`,
    ])
      expect(openText(garbage, location, keys).ok).toBe(false);
    fc.assert(
      fc.property(fc.string(), (garbage) => expect(openText(`enc:v1:${garbage}`, location, keys).ok).toBe(false)),
    );
  });

  it('decrypts to any original text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (any, connection, field) =>
        expect(
          openText(encryptText(any, { connection, field }, one(first)), { connection, field }, secretKeysOf(first)),
        ).toEqual({ ok: true, text: any }),
      ),
    );
  });
});

it.each([
  ['', 'must hold a key'],
  [' , ', 'must hold a key'],
  ['short', 'at least 16 characters'],
  [`${first},short`, 'at least 16 characters'],
  ['k'.repeat(40), 'different characters'],
])('the key “%s” is refused', (variable, mistake) => {
  expect(secretKeyMistake(variable)).toContain(mistake);
  expect(secretKeyMistake(`${first}, ${second}`)).toBeNull();
});
