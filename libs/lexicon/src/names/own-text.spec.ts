import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Dictionary, provideSenses } from './dictionary';
import { nearWordsOf, provideNearWords } from './find/near-words';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const heapInMegabytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
};

/** A new text at each call, 4 MB as the tables are. */
const long = (line: string): string => `${line}\n${'zzz\tword that nothing wants\n'.repeat(150_000)}`;

/** What a model keeps from one reading of both tables. */
const keptFromTables = (): unknown => {
  const dictionary = new Dictionary();
  for (const _step of dictionary.build(['transportation manager', '运输经理'])) continue;
  const near = nearWordsOf(new Set(['administrations']));
  return { dictionary, senses: dictionary.english('运输经理'), near };
};

describe('A model that has read the tables of words', () => {
  beforeAll(() => {
    provideSenses(() => long('运输经理\ttransportation manager;managers of transportation'));
    provideNearWords(() => long('administrations\tgovernments and ministries\torganizations of people'));
  });
  afterAll(() => {
    provideSenses(() => null);
    provideNearWords(() => null);
  });

  it('keeps the words that it uses', () => {
    expect(keptFromTables()).toMatchObject({
      senses: [{ text: 'transportation manager' }, { text: 'managers of transportation' }],
      near: new Map([
        ['administrations', { same: ['governments and ministries'], above: ['organizations of people'] }],
      ]),
    });
  });

  it('does not keep the tables', () => {
    const before = heapInMegabytes();
    const kept = Array.from({ length: 5 }, keptFromTables);
    expect(heapInMegabytes() - before).toBeLessThan(8);
    expect(kept).toHaveLength(5);
  });
});
