/** What an order runs along, so that the planner can find the column: highest is an amount, newest a time. */
export type SuperlativeScale = 'amount' | 'time' | 'price' | 'quality' | 'size' | 'length' | 'age' | 'distance' | 'speed' | 'weight' | 'people' | 'pay';

export interface SuperlativeWords {
  /** Along the scale: 'desc' puts most, newest, dearest, best, oldest (age) first. */
  direction: 'asc' | 'desc';
  /** The plain English adjective: 'high', 'few', 'new'. */
  adjective: string;
  scale: SuperlativeScale;
  phrases: readonly string[];
}

export const SUPERLATIVE_WORDS: readonly SuperlativeWords[] = [
  { direction: 'desc', adjective: 'high', scale: 'amount', phrases: ['最高', 'highest', 'top-ranked', 'top ranked', 'top rated', 'top-rated'] },
  { direction: 'asc', adjective: 'low', scale: 'amount', phrases: ['最低', '垫底', 'lowest'] },
  { direction: 'desc', adjective: 'many', scale: 'amount', phrases: ['最多', '最常见', '最普遍', '最频繁', '出现最多', 'most', 'most number of', 'most common', 'most frequent', 'most frequently', 'most commonly', 'most often', 'greatest number of', 'highest number of', 'largest number of', 'maximum number of'] },
  { direction: 'asc', adjective: 'few', scale: 'amount', phrases: ['最少', '最少见', '最罕见', 'least', 'fewest', 'fewest number of', 'least common', 'least frequent', 'least often', 'least number of', 'lowest number of', 'smallest number of', 'minimum number of'] },
  { direction: 'desc', adjective: 'large', scale: 'size', phrases: ['最大', 'largest', 'biggest', 'greatest'] },
  { direction: 'asc', adjective: 'small', scale: 'size', phrases: ['最小', 'smallest', 'tiniest'] },
  { direction: 'desc', adjective: 'new', scale: 'time', phrases: ['最新', '最近一次', '最晚', '最后一次', '最迟', 'newest', 'latest', 'most recent', 'most recently', 'last'] },
  { direction: 'asc', adjective: 'early', scale: 'time', phrases: ['最早', '最先', '第一次', '首次', 'earliest', 'first'] },
  { direction: 'desc', adjective: 'expensive', scale: 'price', phrases: ['最贵', '最昂贵', '价格最高', '单价最高', 'most expensive', 'most costly', 'priciest', 'costliest', 'dearest'] },
  { direction: 'asc', adjective: 'cheap', scale: 'price', phrases: ['最便宜', '最廉价', '最实惠', '价格最低', '单价最低', 'cheapest', 'least expensive', 'most affordable'] },
  { direction: 'desc', adjective: 'good', scale: 'quality', phrases: ['最好', '最佳', '最优', '最优秀', '最优质', '最强', 'best', 'strongest'] },
  { direction: 'asc', adjective: 'bad', scale: 'quality', phrases: ['最差', '最坏', '最糟', '最弱', 'worst', 'poorest', 'weakest'] },
  { direction: 'desc', adjective: 'long', scale: 'length', phrases: ['最长', '最久', 'longest', 'tallest', 'deepest'] },
  { direction: 'asc', adjective: 'short', scale: 'length', phrases: ['最短', 'shortest'] },
  { direction: 'desc', adjective: 'old', scale: 'age', phrases: ['最老', '年龄最大', '年纪最大', '最年长', 'oldest', 'eldest'] },
  { direction: 'asc', adjective: 'young', scale: 'age', phrases: ['最年轻', '年龄最小', '年纪最小', 'youngest'] },
  { direction: 'asc', adjective: 'near', scale: 'distance', phrases: ['距离最近', '离得最近', 'nearest', 'closest'] },
  { direction: 'desc', adjective: 'far', scale: 'distance', phrases: ['最远', 'farthest', 'furthest'] },
  { direction: 'desc', adjective: 'fast', scale: 'speed', phrases: ['最快', 'fastest', 'quickest'] },
  { direction: 'asc', adjective: 'slow', scale: 'speed', phrases: ['最慢', 'slowest'] },
  { direction: 'desc', adjective: 'heavy', scale: 'weight', phrases: ['最重', 'heaviest'] },
  { direction: 'desc', adjective: 'populous', scale: 'people', phrases: ['most populous', 'most populated'] },
  { direction: 'asc', adjective: 'populous', scale: 'people', phrases: ['least populous', 'least populated'] },
  { direction: 'asc', adjective: 'light', scale: 'weight', phrases: ['最轻', 'lightest'] },
  { direction: 'desc', adjective: 'popular', scale: 'amount', phrases: ['最受欢迎', '最热门', '最火', '最畅销', 'most popular', 'best-selling', 'best selling', 'bestselling', 'top-selling', 'top selling'] },
  { direction: 'asc', adjective: 'popular', scale: 'amount', phrases: ['最冷门', '最不受欢迎', 'least popular', 'worst-selling', 'worst selling'] },
];

/** Ends of a scale that askers sort between: "from the oldest to the youngest", 从最大到最小. The reverse is made from it. */
export const ORDER_ENDS: readonly (readonly [high: string, low: string])[] = [
  ['highest', 'lowest'], ['largest', 'smallest'], ['biggest', 'smallest'], ['greatest', 'smallest'], ['greatest', 'least'], ['most', 'least'], ['most', 'fewest'], ['best', 'worst'],
  ['oldest', 'youngest'], ['newest', 'oldest'], ['latest', 'earliest'], ['most recent', 'oldest'], ['most recent', 'least recent'], ['longest', 'shortest'], ['tallest', 'shortest'], ['heaviest', 'lightest'], ['fastest', 'slowest'],
  ['most expensive', 'cheapest'], ['most expensive', 'least expensive'], ['high', 'low'], ['large', 'small'], ['最高', '最低'], ['最大', '最小'], ['最多', '最少'], ['最新', '最早'], ['最新', '最旧'], ['最晚', '最早'], ['最好', '最差'], ['最长', '最短'], ['最贵', '最便宜'],
  ['最老', '最年轻'],
];

/** Words that order a list without cutting it. */
export const ORDER_WORDS: readonly { direction: 'asc' | 'desc'; phrases: readonly string[] }[] = [
  {
    direction: 'desc',
    phrases: [
      '降序', '字母降序', '递减', '递减顺序', '降序排列', '降序排序', '倒序', '倒序排列', '逆序', '从高到低', '由高到低', '从大到小', '由大到小', '从多到少', '由多到少', '从新到旧', '从晚到早', '由近及远', '从贵到便宜', '从好到差',
      '从高到低排序', '从高到低排列', '由高到低排序', '由高到低排列', '从大到小排序', '从大到小排列', '从多到少排序', '从多到少排列',
      'descending', 'in descending order', 'descending order', 'desc', 'from highest to lowest', 'highest to lowest', 'from high to low', 'high to low', 'from largest to smallest', 'largest to smallest', 'from most to least', 'most to least',
      'from best to worst', 'from newest to oldest', 'newest first', 'highest first', 'largest first', 'most first', 'latest first', 'most recent first', 'in decreasing order', 'decreasing order', 'in reverse order', 'starting from the top', 'from the top',
    ],
  },
  {
    direction: 'asc',
    phrases: [
      '升序', '顺序', '的顺序', '顺序排列', '先后顺序', '按字母顺序', '字母顺序', '字母升序', '按字母排序', '递增', '递增顺序', '升序排列', '升序排序', '正序', '从低到高', '由低到高', '从小到大', '由小到大', '从少到多', '由少到多', '从旧到新', '从早到晚', '由远及近', '从便宜到贵', '从差到好',
      '从低到高排序', '从低到高排列', '由低到高排序', '由低到高排列', '从小到大排序', '从小到大排列', '从少到多排序', '从少到多排列',
      'ascending', 'in ascending order', 'ascending order', 'asc', 'from lowest to highest', 'lowest to highest', 'from low to high', 'low to high', 'from smallest to largest', 'smallest to largest', 'from least to most', 'least to most',
      'from worst to best', 'from oldest to newest', 'oldest first', 'lowest first', 'smallest first', 'earliest first', 'in increasing order', 'increasing order', 'alphabetically', 'in alphabetical order', 'alphabetical order', 'in chronological order', 'chronologically',
    ],
  },
];
