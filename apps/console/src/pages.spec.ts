import { addressOf, pagePatterns } from './pages';

describe('addresses of pages', () => {
  it('have their parameters and search, encoded', () => {
    expect(addressOf('run', { id: 'a/b?c' })).toBe('/runs/a%2Fb%3Fc');
    expect(addressOf('run', { id: 'q1' }, { share: 'x&y', other: undefined })).toBe('/runs/q1?share=x%26y');
    expect(addressOf('ask', {})).toBe('/ask');
  });

  it('are each named once', () => expect(new Set(pagePatterns).size).toBe(pagePatterns.length));
});
