import { keepingLast } from './keeping-last';

it('keeps the last results, each under its key, and works the others out again', () => {
  const worked: string[] = [];
  const lengths = keepingLast(
    2,
    (text: string, times: number) => `${text} ${times}`,
    (text, times) => {
      worked.push(`${text} ${times}`);
      return text.length * times;
    },
  );
  expect([lengths('ab', 1), lengths('ab', 2), lengths('ab', 1), lengths('ab', 2)]).toEqual([2, 4, 2, 4]);
  expect(worked).toEqual(['ab 1', 'ab 2']);
  expect([lengths('c', 1), lengths('ab', 2), lengths('ab', 1)]).toEqual([1, 4, 2]);
  expect(worked).toEqual(['ab 1', 'ab 2', 'c 1', 'ab 1']);
});
