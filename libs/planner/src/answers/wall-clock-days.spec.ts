import { modelOf, shapeOf } from '@querent/model/fixture';
import { planQuestion } from '../plan-question';

const TABLES = {
  visits: 'id integer, wall timestamp, guest_id integer > guests, fee numeric',
  calls: 'id integer, moment timestamptz',
  guests: 'id integer, name text, joined timestamptz',
};

const FILE = {
  timezone: 'Asia/Shanghai',
  tables: {
    visits: {
      label: { zh: '访问', en: 'visit' },
      columns: { wall: { label: { zh: '访问时间', en: 'visit time' }, role: 'time' } },
    },
    calls: {
      label: { zh: '通话', en: 'call' },
      columns: { moment: { label: { zh: '通话时间', en: 'call time' }, role: 'time' } },
    },
    guests: {
      label: { zh: '客人', en: 'guest' },
      columns: { joined: { label: { zh: '注册时间', en: 'joined time' }, role: 'time' } },
    },
  },
};

const file = modelOf(TABLES, FILE);

/** The last evening of October in New York is the first day of November in Shanghai. */
const plan = (
  question: string,
  {
    model = file,
    locale = 'en',
    timezone = 'America/New_York',
  }: { model?: typeof file; locale?: 'zh' | 'en'; timezone?: string } = {},
) => planQuestion({ question, locale, model, today: '2026-10-31', modelToday: '2026-11-01', timezone, choices: [] });

const shape = (question: string): string => {
  const planned = plan(question, { locale: /\p{Script=Han}/u.test(question) ? 'zh' : 'en' });
  return planned.kind === 'planned' ? shapeOf(planned) : planned.kind;
};

describe("periods counted from the model's day", () => {
  it.each([
    ['how many visits today', 'visits | count(visits) | where visits.wall in 2026-11-01..2026-11-02'],
    ['今天有多少访问', 'visits | count(visits) | where visits.wall in 2026-11-01..2026-11-02'],
    ['how many visits last month', 'visits | count(visits) | where visits.wall in 2026-10-01..2026-11-01'],
    ['最近7天的访问数', 'visits | count(visits) | where visits.wall in 2026-10-26..2026-11-02'],
    ['how many calls today', 'calls | count(calls) | where calls.moment in 2026-10-31..2026-11-01'],
    ['how many calls last month', 'calls | count(calls) | where calls.moment in 2026-09-01..2026-10-01'],
    ['上个月有多少通话', 'calls | count(calls) | where calls.moment in 2026-09-01..2026-10-01'],
    ['how many visits in May 2026', 'visits | count(visits) | where visits.wall in 2026-05-01..2026-06-01'],
  ])('%s: wall-clock times use the day in their zone, moments the day of the asker', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it('discloses the period that was used', () => {
    const planned = plan('how many visits last month');
    expect(planned).toMatchObject({ kind: 'planned', refinedQuestion: expect.stringContaining('2026-10-01') });
  });
});

describe('a time zone that no model file sets', () => {
  const named = (over: object) => ({ ...modelOf(TABLES), ...over });
  const server = named({ timezone: 'Europe/Berlin', timezoneFrom: 'server' });
  const disclosed = (question: string, over: Parameters<typeof plan>[1]): string[] => {
    const planned = plan(question, over);
    return planned.kind === 'planned' ? planned.disclosures.filter((text) => /zone|时区/.test(text)) : [planned.kind];
  };

  it.each([
    ['how many visits today', 'America/New_York', ["times are in the database server's time zone, Europe/Berlin"]],
    ['how many visits in 2025', 'America/New_York', ["times are in the database server's time zone, Europe/Berlin"]],
    ['how many calls today', 'Europe/Berlin', ["times are in the database server's time zone, Europe/Berlin"]],
    ['how many calls today', 'America/New_York', []],
    ['how many visits', 'Europe/Berlin', []],
  ])('%s, asked in %s, discloses the zone if it decided the day', (question, timezone, expected) => {
    expect(disclosed(question, { model: server, timezone })).toEqual(expected);
  });

  it('an assumed time zone is disclosed in both languages if the server reports none', () => {
    const assumed = named({ timezone: 'UTC', timezoneFrom: 'assumed' });
    expect(disclosed('how many visits today', { model: assumed })).toEqual([
      "the database server's time zone is not known; times are in UTC",
    ]);
    expect(disclosed('how many visits today', { model: assumed, locale: 'zh' })).toEqual([
      '数据库服务器的时区未知，时间按 UTC 计算',
    ]);
  });

  it('a time zone from the model file is not disclosed', () => {
    expect(disclosed('how many visits today', {})).toEqual([]);
  });
});
