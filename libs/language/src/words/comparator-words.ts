/** `between` takes two numbers, both included. */
export type ComparatorOperator = '>' | '>=' | '<' | '<=' | '=' | '!=' | 'between';

interface ComparatorWords {
  operator: Exclude<ComparatorOperator, 'between'>;
  /** Where the word stands: "over 100" is before, "100以上" after its number. */
  position: 'before' | 'after';
  phrases: readonly string[];
  /** Only beside a number: "over" and "最多" mean other things elsewhere. */
  needsNumber?: boolean;
  /** Only when this follows. */
  onlyBefore?: RegExp;
}

/** Chinese 以上 and 以下 include the number, as in law (Civil Code art. 1259). */
export const COMPARATOR_WORDS: readonly ComparatorWords[] = [
  {
    operator: '>',
    position: 'before',
    phrases: [
      '>', '超过', '超过了', '超出了', '突破', '突破了', '大于', '高于', '多于', '超出', '高过', '大过', '多过', '长于', '晚于', '优于', '在超过', '不止', '不只', '有超过',
      'more than', 'greater than', 'higher than', 'larger than', 'bigger than', 'above', 'exceeding', 'exceed', 'exceeds', 'in excess of', 'longer than', 'older than',
      'better than', 'heavier than', 'taller than', 'beyond', 'surpassing', 'upwards of',
    ],
  },
  { operator: '>', position: 'before', phrases: ['over', '超', '突破'], needsNumber: true },
  {
    operator: '>=',
    position: 'before',
    phrases: [
      '>=', '≥', '≧', '=>', '不低于', '不少于', '不小于', '至少', '最低为', '起码', '大于等于', '大于或等于', '不短于', '不晚于', '多于等于', '高于等于', '高于或等于', '没有低于', '没有少于', '未低于', '不少过',
      'at least', 'no less than', 'not less than', 'no fewer than', 'not fewer than', 'greater than or equal to', 'more than or equal to', 'a minimum of', 'minimum of', 'not below', 'not under', 'no lower than', 'equal to or greater than', 'equal or greater than',
      'equal to or more than', 'higher than or equal to',
    ],
  },
  { operator: '>=', position: 'before', phrases: ['最少', '最少有', '最低', '达到', '满'], needsNumber: true },
  {
    operator: '<',
    position: 'before',
    phrases: [
      '<', '小于', '低于', '少于', '不到', '不足', '不满', '未满', '未达到', '没有达到', '没达到', '未达', '没到', '短于', '早于', '差于', '低过', '少过', '小过', '不够', '未超过等于',
      'less than', 'fewer than', 'lower than', 'smaller than', 'below', 'shorter than', 'younger than', 'worse than', 'lighter than', 'cheaper than',
    ],
  },
  { operator: '<', position: 'before', phrases: ['under'], needsNumber: true },
  {
    operator: '<=',
    position: 'before',
    phrases: [
      '<=', '≤', '≦', '=<', '不超过', '不多于', '不大于', '不高于', '至多', '没有超过', '没超过', '未超过', '小于等于', '小于或等于', '低于等于', '低于或等于', '少于等于', '顶多', '不长于', '不超出',
      'at most', 'no more than', 'not more than', 'less than or equal to', 'fewer than or equal to', 'a maximum of', 'maximum of', 'not over', 'not above', 'no greater than', 'not greater than', 'not exceeding',
      'no higher than', 'equal to or less than', 'lower than or equal to', "doesn't exceed", 'does not exceed',
    ],
  },
  { operator: '<=', position: 'before', phrases: ['up to', 'within', '最多', '最多有', '最多不超过', '最高'], needsNumber: true },
  { operator: '=', position: 'before', phrases: ['等于', '恰好', '正好', '刚好', '恰好有', '正好是', '刚好是', '恰好是', '恰为', '==', 'exactly', 'equal to', 'equals to', 'equals', 'equal'] },
  { operator: '=', position: 'before', phrases: ['=', '只有', '仅有'], needsNumber: true },
  { operator: '!=', position: 'before', phrases: ['!=', '<>', '≠', '不等于', '不为', 'not equal to', 'not equal', 'unequal to', 'does not equal', "doesn't equal", 'different from', 'other than exactly'] },
  { operator: '>=', position: 'after', phrases: ['以上', '及以上', '或以上', '及其以上', '起步', 'or more', 'or above', 'or higher', 'or over', 'or greater', 'or older', 'or better', 'and above', 'and over', 'and up', 'and more', 'or larger', 'and higher', 'and older', 'plus'], needsNumber: true },
  { operator: '<=', position: 'after', phrases: ['以下', '及以下', '或以下', '以内', '之内', '及其以下', 'or less', 'or fewer', 'or below', 'or lower', 'or under', 'or younger', 'or smaller', 'and below', 'and under', 'and less', 'and lower', 'or worse', 'and younger', 'at most'], needsNumber: true },
  { operator: '>', position: 'after', phrases: ['以外', '开外'], needsNumber: true },
  // 100多个 is more than 100; 前3多 and 数量多 are not.
  { operator: '>', position: 'after', phrases: ['多', '余'], needsNumber: true, onlyBefore: /^(?:[个名位家所条次人种件笔台项款张座部本篇间辆套份元块岁天年米]|公里|小时|分钟)/ },
];
