import { detectLocale } from '@querent/language';
import { modelOf } from '@querent/model/fixture';
import { shapeOf } from '../fixture/shape-of';
import { readQuestion } from '../read-question';

/** No model file: what cooks are ranked by is nowhere said. */
const CANTEEN = modelOf({
  cooks: 'id integer, name text = Ann|Bob, wage numeric, grade text = junior|senior',
  meals: 'id integer, cook_id integer > cooks, served_on date .. 2026-11-22, amount numeric',
});
const KITCHEN = modelOf(
  {
    cooks: 'id integer, name text = Ann|Bob, grade text = junior|senior',
    kitchens: 'id integer, name text = North|South',
  },
  {
    tables: {
      cooks: {
        label: { en: 'cook', zh: '厨师' },
        kind: 'thing',
        columns: {
          name: { role: 'name' },
          grade: {
            label: { en: 'grade', zh: '级别' },
            values: { junior: { zh: ['初级'] }, senior: { zh: ['高级'] } },
          },
        },
      },
      kitchens: { label: { en: 'kitchen', zh: '厨房' }, kind: 'thing', columns: { name: { role: 'name' } } },
    },
  },
);

const plan = (question: string, model = CANTEEN) =>
  readQuestion({ question, locale: detectLocale(question), model, today: '2026-11-23', timezone: 'UTC', choices: [] });

it.each(['show me our best cooks', 'who are our best cooks', 'which cooks are the best'])(
  '“%s” asks what they are ranked by, where the model has no figures',
  (question) => {
    expect(shapeOf(plan(question))).toBe('ask ambiguous_metric rank:cooks: wage / total amount / number of meals');
  },
);

it.each(['人缘好的厨师有哪些', '哪个厨师最靠谱', '手艺很好的厨师有多少'])(
  '“%s” asks which figure the praise is about',
  (question) => {
    expect(plan(question, KITCHEN)).toMatchObject({ kind: 'ambiguous', ambiguity: { trigger: 'unknown_term' } });
  },
);

it('asks what is wanted of things whose state is asked for in general', () => {
  expect(plan("what's the state of the meals like")).not.toMatchObject({ unknown: ['like'] });
});

it.each(['下个月大概能上多少道菜', 'how many meals should we expect next month', 'are we likely to serve more meals'])(
  '“%s” asks for a forecast',
  (question) => {
    expect(plan(question)).toMatchObject({ kind: 'unsupported', conclusive: true });
  },
);
