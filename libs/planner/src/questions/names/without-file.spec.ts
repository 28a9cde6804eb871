import { detectLocale } from '@querent/language';
import { provideSenses } from '@querent/lexicon';
import { modelOf } from '@querent/model/fixture';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

/** Boats without a model file: only the names in the database identify things. */
const BOATS = modelOf(
  {
    harbours: 'id integer, name text = Kiel|Husum, region text = north|west',
    skippers: 'id integer, first_name text = Ann|Bo, last_name text = Lee|Orr',
    boats: 'id integer, name text = Gull|Tern, harbour_id integer > harbours, length_meters numeric, average numeric',
    trips: 'id integer, boat_id integer > boats, skipper_id integer > skippers, started_on date, fare numeric',
  },
  null,
);

const planOf = (question: string): ReturnType<typeof planQuestion> =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: BOATS,
    today: '2026-11-23',
    timezone: 'UTC',
    choices: [],
  });

describe('a question over a database without a model file', () => {
  it.each([
    ['number of trips by boat', 'trips | count(trips) | by name, by id'],
    ['names of boats that have no trips', 'boats | where no trips()'],
    ['ratio of trips to skippers', 'trips | count(trips) per count(skippers)'],
    ['ratio of fare to average for each boat', 'trips | sum(fare) per sum(average) | by name, by id'],
    ["boats whose name is 'Gull' or 'Tern'", 'boats | where boats.name in Gull/Tern'],
    ["boats whose name is not 'Gull'", 'boats | where boats.name!=Gull'],
    ['how many different regions are there for harbours', 'harbours | count_distinct(region)'],
    [
      'Return the last name of skippers that have no trips, by doing a left join from skippers to the trips table',
      'skippers | where no trips()',
    ],
    ['average and maximum length of boats', 'boats | avg(length_meters), max(length_meters)'],
    [
      'how many skippers started trips in 2025',
      'skippers | count(skippers) | where some trips(started_on in 2025-01-01..2026-01-01)',
    ],
    // An attribute of a single skipper is the skipper's, and no group of trips.
    ['last name of the skipper who made the most trips', 'trips | count(trips) | by last_name, by first_name'],
    ['What is the name of the harbour with the most boats?', 'boats | count(boats) | by name, by id'],
    ['the region of the harbour with the most boats', 'boats | count(boats) | by region, by name, by id'],
    // The requested attribute is no condition.
    ['in which region is Husum', 'harbours | where harbours.name=Husum'],
    // Skippers with a trip of a boat from Kiel are no skippers from Kiel.
    ['Kiel skippers', 'unsupported'],
    ['boats with a length over 30 square meters', 'boats | where boats.length_meters>30'],
  ])('“%s” is read without a model file', (question, expected) => {
    expect(shapeOf(planOf(question))).toBe(expected);
  });
});

/** Games that store the names of both players, beside a table of players. */
const GAMES = modelOf(
  {
    players: 'id integer, given_name text = Ann|Bo, hand text = left|right',
    games:
      'id integer, loser_id integer > players, winner_id integer > players, loser_name text = Ann|Bo, winner_name text = Ann|Bo',
  },
  null,
);

it.each(['how many different loser names are there', 'number of distinct names of losers'])(
  'a name that the rows store is preferred to that of a referenced person: %s',
  (question) => {
    const input = { locale: 'en' as const, model: GAMES, today: '2026-11-23', timezone: 'UTC', choices: [] };
    expect(shapeOf(planQuestion({ question, ...input }))).toBe('games | count_distinct(loser_name)');
  },
);

describe('a Chinese question over a database with English names', () => {
  const SENSES = [
    '船\tboat',
    '航行\ttrip;travel',
    '票价\tfare',
    '长度\tlength',
    '港口\tharbour',
    '开始\tstart',
    '区域\tregion',
    '水手\tsailor',
    '等级\trank',
  ];

  const MATCHES = modelOf(
    { matches: 'id integer, match_num integer, started_on date, work_date date', teams: 'id integer, name text' },
    null,
  );
  beforeAll(() => provideSenses(() => [...SENSES, '比赛\tmatch', '做\twork', '球队\tteam'].join('\n')));
  afterAll(() => provideSenses(() => null));
  const shape = (question: string, model = CHINESE_BOATS): string =>
    shapeOf(planQuestion({ question, locale: 'zh', model, today: '2026-11-23', timezone: 'UTC', choices: [] }));
  const CHINESE_BOATS = modelOf(
    {
      harbours: 'id integer, name text = Kiel|Husum, region text = north|west',
      boats: 'id integer, name text = Gull|Tern, harbour_id integer > harbours, length numeric',
      trips: 'id integer, boat_id integer > boats, started_on date, fare numeric',
    },
    null,
  );

  it.each([
    ['每艘船的平均票价和它们的名称', 'trips | avg(fare) | by name, by id'],
    ['返回按长度的顺序排列的船的名称', 'boats'],
    ['拥有超过3艘船的港口的名称', 'harbours | where some boats()'],
    // A count is no extreme itself; it is restricted to the thing with the extreme.
    ['有最大长度的船的航行数量', 'trips | count(trips) | where compare_aggregate'],
  ])('“%s” is read over English names', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  const CREW = modelOf(
    {
      sailors: 'id integer, name text = Ann|Bo, age integer, rank integer, signed_on date, region text = north|west',
      divers: 'id integer, name text = Cy|Di, age text = 31|29, signed_on date',
      bakers: 'id integer, name text = Ed|Flo, signed_on date',
    },
    null,
  );

  it.each([
    ['the oldest sailor', { by: { kind: 'column', column: { table: 'sailors', column: 'age' } }, direction: 'desc' }],
    ['最年轻的水手是谁', { by: { kind: 'column', column: { table: 'sailors', column: 'age' } }, direction: 'asc' }],
    ['the youngest diver', { by: { kind: 'column', column: { table: 'divers', column: 'age' } }, direction: 'asc' }],
  ])('an age column orders by age: %s', (question, order) => {
    const plan = planQuestion({
      question,
      locale: detectLocale(question),
      model: CREW,
      today: '2026-11-23',
      timezone: 'UTC',
      choices: [],
    });
    expect(plan.kind === 'planned' && plan.query.order).toEqual([expect.objectContaining(order)]);
  });

  it.each([
    // The day on which a baker started is not the baker's age.
    ['the oldest baker', 'unsupported'],
    ['Ann的等级是多少', 'sailors | where sailors.name=Ann'],
    ['等级不是3的水手', 'sailors | where sailors.rank!=3'],
    ['sailors whose rank is not 3', 'sailors | where sailors.rank!=3'],
    ['水手最常见的区域', 'sailors | count(sailors) | by region'],
    ['等级最高的水手叫什么名字', 'sailors'],
  ])('a question about persons is read over their columns: %s', (question, expected) => {
    expect(shape(question, CREW)).toBe(expected);
  });

  it('does not answer with a value that the question states', () => {
    const pairs = modelOf(
      { sailors: 'id integer, name text = Ann|Bo', mate: 'sailor_id integer > sailors, mate_id integer > sailors' },
      null,
    );
    expect(shape('Ann的所有mate的名字', pairs)).toBe(
      'sailors@mate@mate_id | where some mate(sailors@mate@sailor_id.name=Ann)',
    );
  });

  it('reads a light verb that is also an event either way', () => {
    expect(shape('没做过比赛的球队', MATCHES)).not.toContain('work_date');
  });

  it('counts things that also have a number', () => {
    expect(shape('比赛的数量', MATCHES)).toBe('matches | count(matches)');
  });
});

/** Things that refer to each other by name only, and a table of kinds that also stores a date. */
const ISLANDS = modelOf(
  {
    island: 'island_name* text = Sylt|Fehmarn, population integer, area numeric',
    village:
      'village_name* text = Keitum|Burg, island_name text > island = Sylt|Fehmarn, population integer, harbour text = Sylt|List',
    peak: 'peak_name* text = Uwe|Hinrich, island_name text > island = Sylt|Fehmarn, altitude integer, forest integer',
    breed: 'id integer, name text = Heidschnucke|Texel, created_at timestamptz',
    sheep:
      'id integer, name text, breed_id integer > breed, mother_id integer > sheep, born_on date, created_at timestamptz',
  },
  null,
);

describe('a question over things that refer to each other by name', () => {
  const shape = (question: string): string =>
    shapeOf(
      planQuestion({
        question,
        locale: detectLocale(question),
        model: ISLANDS,
        today: '2026-11-23',
        timezone: 'UTC',
        choices: [],
      }),
    );

  it.each([
    // The figure belongs to the thing with this name.
    ['What is the population of Sylt?', 'island | where island.island_name=Sylt'],
    ['How many Texels are there?', 'sheep | count(sheep) | where breed.name=Texel'],
    ['Texel有多少只', 'sheep | count(sheep) | where breed.name=Texel'],
    ['How high is Uwe?', 'peak | where peak.peak_name=Uwe'],
    ['Uwe有多高', 'peak | where peak.peak_name=Uwe'],
    ['the highest peak', 'peak'],
    // Two adjacent amounts form one name, which no column has.
    ['peaks with the highest forest altitude', 'unsupported'],
    // Inhabitants are counted by a column; neither islands nor villages are people.
    ['How many people are there in Sylt?', 'island | where island.island_name=Sylt'],
    ['the most populous island', 'island'],
    ['How high is the highest peak?', 'peak'],
    ['what peaks are there on Sylt', 'peak | where peak.island_name=Sylt'],
    // The population is that of the island, which is named last.
    ['peaks on the island with the largest population', 'unsupported'],
    ['villages called List', 'unsupported'],
    // The harbour is not a second column of the village.
    ['the population of the harbour of Keitum', 'unsupported'],
  ])('“%s” is read over references by name', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('shows the amount that “how” with an adjective asks for', () => {
    const shown = (question: string): unknown => {
      const plan = planQuestion({
        question,
        locale: detectLocale(question),
        model: ISLANDS,
        today: '2026-11-23',
        timezone: 'UTC',
        choices: [],
      });
      return plan.kind === 'planned' ? plan.query.select : plan.kind;
    };
    const altitude = [{ table: 'peak', column: 'altitude' }];
    expect(shown('How high is Uwe?')).toEqual(altitude);
    expect(shown('Uwe有多高')).toEqual(altitude);
  });

  it('counts distinct names in a table without a key that repeats them', () => {
    const model = modelOf({ stream: 'stream_name text = Eider|Trave, length integer, county text = Plau|Ratz' }, null);
    const { stream } = model.tables;
    const columns = Object.fromEntries(
      Object.entries(stream?.columns ?? {}).map(([name, column]) => [name, { ...column, unique: false }]),
    );
    const keyless = { ...model, tables: { stream: { ...stream, primaryKey: [], columns } } } as typeof model;
    const shapeIn = (of: typeof model): string =>
      shapeOf(
        planQuestion({
          question: 'How many streams are there?',
          locale: 'en',
          model: of,
          today: '2026-11-23',
          timezone: 'UTC',
          choices: [],
        }),
      );
    expect(shapeIn(model)).toBe('stream | count(stream)');
    expect(shapeIn(keyless)).toBe('stream | count_distinct(stream_name)');
  });
});
