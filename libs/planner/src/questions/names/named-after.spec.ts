import type { PlanResult } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import { modelOf } from '@querent/model/fixture';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

/** Parks with their trails, and a table with the name of the parks that stores their highest places. */
const PARKS = modelOf(
  {
    parks: 'id integer, name text = Alder|Birch|Cedar, region text = north|south, hectares integer, visitors integer',
    trails: 'id integer, park_id integer > parks, label text = Rim|Loop, metres integer',
    tops: 'park text = Alder|Birch|Cedar, top text = Crag|Ledge|Knoll, top_metres integer',
    ponds: 'id integer, name text = Pike|Reed, hectares integer',
  },
  {
    tables: {
      parks: {
        label: { zh: '公园', en: 'park' },
        kind: 'thing',
        columns: {
          name: { label: { zh: '公园名', en: 'park name' }, role: 'name' },
          region: { label: { zh: '地区', en: 'region' }, role: 'dimension' },
          hectares: { label: { zh: '占地', en: 'acreage' }, synonyms: { zh: ['大小'], en: ['size'] }, role: 'measure' },
          visitors: {
            label: { zh: '游客数', en: 'visitor number' },
            synonyms: { zh: ['人数'], en: ['people'] },
            unit: { zh: '人', en: 'people' },
            role: 'measure',
          },
        },
      },
      trails: {
        label: { zh: '步道', en: 'trail' },
        kind: 'thing',
        columns: {
          label: { label: { zh: '步道名', en: 'trail name' }, role: 'name' },
          metres: { label: { zh: '步道长度', en: 'trail length' }, role: 'measure' },
        },
      },
      tops: {
        label: { zh: '高处记录', en: 'height record' },
        kind: 'thing',
        columns: {
          park: { label: { zh: '公园', en: 'park' }, role: 'name' },
          top: { label: { zh: '最高处', en: 'highest place' }, role: 'dimension' },
          top_metres: {
            label: { zh: '最高海拔', en: 'maximum altitude' },
            synonyms: { zh: ['最高处的海拔高度'], en: ['height of the highest place'] },
            role: 'measure',
          },
        },
      },
      ponds: {
        label: { zh: '池塘', en: 'pond' },
        kind: 'thing',
        columns: {
          name: { label: { zh: '池塘名', en: 'pond name' }, role: 'name' },
          hectares: { label: { zh: '占地', en: 'acreage' }, role: 'measure' },
        },
      },
    },
    metrics: {
      longest_trail: {
        label: { zh: '最长步道', en: 'longest trail length' },
        synonyms: { zh: ['大小'], en: ['size'] },
        expression: 'max(trails.metres)',
      },
    },
  },
);

const planOf = (question: string): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: PARKS,
    today: '2026-11-23',
    timezone: 'UTC',
    choices: [],
  });
const selectOf = (question: string): unknown => {
  const plan = planOf(question);
  if (plan.kind !== 'planned') return plan.kind;
  const { measures, select } = plan.query;
  return [measures.length, ...select.map(({ table, column }) => `${table}.${column}`)];
};
const optionsOf = (question: string): unknown => {
  const plan = planOf(question);
  return plan.kind === 'ambiguous' ? plan.ambiguity.options.map(({ label }) => label) : plan.kind;
};

describe('a label that begins with a superlative', () => {
  it.each([
    ['what is the highest place in Alder', [0, 'tops.top']],
    ['what is the highest place in the park of Alder', [0, 'tops.top']],
    ['where is the highest place in Alder', [0, 'tops.top']],
    ['highest places of all the parks', [0, 'tops.top']],
    ['各公园的最高处', [0, 'parks.name', 'tops.top']],
    ['Alder公园的最高处', [0, 'tops.top']],
    ['how high is the highest place of Alder', [0, 'tops.top_metres']],
    ['how high are the highest places of all the parks', [0, 'tops.top_metres']],
  ])('a label that begins with a superlative is read as a label: %s', (question, expected) => {
    expect(selectOf(question)).toEqual(expected);
  });

  it.each([['what is the highest place in the north'], ['how high is the highest place in the north']])(
    'a single superlative is not answered with one value for each of many: %s',
    (question) => {
      expect(planOf(question).kind).not.toBe('planned');
    },
  );
});

describe('words that name a thing, and a column of another table', () => {
  it.each([['list the parks'], ['what are the parks'], ['where is Birch'], ['列出所有公园'], ['有哪些公园']])(
    'the words mean the thing: %s',
    (question) => {
      expect(shapeOf(planOf(question))).toMatch(/^parks/);
    },
  );
});

describe('a word for several figures', () => {
  it.each([
    ['what is the size of Cedar', [0, 'parks.hectares']],
    ['Cedar的大小', [0, 'parks.hectares']],
    ['the size of the largest park', [0, 'parks.name', 'parks.hectares']],
    ['how many people are in Cedar', [0, 'parks.visitors']],
    ['Cedar有多少人', [0, 'parks.visitors']],
  ])('the figure of the named thing is meant: %s', (question, expected) => {
    expect(selectOf(question)).toEqual(expected);
  });

  it.each([['how much acreage'], ['占地合计']])(
    'a figure of several things is asked about, with each thing in the options: %s',
    (question) => {
      expect(optionsOf(question)).toHaveLength(2);
    },
  );
});

describe('amounts in the plural', () => {
  it('amounts in the plural are shown for each row', () => {
    expect(selectOf('visitor numbers of the parks')).toEqual([0, 'parks.visitors']);
    expect(selectOf('total visitor numbers of the parks')).toEqual([1]);
  });
});

describe('the number of all things, stated in the question', () => {
  it.each([
    ['total visitor number of all 3 parks', 'parks | sum(visitors)'],
    ['全部3个公园的总游客数', 'parks | sum(visitors)'],
    ['list all 3 parks', 'parks'],
  ])('“all 3” limits nothing: %s', (question, expected) => {
    const plan = planOf(question);
    expect(shapeOf(plan)).toBe(expected);
    expect(plan.kind === 'planned' && plan.query.limit).toBeNull();
  });
});
