import { modelOf } from '@querent/model/fixture';
import { openNames } from './find/open-names';

const workshop = (minutes: { zh: string; en: string }) =>
  modelOf(
    { jobs: 'id integer, spent numeric, paid boolean' },
    {
      tables: {
        jobs: { label: { zh: '工单', en: 'job' }, columns: { spent: { label: minutes, role: 'measure' } } },
      },
      metrics: {
        paid_time: {
          label: { zh: '计费时长', en: 'paid time' },
          expression: 'sum(jobs.spent) filter (where jobs.paid)',
          unit: { zh: '分钟', en: 'minutes' },
        },
      },
    },
  );

const metricsIn = (text: string, model: ReturnType<typeof workshop>): string[] =>
  openNames(model)
    .unitsIn(text)
    .flatMap(({ meaning, start, end }) =>
      meaning.type === 'metric' && start === 0 && end === text.length ? [meaning.id] : [],
    );

it.each(['多少分钟', 'how many minutes'])('a unit that only one metric has asks for the metric: %s', (text) => {
  expect(metricsIn(text, workshop({ zh: '耗时', en: 'time spent' }))).toEqual(['paid_time']);
});

it.each(['多少分钟', 'how many minutes'])('an amount of the rows with the same name takes precedence: %s', (text) => {
  expect(metricsIn(text, workshop({ zh: '分钟数', en: 'minutes' }))).toEqual([]);
});
