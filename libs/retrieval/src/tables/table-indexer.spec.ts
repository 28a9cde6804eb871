import { FieldedIndex } from '../fielded-index';
import { ScriptedEmbedder } from '../proposals/fixture/scripted-embedder';
import { rankedColumns } from './column-ranks';
import { schemaOf } from './fixture/schema';
import { keptColumns } from './kept-columns';
import { TABLE_FIELDS, tableGist } from './table-documents';
import { tableFinder } from './table-finder';
import { TableIndexer } from './table-indexer';

const tables = { harbour: 'berth depth', ship: '>harbour flag=Malta|Panama', crew: '>ship sailor' };
const filler = Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`ledger${i}`, 'entry']));

describe('the table indexer', () => {
  const refreshed = async (indexer: TableIndexer, model: ReturnType<typeof schemaOf>): Promise<number> => {
    let read = 0;
    await indexer.of(model, ({ changed }) => (read = changed));
    return read;
  };

  it('indexes only changed tables', async () => {
    const indexer = new TableIndexer();
    expect(await refreshed(indexer, schemaOf(tables))).toBe(3);
    expect(await refreshed(indexer, schemaOf(tables))).toBe(0);
    expect(await refreshed(indexer, schemaOf({ ...tables, ship: '>harbour flag=Malta|Panama tonnage' }))).toBe(1);
    expect(await refreshed(indexer, schemaOf({ ...tables, ship: '>harbour flag=Malta|Cyprus tonnage' }))).toBe(1);
    expect(await refreshed(indexer, schemaOf(tables, { tables: { crew: { synonyms: { en: ['mariners'] } } } }))).toBe(
      2,
    );
    expect(
      await refreshed(
        indexer,
        schemaOf(tables, { terms: { idle: { label: { en: 'idle' }, filter: "ship.flag = 'Malta'" } } }),
      ),
    ).toBe(2);
  });

  it('finds the same after changes as a new index', async () => {
    const indexer = new TableIndexer();
    await indexer.of(schemaOf({ ...tables, ...filler }));
    const changed = schemaOf({ ship: '>harbour tonnage', harbour: 'berth', ...filler });
    const [{ index }, { index: fresh }] = [await indexer.of(changed), await new TableIndexer().of(changed)];
    for (const query of ['tonnage of ships', 'flag Malta', 'crew', 'berths', 'entry'])
      expect(index.search(query)).toEqual(
        fresh.search(query).map(({ item, score }) => ({ item, score: expect.closeTo(score, 4) })),
      );
  });
});

describe('the columns kept of tables', () => {
  const wide = schemaOf({
    harbour: Array.from({ length: 40 }, (_, i) => `measure_${i}`).join(' '),
    ship: `>harbour ${Array.from({ length: 40 }, (_, i) => `reading_${i}`).join(' ')} tonnage`,
  });

  it('are the join columns and those that the question names, however small the budget', async () => {
    const { index } = await new TableIndexer().of(wide);
    const ranked = rankedColumns(['ship', 'harbour'], ['tonnage'], wide, index);
    const kept = keptColumns(['ship', 'harbour'], ranked, wide, 90);
    expect(kept).toEqual(expect.arrayContaining(['ship.id', 'harbour.id', 'ship.harbour_id']));
    expect(kept?.length).toBeLessThan(20);
    expect(keptColumns(['ship', 'harbour'], ranked, wide, 160)).toContain('ship.tonnage');
  });

  it('are all if they fit', () => {
    expect(
      keptColumns(
        ['ship', 'harbour'],
        rankedColumns(['ship', 'harbour'], [], wide, new FieldedIndex(TABLE_FIELDS)),
        wide,
        100_000,
      ),
    ).toBeNull();
  });
});

describe('audiences of one connection', () => {
  it('find only their own tables, by words and by meaning', async () => {
    const [mine, yours] = [
      schemaOf({ ...filler, salary: 'wages', ship: 'flag' }),
      schemaOf({ ...filler, patient: 'illness', ship: 'flag' }),
    ];
    const angles = Object.fromEntries(
      [mine, yours].flatMap((model) =>
        Object.values(model.tables).map((table) => [tableGist(table, model), table.name.startsWith('ledger') ? 90 : 5]),
      ),
    );
    const finder = tableFinder({ embedder: new ScriptedEmbedder({ ...angles, 'wages and illness': 0 }) });
    await finder.prepare(mine, 'made:mine');
    await finder.prepare(yours, 'made:yours');
    const found = async (model: typeof mine): Promise<string[]> =>
      (await finder.rank({ text: 'wages and illness', before: null }, model)).relevant;
    for (let round = 0; round < 2; round++) {
      const [own, other] = [await found(mine), await found(yours)];
      expect([own[0], other[0]]).toEqual(['salary', 'patient']);
      expect(own).not.toContain('patient');
      expect(other).not.toContain('salary');
    }
    await finder.close();
  });
});
