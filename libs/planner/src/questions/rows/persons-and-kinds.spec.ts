import { detectLocale } from '@querent/language';
import { modelOf, shapeOf } from '@querent/model/fixture';
import { planQuestion } from '../../plan-question';

const SURVEYS = modelOf(
  {
    offices: 'id integer, name text = Oslo|Bergen',
    surveyors: 'id integer, name text = Ann|Bob, grade text = trainee|expert, office_id integer > offices',
    visits: 'id integer, surveyor_id integer > surveyors, day date, kind text = short|long, minutes integer',
  },
  {
    tables: {
      offices: {
        label: { zh: '办公室', en: 'office' },
        kind: 'thing',
        columns: { name: { label: { zh: '办公室名称', en: 'office name' }, role: 'name' } },
      },
      surveyors: {
        label: { zh: '测量员', en: 'surveyor' },
        kind: 'thing',
        columns: {
          name: { label: { zh: '姓名', en: 'surveyor name' }, role: 'name' },
          grade: {
            label: { zh: '级别', en: 'grade' },
            role: 'dimension',
            values: { trainee: { zh: ['学员'] }, expert: { zh: ['专家'] } },
          },
        },
      },
      visits: {
        label: { zh: '走访', en: 'visit' },
        kind: 'event',
        columns: {
          surveyor_id: { label: { zh: '记录人', en: 'recording surveyor' } },
          day: { label: { zh: '走访日期', en: 'visit date' }, role: 'time' },
          kind: {
            label: { zh: '走访类型', en: 'visit type' },
            role: 'dimension',
            values: { short: { zh: ['短访'] }, long: { zh: ['长访'] } },
          },
          minutes: { label: { zh: '时长', en: 'minutes' }, role: 'measure' },
        },
      },
    },
  },
);

const shapeOfPlan = (question: string): string =>
  shapeOf(
    planQuestion({
      question,
      model: SURVEYS,
      today: '2026-11-21',
      timezone: 'UTC',
      choices: [],
      locale: detectLocale(question),
    }),
  );

describe('a value in the plural', () => {
  it.each([
    ['trainees in the Oslo office', 'surveyors detail | where offices.name=Oslo, surveyors.grade=trainee'],
    ['how many experts are in Oslo', 'surveyors | count(surveyors) | where offices.name=Oslo, surveyors.grade=expert'],
    ['experts in Bergen', 'surveyors detail | where offices.name=Bergen, surveyors.grade=expert'],
  ])('a value in the plural names the things with this value: %s', (question, shape) =>
    expect(shapeOfPlan(question)).toBe(shape),
  );
});

describe('counts of persons and of their events', () => {
  it.each([
    ['how many surveyors recorded long visits', 'surveyors | count(surveyors) | where some visits(visits.kind=long)'],
    ['测量员登记的走访有多少', 'visits | count(visits)'],
  ])('persons are counted if they are the subject, else their events: %s', (question, shape) =>
    expect(shapeOfPlan(question)).toBe(shape),
  );
});

describe('columns behind “with”, and questions for a duration', () => {
  it.each([
    ['列出测量员，要带级别和办公室名称', 'surveyors detail | select name, grade, name'],
    ['how long do surveyors stay on average', 'unsupported'],
    ['有史以来的走访次数', 'visits | count(visits)'],
  ])('“with” shows columns, and “how long” does not ask for money: %s', (question, shape) =>
    expect(shapeOfPlan(question)).toBe(shape),
  );
});
