import { detectLocale } from '@querent/language';
import { MUSIC_SCHOOL } from '../../fixture/music-school';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

const asked = (question: string): string => {
  const plan = planQuestion({
    question,
    locale: detectLocale(question),
    model: MUSIC_SCHOOL,
    today: '2026-11-24',
    timezone: 'UTC',
    choices: [],
    context: null,
  });
  if (plan.kind !== 'planned' || plan.query.measures.length > 0) return shapeOf(plan);
  const { select, order, limit } = plan.query;
  const ordered = order.map(({ by, direction }) => `${'column' in by ? by.column.column : by.kind} ${direction}`);
  return [
    shapeOf(plan),
    select.map(({ column }) => column).join(', '),
    ...ordered,
    ...(limit ? [`first ${limit}`] : []),
  ].join(' | ');
};

describe('the amount of an extreme', () => {
  it.each([
    ['最大的一笔租借是多少钱', 'lendings | number, charge | charge desc | first 1'],
    ['金额最高的那笔租借是多少', 'lendings | number, charge | charge desc | first 1'],
    ['最大的3笔钢琴租借花了多少钱', 'lendings | where lendings.kind=piano | number, charge | charge desc | first 3'],
    ['最近一笔租借是多少钱', 'lendings | number, charge | lent_on desc | first 1'],
    ['how much was the largest lending', 'lendings | number, charge | charge desc | first 1'],
  ])('the amount of an extreme is shown with its row: %s', (question, shape) => {
    expect(asked(question)).toBe(shape);
  });

  it('“how many” behind an extreme does not ask for its amount', () => {
    expect(asked('最早的租借有多少')).not.toContain('first 1');
  });
});

describe('the amount that ranks groups, requested again', () => {
  it.each([
    '押金总额最高的3位学员和他们的押金',
    '押金合计最高的3位学员及其押金',
    'the 3 students with the highest total deposit and their deposit',
  ])('an amount that ranks groups is shown once: %s', (question) => {
    expect(asked(question)).toMatch(/^lendings \| sum\(deposit\) \| by name/);
  });
});

describe('the number of rows of each group, with their amounts', () => {
  const both = 'lendings | count(lendings), sum(deposit) | by kind';

  it.each([
    ['租借按乐器类别看，各有多少笔、押金多少', both],
    ['租借按乐器类别统计一下笔数和押金', both],
    ['租借按乐器类别看，笔数、押金各是多少', both],
    ['按乐器类别分，租借各有多少笔、押金多少', both],
    ['lendings by kind: number and deposit', both],
    [
      '租借分乐器类别看，各有多少笔、押金多少、租借金额多少',
      'lendings | count(lendings), sum(deposit), sum(charge) | by kind',
    ],
  ])('a count and amounts of each group are shown side by side: %s', (question, shape) => {
    expect(asked(question)).toBe(shape);
  });
});

describe('a measure word that names another thing than the noun behind it', () => {
  it.each(['上个月有几期租借没缴', '上个月有多少期租借没交'])(
    'the thing named by the measure word is counted: %s',
    (question) => {
      expect(asked(question)).toMatch(/^parts \| count\(parts\)/);
    },
  );
});

describe('due, planned and open dates', () => {
  it.each([
    ['未来7天要还的租借有多少', 'lendings | count(lendings) | where due_on in 2026-11-24..2026-12-02'],
    ['未来7天该还的租借有多少', 'lendings | count(lendings) | where due_on in 2026-11-24..2026-12-02'],
    ['未来7天要交的缴费期有几个', 'parts | count(parts) | where due_on in 2026-11-24..2026-12-02'],
    ['还没还的租借有多少', 'lendings | count(lendings) | where null'],
    ['未还的租借有多少', 'lendings | count(lendings) | where null'],
    ['还没交的缴费期有几个', 'parts | count(parts) | where null'],
  ])('a due or open date is identified by its verb alone: %s', (question, shape) => {
    expect(asked(question)).toBe(shape);
  });
});
