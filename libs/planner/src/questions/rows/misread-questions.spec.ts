import type { SemanticModel } from '@querent/model';
import { LIBRARY, modelOf } from '@querent/model/fixture';
import { itReads, type Reading } from '../../fixture/it-reads';

/** Wordings that tend to be misread, and the correct plan or refusal. */
const TIMES: Reading[] = [
  ['2024上半年的借阅数', 'loans | count(loans) | where loans.lent_on in 2024-01-01..2024-07-01'],
  ['2025第二季度借阅数', 'loans | count(loans) | where loans.lent_on in 2025-04-01..2025-07-01'],
  ['2025全年借阅数', 'loans | count(loans) | where loans.lent_on in 2025-01-01..2026-01-01'],
  [
    'number of loans in 2025 of members who joined in 2023',
    'loans | count(loans) | where loans.lent_on in 2025-01-01..2026-01-01, members.joined_on in 2023-01-01..2024-01-01',
  ],
  [
    '去年除了3月的借阅数',
    'loans | count(loans) | where loans.lent_on in 2025-01-01..2026-01-01, loans.lent_on not in 2025-03-01..2025-04-01',
  ],
  [
    'number of loans last year except in May',
    'loans | count(loans) | where loans.lent_on in 2025-01-01..2026-01-01, loans.lent_on not in 2025-05-01..2025-06-01',
  ],
  [
    '去年除了3月和4月以外的借阅数',
    'loans | count(loans) | where loans.lent_on in 2025-01-01..2026-01-01, loans.lent_on not in 2025-03-01..2025-04-01, loans.lent_on not in 2025-04-01..2025-05-01',
  ],
  ['number of loans in the last two months of 2025', 'unsupported'],
  ['loans in the last week of October', 'unsupported'],
  ['number of loans on the last day of each month', 'unsupported'],
  ['number of loans in March of every year', 'unsupported'],
  ['June loans by year', 'unsupported'],
  ['每季度第一个月的借阅数', 'unsupported'],
  ['members who renewed in 2024', 'members detail | where members.renewed_on in 2024-01-01..2025-01-01'],
  ['members whose last renewal was in 2024', 'members detail | where members.renewed_on in 2024-01-01..2025-01-01'],
  [
    'number of loans by month in 2025',
    'loans | count(loans) | by loans.lent_on:month | where loans.lent_on in 2025-01-01..2026-01-01 | order dimension 0 asc',
  ],
  [
    'number of loans by year since March 2024',
    'loans | count(loans) | by loans.lent_on:year | where loans.lent_on in 2024-03-01.. | order dimension 0 asc',
  ],
  ['近60天未续证的读者数', 'members | count(members) | where members.renewed_on not in 2026-09-23..2026-11-22'],
  ['去年没有续证的读者', 'unsupported'],
  ['没有续证的读者数', 'members | count(members) | where members.renewed_on missing'],
  ['2025年罚款总额增长率', 'loans | fines | compare 2024-01-01..2025-01-01 2025-01-01..2026-01-01'],
  [
    'growth of fines in 2024 by branch',
    'loans | fines | by branches.name | compare 2023-01-01..2024-01-01 2024-01-01..2025-01-01',
  ],
  [
    'growth of fines since 2025',
    'unsupported',
    'loans | fines | compare 2025-01-01..2025-11-22 2026-01-01..2026-11-22',
  ],
];

const ALTERNATIVES: Reading[] = [
  ['页数少于100或超过900的图书', 'books detail | where books.pages<100 or books.pages>900'],
  [
    '科学类图书中页数少于100或超过900的',
    'books detail | where books.genre=science, books.pages<100 or books.pages>900',
  ],
  ['历史或价格超过50元的图书有多少', 'books | count(books) | where books.genre=history or books.price>50'],
  ['books that are fiction or have over 500 pages', 'books detail | where books.genre=fiction or books.pages>500'],
  [
    'books published in 1999 or with over 500 pages',
    'books detail | where books.published in 1999-01-01..2000-01-01 or books.pages>500',
  ],
  [
    'how many fiction or history books have over 500 pages',
    'books | count(books) | where books.genre in fiction/history, books.pages>500',
  ],
  [
    'fiction books published in 1999 or with over 500 pages',
    'unsupported',
    'books detail | where books.genre=fiction, books.published in 1999-01-01..2000-01-01 or books.pages>500',
  ],
  ['members in York or with no loans', 'unsupported'],
  ['页数少于100、超过900的图书', 'unsupported', 'ask ambiguous_metric bound:>900'],
];

const RELATIONS: Reading[] = [
  ['members with neither fiction nor history', 'members detail | where no loans(books.genre in fiction/history)'],
  [
    'number of members who borrowed in 2024 but not in 2025',
    'members | count(members) | where no loans(loans.lent_on in 2025-01-01..2026-01-01), some loans(loans.lent_on in 2024-01-01..2025-01-01)',
  ],
  [
    'members who borrowed both fiction and history',
    'members detail | where some loans(books.genre=fiction), some loans(books.genre=history)',
  ],
  [
    '小说和历史都借过的读者有多少',
    'members | count(members) | where some loans(books.genre=fiction), some loans(books.genre=history)',
  ],
  ['members who borrowed fiction or history', 'members detail | where some loans(books.genre in fiction/history)'],
  ['借过小说、历史的读者', 'unsupported', 'members detail | where some loans(books.genre in fiction/history)'],
  [
    'how many members borrowed fiction but not science',
    'members | count(members) | where no loans(books.genre=science), some loans(books.genre=fiction)',
  ],
  [
    '借过小说但没借过科学的读者',
    'members detail | where no loans(books.genre=science), some loans(books.genre=fiction)',
  ],
  ['没有借过小说和历史的读者', 'members detail | where no loans(books.genre in fiction/history)'],
  ['number of loans of fiction and history', 'loans | count(loans) | where books.genre in fiction/history'],
  [
    '2024年和2025年都借过书的读者数',
    'members | count(members) | where some loans(loans.lent_on in 2024-01-01..2025-01-01), some loans(loans.lent_on in 2025-01-01..2026-01-01)',
  ],
  ['number of branches with science books and no loans', 'unsupported'],
  [
    '借过小说或历史但没借过科学的读者',
    'members detail | where no loans(books.genre=science), some loans(books.genre in fiction/history)',
  ],
];

const MONEY: Reading[] = [
  ['members with a loan over 20 yuan', 'members detail | where some loans(loans.fine>20)'],
  ['members with over 20 loans', 'members detail | where some loans()>20'],
  ['借阅超过20元的读者', 'members detail | where some loans(loans.fine>20)'],
];

/** Copies are stored as quantities: the number of rows is not the number of copies. */
const STOCK = modelOf(
  {
    shops: 'id integer, name text = North|South',
    copies: 'id integer, shop_id integer > shops, kind text = atlas|globe, quantity integer',
  },
  {
    defaultLocale: 'en',
    tables: {
      shops: { label: { en: 'shop', zh: '商店' } },
      copies: {
        label: { en: 'copy', zh: '册' },
        defaultMetric: 'number_of_copies',
        columns: { quantity: { role: 'measure' } },
      },
    },
    metrics: {
      number_of_copies: { label: { en: 'number of copies', zh: '册数' }, expression: 'sum(copies.quantity)' },
    },
  },
);

const QUANTITIES: Reading[] = [
  [
    'which shops have more than 40 copies',
    'unsupported',
    'copies | number_of_copies | by shops.name | having number_of_copies > 40 | order measure 0 desc',
  ],
  [
    'shops with fewer than 40 copies',
    'unsupported',
    'copies | number_of_copies | by shops.name | having number_of_copies < 40 | with none | order measure 0 desc',
  ],
];

const RIVERS = modelOf(
  {
    provinces: 'id integer, name text = Ohio|Utah',
    rivers: 'id integer, name text = Green|Wabash, province_id integer > provinces',
    readings: 'id integer, river_id integer > rivers, read_on date, peak_level numeric',
  },
  {
    tables: {
      provinces: { label: { zh: '省', en: 'province' }, kind: 'thing', columns: { name: { role: 'name' } } },
      rivers: {
        label: { zh: '河流', en: 'river' },
        kind: 'thing',
        columns: { name: { role: 'name' }, province_id: { label: { zh: '流经省份', en: 'flows through' } } },
      },
      readings: {
        label: { zh: '水位记录', en: 'reading' },
        kind: 'event',
        columns: {
          read_on: { label: { zh: '测量日期', en: 'reading date' }, role: 'time' },
          peak_level: { label: { zh: '最高水位', en: 'peak level' }, role: 'measure' },
        },
      },
    },
  },
);

/** Extremes are not added up, and a thing is not counted by itself. */
const EXTREMES: Reading[] = [
  ['peak level in 2025', 'readings | max(readings.peak_level) | where readings.read_on in 2025-01-01..2026-01-01'],
  ['2025年的最高水位', 'readings | max(readings.peak_level) | where readings.read_on in 2025-01-01..2026-01-01'],
  ['which river had the highest reading', 'unsupported'],
  ['what river flows through the most provinces', 'unsupported'],
  [
    'which river had the largest reading',
    'readings detail | select id, name, peak_level | order peak_level desc | limit 1',
  ],
];

const DOMAINS: [string, SemanticModel, Reading[]][] = [
  ['times', LIBRARY, TIMES],
  ['alternatives', LIBRARY, ALTERNATIVES],
  ['related rows', LIBRARY, RELATIONS],
  ['amounts of money', LIBRARY, MONEY],
  ['quantities', STOCK, QUANTITIES],
  ['extremes', RIVERS, EXTREMES],
];

describe.each(DOMAINS)('%s that were once misread', (_name, model, cases) => itReads(model, cases));
