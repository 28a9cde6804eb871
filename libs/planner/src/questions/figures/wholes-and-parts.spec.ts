import type { PlanResult } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import { HARBOUR } from '../../fixture/harbour';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

const planOf = (question: string): PlanResult =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: HARBOUR,
    today: '2026-11-24',
    timezone: 'UTC',
    choices: [],
  });
const shape = (question: string): string => shapeOf(planOf(question));

/** The columns of the conditions on the whole of a share, and on its part. */
function shareOf(question: string): unknown {
  const plan = planOf(question);
  if (plan.kind !== 'planned') return plan.kind;
  const names = (filters: readonly object[]): string[] =>
    filters.map((one) =>
      'column' in one ? (one.column as { column: string }).column : 'table' in one ? String(one.table) : '',
    );
  const share = plan.query.measures[0]?.share;
  return [names(plan.query.filters), share && 'where' in share ? names(share.where ?? []) : null];
}

describe('the share of rows with a condition', () => {
  it.each([
    ['what share of gold permits are from the north office', ['class'], ['office']],
    ['what percentage of gold permits went through the south office', ['class'], ['office']],
    ['what share of gold permits have expired', ['class'], ['due_on']],
    ['what proportion of ferries never got a permit', ['kind'], ['permits']],
    ['share of gold permits', [], ['class']],
  ])('the share is of the rows that are named first: %s', (question, whole, part) => {
    expect(shareOf(question)).toEqual([whole, part]);
  });

  it('a share that may be of all rows is asked about', () => {
    expect(shape('share of gold permits at the north office')).toMatch(/^ask /);
  });
});

describe('rows that are named before they are counted', () => {
  it.each([
    [
      'of the tankers, how many have more than 2 permits',
      'ships | count(ships) | where ships.kind=tanker, some permits()',
    ],
    [
      'of the permits that have expired, how many are gold',
      'permits | count(permits) | where due_on in ..2026-11-24, permits.class=gold',
    ],
    ['among the ferries, how many never got a permit', 'ships | count(ships) | where ships.kind=ferry, no permits()'],
  ])('rows named first are restricted by the condition behind: %s', (question, expected) => {
    const parts = (text: string): string[] => text.split(/ [|] (?:where )?|, /).sort();
    expect(parts(shape(question))).toEqual(parts(expected));
  });
});

describe('figures across all things', () => {
  it.each([
    ['how many berths do we have across all ships', 'ships | sum(berths)'],
    ['total berths over all our ships', 'ships | sum(berths)'],
    ['number of permits across all offices', 'permits | count(permits)'],
    ['how many berths are there in all ships together', 'ships | sum(berths)'],
    ['number of permits across offices', 'permits | count(permits) | by office'],
  ])('“across all” asks for one figure: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('the name of a role', () => {
  it.each([
    ['how many cooks are there', 'sailors | count(sailors) | where some duties(duties.role=cook)'],
    ['which mates served on at least 2 ships', 'sailors | where some duties(duties.role=mate)'],
    ['有多少厨师', 'sailors | count(sailors) | where some duties(duties.role=cook)'],
    ['which sailors served as a mate', 'sailors | where some duties(duties.role=mate)'],
    [
      'how many sailors have served both as a cook and as a mate',
      'sailors | count(sailors) | where some duties(duties.role=cook), some duties(duties.role=mate)',
    ],
  ])('the name of a role means the persons who had it: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('events of persons in a role are counted for that role alone', () => {
    const plan = planOf('which mates served on at least 2 ships');
    expect(plan.kind === 'planned' ? plan.query.filters : plan.kind).toMatchObject([
      {
        kind: 'exists',
        table: 'duties',
        filters: [{ column: { column: 'role' }, value: 'mate' }],
        count: { op: '>=', value: 2 },
      },
    ]);
  });
});

describe('words around the question', () => {
  it.each([
    ['what is our longest ship, and how long is it?', 'which is our longest ship'],
    ['how many ships do we operate', 'how many ships are there'],
    ['to prepare the audit we need to know how many permits have expired', 'how many permits have expired'],
    ['ships that got no permits at all', 'ships without permits'],
  ])('words around the question add no condition: %s', (question, plain) => {
    expect(shape(question)).toBe(shape(plain));
    expect(shape(question)).not.toMatch(/^(?:ask|unsupported)/);
  });

  it('a period within the words around the question is kept', () => {
    expect(shape('to check last month we need to know how many permits were issued')).not.toBe(
      shape('how many permits were issued'),
    );
  });

  it('a second question is not dropped', () => {
    expect(shape('what is our longest ship, and how old is it?')).toBe('unsupported');
  });
});

describe('a state that a hyphenated noun names', () => {
  it.each([
    ['permits that self-renew', true],
    ["how many permits don't self-renew", false],
  ])('a state named by a hyphenated noun may be used as a verb: %s', (question, is) => {
    expect(shape(question)).toContain(`permits.self_renewal=${is}`);
  });
});
