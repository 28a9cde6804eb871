import { addressOfProblem, returnAddress } from './return-address';

describe('The address to which a sign-in returns', () => {
  it.each([
    ['/', '/'],
    ['/runs/q7h2k9d3m5', '/runs/q7h2k9d3m5'],
    ['/ask?connection=shop&question=a%20b#top', '/ask?connection=shop&question=a%20b#top'],
    ['/runs/问题', '/runs/%E9%97%AE%E9%A2%98'],
  ])('is a page of the console: %s', (given, expected) => {
    expect(returnAddress(given)).toBe(expected);
  });

  it.each([
    undefined,
    '',
    'runs/x',
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '/..//evil.example',
    '/%2e%2e//evil.example',
    '/runs/..//evil.example',
    '/runs/../\\evil.example',
    ' //evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/v1/session/oidc',
    '/ask/../v1/queries',
    '/docs',
    '/queues',
    `/${'x'.repeat(2_000)}`,
  ])('is / for an address elsewhere: %j', (given) => {
    const returned = returnAddress(given);
    expect(new URL(returned, 'https://q.example').origin).toBe('https://q.example');
    expect(returned).toBe('/');
  });

  it('gets the problem of a sign-in, in place of an earlier one', () => {
    expect(addressOfProblem('/', 'no_rights')).toBe('/?problem=no_rights');
    expect(addressOfProblem('/runs/x?share=t&problem=old#a', 'no_rights')).toBe('/runs/x?share=t&problem=no_rights#a');
  });
});
