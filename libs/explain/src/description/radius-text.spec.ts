import { statementFacts } from '@querent/lint';
import { guardCatalogueOf, SIGHTS } from '@querent/model/fixture';
import { describeConditions } from './describe-conditions';

const conditions = async (sql: string, locale: 'zh' | 'en') =>
  describeConditions(await statementFacts(sql, guardCatalogueOf(SIGHTS)), SIGHTS, locale);
const from = 'SELECT a.name FROM a_sight a';

describe('A search around a place', () => {
  it.each([
    [
      `${from} JOIN a_sight w ON ST_DWithin(a.geom::geography, w.geom::geography, 5000) WHERE w.name = '外滩'`,
      ['位置在“外滩”5公里以内'],
      ['within 5 km of “外滩”'],
    ],
    [
      `WITH p AS (SELECT geom FROM a_sight WHERE name LIKE '%西湖%' LIMIT 1) ${from}, p WHERE ST_DWithin(a.geom::geography, p.geom::geography, 800)`,
      ['位置在“西湖”800米以内'],
      ['within 800 m of “西湖”'],
    ],
    [
      `${from} WHERE ST_DWithin(a.geom::geography, (SELECT geom::geography FROM a_sight WHERE name = '外滩' LIMIT 1), 1500) AND a.name LIKE '%寺%'`,
      ['位置在“外滩”1.5公里以内', '名称包含“寺”'],
      ['within 1.5 km of “外滩”', 'name contains “寺”'],
    ],
    [
      `${from} WHERE ST_DWithin(a.geom::geography, ST_SetSRID(ST_MakePoint(120.1, 30.2), 4326)::geography, 3000) AND a.name <> '外滩'`,
      ['位置在所查地点3公里以内', '名称不为外滩'],
      ['within 3 km of the place asked for', 'name is not 外滩'],
    ],
    [
      `${from} WHERE ST_Distance(a.geom::geography, ST_MakePoint(120.1, 30.2)::geography) / 1000 < 2`,
      ['位置在所查地点2公里以内'],
      ['within 2 km of the place asked for'],
    ],
    [
      `${from} WHERE ST_Distance(a.geom::geography, ST_MakePoint(120.1, 30.2)::geography) > 2000`,
      ['位置在所查地点2公里以外'],
      ['more than 2 km from the place asked for'],
    ],
  ])('is described with its place and radius: %s', async (sql, zh, en) => {
    expect(await conditions(sql, 'zh')).toEqual(zh);
    expect(await conditions(sql, 'en')).toEqual(en);
  });

  it('is only counted if its radius may be in degrees, or if it is an alternative', async () => {
    expect(await conditions(`${from} WHERE ST_DWithin(a.geom, ST_MakePoint(120.1, 30.2), 0.05)`, 'en')).toEqual([
      '1 condition',
    ]);
    expect(
      await conditions(
        `${from} WHERE ST_DWithin(a.geom::geography, ST_MakePoint(120.1, 30.2)::geography, 500) OR a.level = '5A'`,
        'en',
      ),
    ).toEqual(['1 condition']);
  });
});
