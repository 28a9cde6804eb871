import { fuseRanks } from './rank-fusion';

describe('fused rankings', () => {
  it('put first what several rankings put high', () => {
    expect(fuseRanks([{ items: ['a', 'b', 'c'] }, { items: ['b', 'd'] }])).toEqual(['b', 'a', 'd', 'c']);
  });

  it('heed weights, keep the order of equals, and hold nothing that no ranking holds', () => {
    expect(fuseRanks([{ items: ['a'] }, { items: ['b'], weight: 0.5 }])).toEqual(['a', 'b']);
    expect(fuseRanks([{ items: ['a'] }, { items: ['b'] }])).toEqual(['a', 'b']);
    expect(fuseRanks<string>([{ items: [] }])).toEqual([]);
  });
});
