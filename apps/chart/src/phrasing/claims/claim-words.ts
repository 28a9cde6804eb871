/** Meaning of a word for the figures near it. */
export type Sense =
  | 'most'
  | 'least'
  | 'best'
  | 'worst'
  | 'ordinal'
  | 'up'
  | 'down'
  | 'level'
  | 'more'
  | 'less'
  | 'than'
  | 'next'
  | 'respectively'
  | 'each'
  | 'count'
  | 'derived'
  | 'denied'
  | 'vague'
  | 'plain';

interface WordRow {
  sense: Sense;
  zh: string;
  en: string;
}

/**
 * Words that order, compare or derive figures. At one position the longest match wins; `plain` words merely contain one
 * of the others. Claims that are `derived` (a sum, an average, a multiple), `denied` or `vague` (higher, but than
 * what?) are in no row, so they cannot be proven.
 */
const WORDS: readonly WordRow[] = [
  {
    sense: 'most',
    zh: '最高|最多|最大|居首|居于首位|首位|领先|高居',
    en: 'highest|largest|biggest|greatest|most|top|leads?|led|leading|leader|peak',
  },
  { sense: 'least', zh: '最低|最少|最小|末位|最后|垫底', en: 'lowest|smallest|least|fewest|bottom|last' },
  { sense: 'best', zh: '最好|最佳', en: 'best' },
  { sense: 'worst', zh: '最差', en: 'worst' },
  { sense: 'ordinal', zh: '', en: 'first|second|third|fourth|fifth' },
  {
    sense: 'up',
    zh: '增长|增加|上升|提升|提高|上涨|增幅|上行|走高',
    en: 'increase[sd]?|increasing|rises?|rose|risen|rising|grow[ns]?|grew|growing|growth|gain(?:s|ed)?|up',
  },
  {
    sense: 'down',
    zh: '下降|减少|降低|下跌|降幅|下滑|回落|走低',
    en: 'decrease[sd]?|decreasing|falls?|fell|fallen|falling|drop(?:s|ped)?|decline[sd]?|declining|down',
  },
  { sense: 'level', zh: '持平|稳定|保持|不变|没有变化', en: 'unchanged|stable|flat|remain(?:s|ed)?|stay(?:s|ed)?' },
  {
    sense: 'more',
    zh: '高于|多于|大于|超过|超出|超',
    en: '(?:more|higher|larger|greater|bigger) than|above|over|exceed(?:s|ed|ing)?|ahead of|at least',
  },
  {
    sense: 'less',
    zh: '低于|少于|小于|不足|不到|落后于|落后',
    en: '(?:less|fewer|lower|smaller) than|below|under|behind|at most',
  },
  { sense: 'than', zh: '比', en: '' },
  { sense: 'next', zh: '其次是|其次为|其次', en: 'followed by|next' },
  { sense: 'respectively', zh: '分别', en: 'respectively' },
  { sense: 'each', zh: '均|都', en: 'both|each|all|every' },
  {
    sense: 'count',
    zh: '共有|总共有|总共|一共有|一共|共计有|共',
    en: 'there (?:are|is|were|was)|found|(?:in|across) all',
  },
  {
    sense: 'derived',
    zh: '合计|总计|共计|总和|之和|总数|总额|总量|总体|平均值?|均值|中位数|倍|一半|半数|大?多数|少数|大多|差距|相差|差异|差别|差值|占全部|之间',
    en: 'totals?|totall?ed|sum|together|combined|altogether|averages?|mean|median|half|double|twice|times|ratio|difference|gap|majority|range[sd]?|ranging',
  },
  {
    sense: 'denied',
    zh: '不是|并非|没有|未|无|非|不|仅次于',
    en: "not|no|none|never|neither|nor|cannot|without|except|\\w+n't",
  },
  {
    sense: 'vague',
    zh: '更|较高|较低|较多|较少|略高|略低|略微|相对|相比|对比|偏高|偏低|高|低|多|少|大|小|升|降|增|减|涨|跌|好|差|强|弱',
    en: 'more|less|fewer|higher|lower|larger|smaller|greater|better|worse|ahead|versus|vs|compared|than|strong(?:er)?|weak(?:er)?|change[sd]?|trends?|rank(?:s|ed)?',
  },
  {
    sense: 'plain',
    zh: '不过|不同|其中|多少|大约|大概|高达|大小|至少|左右|比如|无论|达到|位居|位列|排在|排名|升至|降至|增至|减至|涨至|跌至',
    en: 'no longer than|not only|up to|first of all|over the|at all|all of|most recent',
  },
];

/** Prepositions (to, from, at) that mark a figure as the start or end value of a movement, not as its amount. */
export const ENDS_OF_MOVEMENT =
  /(?:至|到|达|为|从|由|自|于|是|\bto|\bfrom|\bat|\breach(?:es|ed)?|\bwas|\bis|\bof|\()\s*$/;

/** Words that claim a movement from each period to the next, not only from the first to the last. */
export const EVERY_STEP =
  /每|逐|连续|连年|连月|一直|持续|始终|不断|稳步|\b(?:each|every|always|steadily|continu\w+|consisten\w+|constant\w*|consecutive\w*|keeps?|kept|straight|(?:month|year|day|week|quarter)[ -](?:by|over|on|after)[ -])/i;

/** Verbs of movement towards a figure. */
const TOWARDS: readonly [RegExp, Sense][] = [
  [/^(?:升|增|涨)至/, 'up'],
  [/^(?:降|减|跌)至/, 'down'],
];

/** Sorts alternatives longest first, because a pattern takes the first matching branch. */
const longestFirst = (words: string): string =>
  words
    .split('|')
    .sort((a, b) => b.length - a.length)
    .join('|');

const bySense = WORDS.map(({ sense, zh, en }) => ({
  sense,
  pattern: new RegExp(
    [...(zh === '' ? [] : [`(?:${longestFirst(zh)})`]), ...(en === '' ? [] : [`(?<![a-z'])(?:${en})(?![a-z'])`])].join(
      '|',
    ),
    'gu',
  ),
}));

export interface ClaimWord {
  start: number;
  end: number;
  text: string;
  sense: Sense;
}

/** The words of `WORDS` in a normalised text, left to right, without overlaps; at equal starts the longest. */
export function claimWords(text: string): ClaimWord[] {
  const found = bySense.flatMap(({ sense, pattern }) =>
    Array.from(text.matchAll(pattern), ({ index, 0: word }): ClaimWord => ({
      start: index,
      end: index + word.length,
      text: word,
      sense,
    })),
  );
  const sorted = found.sort(
    (a, b) => a.start - b.start || b.end - a.end || Number(b.sense === 'plain') - Number(a.sense === 'plain'),
  );
  const kept: ClaimWord[] = [];
  for (const word of sorted) if (word.start >= (kept.at(-1)?.end ?? 0)) kept.push(word);
  return kept.flatMap((word) => {
    const towards = word.sense === 'plain' ? TOWARDS.find(([pattern]) => pattern.test(word.text))?.[1] : undefined;
    if (towards !== undefined) return [{ ...word, sense: towards }];
    return word.sense === 'plain' ? [] : [word];
  });
}

export const ORDINALS: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4, fifth: 5 };
