import { en } from '../i18n/en';
import { problemInAddress, withoutProblem } from './problem-in-address';

const at = 'https://q.example';

describe('The problem of a sign-in in the address', () => {
  it('is one with a text', () => {
    for (const problem of Object.keys(en.signIn.problems))
      expect(problemInAddress(`${at}/ask?problem=${problem}`)).toBe(problem);
  });

  it.each(['/', '/?problem=', '/?problem=constructor', '/?problem=<b>x</b>', '/?other=no_rights'])(
    'is none at %s',
    (page) => {
      expect(problemInAddress(at + page)).toBeNull();
    },
  );

  it.each([
    ['/runs/x?problem=no_rights', '/runs/x'],
    ['/runs/x?share=a%20b&problem=no_rights#top', '/runs/x?share=a+b#top'],
    ['/', '/'],
  ])('is removed: %s', (page, expected) => {
    expect(withoutProblem(at + page)).toBe(expected);
  });
});
