import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { UsageError } from '../../suite-program';
import type { Summary } from './figures';
import { checkWritable, readFigures, writeFigures } from './figures-file';

describe('the file of the whole bench', () => {
  const folder = mkdtempSync(`${tmpdir()}/querent-figures-`);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('gives back the figures that were written', () => {
    const figures: Summary[] = [
      { part: 'chain', row: 'ratio', column: 'p50 ms', value: 3.6, aim: '≤ 2.5', rounds: [3.5, 3.6, 3.7] },
      { part: 'redis', row: 'get', column: 'all (1)', value: 12, rounds: [12] },
    ];
    writeFigures(`${folder}/figures.json`, figures);
    expect(readFigures(`${folder}/figures.json`)).toEqual(figures);
  });

  it('is rejected before the measurement if it is missing, malformed or not writable', () => {
    writeFileSync(`${folder}/other.json`, '{"figures":[{"part":"chain"}]}');
    for (const name of ['missing.json', 'other.json'])
      expect(() => readFigures(`${folder}/${name}`)).toThrow(UsageError);
    expect(() => checkWritable(`${folder}/missing/figures.json`)).toThrow(UsageError);
    expect(() => checkWritable(`${folder}/figures.json`)).not.toThrow();
  });
});
