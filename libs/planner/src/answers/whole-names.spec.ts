import { detectLocale } from '@querent/language';
import { modelOf } from '@querent/model/fixture';
import { planQuestion } from '../plan-question';

const tables = {
  divers:
    'id integer, first_name text = Ana|Ben, last_name text = Roth|Vale, home text = Kiel|Sylt, joined_on date, hourly numeric',
  dives: 'id integer, diver_id integer > divers, dived_at timestamp, minutes integer, outcome text = done|broken off',
};

const DESCRIBED = modelOf(tables, {
  tables: {
    divers: {
      label: { en: 'diver', zh: '潜水员' },
      columns: {
        first_name: { label: { en: 'first name', zh: '名' }, role: 'name' },
        last_name: { label: { en: 'last name', zh: '姓' }, role: 'name' },
        home: { label: { en: 'home port', zh: '母港' }, role: 'dimension' },
        joined_on: { label: { en: 'hire date', zh: '入职时间' }, role: 'time' },
        hourly: { label: { en: 'hourly pay', zh: '时薪' }, role: 'measure' },
      },
    },
    dives: {
      label: { en: 'dive', zh: '潜水' },
      kind: 'event',
      columns: {
        dived_at: { label: { en: 'dive time', zh: '潜水时间' }, role: 'time' },
        minutes: { label: { en: 'duration', zh: '时长' }, role: 'measure', unit: { en: 'minutes', zh: '分钟' } },
        outcome: {
          label: { en: 'outcome', zh: '结果' },
          role: 'dimension',
          values: { done: { en: ['done'], zh: ['完成'] }, 'broken off': { en: ['broken off'], zh: ['中断'] } },
        },
      },
    },
  },
  metrics: {
    done_dives: {
      label: { en: 'number of dives done', zh: '完成潜水数' },
      expression: "count(dives.id) FILTER (WHERE dives.outcome = 'done')",
      unit: { en: 'dives', zh: '次' },
    },
  },
});
const DERIVED = modelOf(tables);

/** The columns shown for rows and groups, and the columns of the order. */
function shownBy(question: string, model = DESCRIBED): unknown {
  const input = { question, locale: detectLocale(question), model, today: '2026-11-24', timezone: 'UTC', choices: [] };
  const plan = planQuestion(input);
  if (plan.kind !== 'planned') return plan.kind;
  const { select, dimensions, order } = plan.query;
  return (
    [...select, ...dimensions.map(({ column }) => column)].map(({ column }) => column).join(' ') +
    ` ${order[0]?.direction ?? ''}`
  );
}

describe('persons with a first and a last name', () => {
  it.each([
    ['top 3 divers by number of dives', 'first_name last_name desc'],
    ['潜水次数最多的3个潜水员是谁', 'first_name last_name desc'],
    ['which diver has the highest hourly pay', 'first_name last_name hourly desc'],
    ['number of dives by diver', 'first_name last_name desc'],
  ])('“%s” shows both halves of the name', (question, shown) => {
    expect(shownBy(question)).toBe(shown);
  });

  it('persons of a database without descriptions are shown without their key', () => {
    expect(shownBy('number of dives by diver', DERIVED)).toBe('first_name last_name desc');
  });

  it.each([
    ['first names of the divers', 'first_name '],
    ['潜水员的姓', 'last_name '],
  ])('“%s” shows only the half that it asks for', (question, shown) => {
    expect(shownBy(question)).toBe(shown);
  });

  it('those who joined longest ago have the earliest date', () => {
    expect(shownBy('哪位潜水员入职时间最长')).toBe('first_name last_name joined_on asc');
  });
});

describe('a metric of some rows, in the unit that counts them', () => {
  it.each(['how many dives last month', '上个月潜水多少次'])(
    'a unit of measurement alone does not ask for the metric: %s',
    (question) => {
      const plan = planQuestion({
        question,
        locale: detectLocale(question),
        model: DESCRIBED,
        today: '2026-11-24',
        timezone: 'UTC',
        choices: [],
      });
      expect(plan).toMatchObject({
        kind: 'planned',
        query: { measures: [{ what: { kind: 'aggregate', fn: 'count', table: 'dives' } }] },
      });
    },
  );
});
