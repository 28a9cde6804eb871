import { framesIn } from './frames';

const framed = (text: string): string[] => framesIn(text).map(({ start, end }) => text.slice(start, end).trim());

describe('the frames around a question', () => {
  it.each([
    ['the dean wants to know how many rooms are free', 'the dean wants to know'],
    ['our auditors asked us about the number of orders', 'our auditors asked us about'],
    ['quick question: how many orders', 'quick question:'],
    ['how many loans did we have for the annual report', 'for the annual report'],
  ])('are found: %s', (text, frame) => {
    expect(framed(text)).toContain(frame);
  });

  it.each(['customers asked for refunds', 'orders for each customer', 'how many patients want to move'])(
    'are none of the question itself: %s',
    (text) => {
      expect(framed(text)).toEqual([]);
    },
  );
});
