import type { Filter, SemanticQuery } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import { compileQuery } from '@querent/compiler';
import { CARRIER } from '../../fixture/carrier';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

const DAYS = { today: '2026-11-23', timezone: 'UTC' };
const ORIGIN = 'cities@shipments@origin_id';
const DESTINATION = 'cities@shipments@destination_id';
const MANAGER = 'staff@staff@manager_id';

function shape(question: string): string {
  const locale = detectLocale(question);
  const plan = planQuestion({ question, model: CARRIER, locale, choices: [], ...DAYS });
  // Every plan can be compiled.
  if (plan.kind === 'planned') compileQuery(plan.query, CARRIER, { ...DAYS, locale, maxRows: 100 });
  return shapeOf(plan);
}

describe('two roles of a table', () => {
  it.each([
    ['shipments from Shanghai to Beijing', `shipments | where ${ORIGIN}.name=Shanghai, ${DESTINATION}.name=Beijing`],
    ['shipments to Beijing', `shipments | where ${DESTINATION}.name=Beijing`],
    [
      'shipments leaving Hangzhou last month',
      `shipments | where ${ORIGIN}.name=Hangzhou, sent_on in 2026-10-01..2026-11-01`,
    ],
    ['从上海到北京的运单', `shipments | where ${ORIGIN}.name=Shanghai, ${DESTINATION}.name=Beijing`],
    ['上海发往北京的运单', `shipments | where ${ORIGIN}.name=Shanghai, ${DESTINATION}.name=Beijing`],
    ['从上海出发的运单', `shipments | where ${ORIGIN}.name=Shanghai`],
    ['上海始发的运单', `shipments | where ${ORIGIN}.name=Shanghai`],
    ['shipments not from Shanghai', `shipments | where ${ORIGIN}.name!=Shanghai`],
    ['how many shipments by origin city', `shipments | count(shipments) | by ${ORIGIN}.name`],
    ['how many shipments by origin', `shipments | count(shipments) | by ${ORIGIN}.name`],
    ['各始发城市的运单数', `shipments | count(shipments) | by ${ORIGIN}.name`],
    ['按目的地统计运单数', `shipments | count(shipments) | by ${DESTINATION}.name`],
    ['目的地是北京的运单', `shipments | where ${DESTINATION}.name=Beijing`],
    [
      'shipments whose origin is Shanghai and destination is Beijing',
      `shipments | where ${ORIGIN}.name=Shanghai, ${DESTINATION}.name=Beijing`,
    ],
    ['total weight by origin city region', `shipments | sum(weight) | by ${ORIGIN}.region`],
    ['top 3 origin cities by weight', `shipments | sum(weight) | by ${ORIGIN}.name`],
    ['total amount paid by Acme', 'transfers | sum(amount) | where accounts@transfers@payer_id.name=Acme'],
    ['how many cities are there', 'cities | count(cities)'],
  ])('words select the role: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each([
    [
      'shipments in Shanghai',
      'ask ambiguous_value value:shanghai: destination city name is Shanghai / origin city name is Shanghai',
    ],
    ['北京的运单有多少', 'ask ambiguous_value value:北京: 目的城市名称为北京 / 始发城市名称为北京'],
  ])('a role without a word for it is asked about: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('a thing that refers to its own kind', () => {
  it.each([
    ['employees whose manager is Ann', `staff | where ${MANAGER}.name=Ann`],
    ['经理是张安的员工', `staff | where ${MANAGER}.name=Ann`],
    ["Ann's employees", `staff | where ${MANAGER}.name=Ann`],
    ['how many employees are managed by Ann', `staff | count(staff) | where ${MANAGER}.name=Ann`],
    ["Bob's manager", `${MANAGER} | where some staff(staff.name=Bob)`],
    ['who is the manager of Bob', `${MANAGER} | where some staff(staff.name=Bob)`],
    ['李博的经理', `${MANAGER} | where some staff(staff.name=Bob)`],
    ['managers named Bob', `${MANAGER} | where ${MANAGER}.name=Bob`],
    ['employees named Bob', 'staff | where staff.name=Bob'],
    ['salary of Ann', 'staff | where staff.name=Ann'],
    ['average salary by manager', `staff | avg(salary) | by ${MANAGER}.name`],
    ['average salary of managers', `${MANAGER} | avg(salary)`],
    ['managers in team Rail', `${MANAGER} | where teams.name=Rail`],
    ['managers hired before 2020', `${MANAGER} | where hired_on in ..2020-01-01`],
    ['managers with more than 2 employees', `${MANAGER} | where some staff()`],
    ['which manager has the most employees', `staff | count(staff) | by ${MANAGER}.name`],
    ['哪个经理的员工最多', `staff | count(staff) | by ${MANAGER}.name`],
    ['how many managers are there', `${MANAGER} | count(${MANAGER})`],
    ['没有经理的员工', 'staff | where null'],
  ])('rows that play a role for others of their kind are found: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('the names of the referenced rows are shown', () => {
    const question = 'employees and their managers';
    const plan = planQuestion({ question, model: CARRIER, locale: 'en', choices: [], ...DAYS });
    expect(plan.kind === 'planned' && plan.query.select).toEqual([
      { table: 'staff', column: 'name' },
      { table: MANAGER, column: 'name' },
    ]);
  });
});

describe('a verb for the rows that a column refers to', () => {
  it.each([
    ['transfers approved by Ann', 'transfers | where staff.name=Ann'],
    ['张安审批的转账', 'transfers | where staff.name=Ann'],
    ['shipments handled by Ann', 'shipments | where staff.name=Ann'],
    ['上个月审批了多少笔', 'transfers | count(transfers) | where paid_on in 2026-10-01..2026-11-01, null'],
    ['经办最多的员工', 'shipments | count(shipments) | by name | where null'],
  ])('a verb for a role is read as the reference: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('a turn after a question about a role', () => {
  it.each([
    [['shipments from Shanghai', 'what about Hangzhou?'], `shipments | where ${ORIGIN}.name=Hangzhou`],
    [['从上海出发的运单', '杭州呢'], `shipments | where ${ORIGIN}.name=Hangzhou`],
    [
      ['shipments from Shanghai', 'only to Beijing'],
      `shipments | where ${ORIGIN}.name=Shanghai, ${DESTINATION}.name=Beijing`,
    ],
    [['employees whose manager is Ann', 'what about Bob?'], `staff | where ${MANAGER}.name=Bob`],
  ])('a turn keeps the role: %j', (turns, expected) => {
    let context: SemanticQuery | null = null;
    let last = '';
    for (const question of turns) {
      const locale = detectLocale(question);
      const plan = planQuestion({ question, model: CARRIER, locale, choices: [], context, ...DAYS });
      if (plan.kind === 'planned') context = plan.query;
      last = shapeOf(plan);
    }
    expect(last).toBe(expected);
  });
});

describe('the default conditions of an agent', () => {
  const northern: Filter = { kind: 'compare', column: { table: 'cities', column: 'region' }, op: '=', value: 'north' };
  const ofTeam: Filter = { kind: 'compare', column: { table: 'staff', column: 'team_id' }, op: '=', value: 1 };
  const inRail: Filter = { kind: 'compare', column: { table: 'teams', column: 'name' }, op: '=', value: 'Rail' };
  const read = (question: string, defaults: Filter[]) => {
    const plan = planQuestion({ question, model: CARRIER, locale: 'en', choices: [], defaults, ...DAYS });
    if (plan.kind === 'planned') compileQuery(plan.query, CARRIER, { ...DAYS, locale: 'en', maxRows: 100 });
    return plan;
  };

  it.each([
    ['list the managers', ofTeam, `${MANAGER} | where ${MANAGER}.team_id=1`],
    ['list the managers', inRail, `${MANAGER} | where teams.name=Rail`],
    ['list the employees', ofTeam, 'staff | where staff.team_id=1, or'],
    ['how many employees are there', ofTeam, 'staff | count(staff) | where staff.team_id=1'],
    ['how many cities are there', northern, 'cities | count(cities) | where cities.region=north'],
    [
      'how many shipments are there',
      northern,
      `shipments | count(shipments) | where ${ORIGIN}.region=north, ${DESTINATION}.region=north`,
    ],
    [
      'shipments from Shanghai',
      northern,
      `shipments | where ${ORIGIN}.name=Shanghai, ${ORIGIN}.region=north, ${DESTINATION}.region=north`,
    ],
    ['average salary by manager', ofTeam, `staff | avg(salary) | by ${MANAGER}.name | where staff.team_id=1, or`],
    ['average salary by manager', inRail, `staff | avg(salary) | by ${MANAGER}.name | where teams.name=Rail, or`],
    ['how many teams are there', northern, 'teams | count(teams)'],
  ])('default conditions restrict each role with their column: %s', (question, filter, expected) => {
    expect(shapeOf(read(question, [filter]))).toBe(expected);
  });

  it('a default condition yields to the question in one role and applies in the other', () => {
    const plan = read('total weight of shipments whose origin city region is south', [northern]);
    expect(shapeOf(plan)).toBe(`shipments | sum(weight) | where ${ORIGIN}.region=south, ${DESTINATION}.region=north`);
  });

  it('a default condition on a shown role keeps rows without that role', () => {
    const plan = read('list the employees', [ofTeam]);
    expect(plan.kind === 'planned' && plan.query.filters[1]).toEqual({
      kind: 'or',
      filters: [
        { kind: 'null', column: { table: 'staff', column: 'manager_id' }, negated: false },
        { kind: 'compare', column: { table: MANAGER, column: 'team_id' }, op: '=', value: 1 },
      ],
    });
  });

  it('default conditions are disclosed with their roles', () => {
    const plan = read('how many shipments are there', [northern]);
    expect(plan.kind === 'planned' && plan.disclosures).toEqual([
      'by default, origin city region is north and destination city region is north',
    ]);
  });
});
