import { displayNameOf } from './display-name';

describe('The name of a person', () => {
  it.each([
    [{ name: 'Ada Lovelace', preferred_username: 'ada', email: 'ada@example.com' }, 'Ada Lovelace'],
    [{ name: ' ', preferred_username: 'ada', email: 'ada@example.com' }, 'ada'],
    [{ name: 5, email: 'ada@example.com' }, 'ada@example.com'],
    [{ name: '  王\u0000\n 小明 ' }, '王 小明'],
    [{ name: '\u202Eadmin\u202C' }, 'admin'],
    [{ name: '<b>x</b>' }, '<b>x</b>'],
    [{ name: '😀'.repeat(300) }, '😀'.repeat(100)],
    [{ name: 'x'.repeat(1_001), preferred_username: 'ada' }, 'ada'],
    [{}, null],
    [null, null],
    ['Ada', null],
  ])('of the claims %j is %j', (claims, name) => {
    expect(displayNameOf(claims)).toBe(name);
  });
});
