import type { PlanResult } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import { modelOf } from '@querent/model/fixture';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

/** Mills print sheets, and customers return some: two amounts in one unit. */
const MILL = modelOf(
  {
    halls: 'id integer, name text, seats integer, heated boolean, closed_on date, opened_on date',
    runs: 'id integer, hall_id integer > halls, printed_on date, sheets integer',
    returns: 'id integer, hall_id integer > halls, returned_on date, quantity integer',
  },
  {
    tables: {
      halls: {
        label: { zh: '厂房', en: 'hall' },
        columns: {
          name: { label: { zh: '厂房名称', en: 'hall name' }, role: 'name' },
          seats: { label: { zh: '座位数', en: 'number of seats' }, role: 'measure' },
          heated: { label: { zh: '是否供暖', en: 'heated' } },
          opened_on: { label: { zh: '启用日期', en: 'opening date' }, role: 'time' },
          closed_on: { label: { zh: '停用日期', en: 'closing date' }, role: 'time' },
        },
      },
      runs: {
        label: { zh: '印次', en: 'print run' },
        columns: {
          printed_on: { label: { zh: '印刷日期', en: 'print date' }, role: 'time' },
          sheets: { label: { zh: '印量', en: 'sheets printed' }, unit: { zh: '令', en: 'reams' }, role: 'measure' },
        },
      },
      returns: {
        label: { zh: '退货单', en: 'return' },
        columns: {
          returned_on: { label: { zh: '退货日期', en: 'return date' }, role: 'time' },
          quantity: { label: { zh: '退量', en: 'amount sent back' }, unit: { zh: '令', en: 'reams' }, role: 'measure' },
        },
      },
    },
  },
);

function read(question: string): PlanResult {
  const locale = detectLocale(question);
  return planQuestion({ question, locale, model: MILL, today: '2026-11-24', timezone: 'UTC', choices: [] });
}

const shape = (question: string): string => shapeOf(read(question));

function listed(question: string): string[] {
  const plan = read(question);
  return plan.kind === 'planned' ? plan.query.select.map(({ column }) => column) : [];
}

describe('words that overlap with others', () => {
  it.each(['厂房有多少座位', '厂房多少座位'])(
    'a measure word begins the name of the counted amount: %s',
    (question) => {
      expect(shape(question)).toBe('halls | sum(seats)');
    },
  );

  it.each(['每个厂房有多少座位', '每个厂房多少座位'])('the amount of each thing is no grouping: %s', (question) => {
    expect(shape(question)).not.toContain('by seats');
  });

  it('a verb-not-verb question denies nothing', () => {
    expect(shape('厂房是不是供暖')).toBe('halls | count(halls) | where halls.heated=true');
  });
});

describe('amounts that are identified by their unit', () => {
  const [printed, returned] = [
    'runs | sum(sheets) | where printed_on in 2026-10-01..2026-11-01',
    'returns | sum(quantity) | where returned_on in 2026-10-01..2026-11-01',
  ];

  it.each([
    ['上个月印了多少令', printed],
    ['上个月退了多少令', returned],
    ['how many reams were printed last month', printed],
    ['how many reams were returned last month', returned],
  ])('the verb selects the amount with the unit: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('a unit of several amounts is asked about', () => {
    expect(shape('上个月多少令')).toMatch(/^ask ambiguous_metric .*: 印量合计 \/ 退量合计$/);
  });
});

describe('the time of an event', () => {
  it.each(['去年停用的厂房是哪些，分别是什么时候', 'which halls were closed last year and when?'])(
    '“when” shows the time of the event beside the thing: %s',
    (question) => {
      expect(listed(question)).toEqual(['name', 'closed_on']);
    },
  );
});

it.each(['印量垫底的厂房是哪个', '印量最低的厂房是哪个'])('“last in rank” means the least: %s', (question) => {
  const plan = read(question);
  expect(plan.kind === 'planned' && plan.query.order).toMatchObject([{ direction: 'asc' }]);
});

it.each(['昨天有人退货吗', '昨天有没有人退货'])('“anyone” adds no condition: %s', (question) => {
  expect(shape(question)).toBe('returns | count(returns) | where returned_on in 2026-11-23..2026-11-24');
});
