import { sealed, unsealed } from './sealed-text';

describe('A sealed text', () => {
  it('is opened with the secret that sealed it alone', () => {
    const stored = sealed('a.b.c 王', 'secret');
    expect(stored).not.toContain('a.b.c');
    expect(unsealed(stored, 'secret')).toBe('a.b.c 王');
    expect(unsealed(stored, 'another')).toBeNull();
  });

  it.each(['', 'x', 'A'.repeat(60)])('is null for what was not sealed: %s', (stored) => {
    expect(unsealed(stored, 'secret')).toBeNull();
  });

  it('is null if it was changed', () => {
    const bytes = Buffer.from(sealed('abc', 'secret'), 'base64url');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(unsealed(bytes.toString('base64url'), 'secret')).toBeNull();
  });
});
