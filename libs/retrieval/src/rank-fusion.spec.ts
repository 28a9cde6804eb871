import { fuseRanks } from './rank-fusion';

describe('fused rankings', () => {
  it('ranks first what several rankings rank high', () => {
    expect(fuseRanks([{ items: ['a', 'b', 'c'] }, { items: ['b', 'd'] }])).toEqual(['b', 'a', 'd', 'c']);
  });

  it('applies weights, keeps the order of ties, and contains only ranked items', () => {
    expect(fuseRanks([{ items: ['a'] }, { items: ['b'], weight: 0.5 }])).toEqual(['a', 'b']);
    expect(fuseRanks([{ items: ['a'] }, { items: ['b'] }])).toEqual(['a', 'b']);
    expect(fuseRanks<string>([{ items: [] }])).toEqual([]);
  });
});
