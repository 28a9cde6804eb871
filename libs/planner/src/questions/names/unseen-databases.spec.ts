import { detectLocale } from '@querent/language';
import { provideNearWords, provideSenses } from '@querent/lexicon';
import { modelOf } from '@querent/model/fixture';
import type { SemanticModel } from '@querent/model';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

/** Databases without a model file that were not used for development: an uncertain reading is not answered. */
const CLUBS = modelOf(
  {
    towns: 'id integer, town_name text = Kiel|Husum, region text = north|west, population integer, density numeric',
    clubs:
      'id integer, club_name text = Otters|Herons, town_id integer > towns, hall_width numeric, hall_depth numeric',
    club_events: 'id integer, event_name text = Gala|Fair, club_id integer > clubs, team_rank integer, fee numeric',
    players: 'id integer, first_name text = Ann|Bo, last_name text = Lee|Orr, club_id integer > clubs',
  },
  null,
);

const planIn = (model: SemanticModel, question: string): ReturnType<typeof planQuestion> =>
  planQuestion({ question, locale: detectLocale(question), model, today: '2026-11-23', timezone: 'UTC', choices: [] });

const shown = (question: string): unknown => {
  const plan = planIn(CLUBS, question);
  return plan.kind === 'planned' ? plan.query.select.map(({ table, column }) => `${table}.${column}`) : plan.kind;
};

describe('a question over a database without descriptions', () => {
  it.each([
    ['average hall width and hall depth of clubs', 'clubs | avg(hall_width), avg(hall_depth)'],
    ['the best team rank of club events', 'club_events | min(team_rank)'],
    ['number of club events for each club id', 'club_events | count(club_events) | by club_id'],
    ['which region is most common among towns', 'towns | count(towns) | by region'],
    // Nothing asks for a count.
    ['names of clubs and players', 'unsupported'],
    // Which town is meant requires a ranking inside the condition.
    ['what clubs are in the town with the largest population', 'clubs | where compare_aggregate'],
  ])('“%s” is read over names alone', (question, expected) => {
    expect(shapeOf(planIn(CLUBS, question))).toBe(expected);
  });

  it.each([
    ['first and last names of the players', ['players.first_name', 'players.last_name']],
    ['the population density of Kiel', ['towns.density']],
    ['the populations of the towns', ['towns.population']],
    ['names of all club events', ['club_events.event_name']],
  ])('“%s” shows the requested columns', (question, expected) => {
    expect(shown(question)).toEqual(expected);
  });

  it('asks whether the highest rank is the first or the largest number', () => {
    expect(planIn(CLUBS, 'highest team rank of all club events').kind).toBe('ambiguous');
  });

  it('does not deny for one row a value that several rows store', () => {
    const model = modelOf({ stream: 'stream_name text = Eider|Trave, length integer, county text = Plau|Ratz' }, null);
    const { stream } = model.tables;
    const columns = Object.fromEntries(
      Object.entries(stream?.columns ?? {}).map(([name, column]) => [name, { ...column, unique: false }]),
    );
    const keyless = { ...model, tables: { stream: { ...stream, primaryKey: [], columns } } } as typeof model;
    expect(planIn(model, 'how many streams are not in Plau').kind).toBe('planned');
    expect(planIn(keyless, 'how many streams are not in Plau').kind).not.toBe('planned');
  });
});

describe('superlatives and distinct counts', () => {
  const TRACK = modelOf(
    {
      persons: 'id integer, person_name text = Ann|Bo, age integer, height numeric, town text = Kiel|Husum',
      runners: 'runner_id* integer > persons, total_points numeric, club_no integer',
      towers: 'id integer, tower_name text = Alt|Neu, height numeric, storeys integer',
    },
    null,
  );

  it.each([
    // A runner is one of the persons, who have an age.
    ['total points of the youngest runner', 'runners | order age asc'],
    ['最年轻的 runners 的 total points', 'runners | order age asc'],
    ['the tallest runner', 'runners | order height desc'],
    ['最高的 towers', 'towers | order height desc'],
    ['number of distinct club nos of the runners', 'runners | count_distinct(club_no)'],
    ['how many different ages do the persons have', 'persons | count_distinct(age)'],
    // The values that several rows have in common are not all of their values.
    ['town 为 Kiel 的 persons 和 town 为 Husum 的 persons 共有的 age', 'unsupported'],
  ])('superlatives and distinct counts are read literally: %s', (question, expected) => {
    const plan = planIn(TRACK, question);
    const [first] = plan.kind === 'planned' ? plan.query.order : [];
    const by = first?.by.kind === 'column' ? ` | order ${first.by.column.column} ${first.direction}` : '';
    expect(shapeOf(plan) + by).toBe(expected);
  });
});

describe('synonyms of names', () => {
  const FARMS = modelOf(
    {
      vessels: 'id integer, name text = Gull|Tern, wage numeric, fee numeric',
      constructors: 'id integer, name text = Yard|Dock',
    },
    null,
  );
  beforeAll(() => {
    provideNearWords(
      () =>
        'boat\tvessel;ship\t\ncost\tvalue;fee\t\nfee\tcharge;cost\t\nsalary\twage;pay\t\nvessel\tboat\t\nwage\tsalary;pay\t',
    );
    provideSenses(() => '小艇\tboat\n薪水\tsalary');
  });
  afterAll(() => {
    provideNearWords(() => null);
    provideSenses(() => null);
  });

  it.each([
    ['how many boats are there', 'vessels | count(vessels)'],
    ['average salary of the boats', 'vessels | avg(wage)'],
    ['有多少小艇', 'vessels | count(vessels)'],
    ['小艇的平均薪水', 'vessels | avg(wage)'],
    // Both words are equally close to the other, so neither is preferred.
    ['average cost of the vessels', 'ask unknown_term unknown:cost: vessels wage / vessels fee'],
    // A column that every table has is no function word.
    ['how many constructors are there', 'constructors | count(constructors)'],
  ])('a synonym is read as the name of an undescribed database: %s', (question, expected) => {
    const fresh = { ...FARMS };
    expect(shapeOf(planIn(fresh, question))).toBe(expected);
  });
});
