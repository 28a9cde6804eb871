import { comparativesIn, timesIn } from './comparative-words';

const found = (text: string) =>
  comparativesIn(text).map(({ start, end, operator }) => [text.slice(start, end), operator.compare]);

describe('comparative words', () => {
  it.each([
    ['more loans than the branch in town', [['more', '>']]],
    ['fewer loans than', [['fewer', '<']]],
    [
      '比去年的客户还多',
      [
        ['多', '>'],
        ['还多', '>'],
      ],
    ],
    [
      '比甲更便宜',
      [
        ['更便宜', '<'],
        ['便宜', '<'],
      ],
    ],
  ])('finds a comparative with its object: %s', (text, expected) => {
    expect(found(text)).toEqual(expect.arrayContaining(expected));
  });

  it('finds no comparative without an object', () => {
    expect(found('show me more loans')).toEqual([]);
    expect(found('有多少订单')).toEqual([]);
    expect(found('10 more loans than Ann')).toEqual([]);
    expect(found('比王芳多10个')).toEqual([]);
  });
});

describe('factors', () => {
  it.each([
    ['more than twice the average', 2],
    ['at least half of the average', 0.5],
    ['over 1.5 times the average', 1.5],
    ['超过平均值的三倍', 3],
    ['不到平均值的一半', 0.5],
    ['平均的1.5倍', 1.5],
  ])('finds a factor: %s', (text, times) => {
    expect(timesIn(text).map(({ operator }) => operator.value)).toEqual([times]);
  });

  it('finds no factor in other words', () => {
    expect(timesIn('the behalf of 3 timesheets')).toEqual([]);
  });
});
