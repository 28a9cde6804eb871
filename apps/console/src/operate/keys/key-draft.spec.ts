import { endOf, mistakesOf, type KeyDraft } from './key-draft';

const draft: KeyDraft = { name: 'robot', tenant: 'acme', scopes: ['query'], connections: null, expiry: 'never' };

describe('the draft of a key', () => {
  it.each<[Partial<KeyDraft>, string[]]>([
    [{}, []],
    [{ name: '  ' }, ['name']],
    [{ scopes: [] }, ['scopes']],
    [{ connections: [] }, ['connections']],
    [{ connections: ['shop'] }, []],
    [{ name: '', scopes: [], connections: [] }, ['name', 'scopes', 'connections']],
  ])('with %j lacks %j', (over, missing) => {
    expect(mistakesOf({ ...draft, ...over })).toEqual(missing);
  });

  it('has an end in days from now, or none', () => {
    const now = Date.UTC(2026, 0, 1);
    expect(endOf('never', now)).toEqual({});
    expect(endOf('days30', now)).toEqual({ expiresAt: '2026-01-31T00:00:00.000Z' });
    expect(endOf('year', now)).toEqual({ expiresAt: '2027-01-01T00:00:00.000Z' });
  });
});
