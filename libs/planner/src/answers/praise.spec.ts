import { detectLocale } from '@querent/language';
import { modelOf } from '@querent/model/fixture';
import { shapeOf } from '../fixture/shape-of';
import { planQuestion } from '../plan-question';

/** A model without a file: the question does not state what cooks are ranked by. */
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
  planQuestion({ question, locale: detectLocale(question), model, today: '2026-11-23', timezone: 'UTC', choices: [] });

it.each(['show me our best cooks', 'who are our best cooks', 'which cooks are the best'])(
  '“%s” asks for the figure to rank by, if the model has no metrics',
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

it('a question about the general state of things asks what the user wants to know', () => {
  expect(plan("what's the state of the meals like")).not.toMatchObject({ unknown: ['like'] });
});

it.each(['下个月大概能上多少道菜', 'how many meals should we expect next month', 'are we likely to serve more meals'])(
  '“%s” is refused as a forecast',
  (question) => {
    expect(plan(question)).toMatchObject({ kind: 'unsupported', conclusive: true });
  },
);
