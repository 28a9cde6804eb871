import { detectLocale } from '@querent/language';
import { modelOf } from '@querent/model/fixture';
import { shapeOf } from '../../fixture/shape-of';
import { planQuestion } from '../../plan-question';

const TABLES = {
  depots: 'id integer, name text = Nord|Ost, opened_on date',
  lockers: 'id integer, depot_id integer > depots, code text, opened_on date, closed_on date',
  vouchers: 'id integer, depot_id integer > depots, lapses_on date, handed_on date, amount numeric',
};

const MODEL = modelOf(TABLES, {
  tables: {
    depots: {
      label: { zh: '仓库', en: 'depot' },
      kind: 'thing',
      columns: {
        name: { label: { zh: '仓库名', en: 'depot name' }, role: 'name' },
        opened_on: { label: { zh: '启用日期', en: 'opening date' }, role: 'time' },
      },
    },
    lockers: {
      label: { zh: '储物柜', en: 'locker' },
      kind: 'event',
      columns: {
        code: { label: { zh: '柜号', en: 'locker code' }, role: 'name' },
        opened_on: { label: { zh: '开柜日期', en: 'opening date' }, synonyms: { en: ['opened'] }, role: 'time' },
        closed_on: { label: { zh: '停用日期', en: 'closing date' } },
      },
    },
    vouchers: {
      label: { zh: '代金券', en: 'voucher' },
      kind: 'event',
      columns: {
        lapses_on: { label: { zh: '代金券到期日期', en: 'voucher lapse date' } },
        handed_on: { label: { zh: '发放日期', en: 'handout date' }, role: 'time' },
        amount: { label: { zh: '面额', en: 'amount' }, role: 'measure' },
      },
    },
  },
  metrics: { value: { label: { zh: '券额', en: 'voucher value' }, expression: 'sum(vouchers.amount)' } },
});

const shape = (question: string): string => {
  const locale = detectLocale(question);
  return shapeOf(planQuestion({ question, locale, model: MODEL, today: '2026-11-24', timezone: 'UTC', choices: [] }));
};

describe('the time column of a period', () => {
  it.each([
    ['voucher value in 2025', 'vouchers | value | where handed_on in 2025-01-01..2026-01-01'],
    ['how many vouchers in 2025', 'vouchers | count(vouchers) | where handed_on in 2025-01-01..2026-01-01'],
    ['2025年的券额', 'vouchers | value | where handed_on in 2025-01-01..2026-01-01'],
  ])(
    'a period uses the only column with the role of a time, whatever the names of others: %s',
    (question, expected) => {
      expect(shape(question)).toBe(expected);
    },
  );

  it('a verb selects the time of the thing before it', () => {
    expect(shape('which depots were opened before 2020')).toBe('depots | where opened_on in ..2020-01-01');
    expect(shape('how many lockers were opened in 2025')).toBe(
      'lockers | count(lockers) | where opened_on in 2025-01-01..2026-01-01',
    );
  });

  it('做到 does not contain the word 到期', () => {
    expect(shape('本月券额做到多少了')).toBe('vouchers | value | where handed_on in 2026-11-01..2026-11-25');
  });

  it('a command does not ask for a time', () => {
    expect(shape('close all lockers')).toBe('unsupported for good');
    expect(shape('how many closed lockers are there')).toBe('lockers | count(lockers) | where null');
  });

  it('“listed as” adds no time', () => {
    expect(shape('depots listed as Nord')).toBe('depots | where depots.name=Nord');
  });
});
