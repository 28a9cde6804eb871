import type { PlanResult, SemanticQuery } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import type { SemanticModel } from '@querent/model';
import { modelOf } from '@querent/model/fixture';
import { KITCHEN } from '../../fixture/kitchen';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

/** Persons with several amounts, one of which is their age. */
const CLUB = modelOf(
  { players: 'id integer, name text, age integer, wage numeric, siblings integer' },
  {
    defaultLocale: 'zh',
    tables: {
      players: {
        label: { zh: '球员', en: 'player' },
        kind: 'thing',
        columns: {
          name: { label: { zh: '姓名', en: 'name' }, role: 'name' },
          age: { label: { zh: '年龄', en: 'age' }, role: 'measure' },
          wage: { label: { zh: '工资', en: 'wage' }, role: 'measure' },
          siblings: { label: { zh: '兄弟姐妹', en: 'siblings' }, role: 'measure' },
        },
      },
    },
  },
);

const planOf = (question: string, model: SemanticModel, context: SemanticQuery | null = null): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model,
    today: '2026-11-24',
    timezone: 'UTC',
    choices: [],
    context,
  });
/** The parts of a shape, in any order. */
const parts = (shape: string): string[] => shape.split(/ \| (?:where )?|, /u).sort();
const kitchen = (question: string): string => shapeOf(planOf(question, KITCHEN));

describe('a total requested behind a number of rows', () => {
  it.each([
    ['合格的订单有多少个，合计多少钱', 'orders | count(orders), sales | where orders.passed=true'],
    ['合格的订单有几个，一共多少钱', 'orders | count(orders), sales | where orders.passed=true'],
    ['账单有多少张，总共多少元', 'invoices | count(invoices), sum(total)'],
  ])('the total is the amount of the counted rows: %s', (question, expected) => {
    expect(kitchen(question)).toBe(expected);
  });
});

describe('rows that are named before a part of them', () => {
  it.each([['学校客户的订单里面，合格的占多大比例'], ['学校客户的订单当中，合格订单占百分之几']])(
    'rows named first are the whole of a share: %s',
    (question) => {
      expect(planOf(question, KITCHEN)).toMatchObject({
        kind: 'planned',
        query: {
          filters: [{ kind: 'compare', value: 'school' }],
          measures: [{ share: { of: 'filtered', where: [{ kind: 'compare', value: true }] } }],
        },
      });
    },
  );
});

describe('verbs around the counted things', () => {
  it.each([
    [
      '既有Flour又有Saffron的菜品有几个',
      'dishes | count(dishes) | where some recipes(ingredients.name=Flour), some recipes(ingredients.name=Saffron)',
    ],
    ['至少用3种食材的菜品有几个', 'dishes | count(dishes) | where some recipes()'],
    ['平均每个客户下单多少钱', 'guests | sales per count(guests)'],
    ['分店都位于哪些国家', 'branches'],
    ['登记在册的客户有几家', 'guests | count(guests)'],
    ['今年填了多少个订单', 'orders | count(orders) | where ordered_on in 2026-01-01..2026-11-25'],
  ])('verbs around the counted things add no condition: %s', (question, ...expected) => {
    expect(expected).toContain(kitchen(question));
  });

  it('“how much” behind a person and a verb asks whether events or amounts are meant', () => {
    expect(kitchen('学校客户下单多少')).toMatch(/^ask /);
  });
});

describe('attributes of each row', () => {
  it.each([['列出所有菜品的标价'], ['列出菜品的标价']])('an attribute is listed for each row: %s', (question) => {
    expect(planOf(question, KITCHEN)).toMatchObject({ kind: 'planned', query: { distinct: false, measures: [] } });
  });
});

describe('“new” things in a period', () => {
  it('“new” things are those that began in the period', () => {
    expect(kitchen('今年新增了多少客户')).toBe('guests | count(guests) | where joined_on in 2026-01-01..2026-11-25');
  });
});

describe('figures that the model does not have', () => {
  it.each([['各菜品的订单率'], ['平均每个菜品有多少位客户']])(
    'an unknown figure is not replaced by another: %s',
    (question) => {
      expect(kitchen(question)).toBe('unsupported');
    },
  );
});

describe('“less than” over the amounts of things', () => {
  it.each([['今年订单金额合计少于1000元的客户有哪些'], ['which guests have less than 1000 in net amount this year']])(
    '“less than” includes things without rows: %s',
    (question) => {
      expect(kitchen(question)).toContain('with none');
    },
  );

  it('“less than” an average excludes things without rows', () => {
    expect(kitchen('平均订单金额低于100元的客户有哪些')).not.toContain('with none');
  });
});

describe('years of age', () => {
  it.each([
    ['30岁以上的球员有几位', 'players | count(players) | where players.age>=30'],
    ['球员的平均年龄是多少岁', 'players | avg(age)'],
  ])('years of age refer to the column with the age: %s', (question, expected) => {
    expect(shapeOf(planOf(question, CLUB))).toBe(expected);
  });
});

describe('a turn of a manager', () => {
  it.each([
    [
      'counts what belongs to the things it names',
      '今年有多少个订单',
      '学校客户的有多少',
      '学校客户今年的订单有多少个',
    ],
    [
      'counts what belongs to them by a measure word',
      '今年有多少个订单',
      '学校客户的有几个',
      '学校客户今年的订单有多少个',
    ],
    ['names what was counted', '学校客户有多少家', '列出客户名称', '学校客户的客户名称'],
    [
      'begins with a marker',
      'how many orders by dish',
      'for school guests',
      'how many orders of school guests by dish',
    ],
    ['asks which kind has the most', '各菜品的订单数', '最多的是哪一种', '订单数最多的菜品'],
    [
      'asks for another figure instead of the count',
      'how many orders by dish',
      'total portions instead of the count',
      'total portions by dish',
    ],
  ])('a turn changes the previous question: %s', (_, before, turn, together) => {
    const first = planOf(before, KITCHEN);
    const found = planOf(turn, KITCHEN, first.kind === 'planned' ? first.query : null);
    expect(parts(shapeOf(found))).toEqual(parts(kitchen(together)));
    expect(found.kind).toBe('planned');
  });

  it('a count beside things counts these things if no related rows precede', () => {
    const first = planOf('供应商有多少家', KITCHEN);
    expect(shapeOf(planOf('学校客户的有几家', KITCHEN, first.kind === 'planned' ? first.query : null))).toBe(
      kitchen('学校客户有几家'),
    );
  });
});
