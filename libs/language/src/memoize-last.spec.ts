import { memoizeLast } from './memoize-last';

it('keeps the last results by key and recomputes the others', () => {
  const worked: string[] = [];
  const lengths = memoizeLast(
    2,
    (text: string, times: number) => `${text} ${times}`,
    (text, times) => {
      worked.push(`${text} ${times}`);
      return { length: text.length * times };
    },
  );
  const asked = (...all: [string, number][]): number[] => all.map((one) => lengths(...one).length);
  expect(asked(['ab', 1], ['ab', 2], ['ab', 1], ['ab', 2])).toEqual([2, 4, 2, 4]);
  expect(worked).toEqual(['ab 1', 'ab 2']);
  expect(asked(['c', 1], ['ab', 2], ['ab', 1])).toEqual([1, 4, 2]);
  expect(worked).toEqual(['ab 1', 'ab 2', 'c 1', 'ab 1']);
});
