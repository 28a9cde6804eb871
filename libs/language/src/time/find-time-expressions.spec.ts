import { addDays } from './civil-date';
import { findTimeExpressions } from './find-time-expressions';
import { TIME_CASES } from './time-cases.fixture';

describe.each(TIME_CASES)('asked on $today', ({ today, cases }) => {
  it.each(cases)('%s → %s', (text, expected) => {
    expect(findTimeExpressions(text, { today }).map(inWords).join(' + ')).toBe(expected);
  });
});

function inWords({ range, recurs }: ReturnType<typeof findTimeExpressions>[number]): string {
  if (recurs) return `every ${recurs.unit} ${recurs.values.join(',')}`;
  const last = range.to === null ? '' : addDays(range.to, -1);
  return range.from === last ? last : `${range.from ?? ''}..${last}`;
}
