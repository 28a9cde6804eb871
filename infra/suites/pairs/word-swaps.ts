/** Kinds of changes that change the meaning. */
export type ChangeKind =
  | 'number'
  | 'unit'
  | 'time'
  | 'value'
  | 'comparator'
  | 'negation'
  | 'direction'
  | 'metric'
  | 'dimension'
  | 'aggregate'
  | 'logic'
  | 'scope'
  | 'new year';

interface WordSwap {
  kind: ChangeKind;
  /** Words of one kind with different meanings. English words match whole words. */
  words: readonly string[];
  /** Condition on the following text. */
  before?: RegExp;
}

/** Rows of words that replace one another with a change of meaning. */
export const WORD_SWAPS: readonly WordSwap[] = [
  { kind: 'unit', words: ['万', '千', '百万', '亿'], before: /^(?!物|方百|家|里|米|克)/ },
  { kind: 'unit', words: ['公里', '米'] },
  { kind: 'unit', words: ['km', 'meters', 'miles'] },
  { kind: 'time', words: ['去年', '今年', '前年'], before: /^(?!同期|同月)/ },
  { kind: 'time', words: ['上个月', '本月', '上上个月'] },
  { kind: 'time', words: ['上周', '本周'] },
  { kind: 'time', words: ['昨天', '今天', '前天'] },
  { kind: 'time', words: ['上季度', '本季度'] },
  { kind: 'time', words: ['第一季度', '第二季度', '第三季度', '第四季度'] },
  { kind: 'time', words: ['上半年', '下半年'] },
  { kind: 'time', words: ['last year', 'this year'] },
  { kind: 'time', words: ['last month', 'this month'] },
  { kind: 'time', words: ['last week', 'this week'] },
  { kind: 'time', words: ['last quarter', 'this quarter'] },
  { kind: 'time', words: ['yesterday', 'today'] },
  { kind: 'time', words: ['q1', 'q2', 'q3', 'q4'] },
  {
    kind: 'time',
    words: ['january', 'february', 'march', 'april', 'june', 'july', 'august', 'september', 'october', 'november'],
  },
  { kind: 'time', words: ['以前', '以后'] },
  {
    kind: 'time',
    words: ['before', 'after', 'since'],
    before: /^ (?:\d|last|january|february|march|april|may|june|july|august|september|october|november|december)/,
  },
  { kind: 'comparator', words: ['超过', '低于', '至少', '不超过', '等于'] },
  { kind: 'comparator', words: ['大于', '小于', '不少于'] },
  { kind: 'comparator', words: ['高于', '低于'] },
  { kind: 'comparator', words: ['以上', '以下'] },
  { kind: 'comparator', words: ['more than', 'less than', 'at least', 'at most', 'exactly'] },
  { kind: 'comparator', words: ['above', 'below'] },
  { kind: 'comparator', words: ['over', 'under'], before: /^ \d/ },
  { kind: 'negation', words: ['不是', '是'] },
  { kind: 'negation', words: ['没有', '有'], before: /^(?!多少|哪|几)/ },
  {
    kind: 'negation',
    words: ['without', 'with'],
    before: /^ (?!at least|more|less|at most|the most|the highest|the lowest)/,
  },
  { kind: 'negation', words: ['are not', 'are'] },
  { kind: 'negation', words: ['except', 'in'] },
  { kind: 'direction', words: ['最高', '最低'] },
  { kind: 'direction', words: ['最多', '最少'] },
  { kind: 'direction', words: ['最大', '最小'] },
  { kind: 'direction', words: ['最贵', '最便宜'] },
  { kind: 'direction', words: ['最新', '最早'] },
  { kind: 'direction', words: ['最好', '最差'] },
  { kind: 'direction', words: ['前', '后'], before: /^(?:\d|[一二三四五六七八九十]+[名个位])/ },
  { kind: 'direction', words: ['从高到低', '从低到高'] },
  { kind: 'direction', words: ['降序', '升序'] },
  { kind: 'direction', words: ['highest', 'lowest'] },
  { kind: 'direction', words: ['most', 'fewest'], before: /^(?! (?:recent|expensive|popular|common))/ },
  { kind: 'direction', words: ['top', 'bottom'] },
  { kind: 'direction', words: ['most expensive', 'cheapest'] },
  { kind: 'direction', words: ['largest', 'smallest'] },
  { kind: 'direction', words: ['best', 'worst'] },
  { kind: 'direction', words: ['latest', 'earliest'] },
  { kind: 'direction', words: ['descending', 'ascending'] },
  // Not before another aggregate: the total and the average of an average both mean the average over all rows.
  { kind: 'aggregate', words: ['平均', '最高', '总', '最低'], before: /^(?!数|共|部|人|分|体|计|的|平均|最|总)/ },
  {
    kind: 'aggregate',
    words: ['average', 'total', 'maximum', 'minimum', 'median'],
    before: /^ (?!number|average|total)/,
  },
  { kind: 'aggregate', words: ['多少个', '哪些'] },
  { kind: 'dimension', words: ['按月', '按季度', '按年', '按周', '按天'] },
  { kind: 'dimension', words: ['每月', '每季度', '每年', '每周', '每天'] },
  { kind: 'dimension', words: ['monthly', 'quarterly', 'yearly', 'weekly', 'daily'] },
  { kind: 'dimension', words: ['by month', 'by quarter', 'by year', 'by week', 'by day'] },
  { kind: 'logic', words: ['或者', '但不是'] },
  { kind: 'logic', words: ['either', 'neither'] },
];
