import { modelOf } from '@querent/model/fixture';
import { valuesNamedIn } from './named-values';

const model = modelOf(
  {
    shops:
      'id integer, name text = Corner Store|老王小店, city text = 杭州市|宁波市, grade text = A|B, state text = OR|WA, secret text = 杭州市',
    sales: 'id integer, shop_id integer > shops, kind text = gift card|gift, city text = 杭州市',
  },
  {
    tables: {
      shops: {
        label: { zh: '商店', en: 'shop' },
        columns: {
          city: { role: 'dimension', label: { zh: '城市', en: 'city' } },
          grade: {
            role: 'dimension',
            label: { zh: '等级', en: 'grade' },
            values: { A: { zh: ['优秀'], en: ['excellent'] }, B: {} },
          },
          secret: { role: 'hidden' },
        },
      },
      sales: { label: { zh: '销售', en: 'sale' } },
    },
  },
);
const named = (question: string): string[] =>
  valuesNamedIn(question, model).map(({ word, table, column, value }) => `${word} ${table}.${column}=${value}`);

describe('the stored values that a question names', () => {
  it.each<[string, string[]]>([
    ['杭州市的销售', ['杭州市 shops.city=杭州市', '杭州市 sales.city=杭州市']],
    ['杭州的商店', ['杭州 shops.city=杭州市', '杭州 sales.city=杭州市']],
    ['優秀的商店', ['優秀 shops.grade=A']],
    ['excellent shops', ['excellent shops.grade=A']],
    ['sales at the CORNER  store', ['CORNER  store shops.name=Corner Store']],
    ['how many gift cards were sold', ['gift cards sales.kind=gift card']],
    ['shops in state OR', ['OR shops.state=OR']],
    ['OR or WA', ['OR shops.state=OR', 'WA shops.state=WA']],
    ['shops of grade B', ['B shops.grade=B']],
    ['老王小店卖了多少', ['老王小店 shops.name=老王小店']],
  ])('finds the stored values of %s', (question, values) => {
    expect(named(question)).toEqual(values);
  });

  it.each([
    'a shop or two',
    'A shop, please',
    'shops in a state',
    'laowang xiaodian',
    'how many shops',
    '有多少商店',
    '',
  ])('finds no stored value in %s', (question) => {
    expect(named(question)).toEqual([]);
  });
});
