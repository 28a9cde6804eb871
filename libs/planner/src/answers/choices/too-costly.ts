import type { SemanticQuery } from '@querent/contracts';
import { findTimeExpressions, plural } from '@querent/language';
import { say } from '@querent/model';
import { periodFilter } from '@querent/grammar';
import type { Candidate } from './candidate';
import type { Decision, Way } from './decision';
import type { QueryContext } from './too-vague';
import { thingName } from '../wording';

/**
 * From this number of rows on, a list is unreadable and slow to fetch: PostgreSQL returns about 100,000 rows a second.
 */
const LISTED_ROWS = 1_000_000;
/**
 * From this number of rows on, a full scan exceeds the time limit of a statement: ordinary hardware reads 5 to 10
 * million rows a second.
 */
const SCANNED_ROWS = 100_000_000;
/** The number of rows for the option "the first rows". */
const FIRST_ROWS = 100;

/** Asks how to narrow a list or a figure over all rows of a very large table; null if the query is affordable. */
export function tooCostly(candidate: Candidate, context: QueryContext): Decision | null {
  const { query } = candidate;
  const table = context.facts.model.tables[query.subject.name];
  if (!table || isBounded(query)) return null;
  const isList = query.measures.length === 0;
  if (table.estimatedRows < (isList ? LISTED_ROWS : SCANNED_ROWS)) return null;
  const { locale } = context;
  const name = thingName(context, table.name);
  const rows = Math.round(table.estimatedRows).toLocaleString('en-US');
  const instead = (made: Partial<SemanticQuery>, disclosures: string[] = []): Candidate[] => [
    { ...candidate, query: { ...query, ...made }, disclosures: [...candidate.disclosures, ...disclosures] },
  ];
  const counted: SemanticQuery['measures'] = [
    {
      label: say(locale, `${name}数量`, `number of ${plural(name)}`),
      what: { kind: 'aggregate', fn: 'count', table: table.name },
    },
  ];
  const smaller: Way[] = isList
    ? [
        {
          label: say(locale, `${name}数量，不列出每一条`, `The number of ${plural(name)} instead of each of them`),
          value: 'totals',
          aliases: ['数量', '总数', '合计', 'totals', 'count', 'number'],
          leads: instead({ measures: counted, select: [], order: [], distinct: false, strategy: 'summary' }),
        },
        {
          label: say(locale, `前${FIRST_ROWS}条`, `The first ${FIRST_ROWS}`),
          value: 'first',
          aliases: [`前${FIRST_ROWS}个`, `first ${FIRST_ROWS}`, `${FIRST_ROWS}`],
          leads: instead({ limit: FIRST_ROWS }),
        },
      ]
    : [
        {
          label: say(locale, '全部计算，可能超时', 'All of it, which may time out'),
          value: 'all',
          aliases: ['全部', '所有', 'all', 'everything'],
          leads: instead({}),
        },
      ];
  return {
    trigger: 'too_expensive',
    key: `cost:${table.name}`,
    question: say(
      locale,
      `${name}约有${rows}条，全部${isList ? '列出' : '计算'}会很慢。要怎样缩小范围？`,
      `There are about ${rows} ${plural(name)}; ${isList ? 'listing' : 'reading'} all of them is slow. How should it be narrowed?`,
    ),
    ways: [...periodWays(query, instead, context), ...smaller],
  };
}

/** Whether any part of the query lets the database read less than the whole table. */
const isBounded = ({ filters, having, near, compare, limit, measures }: SemanticQuery): boolean =>
  filters.length + having.length > 0 || near !== null || compare !== null || (limit !== null && measures.length === 0);

const PERIODS = [
  { value: 'this_year', zh: '今年', en: 'this year', aliases: [] },
  {
    value: 'last_30_days',
    zh: '最近30天',
    en: 'the last 30 days',
    aliases: ['近30天', 'last 30 days', 'past 30 days'],
  },
];

function periodWays(
  { subject }: SemanticQuery,
  instead: (made: Partial<SemanticQuery>, disclosures: string[]) => Candidate[],
  { facts, locale, today }: QueryContext,
): Way[] {
  const clock = facts.clock(subject.name);
  if (clock === null || facts.isYear(clock)) return [];
  return PERIODS.flatMap(({ value, zh, en, aliases }): Way[] => {
    const [time] = findTimeExpressions(zh, { today });
    if (time === undefined || time.kind === 'recurring') return [];
    const { recurs: _, ...once } = time;
    const use = { ...once, grain: time.grain ?? null, relative: true, column: clock, negated: false };
    const filters = [periodFilter(facts, { ...use, from: time.range.from, to: time.range.to }, clock)];
    return [
      {
        label: say(locale, `只看${zh}`, `Only ${en}`),
        value,
        aliases: [zh, en, ...aliases],
        leads: instead({ filters }, [time.label[locale]]),
      },
    ];
  });
}
