import { parseModelFile, resolveModel, type SemanticModel } from '@querent/model';
import { linkedValues } from './link-values';
import { valueIndexOf } from './indexed-values';

const column = (name: string, values?: string[]) => ({
  name,
  type: 'text',
  category: 'text' as const,
  nullable: true,
  comment: null,
  ...(values === undefined ? {} : { values, valuesComplete: true }),
});

function shops(cities: string[], secrets: string[] = []): SemanticModel {
  const snapshot = {
    connection: 'shop',
    schema: 'public',
    takenAt: '2026-01-01T00:00:00.000Z',
    serverVersion: '16',
    hasPostgis: false,
    fingerprint: 's',
    tables: [
      {
        name: 'shops',
        kind: 'table' as const,
        comment: null,
        estimatedRows: 10,
        primaryKey: ['id'],
        uniqueKeys: [],
        foreignKeys: [],
        columns: [
          column('id'),
          column('city', cities),
          column('brand', [
            'Acme Trading Co., Ltd.',
            'Johnson & Johnson',
            'Model 3000',
            'Westlake Springs',
            'Printer',
            '华南理工大学',
            '浙江农林大学',
          ]),
          column('code', secrets),
        ],
      },
    ],
  };
  const parsed = parseModelFile({
    tables: {
      shops: {
        label: { zh: '商店', en: 'shop' },
        columns: {
          city: { role: 'dimension', label: { zh: '城市', en: 'city' } },
          brand: { role: 'dimension', label: { zh: '品牌', en: 'brand' } },
          code: { role: 'hidden' },
        },
      },
    },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return resolveModel({ connection: 'shop', snapshot, file: parsed.file }).model;
}

const model = shops(['杭州市', '西湖区', '北京市', '青莲港市', 'Springfield', 'Greenville'], ['杭州市', 'Sesame']);
const links = (question: string, of = model): string[] =>
  linkedValues(question, of).map(({ word, value, how }) => `${word} ${how} ${value}`);

describe('the stored values that a question means', () => {
  it.each<[string, string[]]>([
    ['杭州市的商店', ['杭州市 exact 杭州市']],
    ['杭州的商店', ['杭州 form 杭州市']],
    ['shops in SPRINGFIELD', ['SPRINGFIELD exact Springfield']],
    ['shops of Acme Trading', ['Acme Trading form Acme Trading Co., Ltd.']],
    ['west lake springs sales', ['west lake springs form Westlake Springs']],
    ['shops in qingliangang', ['qingliangang pinyin 青莲港市']],
    ['shops in qing lian gang shi', ['qing lian gang shi pinyin 青莲港市']],
    ['shops in qlg', ['qlg pinyin 青莲港市']],
    ['青莲岗的商店', ['青莲岗 pinyin 青莲港市']],
    ['西胡区的商店', ['西胡区 pinyin 西湖区']],
    ['shops in Sprignfield', ['Sprignfield typo Springfield']],
    ['shops in springfeild this year', ['springfeild typo Springfield']],
    ['shops of jonson and johnson', []],
    ['shops of Jonhson Johnson', ['Jonhson Johnson typo Johnson & Johnson']],
    ['sales of Modle 3000', ['Modle 3000 typo Model 3000']],
    ['sales of Modle 3001', []],
    ['华南里工大学有多少', ['华南里工大学 pinyin 华南理工大学']],
    ['浙江林农大学有多少', ['浙江林农大学 typo 浙江农林大学']],
    ['how many shops in Greenvile and Springfield', ['Springfield exact Springfield', 'Greenvile typo Greenville']],
  ])('by %s', (question, expected) => {
    expect(links(question)).toEqual(expected);
  });

  it.each([
    '背景音乐的数量',
    '有多少商店',
    '各城市的商店数量',
    '最近三个月的趋势',
    'list all printed pages',
    'which brands have the most shops',
    'green fields in spring',
    'how many shops were opened in the last 30 days',
    'show me the average price per brand, please',
    'sesame',
    'seasme',
    'the and of or in by with from',
    '查询一下商店的品牌和城市',
    '今年与去年相比如何',
  ])('are none in %s', (question) => {
    expect(links(question)).toEqual([]);
  });

  it("are those of the asker's own audience alone, and of its snapshot as it is now", () => {
    const other = shops(['Riverton']);
    expect([
      links('shops in Rivreton', other),
      links('shops in Rivreton'),
      links('shops in Sprignfield', other),
    ]).toEqual([['Rivreton typo Riverton'], [], []]);
    expect(links('shops in Rivreton', shops(['Springfield']))).toEqual([]);
  });

  it('are found with an index of about 200 bytes a value', () => {
    const many = shops(Array.from({ length: 2_000 }, (_, i) => `Sector ${i} of Springfield`));
    expect(links('the Sectr of Springfield', many)).toEqual([]);
    expect(links('the Sectr 77 of Springfield', many)).toEqual([
      'Sectr 77 of Springfield typo Sector 77 of Springfield',
    ]);
    expect(valueIndexOf(many).bytes / valueIndexOf(many).size).toBeLessThan(400);
  });
});
