import type { PlanResult } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import type { SemanticModel } from '@querent/model';
import { modelOf } from '@querent/model/fixture';
import { shapeOf } from '../fixture/shape-of';
import { planQuestion } from '../plan-question';

const GARDENS = modelOf(
  {
    beds:
      'id integer, name text = North|South, planted_on timestamp .. 2026-11-22, due_on date, forecast numeric, ' +
      'reason text = frost|snails',
  },
  {
    timezone: 'Asia/Shanghai',
    tables: {
      beds: {
        label: { en: 'bed', zh: '苗床' },
        kind: 'event',
        defaultTime: 'planted_on',
        columns: {
          name: { role: 'name' },
          planted_on: { label: { en: 'planting time', zh: '种植时间' } },
          due_on: { label: { en: 'due date', zh: '到期日期' } },
          forecast: { role: 'measure', label: { en: 'yield forecast', zh: '产量预测' } },
          reason: { label: { en: 'reason', zh: '原因' }, role: 'dimension' },
        },
      },
    },
    metrics: { harvest: { label: { en: 'harvest', zh: '收成' }, expression: 'sum(beds.nothing)' } },
  },
  { mistakes: true },
);

const plan = (question: string, model: SemanticModel = GARDENS, today = '2026-11-23', modelToday = today): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model,
    today,
    modelToday,
    timezone: 'America/New_York',
    choices: [],
  });

/** Words that would rule an answer out are names of the model here. */
it.each([
  ['average yield forecast by reason', 'beds | avg(forecast) | by reason'],
  ['各原因的平均产量预测', 'beds | avg(forecast) | by reason'],
  ['beds due in the next 7 days', 'beds | where due_on in 2026-11-23..2026-12-01'],
  ['未来7天到期的苗床', 'beds | where due_on in 2026-11-23..2026-12-01'],
])('“%s” is read as %s', (question, shape) => {
  expect(shapeOf(plan(question))).toBe(shape);
});

it('refuses a future period over a time column with past days only', () => {
  expect(plan('number of beds next month')).toMatchObject({ kind: 'unsupported', conclusive: true });
});

it.each([
  [
    'total harvest',
    '“harvest” is not set up correctly, so questions about it cannot be answered for now. ' +
      'Please contact your administrator.',
  ],
  ['收成是多少', '“收成”目前没有正确设置，暂时无法回答与它有关的问题，请联系管理员。'],
])('“%s” uses a name that is not set up correctly: %s', (question, reason) => {
  expect(plan(question)).toMatchObject({ kind: 'unsupported', conclusive: true, reason });
});

it('counts the days of a time without zone in the zone of the model', () => {
  expect(shapeOf(plan('number of beds today', GARDENS, '2026-11-22', '2026-11-23'))).toBe(
    'beds | count(beds) | where planted_on in 2026-11-23..2026-11-24',
  );
});

it('discloses a time zone that the model file does not set', () => {
  const { timezoneFrom, ...model } = { ...GARDENS, timezoneFrom: 'server' as const };
  expect(plan('number of beds today', { ...model, timezoneFrom })).toMatchObject({
    disclosures: expect.arrayContaining(["times are in the database server's time zone, Asia/Shanghai"]),
  });
});

it('quickly declines a question that is too long to be read partially', () => {
  const before = process.cpuUsage();
  expect(plan('beds more than per or and in North '.repeat(20)).kind).toBe('unsupported');
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(5_000);
});
