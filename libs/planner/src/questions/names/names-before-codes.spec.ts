import { detectLocale } from '@querent/language';
import { modelOf } from '@querent/model/fixture';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

const KENNELS = modelOf(
  {
    sites: 'id integer, name text = East|West, use text = guard|show',
    dogs: 'id integer, site_id integer > sites, name text = Rex|Ida, job text = guard|guide',
  },
  {
    tables: {
      sites: {
        label: { en: 'site', zh: '场地' },
        kind: 'thing',
        columns: {
          name: { role: 'name' },
          use: {
            label: { en: 'site use', zh: '场地用途' },
            values: { guard: { en: ['patrol base'], zh: ['巡逻'] }, show: { en: ['show ring'], zh: ['赛场'] } },
          },
        },
      },
      dogs: {
        label: { en: 'dog', zh: '犬只' },
        kind: 'thing',
        columns: {
          name: { role: 'name' },
          job: {
            label: { en: 'dog job', zh: '犬只工作' },
            values: { guard: { en: ['guard'], zh: ['护卫'] }, guide: { en: ['guide'], zh: ['导盲'] } },
          },
        },
      },
    },
  },
);

const shape = (question: string): string =>
  shapeOf(
    planQuestion({
      question,
      locale: detectLocale(question),
      model: KENNELS,
      today: '2026-11-23',
      timezone: 'UTC',
      choices: [],
    }),
  );

it.each([
  ['how many guards are there', 'dogs | count(dogs) | where dogs.job=guard'],
  ['how many dogs are patrol bases', 'dogs | count(dogs) | where sites.use=guard'],
  ['巡逻场地有多少', 'sites | count(sites) | where sites.use=guard'],
])('“%s” means the value with this label rather than the one with this code', (question, expected) => {
  expect(shape(question)).toBe(expected);
});
