import { provideSenses } from './dictionary';
import { modelOf } from '@querent/model/fixture';
import { wholeUnits } from './fixture/units-text';
import { openNames } from './find/open-names';

const SENSES = [
  '国\tcountry;nation;state',
  '国家\tcountry;nation;state',
  '州\tprefecture;province;state',
  '歌手\tsinger',
  '歌曲\tsong',
  '法国\tfrance;french',
  '发行\tpublish;issue;release',
  '创建\tfound;establish;create',
  '客户\tclient;customer',
  '金额\tamount of money;sum',
  '订单\torder',
  '类\tkind;type',
  '国邦\tcountry\trare',
  '普通\tordinary;average',
  '训练\ttrain',
  '遛狗\twalk',
  '体重\tweight',
  '看守\tguard',
  '开\topen',
].join('\n');

describe('names in the language that a model has no labels in', () => {
  let reads = 0;
  beforeAll(() =>
    provideSenses(() => {
      reads += 1;
      return SENSES;
    }),
  );
  afterAll(() => provideSenses(() => null));

  const BARE = (): ReturnType<typeof modelOf> =>
    modelOf({
      singer: `id integer, name text, country text = France|Chad, song_name text, song_release_year integer,
          created_at timestamp`,
      region: 'id integer, state text',
    });
  const CHINESE = (): ReturnType<typeof modelOf> => modelOf({ 客户: '编号 integer, 订单金额 numeric' });

  it.each([
    ['a thing by a word that has its name as a sense', BARE, '歌手', 'thing singer (dictionary)'],
    ['a column by its first sense', BARE, '国家', 'attribute singer.country (dictionary)'],
    ['a character that is a word', BARE, '州', 'attribute region.state (dictionary)'],
    ['a name word by word', BARE, '歌曲名称', 'attribute singer.song_name (dictionary)'],
    ['what a language makes of it', BARE, '歌手的国家', 'attribute singer.country (dictionary)'],
    ['the event of a time', BARE, '创建', 'event singer.created_at verb (dictionary)'],
    ['a stored value', BARE, '法国', 'value singer.country = France (dictionary)'],
    ['a Chinese name in English', CHINESE, 'customers', 'thing 客户 (dictionary)'],
    ['a Chinese name of two words in English', CHINESE, 'order sum', 'measure 客户.订单金额 (dictionary)'],
  ])('find %s', (_, model, text, unit) => {
    expect(wholeUnits(model(), text)).toContain(unit);
  });

  it('a later sense of a word costs more than its first', () => {
    const units = openNames(BARE()).unitsIn('国家');
    const costOf = (column: string): number =>
      units.find(({ meaning }) => 'column' in meaning && meaning.column.column === column)?.cost ?? Infinity;
    expect(costOf('state')).toBeGreaterThan(costOf('country') + 0.12);
  });

  it('a rare word costs more than a common one', () => {
    const costOf = (text: string): number => openNames(BARE()).unitsIn(text)[0]?.cost ?? Infinity;
    expect(costOf('国邦')).toBeGreaterThan(costOf('国家') + 0.12);
    expect(costOf('国邦')).toBeLessThan(0.5);
  });

  it('a word of counting or grading is no translation of a stored value', () => {
    expect(wholeUnits(modelOf({ customer: 'id integer, kind text = 普通|重要' }), 'average')).toEqual([]);
  });

  it('a translation is never found by similarity', () => {
    expect(wholeUnits(BARE(), '乡村')).toEqual([]);
  });

  const KENNEL = (): ReturnType<typeof modelOf> =>
    modelOf({
      walkers: 'id integer, name text',
      dogs: 'id integer, name text, wt_kg numeric, status text = Trained|Washed',
      walks: 'id integer, dog_id integer > dogs, walker_id integer > walkers, opened_at timestamptz, guard_amt numeric',
      trainings: 'id integer, dog_id integer > dogs, training_type text, on_day date',
    });

  it.each([
    ['what happens by its verb', '训练', 'thing trainings (dictionary)'],
    ['a compound with it', '训练类型', 'attribute trainings.training_type (dictionary)'],
    ['those who do something', '遛狗者', 'thing walkers (dictionary)'],
    ['those who do something, as persons', '遛狗人', 'thing walkers (dictionary)'],
    ['an amount without its unit', '体重', 'measure dogs.wt_kg (dictionary)'],
    ['a charge', '看守费', 'measure walks.guard_amt (dictionary)'],
    ['a verb of one character by what stands beside it', '新开', 'event walks.opened_at verb (dictionary)'],
    ['what was done as a state', '已训练', 'value dogs.status = Trained (dictionary)'],
  ])('find %s', (_, text, unit) => {
    expect(wholeUnits(KENNEL(), text)).toContain(unit);
  });

  it('a model with labels in both languages needs no dictionary', () => {
    const labelled = modelOf(
      { shop: 'id integer, city text' },
      { tables: { shop: { label: { zh: '门店', en: 'shop' }, columns: columnsOf(['id', '编号'], ['city', '城市']) } } },
    );
    const before = reads;
    expect(wholeUnits(labelled, '国家')).toEqual([]);
    expect(reads).toBe(before);
  });
});

const columnsOf = (...labels: [name: string, zh: string][]): object =>
  Object.fromEntries(labels.map(([name, zh]) => [name, { label: { zh, en: name } }]));
