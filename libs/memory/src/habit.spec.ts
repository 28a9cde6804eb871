import { afterChoice, firmDecision, rowOf, sameDecision, type Habit } from './habit';

const decided = (...values: string[]): Habit => {
  const habit = values.reduce<Habit | undefined>(
    (before, value, at) =>
      afterChoice(before, {
        id: `r${at}/c1`,
        choice: { key: 'k', value },
        at: `2026-11-${10 + at}`,
        asked: { question: 'Which?', labels: { [value]: value.toUpperCase() } },
      }),
    undefined,
  );
  if (habit === undefined) throw new Error('no decision');
  return habit;
};

describe('a habit', () => {
  it.each<[string[], number, string | null]>([
    [['a'], 1, null],
    [['a', 'a'], 2, null],
    [['a', 'a', 'a'], 3, 'a'],
    [['b', 'a', 'a', 'a', 'a'], 4, 'a'],
    [['a', 'a', 'a', 'b'], 1, null],
    [['a', 'a', 'b', 'a'], 1, null],
    [Array<string>(40).fill('a'), 10, 'a'],
  ])('after %j stands in a row of %d', (values, row, firm) => {
    const habit = decided(...values);
    expect(rowOf(habit)).toBe(row);
    expect(firmDecision(habit)?.value ?? null).toBe(firm);
  });

  it('counts one reply once, even if delivered repeatedly', () => {
    const habit = decided('a', 'a');
    expect(afterChoice(habit, { id: 'r1/c1', choice: { key: 'k', value: 'a' }, at: '2026-12-01' })).toBe(habit);
  });

  it('treats several options as a set', () => {
    expect(sameDecision({ value: 'a', also: ['b'] }, { value: 'b', also: ['a'] })).toBe(true);
    expect(sameDecision({ value: 'a', also: ['b'] }, { value: 'a' })).toBe(false);
  });

  it('keeps the labels of the options if a later decision was made without asking', () => {
    const habit = afterChoice(decided('a', 'b'), {
      id: 'r9/words',
      choice: { key: 'k', value: 'a' },
      at: '2026-12-01',
    });
    expect(habit).toMatchObject({ question: 'Which?', labels: { a: 'A', b: 'B' } });
  });
});
