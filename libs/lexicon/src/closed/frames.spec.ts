import { framesIn } from './frames';

const stretches = (text: string): string[] => framesIn(text).map(({ start, end }) => text.slice(start, end));

describe('the frames of a Chinese question', () => {
  it.each([
    ['馆长想知道今年的借阅量', ['馆长想知道']],
    ['老板问,去年办证的读者有几个', ['老板问,']],
    ['给董事会看的:今年各分馆的借阅量', ['给董事会看的:']],
    ['主任让我问问,上周的预约有几个', ['主任让我问问,']],
    ['周会汇报需要:上个月的良品率', ['周会汇报需要:']],
    ['欠费最多的10个客户,下午开会要用', [',下午开会要用']],
    ['去年至少成过一单的客户', ['至少']],
  ])('%s', (text, frames) => {
    expect(stretches(text)).toEqual(frames);
  });

  it.each(['谁想看电影', '客户的订单,按月', '今年的订单数', '哪个部门需要:'])('finds none in %s', (text) => {
    expect(stretches(text)).toEqual([]);
  });
});

const framed = (text: string): string[] => framesIn(text).map(({ start, end }) => text.slice(start, end).trim());

describe('the frames around a question', () => {
  it.each([
    ['the dean wants to know how many rooms are free', 'the dean wants to know'],
    ['our auditors asked us about the number of orders', 'our auditors asked us about'],
    ['quick question: how many orders', 'quick question:'],
    ['how many loans did we have for the annual report', 'for the annual report'],
    ['for scheduling the crews we need to know how many trips are left', 'for scheduling the crews we need to know'],
    [
      "in order to check the stock i'd like to know how many parts we keep",
      "in order to check the stock i'd like to know",
    ],
  ])('finds the frame of %s', (text, frame) => {
    expect(framed(text)).toContain(frame);
  });

  it.each(['customers asked for refunds', 'orders for each customer', 'how many patients want to move'])(
    'finds no frame in the question itself: %s',
    (text) => {
      expect(framed(text)).toEqual([]);
    },
  );
});

describe('words that begin another topic', () => {
  it.each([
    ['now something else: number of rooms', 'now something else:'],
    ["ok, let's change the subject. how many loans", "ok, let's change the subject."],
    ['换个话题：今年的订单数', '换个话题：'],
  ])('%s', (text, words) => {
    expect(framed(text)).toEqual([words]);
  });

  it.each(['something else by region', 'rooms of another subject', 'new question'])('finds none in %s', (text) => {
    expect(framed(text)).toEqual([]);
  });
});
