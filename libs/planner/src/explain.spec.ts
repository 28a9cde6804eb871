import { describeQuery } from '@querent/semantic';
import { explain } from './explain';
import { BIKES } from './fixture/bikes';
import { readingsOf } from './readings';

const explained = (question: string): string[] =>
  explain(readingsOf(question, { model: BIKES, today: '2026-11-23', locale: 'en' }), (query) =>
    describeQuery(query, { model: BIKES, locale: 'en' }),
  );

describe('the explanation of a reading', () => {
  it('names the steps that make the losing readings dearer', () => {
    const lines = explained('fare by rider');
    expect(lines.filter((line) => line.startsWith('Reading'))).toEqual([expect.stringMatching(/^Reading 0\.\d\d: /)]);
    const losing = lines.findIndex((line) => line.startsWith('Other'));
    expect(lines[losing + 1]).toMatch(/^ {2}by (?:\d\.\d\d [a-z_:]+: |the form of its answer)/);
  });

  it('says that no reading covers the question', () => {
    expect(explained('versus by versus')).toContain('No reading covers the question.');
  });
});
