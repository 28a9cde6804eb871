import { detectLocale } from '@querent/language';
import { modelOf, shapeOf } from '@querent/model/fixture';
import type { ModelTable, SemanticModel } from '@querent/model';
import { planQuestion } from '../../plan-question';

const name = (values: Record<string, string[]>) => ({
  role: 'name',
  values: Object.fromEntries(Object.entries(values).map(([value, zh]) => [value, { zh }])),
});

const TABLES = modelOf(
  {
    provinces: 'id integer, name text = Ohio|Utah|Erie, seat text = Salem|Provo, land_area numeric, country text = USA',
    rivers: 'name text = Ohio|Green, province_id integer > provinces, reach numeric',
    lakes: 'id integer, name text = Erie|Tahoe, province_id integer > provinces, depth numeric',
    towns: 'id integer, name text = Salem|Utah, province_id integer > provinces',
    borders: 'province_id* integer > provinces, neighbour_id* integer > provinces',
  },
  {
    tables: {
      provinces: {
        label: { zh: '省', en: 'province' },
        kind: 'thing',
        columns: {
          name: name({ Ohio: ['俄亥俄'], Utah: ['犹他'], Erie: ['伊利'] }),
          seat: { label: { zh: '首府', en: 'seat' }, synonyms: { en: ['seat town'] }, role: 'key' },
          land_area: { label: { zh: '面积', en: 'area' }, role: 'measure' },
          country: { label: { zh: '国家', en: 'country' }, role: 'dimension' },
        },
      },
      rivers: {
        label: { zh: '河流', en: 'river' },
        kind: 'thing',
        columns: {
          name: name({ Ohio: ['俄亥俄', '俄亥俄河流'], Green: ['格林河'] }),
          province_id: {
            label: { zh: '所在省', en: 'province of a stretch' },
            synonyms: { en: ['runs through'], zh: ['流经'] },
            role: 'key',
          },
          reach: { label: { zh: '长度', en: 'length' }, role: 'measure' },
        },
      },
      lakes: {
        label: { zh: '湖泊', en: 'lake' },
        kind: 'thing',
        columns: {
          name: name({ Erie: ['伊利'], Tahoe: ['太浩湖'] }),
          depth: { label: { zh: '深度', en: 'depth' }, role: 'measure' },
        },
      },
      towns: {
        label: { zh: '镇', en: 'town' },
        kind: 'thing',
        columns: { name: name({ Salem: ['塞勒姆'], Utah: ['犹他'] }) },
      },
      borders: {
        label: { zh: '省对', en: 'pair of provinces' },
        columns: { neighbour_id: { label: { zh: '邻省', en: 'borders' } } },
      },
    },
  },
);

/** A river has a row for each province that it runs through, and no primary key. */
const WATERS: SemanticModel = {
  ...TABLES,
  tables: Object.fromEntries(
    Object.entries(TABLES.tables).map(([key, table]) => [key, key === 'rivers' ? withoutKey(table) : table]),
  ),
};

function withoutKey(table: ModelTable): ModelTable {
  const columns = Object.entries(table.columns).map(([key, column]) => [key, { ...column, unique: false }]);
  return { ...table, primaryKey: [], columns: Object.fromEntries(columns) as ModelTable['columns'] };
}

const shape = (question: string): string =>
  shapeOf(
    planQuestion({
      question,
      locale: detectLocale(question),
      model: WATERS,
      today: '2026-11-23',
      timezone: 'UTC',
      choices: [],
    }),
  );

const check = (cases: [string, string][]): void => {
  it.each(cases)('“%s” is read as %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
};

const BY_OHIO = 'provinces detail | where some rivers(rivers.name=Ohio)';
const COUNTED = 'provinces | count(provinces) | where some rivers(rivers.name=Ohio)';
const MOST = 'rivers | count_distinct(rivers.province_id) | by rivers.name | order measure 0 desc | limit 1';

describe('a name beside the noun of its thing', () => {
  check([
    ['what is the length of the Ohio river', 'rivers detail | select reach | where rivers.name=Ohio'],
    ['the area of the province of Ohio', 'provinces detail | select land_area | where provinces.name=Ohio'],
    ['how many rivers are called Ohio', 'rivers | count(rivers) | where rivers.name=Ohio'],
    // The noun inside a label does not identify a thing.
    ['seat town of Utah', 'ask ambiguous_term subject:provinces|towns'],
  ]);
});

describe('the location of a thing', () => {
  check([
    ['lakes in Erie', 'lakes detail | where provinces.name=Erie'],
    ["Erie's lakes", 'lakes detail | where provinces.name=Erie'],
    ['伊利的湖泊', 'lakes detail | where provinces.name=Erie'],
    [
      'the deepest lake in Erie',
      'lakes detail | select name, depth | where provinces.name=Erie | order depth desc | limit 1',
    ],
    ['rivers that flow through Ohio', 'rivers detail | where provinces.name=Ohio'],
  ]);
  it('a denied location over one of several rows is not read', () => {
    expect(shape('which rivers do not run through Utah')).toBe('unsupported');
  });
});

describe('verbs of place', () => {
  check([
    ['what provinces does the Ohio river run through', BY_OHIO],
    ['which provinces does the Ohio traverse', BY_OHIO],
    ['through which provinces does the Ohio river flow', BY_OHIO],
    ['俄亥俄河流流经哪些省', BY_OHIO],
    ['俄亥俄河流穿过的省', BY_OHIO],
    ['how many provinces does the Ohio river pass through', COUNTED],
    ['俄亥俄河流经过多少个省', COUNTED],
    ['which province is the town Salem located in', 'provinces detail | where some towns(towns.name=Salem)'],
    ['what provinces have rivers running through them', 'provinces detail | where some rivers()'],
    ['which province is Tahoe in', 'provinces detail | where some lakes(lakes.name=Tahoe)'],
    ['有叫俄亥俄的河流的省', BY_OHIO],
    ['which lakes lie in Utah', 'lakes detail | where provinces.name=Utah'],
    ['which river runs through the most provinces', MOST],
    ['which river has the most provinces', MOST],
    ['哪条河流穿过的省最多', MOST],
  ]);
});

describe('“where” something is', () => {
  check([
    ['where is Tahoe', 'lakes detail | select name | where lakes.name=Tahoe'],
    ['where is Tahoe located', 'lakes detail | select name | where lakes.name=Tahoe'],
    ['太浩湖在哪里', 'lakes detail | select name | where lakes.name=Tahoe'],
    ['where are the lakes', 'lakes detail | select name, name'],
  ]);
});

describe('a value beside the label of a key', () => {
  check([
    [
      'the area of the province with the seat Salem',
      'provinces detail | select land_area | where provinces.seat=Salem',
    ],
    ['what province has the seat Salem', 'provinces detail | where provinces.seat=Salem'],
    ['首府是塞勒姆的省', 'provinces detail | where provinces.seat=Salem'],
    ['塞勒姆是哪个省的首府', 'provinces detail | where provinces.seat=Salem'],
    ['what province is Salem the seat of', 'provinces detail | where provinces.seat=Salem'],
    ['where is the seat of Utah', 'unsupported'],
    ['the seat of Ohio', 'ask ambiguous_term subject:provinces|rivers'],
  ]);
});

describe('rows of a table of pairs', () => {
  it('pairs are not related to other pairs of their own table', () => {
    expect(shape('Utah borders how many provinces')).not.toMatch(/some borders\(some borders/);
  });
});
