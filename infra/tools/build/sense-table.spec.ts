import { senseTable } from './sense-table.mjs';

type Entry = Parameters<typeof senseTable>[0][number];
const line = (meanings: string | string[], pinyin = 'x'): string =>
  senseTable([['词', '词', pinyin, meanings]]).replace('\trare', '');

describe('The table of senses', () => {
  it.each<[string, string | string[], string]>([
    ['every sense in the dictionary’s order', 'country; nation; state', '词\tcountry;nation;state'],
    ['senses of several meanings', ['prefecture', 'state (e.g. of US)'], '词\tprefecture;state'],
    ['both alternatives of an “or”', 'vocal recital or concert', '词\tvocal recital;concert'],
    ['a verb without `to` and its object', ['to hire sb', 'to be old'], '词\thire;old'],
    ['a noun without its article', 'a stadium', '词\tstadium'],
    ['senses without measure words', ['river', 'CL:條|条[tiao2]'], '词\triver'],
    ['translations without explanations', ['way of life of people who keep bees', 'beekeeping'], '词\tbeekeeping'],
    ['nothing for a variant', 'variant of 国[guo2]', ''],
  ])('keeps %s', (_, meanings, expected) => {
    expect(line(meanings)).toBe(expected);
  });

  it('lists the senses of a name after those of the common word', () => {
    const entries: Entry[] = [
      ['高', '高', 'Gao1', 'Gao county'],
      ['高', '高', 'gao1', 'high; tall'],
    ];
    expect(senseTable(entries)).toBe('高\thigh;tall;gao county\trare');
  });

  it('lists the words first that are part of the most other words', () => {
    const entries: Entry[] = [
      ['划价', '划价', 'hua4 jia4', 'price'],
      ['价格', '价格', 'jia4 ge2', 'price'],
      ['价格表', '价格表', 'jia4 ge2 biao3', 'price list'],
    ];
    expect(senseTable(entries)).toBe('价格\tprice\n价格表\tprice list\trare\n划价\tprice\trare');
  });

  it('lists added senses first, and adds words that the dictionary lacks', () => {
    const entries: Entry[] = [['状态', '状态', 'zhuang4 tai4', 'state; condition']];
    expect(senseTable(entries, { 状态: ['status', 'state'], 品类: ['category'] })).toBe(
      '状态\tstatus;state;condition\n品类\tcategory',
    );
  });
});
