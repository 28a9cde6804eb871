import { UNTIL_NOW_ZH } from './rules/relative-words-zh';

/** How an operator turns a period into a range. */
export type TimeOperator = 'since' | 'after' | 'before' | 'until';

/** Pattern sources of words around one time: `before` ends at the time, `after` begins at its end. */
interface OperatorWords {
  operator: TimeOperator;
  before?: string;
  after?: string;
}

/**
 * The first matching row wins. "After" excludes the named time, "since" and "until" include it. 前 and 后 also begin
 * other words (前10名, 后台, 前三季度), which the look-aheads exclude.
 */
export const OPERATOR_WORDS: readonly OperatorWords[] = [
  { operator: 'since', before: '(?:自从|自|从|打从|由)', after: `(?:以来|之?起|开始|${UNTIL_NOW_ZH})` },
  {
    operator: 'since',
    after: `\\s?(?:(?:或|及|和)(?:之后|以后|更晚)|及其?后|以来|起(?!止|始|码)|开始|${UNTIL_NOW_ZH})`,
  },
  { operator: 'since', before: '(?:自从|自)' },
  {
    operator: 'after',
    before: '(?:从|在|自)?',
    after: '\\s?(?:之后|以后|后(?![台半期续端来排勤面天年\\d几一二三四五六七八九十]))',
  },
  { operator: 'until', before: '(?:不晚于|不迟于)' },
  { operator: 'since', before: '(?:不早于|晚于或等于)' },
  { operator: 'before', before: '(?:早于|先于)' },
  { operator: 'after', before: '(?:晚于|迟于)' },
  {
    operator: 'until',
    before: '(?:截至到?|截止到?|直到|到|至)',
    after: '的?(?:年底|年末|月底|月末|季末|季度末|底|末)(?:为止|止|之前|以前|前)?',
  },
  {
    operator: 'since',
    before: '(?:自从|自|从|打从|由)',
    after: '的?(?:年初|月初|季初|初)(?:以来|之?起|开始|至今|到现在)?',
  },
  { operator: 'until', before: '(?:截至到?|截止到?|直到|到|至)', after: '(?:为止|止|(?:及|和)?(?:之前|以前))' },
  { operator: 'until', before: '(?:截至到?|截止到?|直到)' },
  { operator: 'until', after: '\\s?(?:为止|(?:或|及|和)(?:以前|之前|更早))' },
  {
    operator: 'before',
    before: '在?',
    after: '\\s?(?:之前|以前|前(?![台端半期后往列排面景年天\\d几多一二三四五六七八九十]|\\s\\d))',
  },
  {
    operator: 'since',
    before:
      '(?:since|starting(?: from| in| on)?|beginning(?: from| in| on)?|on or after|no earlier than|not before|from)\\s(?:the )?',
    after:
      '\\s(?:onwards?|on(?=[ ,.?!]*$)|forward|to (?:date|now|present|the present)|until now|till now|up to now|through now)',
  },
  {
    operator: 'since',
    before:
      '(?:since|starting(?: from| in| on)?|beginning(?: from| in| on)|on or after|no earlier than|not before)\\s(?:the (?:start|beginning) of |the )?',
  },
  {
    operator: 'since',
    after: '\\s(?:onwards?|and later|or later|(?:or|and) after(?! (?:the )?(?:year )?(?:of )?\\d| [a-z]+ \\d))',
  },
  { operator: 'after', before: '(?:after|later than|following|newer than)\\s(?:the end of |the )?' },
  {
    operator: 'until',
    before:
      '(?:until|till|up until|up to|through|thru|by|as of|on or before|no later than|not after)\\s(?:the end of |the )?',
  },
  {
    operator: 'before',
    before: '(?:before|prior to|earlier than|preceding|older than)\\s(?:the (?:start|beginning) of |the )?',
  },
  {
    operator: 'until',
    after: '\\s(?:and earlier|or earlier|(?:and|or) before(?! (?:the )?(?:year )?(?:of )?\\d| [a-z]+ \\d))',
  },
];

/** Words between the two ends of a range, with the optional word before the first. */
export const RANGE_WORDS: readonly { before?: string; between: string; after?: string; needsBefore?: boolean }[] = [
  { before: '(?:从|自|由|在)?', between: '\\s?(?:一?直?到|至|~|-|—|--)\\s?', after: '(?:之间|期间|这段时间|为止|止)?' },
  { before: '(?:在|介于)?', between: '\\s?(?:和|与|跟)\\s?', after: '(?:之间|这段时间)' },
  {
    before: 'between (?:the )?(?:(?:start|beginning) of )?(?:the )?',
    between: ' and (?:the )?(?:end of )?(?:the )?',
    needsBefore: true,
  },
  {
    before: '(?:from |starting )?(?:the )?',
    between: '\\s?(?:to|until|till|through|thru|up to|~|-|–)\\s?(?:the )?(?:end of )?',
  },
];
