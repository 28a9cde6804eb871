import { detectLocale } from '@querent/language';
import { LIBRARY, shapeOf } from '@querent/model/fixture';
import { planQuestion } from '../plan-question';

const plan = (question: string, before?: string) => {
  const asked = (text: string, context = null as Parameters<typeof planQuestion>[0]['context']) =>
    planQuestion({
      question: text,
      locale: detectLocale(text),
      model: LIBRARY,
      today: '2026-11-21',
      timezone: 'Asia/Shanghai',
      choices: [],
      context,
    });
  const first = before === undefined ? null : asked(before);
  return asked(question, first?.kind === 'planned' ? first.query : null);
};

describe('words for charts', () => {
  it.each([
    ['各分馆的罚款总额的饼图', '各分馆的罚款总额'],
    ['用柱状图展示各分馆的罚款总额', '各分馆的罚款总额'],
    ['各分馆的罚款总额图表', '各分馆的罚款总额'],
    ['画个各分馆的罚款总额的图', '各分馆的罚款总额'],
    ['number of loans by genre as a pie chart', 'number of loans by genre'],
    ['plot number of loans by genre', 'number of loans by genre'],
    ['visualize the number of loans by genre', 'number of loans by genre'],
    ['借阅数趋势图', '借阅数趋势'],
  ])('“%s” is read as without the words for a chart', (drawn, plain) => {
    expect(plan(drawn).kind).toBe('planned');
    expect(shapeOf(plan(drawn))).toBe(shapeOf(plan(plain)));
  });

  it.each(['as a pie chart', 'show it as a bar chart', '换成柱状图', '饼图', 'in a table'])(
    '“%s” keeps the previous query unchanged',
    (turn) => {
      const drawn = plan(turn, 'number of loans by genre');
      expect(drawn).toMatchObject({ kind: 'planned', continued: true });
      expect(shapeOf(drawn)).toBe(shapeOf(plan('number of loans by genre')));
    },
  );

  it.each(['number of charts by genre', '有多少张图', 'members without charts', 'pie chart'])(
    '“%s” asks about charts as data',
    (question) => {
      expect(plan(question).kind).not.toBe('planned');
    },
  );
});
