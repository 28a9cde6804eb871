import { detectLocale } from '@querent/language';
import { modelOf } from '@querent/semantic/fixture';
import { shapeOf } from './fixture/shape-of';
import { readQuestion } from './read-question';

/** Boats without a model file: what is shown and how things are called is the database's own. */
const BOATS = modelOf(
  {
    harbours: 'id integer, name text = Kiel|Husum, region text = north|west',
    skippers: 'id integer, first_name text = Ann|Bo, last_name text = Lee|Orr',
    boats: 'id integer, name text = Gull|Tern, harbour_id integer > harbours, length_meters numeric, average numeric',
    trips: 'id integer, boat_id integer > boats, skipper_id integer > skippers, started_on date, fare numeric',
  },
  null,
);

const planOf = (question: string): ReturnType<typeof readQuestion> =>
  readQuestion({
    question,
    locale: detectLocale(question),
    model: BOATS,
    today: '2026-11-23',
    timezone: 'UTC',
    choices: [],
  });

describe('a question of a database without a model file', () => {
  it.each([
    ['number of trips by boat', 'trips | count(trips) | by name, by id'],
    ['names of boats that have no trips', 'boats | where some trips()'],
    ['ratio of trips to skippers', 'trips | count(trips) per count(skippers)'],
    ['ratio of fare to average for each boat', 'trips | sum(fare) per sum(average) | by name, by id'],
    ["boats whose name is 'Gull' or 'Tern'", 'boats | where boats.name in Gull/Tern'],
    ["boats whose name is not 'Gull'", 'boats | where boats.name!=Gull'],
    ['how many different regions are there for harbours', 'harbours | count_distinct(region)'],
    [
      'Return the last name of skippers that have no trips, by doing a left join from skippers to the trips table',
      'skippers | where some trips()',
    ],
    ['average and maximum length of boats', 'boats | avg(length_meters), max(length_meters)'],
    [
      'how many skippers started trips in 2025',
      'skippers | count(skippers) | where some trips(started_on in 2025-01-01..2026-01-01)',
    ],
    // Those with a trip of a boat of Kiel are no skippers of Kiel.
    ['Kiel skippers', 'unsupported'],
    ['boats with a length over 30 square meters', 'boats | where boats.length_meters>30'],
  ])('is read: %s', (question, expected) => {
    expect(shapeOf(planOf(question))).toBe(expected);
  });
});
