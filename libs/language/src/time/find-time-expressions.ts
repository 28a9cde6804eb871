import { memoizeLast } from '../memoize-last';
import { leftmostLongest, overlaps } from '../phrases/spans';
import { maskQuoted } from '../tokens/quoted';
import { findComparisonPhrases } from './comparison-phrases';
import type { CivilDate } from './civil-date';
import { applyOperators } from './apply-operators';
import { applyRanges } from './apply-ranges';
import { findGrains } from './find-grains';
import { shareYearsInLists } from './share-year';
import type { TimeAtom } from './time-atom';
import { joinRecurring } from './join-recurring';
import { labelOf } from './time-names';
import type { TimeMatch } from './time-match';
import { TIME_RULES_EN } from './rules/time-rules-en';
import { TIME_RULES_ZH } from './rules/time-rules-zh';
import { TIME_OF_DAY_RULES } from './rules/times-of-day';
import { matchesOf } from '../phrases/matches-of';

const RULES = [...TIME_RULES_ZH, ...TIME_RULES_EN, ...TIME_OF_DAY_RULES];

/**
 * The time expressions of a text, left to right, without overlaps: "去年", "since March", "2024年3月到5月". Both languages
 * are matched, since askers mix them. The tables in `rules/` define the convention of each expression. Words of grain
 * (按月, monthly: `findGrains`) and of comparison with another period (同比, 比去年: `findComparisons`) are not times. `today`
 * is the asker's day, YYYY-MM-DD; otherwise a RangeError is thrown.
 */
export function findTimeExpressions(
  asked: string,
  { today }: { today: CivilDate; locale?: 'zh' | 'en' },
): readonly TimeMatch[] {
  return lastTimes(asked, today);
}

const MOST_LATELY = 8;
const lastTimes = memoizeLast(MOST_LATELY, (asked: string, today: CivilDate) => `${today}\n${asked}`, timesIn);

function timesIn(asked: string, today: CivilDate): readonly TimeMatch[] {
  const text = maskQuoted(asked);
  const atoms = joinRecurring(text, findAtoms(text, today));
  return applyOperators(text, applyRanges(text, shareYearsInLists(text, atoms, today), today)).map(
    ({ start, end, range, kind, key, name, grain, recurs, orLast }) => ({
      start,
      end,
      text: text.slice(start, end),
      range,
      kind,
      key,
      label: labelOf(name, range),
      ...(grain ? { grain } : {}),
      ...(recurs ? { recurs } : {}),
      ...(orLast ? { orLast } : {}),
    }),
  );
}

/** Single time expressions, without operators such as since, before and to. */
function findAtoms(text: string, today: CivilDate): TimeAtom[] {
  const taken = [...findGrains(text), ...findComparisonPhrases(text)];
  const found: TimeAtom[] = [];
  for (const { pattern, read } of RULES) {
    for (const match of matchesOf(pattern, text)) {
      const reading = read(match.groups ?? {}, today);
      if (reading) found.push({ ...reading, start: match.index, end: match.index + match[0].length });
    }
  }
  const chosen = leftmostLongest(found);
  return chosen.filter(
    (atom) => !taken.some((span) => overlaps(span, atom) && span.end - span.start >= atom.end - atom.start),
  );
}
