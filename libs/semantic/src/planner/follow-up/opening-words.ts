/** What a turn says about how it goes on from the one before; every one of them is masked before the rest is read. */
export type Mark =
  /** Opens or closes like a continuation: 那…呢, what about … */
  | 'goes_on'
  /** The part named takes the place of the one before: 换成, by channel instead. */
  | 'instead'
  /** Groups by what it names without a grouping word: 细分到渠道. */
  | 'split'
  /** The part named stands beside the one before: 也, also, 拆开. */
  | 'besides'
  /** Narrows: 只看, only. */
  | 'only'
  /** Leaves out what it names: 不要, leave out. Words that any question denies with are read as they are. */
  | 'except'
  /** Names the rows of the answer before: 其中, of them, their. */
  | 'those'
  /** Counts without saying what: "how many are VIP", 5A的有多少. */
  | 'headless'
  /** The order turned round: 倒序, reverse. */
  | 'reversed';

interface OpeningRow {
  /** Null: the words say nothing. */
  mark: Mark | null;
  zh: string;
  en: string;
}

/** Words that a turn may begin with, several in a row; each alternative is a regular expression. */
export const LEADING: readonly OpeningRow[] = [
  {
    mark: 'goes_on',
    zh: '那么|那(?![些里个时边])|如果是|如果换|要是|接着|然后|再来?(?:看看|看一下|看)?|好的?|嗯|对了|同样的?|一样的?|还是|至于',
    en: 'and|what about|how about|what if|what of|then|so(?! far)|ok|okay|now|(?:the )?same (?:thing |question |figure )?(?:for|with|but(?: for| with)?|in)|but|again|as for|for(?! each| every| all|.*,)|next(?=,)',
  },
  { mark: 'instead', zh: '把.{1,8}?(?:换成|改成|改为|换为|换到)|(?:时间|日期|年份)(?:换成|改成|改为|换到)|换成|换到|换为|换|改成|改为|改看|改按|变成|切换到|切换成|切到', en: 'instead(?! of)|change (?:it |that |this |the [a-z]+ )?to|set (?:it|the [a-z]+) to|switch (?:it |that )?to|make (?:it|that)|replace (?:it|that|them) (?:with|by)|rather' },
  { mark: 'besides', zh: '也|还要|还有|再加上|再加|加上|同时|另外|顺便|外加|以及|连同|包括', en: 'also|plus|add|including|include|as well as|along with|in addition|additionally|together with' },
  { mark: 'only', zh: '只看|仅看|只要|只保留|只显示|只统计|单看|仅|只|筛选出?|限定(?:在|为)?|过滤出', en: 'only|just|limit (?:it |that |this |them )?to|restrict (?:it |that |this |them )?to|narrow (?:it |that |this |them )?down to|filter (?:it |that |them )?(?:by|to|for)|keep only|show only|show me only|show just' },
  { mark: 'except', zh: '不要|不看|别看|去除|去掉|撇开|抛开|不算', en: 'leave out|skip|minus|get rid of' },
  { mark: 'split', zh: '拆成|拆分成|拆到|细分到|分到', en: '(?:break|split|divide|drill)(?: (?:it|that|this|them|those))?(?: (?:down|up))? into' },
  { mark: 'besides', zh: '拆分(?=按)', en: '(?:break|split|divide|drill)(?: (?:it|that|this|them|those))?(?: (?:down|up))?(?: further)?(?= (?:by|per) )' },
  { mark: null, zh: '把(?:它|结果)?|帮我|请|麻烦', en: 'please|can you|could you|now please' },
  { mark: 'goes_on', zh: '给我看', en: '(?:group|sort|order|rank|show|list|give|count)(?: me)? (?:it|that|this|the result|the results)(?= )' },
];

/** Words that a turn may end with. */
export const TRAILING: readonly OpeningRow[] = [
  { mark: 'goes_on', zh: '呢(?=[,，]|[\\s?!.。]*$)|又(?:如何|怎样|怎么样|是多少)|(?<=^那.*)(?:怎么样|如何|怎样|情况)', en: 'then' },
  { mark: 'instead', zh: '代替|替代|而不是.{1,8}', en: 'instead|rather|(?:instead of|rather than) [a-z ]+' },
  { mark: 'besides', zh: '也(?:要|加上|看看|算上|算)|(?:一起|一并|也)(?:显示|列出|算上|看)(?:出来)?|拆开来?看?|拆分|分开来?看?|细分|展开|加进来|加上|也', en: 'too|as well|also' },
  { mark: 'except', zh: '不要|除外|不算|排除(?:掉)?|去掉', en: 'left out|excluded' },
  { mark: 'only', zh: '就行|就好|即可', en: 'only|alone' },
  { mark: null, zh: '来?看看|看一下|来?看|分别看|统计|展示|显示|(?<=列出|显示|展示|找出)来|吧|一下', en: 'please' },
];

/** Words for the rows of the answer before. They count only where nothing of the model stands before them. */
export const REFERRING = {
  zh: '(?:在)?(?:它们|他们|她们|这些|这里面|这当中|这其中|这几个|这批|上述|上面这?些?|刚才(?:的|那些))(?:里面|当中|之中|其中|里|中)?|其中|(?<=^\\s*)(?:里面|当中)|(?<=^\\s*)那些(?:里面|当中|之中|里|中)',
  en: '(?:out )?(?:of|among|amongst|from|in) (?:them|those|these)|them|those(?! who\\b| that\\b)|these|their|theirs|they|its|it',
};

/** Counting with nothing named that is counted. */
export const HEADLESS = {
  zh: '的(?:都)?有?(?:哪些|哪几个)$|的(?:一共|总共|共|共有)?(?:有)?(?:多少|几)(?:个|家|名|位|条|笔|件|所|人|座|张)?$|(?:有)?多少(?:个|家|名|位|所)?(?:是|属于|来自|在)',
  en: 'how many (?:are|were|is|was|have|had|has)(?! there (?!in\\b|on\\b|at\\b|for\\b|from\\b|with\\b|since\\b|over\\b|above\\b|below\\b|under\\b|now\\b)\\w)',
};

export const REVERSING = {
  zh: '倒序|反过来|倒过来|反序|逆序|反着来|颠倒(?:一下|过来)?',
  en: '(?:in )?reversed?(?: (?:the )?order)?|the other way (?:a)?round|flip (?:the )?order',
};
