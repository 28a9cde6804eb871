import { openLocalEmbedder } from '../embedder/local-embedder';
import { ScriptedEmbedder } from '../proposals/fixture/scripted-embedder';
import { schemaOf } from './fixture/schema';
import { tableGist } from './table-documents';
import { tableFinder } from './table-finder';

const model = schemaOf(
  {
    t_vessel: 'vessel_name home_port flag=Malta|Panama pin=Atlantis',
    t_crew: '>t_vessel sailor wages',
    t_voyage: '>t_vessel departed_from cargo',
    t_invoice: '>t_voyage amount_due',
    lighthouse: 'keeper lamp',
    weather_report: 'wind waves',
    ...Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`ledger${i}`, 'entry'])),
  },
  {
    tables: {
      t_vessel: {
        label: { zh: '船舶', en: 'vessel' },
        synonyms: { zh: ['轮船'], en: ['ship'] },
        columns: { flag: { values: { Malta: { zh: ['马耳他'] } }, label: { zh: '船旗' } }, pin: { role: 'hidden' } },
      },
      t_crew: { label: { zh: '船员', en: 'crew member' }, columns: { wages: { label: { zh: '工资', en: 'wages' } } } },
    },
    terms: { overdue: { label: { zh: '逾期', en: 'overdue' }, filter: "t_invoice.amount_due <> ''" } },
  },
);
const finder = tableFinder({ embedder: null });
const top = async (text: string, before: string | null = null): Promise<string[]> =>
  (await finder.rank({ text, before }, model)).relevant;

describe('the tables that a question is about', () => {
  it.each([
    ['which ship has the most voyages', ['t_vessel', 't_voyage']],
    ['轮船有多少', ['t_vessel']],
    ['船员的平均工资', ['t_crew']],
    ['vessels under the flag of Panama', ['t_vessel']],
    ['马耳他', ['t_vessel']],
    ['overdue payments', ['t_invoice']],
    ['who keeps the lighthouse', ['lighthouse']],
    ['from where have they departed', ['t_voyage']],
    ['sum up AMOUNT_DUE', ['t_invoice']],
    ['the nearest homeport', ['t_vessel']],
  ])('are found by the words of %s', async (question, tables) => {
    expect((await top(question)).slice(0, tables.length).sort()).toEqual([...tables].sort());
  });

  it('are not found by what is hidden', async () => {
    expect(await top('Atlantis')).toEqual([]);
    expect(await top('pin')).toEqual([]);
  });

  it('are found by the previous question too, after its own', async () => {
    const [first, ...rest] = await top('and wages?', 'how many lighthouses');
    expect(first).toBe('t_crew');
    expect(rest).toContain('lighthouse');
  });

  it('come with the tables between them', async () => {
    const found = await finder.find({ text: 'crew of invoices', before: null }, model);
    expect(found).toEqual(expect.arrayContaining(['t_crew', 't_vessel', 't_voyage', 't_invoice']));
    expect(found.length).toBeLessThanOrEqual(16);
  });

  it('are those with most joins if nothing is found', async () => {
    expect((await finder.find({ text: 'zzz', before: null }, model))[0]).toBe('t_vessel');
  });
});

describe('the tables by meaning', () => {
  const angles = {
    ...Object.fromEntries(Object.values(model.tables).map((table) => [tableGist(table, model), 90])),
    'sea beacons': 0,
    [tableGist(model.tables['lighthouse'] ?? fail(), model)]: 5,
  };

  it('join those found by words', async () => {
    const embedder = new ScriptedEmbedder(angles);
    const hybrid = tableFinder({ embedder });
    await hybrid.prepare(model);
    expect((await hybrid.rank({ text: 'sea beacons', before: null }, model)).relevant[0]).toBe('lighthouse');
    await hybrid.close();
  });

  it.each<[string, (embedder: ScriptedEmbedder) => void]>([
    ['is not warm', (embedder) => (embedder.warm = false)],
    ['takes too long', (embedder) => (embedder.hold = new Promise(() => undefined))],
    ['fails', (embedder) => (embedder.failure = new Error('down'))],
  ])('are omitted if the embedder %s', async (_, spoil) => {
    const embedder = new ScriptedEmbedder(angles);
    const onError = jest.fn();
    const hybrid = tableFinder({ embedder, patienceMs: 20, onError });
    await hybrid.prepare(model);
    spoil(embedder);
    expect((await hybrid.rank({ text: 'sea beacons of Panama', before: null }, model)).relevant[0]).toBe('t_vessel');
    expect(onError).toHaveBeenCalledTimes(embedder.failure === null ? 0 : 1);
    await hybrid.close();
  });

  it('are not waited for once the caller aborts', async () => {
    await expect(
      finder.find({ text: 'ships', before: null }, model, AbortSignal.abort(new Error('enough'))),
    ).rejects.toThrow('enough');
  });

  it('let a Chinese question find tables named in English', async () => {
    const embedder = openLocalEmbedder();
    const hybrid = tableFinder({ embedder, patienceMs: 10_000 });
    await hybrid.prepare(model);
    expect((await hybrid.rank({ text: '今天的天气怎么样', before: null }, model)).relevant.slice(0, 2)).toContain(
      'weather_report',
    );
    await hybrid.close();
    await embedder.close();
  });
});

function fail(): never {
  throw new Error('no such table');
}
