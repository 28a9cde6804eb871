import { parseModelFile } from '@querent/model';
import { modelOf } from '@querent/model/fixture';
import { spokenWordSteps, type SpokenWord } from './spoken-words';

const TABLES = {
  t_orders: `id integer, buyer_id integer > t_users, seller_id integer > t_users, paid_amt numeric,
    status text = P|R|lost, channel text = online|store`,
  t_users: 'id integer, full_name text = Ann Lee|Bo Chen, city text = Paris|上海',
};
const FILE = {
  tables: {
    t_orders: {
      label: { zh: '订单', en: 'orders' },
      columns: {
        paid_amt: { label: { zh: '实付金额' } },
        status: {
          label: { zh: '状态', en: 'state' },
          values: { P: { zh: '已付', en: ['paid', 'settled'] }, R: { zh: '已退' }, lost: null },
        },
      },
    },
    t_users: { label: { zh: '用户', en: 'users' }, synonyms: { zh: ['会员'], en: ['members', ' Members '] } },
  },
  metrics: { gmv: { label: { zh: '销售额', en: 'revenue' }, expression: 'sum(t_orders.paid_amt)' } },
  terms: {
    大额: { label: { zh: '大额订单', en: 'large orders' }, filter: 't_orders.paid_amt > 100' },
  },
};

function words(file: unknown, locale: 'zh' | 'en', most = 2_000): SpokenWord[] {
  const parsed = parseModelFile(file ?? {});
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const steps = spokenWordSteps(modelOf(TABLES, file), { locale, file: parsed.file, most });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
const texts = (of: SpokenWord[], kind?: SpokenWord['kind']): string[] =>
  of.flatMap((word) => (kind === undefined || word.kind === kind ? [word.text] : []));

describe('the words of a model', () => {
  it('are labels and synonyms of the file in the language, and names of its values', () => {
    const en = words(FILE, 'en');
    expect(texts(en, 'metric')).toContain('revenue');
    expect(texts(en, 'entity')).toEqual(expect.arrayContaining(['orders', 'users', 'members']));
    expect(texts(en, 'dimension')).toContain('state');
    expect(texts(en, 'filter')).toEqual(expect.arrayContaining(['large orders', 'paid', 'settled', '已退', 'lost']));
    const zh = words(FILE, 'zh');
    expect(texts(zh, 'metric')).toEqual(expect.arrayContaining(['销售额', '实付金额']));
    expect(texts(zh, 'entity')).toEqual(expect.arrayContaining(['订单', '用户', '会员']));
    expect(texts(zh, 'filter')).toEqual(expect.arrayContaining(['大额', '大额订单', '已付', '已退']));
    expect(texts(zh)).not.toContain('revenue');
  });

  it('are all names in the other language, if a part has none in this one', () => {
    const file = { tables: { t_users: { label: { en: 'users' }, synonyms: { en: ['members'] } } } };
    expect(texts(words(file, 'zh'), 'entity')).toEqual(expect.arrayContaining(['users', 'members']));
  });

  it.each(['zh', 'en'] as const)('are names in words without a file, in %s', (locale) => {
    const all = texts(words(null, locale));
    expect(all).toEqual(expect.arrayContaining(['channel', 'city', 'full name']));
    expect(all.filter((text) => /_/.test(text))).toEqual([]);
    expect(texts(words(null, locale), 'metric').length).toBeGreaterThan(0);
    expect(texts(words(null, locale), 'entity').length).toBeGreaterThan(1);
  });

  it.each([null, FILE])('never contain stored values, which only some users may see', (file) => {
    for (const locale of ['zh', 'en'] as const)
      for (const stored of ['Ann Lee', 'Bo Chen', 'Paris', '上海', 'online', 'store', 'P', 'R'])
        expect(texts(words(file, locale))).not.toContain(stored);
  });

  it('occur once, whatever their case, and never are blank', () => {
    const all = texts(words(FILE, 'en')).map((text) => text.toLowerCase());
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((text) => text.trim() !== text || text === '')).toEqual([]);
  });

  it('leave each kind an equal share of a small number', () => {
    const few = words(FILE, 'en', 8);
    expect(few).toHaveLength(8);
    for (const kind of ['metric', 'entity', 'dimension', 'filter'] as const)
      expect(texts(few, kind).length).toBeGreaterThan(0);
    expect(words(FILE, 'en', 0)).toEqual([]);
  });
});
