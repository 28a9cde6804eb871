import { namesOfTwins, twinTables } from './twin-tables';

const table = (name: string, columns: string): { name: string; columns: string[] } => ({
  name,
  columns: columns.split(' '),
});

describe('Tables with the same columns', () => {
  const tables = [
    table('halls', 'venue_id name seats'),
    table('courts', 'venue_id seats name'),
    table('matches', 'match_id venue_id day'),
    table('pairs', 'a b'),
    table('couples', 'a b'),
  ];

  it('are twins if they have more than two columns', () => {
    expect([...twinTables(tables)]).toEqual([
      ['halls', ['halls', 'courts']],
      ['courts', ['halls', 'courts']],
    ]);
  });

  it('are named after their key, unless another table has that name', () => {
    expect([...namesOfTwins(tables)]).toEqual([
      ['halls', ['venue']],
      ['courts', ['venue']],
    ]);
    expect([...namesOfTwins([...tables, table('venues', 'id name')])]).toEqual([]);
  });
});
