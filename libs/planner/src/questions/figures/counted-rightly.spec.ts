import { detectLocale } from '@querent/language';
import { modelOf, shapeOf } from '@querent/model/fixture';
import { planQuestion } from '../../plan-question';

/** Repairs of bicycles, the notes on them and the payments for them. */
const REPAIRS = modelOf(
  {
    owners: 'id integer, name text, kind text = firm|person',
    repairs:
      'id integer, owner_id integer > owners, brought_on date, fixed_on date, desk text = front|yard, urgent boolean, cost numeric',
    notes: 'id integer, repair_id integer > repairs, written_on date, words integer, open boolean',
    payments: 'id integer, repair_id integer > repairs, paid_on date, amount numeric',
  },
  {
    tables: {
      owners: {
        label: { zh: '车主', en: 'owner' },
        columns: {
          name: { label: { zh: '车主姓名', en: 'owner name' }, role: 'name' },
          kind: {
            label: { zh: '车主类型', en: 'owner type' },
            values: { firm: { zh: ['企业'], en: ['firm'] }, person: { zh: ['个人'], en: ['private'] } },
          },
        },
      },
      repairs: {
        label: { zh: '维修单', en: 'repair' },
        kind: 'event',
        columns: {
          brought_on: { label: { zh: '送修日期', en: 'date brought in' }, role: 'time' },
          fixed_on: { label: { zh: '修好日期', en: 'date fixed' }, synonyms: { en: ['fixed'] } },
          desk: { label: { zh: '柜台', en: 'desk' }, values: { front: { zh: ['前台'] }, yard: { zh: ['后院'] } } },
          urgent: { label: { zh: '加急', en: 'urgent' } },
          cost: { label: { zh: '维修费', en: 'repair cost' }, role: 'measure' },
        },
      },
      notes: {
        label: { zh: '便条', en: 'note' },
        kind: 'event',
        columns: {
          written_on: { label: { zh: '书写日期', en: 'note date' }, role: 'time' },
          words: { label: { zh: '字数', en: 'word count' }, role: 'measure' },
          open: { label: { zh: '公开', en: 'open' } },
        },
      },
      payments: {
        label: { zh: '收款记录', en: 'payment' },
        kind: 'event',
        columns: {
          paid_on: { label: { zh: '收款日期', en: 'payment date' }, role: 'time' },
          amount: { label: { zh: '收款金额', en: 'amount paid' }, role: 'measure' },
        },
      },
    },
    terms: {
      unfixed: { label: { zh: '未修好的维修单', en: 'unfixed repair' }, filter: 'repairs.fixed_on is null' },
      dear: {
        label: { zh: '大额维修单', en: 'dear repair' },
        synonyms: { zh: ['大额单'] },
        filter: 'repairs.cost >= 1000',
      },
    },
  },
);

const shape = (question: string): string =>
  shapeOf(
    planQuestion({
      question,
      locale: detectLocale(question),
      model: REPAIRS,
      today: '2026-11-24',
      timezone: 'UTC',
      choices: [],
    }),
  );

describe('rows counted with a measure word', () => {
  it.each(['便条一共写了多少条', '便条总共多少条', '便条一共有多少条'])(
    'rows are counted, and no unnamed amount is summed: %s',
    (question) => {
      expect(shape(question)).toBe('notes | count(notes)');
    },
  );

  it('rows with conditions are counted with their measure word', () => {
    expect(shape('公开便条今年一共写了多少条')).toBe(
      'notes | count(notes) | where notes.open=true, notes.written_on in 2026-01-01..2026-11-25',
    );
  });

  it('a named amount is summed, in spite of the measure word', () => {
    expect(shape('便条字数一共多少个')).toBe('notes | sum(notes.words)');
  });
});

describe('the object of a verb, separated from it', () => {
  const taken = 'payments | sum(payments.amount) | where payments.paid_on in 2026-10-01..2026-11-01';

  it.each(['上个月收了多少款', '上个月一共收了多少款'])(
    'a separated object asks for an amount of money: %s',
    (question) => {
      expect(shape(question)).toBe(taken);
    },
  );

  it('a measure word before the object asks for the number of rows', () => {
    expect(shape('上个月收了多少笔款')).toBe(taken.replace('sum(payments.amount)', 'count(payments)'));
  });
});

const URGENT_BY_DESK = 'repairs | count(repairs) | by repairs.desk | where repairs.urgent=true | order measure 0 desc';

describe('distributions of rows', () => {
  it.each([
    ['维修单的柜台分布', 'repairs | count(repairs) | by repairs.desk | order measure 0 desc'],
    ['看一下维修单在各柜台的分布情况', 'repairs | count(repairs) | by repairs.desk | order measure 0 desc'],
    ['加急维修单的柜台分布', URGENT_BY_DESK],
    ['维修单的车主类型分布', 'repairs | count(repairs) | by owners.kind | order measure 0 desc'],
    ['distribution of repairs by desk', 'repairs | count(repairs) | by repairs.desk | order measure 0 desc'],
    ['desk distribution of urgent repairs', URGENT_BY_DESK],
    ['how are repairs distributed across desks', 'repairs | count(repairs) | by repairs.desk | order measure 0 desc'],
  ])('a distribution is a count for each group: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });

  it.each(['维修单分布', 'distribution of repairs'])(
    'a distribution without groups is not answered: %s',
    (question) => {
      expect(shape(question)).toMatch(/^(?:unsupported|ask)/u);
    },
  );
});

describe('rows among which some are counted', () => {
  it.each([
    ['大额单中企业车主的有多少个', 'repairs | count(repairs) | where owners.kind=firm, term dear'],
    ['加急维修单里企业车主的有几个', 'repairs | count(repairs) | where owners.kind=firm, repairs.urgent=true'],
    ['加急维修单当中前台的有几个', 'repairs | count(repairs) | where repairs.desk=front, repairs.urgent=true'],
    ['维修单里面去年送修的有几个', 'repairs | count(repairs) | where repairs.brought_on in 2025-01-01..2026-01-01'],
  ])('the counted rows are of the kind named first: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('the share of each group', () => {
  it.each([
    'what share of urgent repairs is each desk',
    'what percentage of urgent repairs does each desk have',
    'what proportion of urgent repairs are in each desk',
  ])('the share of each group is of all named rows: %s', (question) => {
    expect(shape(question)).toBe(URGENT_BY_DESK.replace('count(repairs)', 'count(repairs) share of total'));
  });
});

it.each(['how many unfixed repairs are there', 'unfixed repairs by desk'])(
  'a term and its condition have one meaning: %s',
  (question) => {
    expect(shape(question)).toMatch(
      /^repairs \| count\(repairs\).* \| where term unfixed(?: \| order measure 0 desc)?$/u,
    );
  },
);

it.each(['how good is the average repair cost', 'how bad is the average repair cost'])(
  '“how good” asks for the figure itself: %s',
  (question) => {
    expect(shape(question)).toBe('repairs | avg(repairs.cost)');
  },
);

it.each(['今年一共收款多少', '今年收款有多少'])(
  'money without a measure word may be counted or summed, so it is asked about: %s',
  (question) => {
    expect(shape(question)).toMatch(/^ask/u);
  },
);

describe('questions for people', () => {
  it.each(['各车主类型有多少人', '各车主类型多少人', '各车主类型分别有多少人'])(
    '“how many people” counts the persons of the groups: %s',
    (question) => {
      expect(shape(question)).toBe('owners | count(owners) | by owners.kind | order measure 0 desc');
    },
  );

  it('“how many people” never counts rows that are no persons', () => {
    expect(shape('各柜台有多少人')).not.toContain('count(repairs)');
  });
});

describe('values that are ranked', () => {
  it.each([
    ['rank the desks by number of repairs', 'repairs | count(repairs) | by repairs.desk | order measure 0 desc'],
    [
      'rank the owner types by total repair cost',
      'repairs | sum(repairs.cost) | by owners.kind | order measure 0 desc',
    ],
  ])('ranked values are groups in the order of their figure: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});

describe('light words', () => {
  it.each([
    ['从前台过来的维修单有多少', 'repairs | count(repairs) | where repairs.desk=front'],
    ['从前台来的维修单有几张', 'repairs | count(repairs) | where repairs.desk=front'],
    ['每个柜台底下各有多少张维修单', 'repairs | count(repairs) | by repairs.desk | order measure 0 desc'],
    ['昨天进来多少维修单', 'repairs | count(repairs) | where repairs.brought_on in 2026-11-23..2026-11-24'],
    [
      'how many repairs reached us yesterday',
      'repairs | count(repairs) | where repairs.brought_on in 2026-11-23..2026-11-24',
    ],
  ])('light words are skipped: %s', (question, expected) => {
    expect(shape(question)).toBe(expected);
  });
});
