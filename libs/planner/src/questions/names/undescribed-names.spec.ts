import { detectLocale } from '@querent/language';
import { provideSenses } from '@querent/lexicon';
import { modelOf } from '@querent/model/fixture';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

/** Databases without descriptions: only names give the meaning. */
const SENSES = ['层\tfloor', '潜水\tdive', '潜水员\tdiver', '湖\tlake', '名称\tname', '楼\thouse', '得票\tvote'];
const MODEL = modelOf(
  {
    lakes: 'id integer, name text = Iseo|Orta, region text = north|west, depth numeric',
    divers: 'id integer, name text = Ann|Bo, lake_id integer > lakes, points numeric, club text = Otters|Herons',
    operas: 'id integer, title text = Aida|Orfeo, composed_by text = Ann|Bo, hall text = East|West',
    houses: 'id integer, name text = Alt|Neu, floors integer, gifts_million numeric, vote_percent numeric',
  },
  null,
);

const planOf = (question: string): ReturnType<typeof planQuestion> =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: MODEL,
    today: '2026-11-23',
    timezone: 'UTC',
    choices: [],
  });

function read(question: string): string {
  const plan = planOf(question);
  if (plan.kind !== 'planned') return shapeOf(plan);
  const { order, select } = plan.query;
  const shown = select.map(({ table, column }) => `${table}.${column}`).join(', ');
  const by = order
    .map((one) => (one.by.kind === 'column' ? ` | order ${one.by.column.column} ${one.direction}` : ''))
    .join('');
  return `${shapeOf(plan)}${by} | shows ${shown}`;
}

beforeAll(() => provideSenses(() => SENSES.join('\n')));
afterAll(() => provideSenses(() => null));

it.each([
  // Columns in their own order, and in that of the words that follow.
  ['List the titles of operas in alphabetical order', 'operas | order title asc | shows operas.title, operas.id'],
  [
    'the points of divers in ascending order',
    'divers | order points asc | shows divers.name, divers.id, divers.points',
  ],
  ['names of divers in descending order of points', 'divers | order points desc | shows divers.name'],
  ['names of divers sorted in descending order by points', 'divers | order points desc | shows divers.name'],
  ['按降序列出 divers 的 points', 'divers | order points desc | shows divers.name, divers.id, divers.points'],
  // The bound is on the rows whose values are listed.
  ['regions of lakes with a depth above 40', 'lakes | where lakes.depth>40 | shows lakes.region'],
  ['the regions of the lakes that have more than 2 divers', 'lakes | where some divers() | shows lakes.region'],
  // A column that must contain a word is shown as well.
  ["titles of operas whose title contains 'ida'", 'operas | where text | shows operas.title'],
  // A quoted text is a value, with or without the name of its column.
  ["names of divers of 'Otters'", 'divers | where divers.club=Otters | shows divers.name'],
  ["names of the 'Herons' divers", 'divers | where divers.club=Herons | shows divers.name'],
  ['来自“Iseo”的潜水员的平均 points', 'divers | avg(points) | where lakes.name=Iseo | shows '],
  ["operas whose title contains 'Aida'", 'operas | where text | shows '],
  // "Directors" means the column directed_by, and "climb" belongs to climbers.
  ['all composers of the operas', 'operas | shows operas.composed_by'],
  ['names of divers and the names of the lakes they dive', 'divers | shows divers.name, lakes.name'],
  ['average gifts of the houses', 'houses | avg(gifts_million) | shows '],
  // A metric named after the rows that it counts, and the share of its whole.
  ['楼的平均层数', 'houses | avg(floors) | shows '],
  ['楼的最大得票率', 'houses | max(vote_percent) | shows '],
  ['北区有多少湖', 'unsupported'],
])('“%s” is read over names alone', (question, expected) => {
  expect(read(question)).toBe(expected);
});

it('asks which column an unknown noun beside a thing means', () => {
  const plan = planOf('list the operas and their whatnot');
  expect(plan.kind === 'ambiguous' && plan.ambiguity.options.map(({ value }) => value)).toEqual([
    'attribute:operas.composed_by',
    'attribute:operas.hall',
  ]);
  expect(planOf('how many whatnot operas').kind).not.toBe('planned');
});
