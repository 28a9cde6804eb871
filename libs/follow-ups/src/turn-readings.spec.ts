import { EDITS } from './turn-readings';

describe('the table of edits', () => {
  it('each edit has a unique name, and an example in both languages', () => {
    expect(new Set(EDITS.map(({ name }) => name)).size).toBe(EDITS.length);
    expect(EDITS.filter(({ zh, en }) => !/\p{Script=Han}/u.test(zh) || !/^[ -~]+$/.test(en))).toEqual([]);
  });
});
