import { detectLocale } from '@querent/language';
import { shapeOf } from '@querent/model/fixture';
import { TOOL_HIRE } from '../../fixture/tool-hire';
import { planQuestion } from '../../plan-question';

/** Wordings of people who run a business, over a model that they were not written for. */
const CASES: [question: string, shape: string][] = [
  [
    'how many tools are electric and how many are not',
    'tools | count(tools) | by tools.electric | order measure 0 desc',
  ],
  ['多少工具是电动的，多少不是', 'tools | count(tools) | by tools.electric | order measure 0 desc'],
  [
    'which 2 towns have the most builders',
    'builders | count(builders) | by builders.town | order measure 0 desc | limit 2',
  ],
  ['工匠最多的2个城市', 'builders | count(builders) | by builders.town | order measure 0 desc | limit 2'],
  ['top 2 most hired tools', 'hires | count(hires) | by tools.name | order measure 0 desc | limit 2'],
  [
    'builders who hired in both 2024 and 2025',
    'builders detail | where some hires(hires.hired_on in 2024-01-01..2025-01-01), some hires(hires.hired_on in 2025-01-01..2026-01-01)',
  ],
  [
    '2024年和2025年都租用过的工匠',
    'builders detail | where some hires(hires.hired_on in 2024-01-01..2025-01-01), some hires(hires.hired_on in 2025-01-01..2026-01-01)',
  ],
  // A state that is also an event means the event if a period is stated.
  [
    'how many hires were approved last month',
    'hires | count(hires) | where hires.approved_on in 2026-10-01..2026-11-01',
  ],
  [
    'how much came in by card last month',
    'receipts | sum(receipts.receipt_sum) | where receipts.received_on in 2026-10-01..2026-11-01, receipts.way=card',
  ],
  [
    'depots with fewer than 5 tools, and how many each has',
    'tools | count(tools) | by depots.name | having count(tools) < 5 | order measure 0 desc',
  ],
  [
    'which builders spent more than 500 on hire fees last year, and how much did each spend',
    'hires | sum(hires.hire_fee) | by builders.name | where hires.hired_on in 2025-01-01..2026-01-01 | having sum(hires.hire_fee) > 500 | order measure 0 desc',
  ],
  [
    'how did hires last quarter compare with the quarter before that',
    'hires | count(hires) | compare 2026-04-01..2026-07-01 2026-07-01..2026-10-01',
  ],
  ['builders outside Cork', 'builders detail | where builders.town!=Cork'],
  ['everyone who joined since March 2025', 'builders detail | where builders.joined_on in 2025-03-01..'],
  ['do we have electric tools in Cork?', 'tools | count(tools) | where depots.town=Cork, tools.electric=true'],
  ['on average, how many hires does a builder place', 'builders | count(hires) per count(builders)'],
  // Rows identified by a state (no-shows) are counted; rows identified by their name (hires) are listed.
  ['no-shows last week', 'hires | count(hires) | where hires.hired_on in 2026-11-09..2026-11-16, hires.no_show=true'],
  ['hires last week', 'hires detail | where hires.hired_on in 2026-11-09..2026-11-16'],
  ['list the hires of last week', 'hires detail | where hires.hired_on in 2026-11-09..2026-11-16'],
  ['hires with a delivery date this month', 'hires detail | where hires.deliver_on in 2026-11-01..2026-12-01'],
  [
    'of the insured hires, what share does each state have',
    'hires | count(hires) share of total | by hires.state | where hires.insured=true | order measure 0 desc',
  ],
];

const plan = (question: string) =>
  planQuestion({
    question,
    locale: detectLocale(question),
    model: TOOL_HIRE,
    today: '2026-11-21',
    timezone: 'Asia/Shanghai',
    choices: [],
  });

describe('wordings of managers', () => {
  it.each(CASES)('“%s” is read as %s', (question, shape) => {
    expect(shapeOf(plan(question))).toBe(shape);
  });

  it.each([
    // Either the rate within each group, or the share of each group among all such rows.
    'share of insured hires by state',
  ])('“%s” asks for the whole of the share', (question) => {
    expect(plan(question).kind).toBe('ambiguous');
  });

  it('does not show a count if an amount of each is requested', () => {
    expect(plan('which builders had more than 5 hires last year, and how much did each spend').kind).not.toBe(
      'planned',
    );
  });
});
