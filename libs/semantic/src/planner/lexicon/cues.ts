import { MEASURE_WORDS } from '@querent/language';
import type { AggregateFunction, CompareOperator, Grain } from '@querent/contracts';
import type { Degree } from './degree-words';

/** A word that says how a question is built rather than what it is about. */
export type Cue =
  | { kind: 'count' }
  | { kind: 'list' }
  | { kind: 'which' }
  | { kind: 'person' }
  | { kind: 'group'; /** `after`: the grouped words stand before the cue (类型分布) */ side: 'before' | 'after' }
  | { kind: 'aggregate'; fn: AggregateFunction }
  | { kind: 'superlative'; direction: 'asc' | 'desc'; /** an adjective with a measure of its own: cheapest */ of?: AdjectiveField; top?: boolean; /** ranks values by how many rows have them */ common?: boolean }
  | { kind: 'sort'; direction: 'asc' | 'desc' | null }
  | { kind: 'compare'; op: CompareOperator; /** where the number stands */ number: 'after' | 'before'; /** the adjective names the measure: older than */ of?: AdjectiveField }
  | { kind: 'between' }
  | { kind: 'average_reference'; op: CompareOperator; of?: AdjectiveField }
  | { kind: 'share' }
  | { kind: 'negation'; scope: 'next' | 'except' }
  | { kind: 'except_end' }
  | { kind: 'or' }
  | { kind: 'and' }
  | { kind: 'have' }
  | { kind: 'versus' }
  | { kind: 'growth'; direction: 'asc' | 'desc' | null; base?: 'year' | 'previous'; grain?: Grain; as: 'change' | 'growth' }
  | { kind: 'trend' }
  | { kind: 'grain'; grain: Grain; each: boolean }
  | { kind: 'near' }
  | { kind: 'distinct' }
  | { kind: 'all' }
  /** Of one row, not of many: 单笔最大. */
  | { kind: 'single' }
  /** Each of several must hold of one thing: bought both. */
  | { kind: 'both' }
  /** Nothing else may hold: only bought. */
  | { kind: 'only' }
  /** The whole city: everything, but only where the data knows one city. */
  | { kind: 'whole'; level: string }
  | { kind: 'composite' }
  | { kind: 'breakdown' }
  /** After a metric: its score as one figure. */
  | { kind: 'score' }
  | { kind: 'contains'; match: 'contains' | 'starts' | 'ends' }
  | { kind: 'null'; negated: boolean }
  | { kind: 'relation'; of: RelationFamily }
  /** Money given without a noun for it: which customer spent most. */
  | { kind: 'spend' }
  | { kind: 'sell' }
  /** Asks for a place or a time, or leads a condition: where city is York. */
  | { kind: 'where' }
  /** Says only that the words around it belong together: published in, offered by. */
  | { kind: 'verb' }
  | { kind: 'overview' }
  /** A degree without a bound: 高价, 大额. */
  | { kind: 'degree'; degree: Degree }
  | { kind: 'refuse'; why: 'write' | 'forecast' | 'why' }
  /** Wants the answer drawn, or not drawn: another stage reads how; it says nothing of the data. */
  | { kind: 'picture' }
  | { kind: 'filler' }
  /** Only beside a number: 100 yuan, 20岁. */
  | { kind: 'unit' }
  | { kind: 'of' };

/** Families of measures that adjectives and verbs speak of; a model's own words decide which column it is. */
export type AdjectiveField = 'price' | 'age' | 'size' | 'length' | 'weight' | 'height' | 'speed' | 'time' | 'rating' | 'money' | 'quantity';
export type RelationFamily = 'order' | 'refund' | 'loan' | 'visit';

interface CueRow {
  cue: Cue;
  zh?: string;
  en?: string;
}

/** Phrases are separated by `|`; English ones are compared by stems, so plurals need no line of their own. */
export const CUE_TABLE: CueRow[] = [
  { cue: { kind: 'count' }, zh: `${MEASURE_WORDS.flatMap((one) => [`多少${one}`, `几${one}`]).join('|')}|多少|多少钱|多少元|多少块钱|各多少|各有多少|个数|数量|数目|总数|总数量|总个数|数|家数|计数|总量`, en: 'how many|number of|the number of|count of|count|total number of|number|quantity of|how many different|no. of' },
  { cue: { kind: 'list' }, zh: '列出|列举|列一下|列个表|列张表|列个清单|列个单子|列一列|拉个清单|拉个表|拉个名单|拉一下|做个清单|做个名单|出个清单|出个名单|发我|发我一份|发给我|来一份|来份|给一份|给份|捞一下|捞出来|列下|列个|列|罗列|查下|看下|来个|给个|调出|导出|显示|展示|给出|返回|查出|找出|找到|查找|查询|查看|查一下|查|看一下|有哪些|是哪些|清单|列表|名单|名录|都有哪些|有什么|都有什么|展现|给我', en: 'list|show|show me|gimme|pull|pull up|bring up|display|return|find|get|give|give me|list all|show all|list of|print|fetch|retrieve|select|calculate|compute|determine|identify|find all|get all|a list of|look up' },
  { cue: { kind: 'which' }, zh: '哪些|哪个|哪一个|哪年|哪一年|哪天|哪一天|什么时候|何时|什么时间|哪几个|哪家|哪所|哪位|哪种|哪|什么|是什么|哪一位|哪一家|哪一所|哪几家|哪类|哪座|哪一种|是谁|谁', en: 'which|what|what are|what is|which are|which one|what were|what was|whats|which of' },
  { cue: { kind: 'overview' }, zh: '报表|报告|业务情况|经营情况|经营状况|运营情况|生意怎么样|整体情况|总体情况|业务概况|数据概况|总览|概览|统计|看看|情况|的情况|概况|怎么样|怎样|咋样|如何|了解|了解下|了解一下|分析|分析下|汇总|统计一下|分析一下|看一看', en: 'report|reports|analysis|overview|business overview|general overview|business summary|dashboard|summary|big picture|how is business|how are things|how are we doing|how is business doing|situation|status of|how is|how are|analyze|analyse|tell me about|how about|summary of|look at|doing|performing|looks like|statistics|statistics of|stats' },
  { cue: { kind: 'group', side: 'before' }, zh: '各|各个|每|每个|每一个|每家|每所|每位|每名|每种|每类|每座|每笔|按|按照|分|根据|不同|各种|各类|各家|各所|各自的|按各|按不同|依', en: 'by|per|each|for each|in each|of each|every|for every|broken down by|grouped by|group by|split by|for different|across|by each|at each|from each|within each|on each|for the different|in every|to each|across different|distribution by|segmented by|with each|for all the different' },
  { cue: { kind: 'group', side: 'after' }, zh: '分布|的分布|分布情况|分组|分类|划分|来分|分别|分布图|的分布图', en: 'distribution|wise' },
  { cue: { kind: 'aggregate', fn: 'avg' }, zh: '平均|平均值|均值|平均数|人均|的平均值|平均的', en: 'average|mean|avg|the average|on average|average number of|average value of|averages' },
  { cue: { kind: 'aggregate', fn: 'sum' }, zh: '总|总和|合计|总计|总共|共计|一共|求和|之和|累计|加起来|的总和', en: 'total|sum|sum of|overall total|combined|in total|altogether|total amount of|total of|totals|cumulative' },
  { cue: { kind: 'aggregate', fn: 'median' }, zh: '中位数|中位', en: 'median' },
  { cue: { kind: 'aggregate', fn: 'max' }, zh: '最大值|最高值', en: 'maximum|max|maximum value of|max value' },
  { cue: { kind: 'aggregate', fn: 'min' }, zh: '最小值|最低值', en: 'minimum|min|minimum value of|min value' },
  { cue: { kind: 'superlative', direction: 'desc' }, zh: '最高|最多|最大|最高的|最多的|最大的|最强|排名最高|最为', en: 'highest|most|greatest|maximal|the most|the highest|the greatest|top ranked|highest number of|most number of|greatest number of|largest number of|the most number of|largest amount of|the largest number of' },
  { cue: { kind: 'superlative', direction: 'desc', common: true }, zh: '最常见|最常见的|最普遍|最普遍的', en: 'most common|most frequent|commonest|the most common|most popular' },
  { cue: { kind: 'superlative', direction: 'asc' }, zh: '最低|最少|最小|最低的|最少的|最小的', en: 'lowest|fewest|least|the fewest|the lowest|the least|lowest number of|smallest number of|fewest number of|least number of' },
  { cue: { kind: 'superlative', direction: 'desc', top: true }, zh: '前|排名前|排行前|头|top|前几名|排前', en: 'top|first|the top|the first' },
  { cue: { kind: 'superlative', direction: 'asc', top: true }, zh: '倒数|后|末|垫底的|最后', en: 'bottom|the bottom' },
  { cue: { kind: 'superlative', direction: 'desc', of: 'price' }, zh: '最贵|最贵的', en: 'most expensive|priciest|costliest|dearest' },
  { cue: { kind: 'superlative', direction: 'asc', of: 'price' }, zh: '最便宜|最便宜的', en: 'cheapest|least expensive|most affordable' },
  { cue: { kind: 'superlative', direction: 'desc', of: 'age' }, zh: '最老|最年长|年纪最大|最年长的', en: 'oldest|eldest' },
  { cue: { kind: 'superlative', direction: 'asc', of: 'age' }, zh: '最年轻|最年轻的|年纪最小', en: 'youngest' },
  { cue: { kind: 'superlative', direction: 'desc', of: 'size' }, en: 'largest|biggest' },
  { cue: { kind: 'superlative', direction: 'asc', of: 'size' }, en: 'smallest|tiniest' },
  { cue: { kind: 'superlative', direction: 'desc', of: 'length' }, zh: '最长|最长的|最远', en: 'longest' },
  { cue: { kind: 'superlative', direction: 'asc', of: 'length' }, zh: '最短|最短的', en: 'shortest' },
  { cue: { kind: 'superlative', direction: 'desc', of: 'weight' }, zh: '最重|最重的', en: 'heaviest' },
  { cue: { kind: 'superlative', direction: 'asc', of: 'weight' }, zh: '最轻|最轻的', en: 'lightest' },
  { cue: { kind: 'superlative', direction: 'desc', of: 'height' }, en: 'tallest' },
  { cue: { kind: 'superlative', direction: 'desc', of: 'speed' }, zh: '最快|最快的', en: 'fastest|quickest' },
  { cue: { kind: 'superlative', direction: 'asc', of: 'speed' }, zh: '最慢|最慢的', en: 'slowest' },
  { cue: { kind: 'superlative', direction: 'desc', of: 'time' }, zh: '最新|最新的|最近|最近的|最晚|最晚的', en: 'latest|newest|most recent|last' },
  { cue: { kind: 'superlative', direction: 'asc', of: 'time' }, zh: '最早|最早的', en: 'earliest' },
  { cue: { kind: 'superlative', direction: 'desc', of: 'rating' }, zh: '最好|最好的|最佳|最受欢迎|最优', en: 'best|best rated|highest rated|top rated|most popular|best ranked' },
  { cue: { kind: 'superlative', direction: 'asc', of: 'rating' }, zh: '最差|最差的', en: 'worst|worst rated|lowest rated' },
  { cue: { kind: 'sort', direction: 'desc' }, zh: ranged('高低|大小|多少|晚早|新旧|贵贱') + '|降序|倒序|递减|从大到小排序|降序排列|降序排序|按降序|由大到小|从高到低排序|从高到低排列|从最大到最小|从多到少排序|由多到少|逆序|从晚到早|从新到旧', en: 'descending|in descending order|desc|from highest to lowest|highest first|from high to low|highest to lowest|descending order|largest first|from largest to smallest|from most to least|in descending order of|in decreasing order|from oldest to youngest|newest first|latest first|most recent first|biggest first|sorted in descending order|ordered in descending order|sorted descending' },
  { cue: { kind: 'sort', direction: 'asc' }, zh: ranged('低高|小大|少多|早晚|旧新|贱贵') + '|升序|递增|升序排列|升序排序|递增排序|按升序|由小到大|从小到大排序|从低到高排序|字母顺序|按字母顺序|从早到晚|从旧到新', en: 'ascending|in ascending order|asc|from lowest to highest|lowest first|from low to high|lowest to highest|ascending order|smallest first|from smallest to largest|alphabetically|in alphabetical order|alphabetical order|in ascending order of|in increasing order|from youngest to oldest|from least to most|oldest first|earliest first|cheapest first|chronologically|sorted in ascending order|ordered in ascending order|in alphabetical order of|sorted alphabetically|ordered alphabetically' },
  { cue: { kind: 'sort', direction: null }, zh: '排序|排个名|排个序|排一下|排下|排一排|排个名次|排名次|排下序|排下名|排一下序|排一下名|排个队|排个榜|排列|排名|排行|排行榜|顺序|的顺序', en: 'sorted by|ordered by|sort by|ranked by|sorted|ordered|sort|sort the|rank|ranking|in order of|in the order of|order the result by|order the results by|sort the result by|sort the results by|ordered by the|sorted by the|order them by|rank by|sort them by' },
  { cue: { kind: 'compare', op: '>', number: 'after' }, zh: '大于|高于|超过|多于|超出|不止|高过|大过', en: 'over|above|more than|greater than|larger than|higher than|exceeding|exceed|bigger than|in excess of|great than|a larger than|strictly more than' },
  { cue: { kind: 'compare', op: '<', number: 'after' }, zh: '小于|低于|少于|不到|不足|小过|低过', en: 'below|under|less than|fewer than|smaller than|lower than|beneath' },
  { cue: { kind: 'compare', op: '>=', number: 'after' }, zh: '大于等于|不低于|不少于|至少|不小于|最少有|大于或等于|起码|达到', en: 'at least|no less than|not less than|greater than or equal to|minimum of|no fewer than|more than or equal to|at minimum' },
  { cue: { kind: 'compare', op: '<=', number: 'after' }, zh: '小于等于|不高于|不多于|至多|不大于|不超过|最多有|小于或等于', en: 'at most|no more than|not more than|less than or equal to|maximum of|up to|not exceeding|no higher than' },
  { cue: { kind: 'compare', op: '>=', number: 'before' }, zh: '以上|及以上|或以上|以上的|及以上的', en: 'or more|or above|or higher|and above|or over|and over|or greater|and up' },
  { cue: { kind: 'compare', op: '<=', number: 'before' }, zh: '以下|及以下|或以下|以内|以下的|之内', en: 'or less|or below|or lower|and below|or fewer|or under|and under' },
  { cue: { kind: 'compare', op: '=', number: 'after' }, zh: '等于|为|恰好|正好|刚好', en: 'exactly|equal to|equals|equal|is equal to' },
  { cue: { kind: 'compare', op: '>', number: 'after', of: 'age' }, en: 'older than' },
  { cue: { kind: 'compare', op: '<', number: 'after', of: 'age' }, en: 'younger than' },
  { cue: { kind: 'compare', op: '>', number: 'after', of: 'length' }, en: 'longer than' },
  { cue: { kind: 'compare', op: '<', number: 'after', of: 'length' }, en: 'shorter than' },
  { cue: { kind: 'compare', op: '>', number: 'after', of: 'price' }, en: 'more expensive than|costing more than|costing over|priced over|priced above|priced at over|priced higher than|priced at more than' },
  { cue: { kind: 'compare', op: '<', number: 'after', of: 'price' }, en: 'cheaper than|costing less than|costing under|priced under|priced below|priced at under|priced lower than|priced at less than' },
  { cue: { kind: 'compare', op: '>', number: 'after', of: 'weight' }, en: 'heavier than' },
  { cue: { kind: 'compare', op: '<', number: 'after', of: 'weight' }, en: 'lighter than' },
  { cue: { kind: 'between' }, zh: '介于|之间|区间|之间的', en: 'between|ranging from' },
  { cue: { kind: 'average_reference', op: '>' }, zh: '高于平均|高于平均值|高于平均水平|大于平均|大于平均值|超过平均|超过平均值|超过平均水平|高于均值|在平均以上', en: 'above average|above the average|higher than average|higher than the average|greater than average|greater than the average|more than average|more than the average|over the average|above the mean|larger than the average|exceeding the average' },
  { cue: { kind: 'average_reference', op: '<' }, zh: '低于平均|低于平均值|低于平均水平|小于平均|小于平均值|低于均值|不到平均', en: 'below average|below the average|lower than average|lower than the average|less than average|less than the average|under the average|smaller than the average|below the mean|fewer than average' },
  { cue: { kind: 'average_reference', op: '>', of: 'price' }, zh: '比平均价格贵|比平均价贵|高于平均价格|高于平均价|高于均价', en: 'more expensive than average|more expensive than the average|priced above average|priced above the average|priced over the average|priced higher than average|above average price|above the average price' },
  { cue: { kind: 'average_reference', op: '<', of: 'price' }, zh: '比平均价格便宜|比平均价便宜|低于平均价格|低于平均价|低于均价', en: 'cheaper than average|cheaper than the average|priced below average|priced below the average|priced under the average|below average price|below the average price' },
  { cue: { kind: 'share' }, zh: '占比|占多少|占了多少|占几成|占百分之多少|比例|百分比|占总|的占比|占全部|占|比重|所占比例|份额|所占比重|占多大比例|构成', en: 'share|share of|percentage|percentage of|proportion|proportion of|percent of|what percentage of|what share of|fraction of|what percent of|what proportion of|percentages|shares|what fraction of' },
  { cue: { kind: 'negation', scope: 'next' }, zh: '没有|从来没|从来没有|从来不|不是|不要|非|未|不包括|不包含|不含|没|从未|从没|无|不在|不为|排除|去掉|剔除|不等于|并非|不属于|没有任何|没有过', en: "no|not|without|excluding|isn't|aren't|don't|doesn't|didn't|haven't|hasn't|never|non|not in|except|except for|other than|is not|are not|do not|does not|did not|have not|has not|not from|that are not|who are not|who did not|did not have|do not have|does not have|without any|not any|have no|has no|apart from|exclude|but not|lacking|isnt|arent|dont|doesnt|didnt|not part of|not equal to|were not|was not|besides|none of|neither" },
  { cue: { kind: 'negation', scope: 'except' }, zh: '除了|除|除去|除开' },
  { cue: { kind: 'except_end' }, zh: '以外|之外|外|以外的|之外的|外的|其他|其他的|其它|其它的|其余|其余的' },
  { cue: { kind: 'or' }, zh: '或|或者|或是', en: 'or|either|nor' },
  { cue: { kind: 'and' }, zh: '但|但是|和|与|及|而且|并|且是|同时还|以及|跟|、|并且|且|，|还有|,|;|；', en: 'and|as well as|along with|together with|,|;|&|also|and also|and their|with their|with its|and its|and the' },
  { cue: { kind: 'have' }, zh: '有|拥有|具有|含有|存在|带有|有过', en: 'with|have|has|having|had|that have|who have|which have|containing|that has|who has|with at|there is|who had' },
  { cue: { kind: 'versus' }, zh: '对比|比较|比一比|比一下|比较下|比较一下|对比下|对比一下|相比|比|比起|相较|对照|相较于', en: 'versus|vs|vs.|compare|compared to|compared with|comparison|comparison of|compared|comparing|compare to|compare with' },
  { cue: { kind: 'growth', direction: null, base: 'year', as: 'growth' }, zh: '同比|同比增长|同比增长率|同比变化|同比增幅', en: 'the year before|the previous year|year over year|year on year|yoy|year-over-year|year-on-year' },
  { cue: { kind: 'growth', direction: null, base: 'previous', as: 'growth' }, zh: '环比|环比增长|环比增长率|环比变化|环比增幅', en: 'the month before|the previous month|month before|the quarter before|the previous quarter|the week before|the previous week|the month before that|month over month|quarter over quarter|period over period|mom|qoq|month on month|month-over-month|week over week|quarter on quarter' },
  { cue: { kind: 'growth', direction: 'desc', as: 'change' }, zh: '提升最大|提升最多|进步最大|进步最多|增长最多|增加最多|上升最多|改善最大|涨得最多|提高最多|改善最多|提升幅度最大|提升最明显|进步最快|提高最大|增长最大', en: 'improved most|improved the most|increased most|increased the most|grew the most|grew most|gained most|gained the most|rose most|rose the most|most improved|biggest increase in|largest increase in|biggest improvement in|biggest improvement|largest improvement in|most improvement in|greatest improvement in|greatest increase in|biggest gain in' },
  { cue: { kind: 'growth', direction: 'asc', as: 'change' }, zh: '下降最多|下降最大|退步最大|减少最多|下滑最多|跌得最多|退步最多|降低最多|下降最明显|下滑最大', en: 'dropped most|dropped the most|declined most|declined the most|decreased the most|decreased most|fell the most|fell most|worsened the most|biggest drop in|largest decrease in|biggest decline in|got worse the most|largest decline in|largest drop in' },
  { cue: { kind: 'growth', direction: 'desc', as: 'growth' }, zh: '增长最快|增幅最大|增速最快|增长率最高', en: 'fastest growing|grew fastest|grew the fastest|highest growth|highest growth in|fastest growth in|highest growth rate' },
  { cue: { kind: 'growth', direction: null, as: 'growth' }, zh: '增长率|增幅|增速|增长|增长情况', en: 'growth|growth rate|growth in|growth of|increase in|growth rate of' },
  { cue: { kind: 'growth', direction: null, as: 'change' }, zh: '多多少|多了多少|少了多少|增加了多少|增长了多少|减少了多少|下降了多少|高多少|高了多少|变化了多少|差异|变化量|差值', en: 'change in|difference in|difference between|changed|change|changes|changes in' },
  { cue: { kind: 'trend' }, zh: '趋势|走势|变化趋势|变化情况|变化|的变化|变动|随时间变化|曲线|趋势图|走势图|的趋势图|的走势图|变化趋势图|变化图|变化曲线|变化曲线图', en: 'trend|over time|evolution of|trend of|trend in|trends|development of|evolve|time series of|changed over time|change over time' },
  { cue: { kind: 'grain', grain: 'day', each: true }, zh: '每天|每日|按天|按日|逐日|日均|各天', en: 'daily|per day|each day|by day|every day|day by day|for each day' },
  { cue: { kind: 'grain', grain: 'week', each: true }, zh: '每周|按周|逐周|每星期|每个星期|各周', en: 'weekly|per week|each week|by week|every week|week by week|for each week' },
  { cue: { kind: 'grain', grain: 'month', each: true }, zh: '每月|每个月|按月|按月份|逐月|各月|各月份|每个月份|月度|分月|每一个月|按月统计|各个月', en: 'monthly|per month|each month|by month|every month|month by month|in each month|for each month|for every month|a month' },
  { cue: { kind: 'grain', grain: 'quarter', each: true }, zh: '每季度|每个季度|按季度|逐季|各季度|季度|分季度|按季', en: 'quarterly|per quarter|each quarter|by quarter|every quarter|in each quarter|quarter by quarter|for each quarter' },
  { cue: { kind: 'grain', grain: 'year', each: true }, zh: '每年|按年|按年份|逐年|各年|历年|年度|各年份|每一年|分年', en: 'yearly|annually|annual|per year|each year|by year|every year|year by year|in each year|for each year|over the years|a year|for every year' },
  { cue: { kind: 'near' }, zh: '附近|周边|周围|旁边|附近的|方圆|临近|距离|离|范围内|以内的|内|距|之内|内的', en: 'near|nearby|around|close to|within|of|from|closest to|nearest to|in the vicinity of|surrounding|nearest|closest' },
  { cue: { kind: 'distinct' }, zh: '去重|不重复|不同的|不重复的|去重后', en: 'distinct|different|unique|deduplicated' },
  { cue: { kind: 'all' }, zh: '所有|全部|全部的|所有的|整个|全体|全|任何', en: 'all|all the|every|any|all of the|entire|whole|all of|some' },
  { cue: { kind: 'both' }, zh: '同时|都', en: 'both' },
  { cue: { kind: 'only' }, zh: '只有|仅|仅有|只看|只要|只', en: 'only|exclusively|solely' },
  { cue: { kind: 'single' }, zh: '单笔|单次|单张', en: 'single' },
  { cue: { kind: 'grain', grain: 'day', each: false }, zh: '日期', en: 'day' },
  { cue: { kind: 'grain', grain: 'week', each: false }, en: 'week' },
  { cue: { kind: 'grain', grain: 'month', each: false }, zh: '月份|月', en: 'month' },
  { cue: { kind: 'grain', grain: 'quarter', each: false }, en: 'quarter' },
  { cue: { kind: 'grain', grain: 'year', each: false }, zh: '年份', en: 'year' },
  { cue: { kind: 'whole', level: '市' }, zh: '全市' },
  { cue: { kind: 'whole', level: '省' }, zh: '全省' },
  { cue: { kind: 'whole', level: '国' }, zh: '全国' },
  { cue: { kind: 'composite' }, zh: '综合评分|综合得分|综合分|综合|总分|总评|整体得分|整体评分|总得分|总评分|综合评价|整体', en: 'composite|overall|overall score|composite score|total score|weighted score|overall rating|aggregate score' },
  { cue: { kind: 'breakdown' }, zh: '明细|各项|各项明细|各项得分|分项|各项指标|分别|细分|细项|各子项|详细|分项得分|各个指标|各分项|各项评分', en: 'breakdown|details|each component|break down|breaking down|broken down|into its parts|into its components|its parts|its components|by its parts|into parts|sub-metrics|sub-metric|sub metrics|individual components|side by side|components|individual scores|sub scores|in detail|detailed|component scores|sub-scores|breakdown of' },
  { cue: { kind: 'score' }, zh: '得分|评分|分数|的得分|的评分|分值', en: 'score|scoring|scored|rating' },
  { cue: { kind: 'contains', match: 'contains' }, zh: '包含|含有|包括|含|名字里有|带', en: "contain|contains|containing|including|include|includes|substring|has substring|with the substring|contain the substring|has the substring|contain the word|contains the word|containing the word|contain the letter|in its name|in their name|in the name" },
  { cue: { kind: 'contains', match: 'starts' }, zh: '以|开头|打头|开头的', en: 'start with|starts with|starting with|beginning with|begin with|begins with|start with the letter|starts with the letter|starting with the letter|begin with the letter|begins with the letter' },
  { cue: { kind: 'contains', match: 'ends' }, zh: '结尾|结尾的', en: 'end with|ends with|ending with|ending in|end in|ends in' },
  { cue: { kind: 'null', negated: false }, zh: '为空|缺失|未填写|空缺|未填|是空的', en: 'missing|is null|is empty|is missing|null|blank|empty|is unknown|are missing|are null' },
  { cue: { kind: 'null', negated: true }, zh: '不为空|非空', en: 'is not null|not null|not empty|is known|are not null|is not empty' },
  { cue: { kind: 'relation', of: 'order' }, zh: '采购过|采购了|消费过|下了|上下单|上下过单|上买过|上买了|上下了单|上购买|上购买过|上成交|下单|下过单|购买|买过|购买过|下了单|买了|买|订购|成交', en: 'ordered|bought|purchased|buy|purchase|ordering|buying|made purchases|made a purchase|bought anything|ordered anything|bought something|make a purchase|made any purchase' },
  { cue: { kind: 'relation', of: 'refund' }, zh: '被退款|被退款过|被退过|被退货|退款过|退过款|退货|退过货|退了|退掉|退过', en: 'refunded|returned anything|returned something|asked for a refund|returned items|got a refund' },
  { cue: { kind: 'relation', of: 'loan' }, zh: '借过|借阅|借阅过|借书|借过书|借了', en: 'borrowed|checked out|borrow' },
  { cue: { kind: 'relation', of: 'visit' }, zh: '就诊|就诊过|来过', en: 'visited' },
  { cue: { kind: 'spend' }, zh: '花|花了|花费|消费|花钱|消费了|花的钱|花销', en: 'spent|spend|paid|spending|pay' },
  { cue: { kind: 'where' }, en: 'where|when' },
  { cue: { kind: 'verb' }, en: 'placed|place|made|make|makes|took|take|taken|given|published|presented|offered|offer|serve|served|serving|flow|flow through|run through|running through|pass through|earned|earn|held|hold|performed|perform|taught|teach|received|receive|associated|submitted|occurring|happening|present|provided|provide', zh: '发表|举办|举行|提供|开设|覆盖|涉及|涵盖|遍布' },
  { cue: { kind: 'sell' }, zh: '卖|卖了|卖出|卖出了|卖掉|售出|售出了|卖得|卖的', en: 'sold|sell|selling|best selling|best-selling' },
  { cue: { kind: 'refuse', why: 'write' }, zh: '删除|删掉|修改|更新|插入|新增|添加|清空|删|写入|改成|改为|建表|新建', en: 'delete|drop|update|insert|truncate|alter|remove|create|modify|erase|overwrite|wipe' },
  { cue: { kind: 'refuse', why: 'forecast' }, zh: '预测|预计|预估|将会|未来|展望', en: 'predict|forecast|projection|will be|estimate|extrapolate|predicted to|going to' },
  { cue: { kind: 'refuse', why: 'why' }, zh: '为什么|为何|原因|怎么会|是什么导致', en: 'why|reason|reason for|how come|cause of|what caused' },
  { cue: { kind: 'of' }, zh: '到|至|的|里|中|里头|里头的|里边|里边的|中的|里的|里面|当中|其中|之中|内部', en: "of|in|for|from|at|on|to|'s|within|of the|in the|for the|from the|at the|on the|belonging to|into|among|amongst|among the|during|during the|throughout" },
  { cue: { kind: 'unit' }, zh: '元|块|块钱|岁|分|人民币|美元|%|个百分点|平方公里|公里|米|千米|km|kg|次以上', en: 'yuan|dollar|usd|rmb|cny|euro|percent|%|¥|$|years old|year old|point|meter|km|kilometer|mile|mph|kg|pound|minute|hour|time|of age|star' },
  { cue: { kind: 'picture' }, zh: pictureWords('图|图表|图形|图示|饼图|饼状图|环形图|圆环图|折线图|曲线图|线图|柱状图|柱形图|条形图|柱图|直方图|散点图|地图|面积图|统计图', ['', '一张', '一个', '一幅', '个', '张', '成', '为', '用', '以', '画', '画个', '画张', '画成', '画出', '做', '做成', '做个', '做一个', '改成', '换成', '变成', '转成', '的']) + '|表格|用表格|以表格|做成表格|列表形式|可视化|可视化一下|画|画个|画一个|画一张|画张|画出|画成|画一下|绘制|绘制一个|绘制一张|做个图|做张图|做一张图|做成图|出个图|作图|绘图|图的形式|图表形式|图形式|不要图|不画图|不用画图|不要画图|的形式展示|的形式', en: pictureWords('chart|graph|plot|diagram|pie|pie chart|pie graph|donut|doughnut|donut chart|doughnut chart|bar chart|bar graph|bar plot|line chart|line graph|line plot|column chart|area chart|histogram|scatter plot|scatter chart|scatterplot|map|table', ['as', 'as a', 'in a', 'on a', 'on the', 'with a', 'no', 'without a', 'without', 'into a', 'draw a', 'draw', 'plot a', 'make a', 'create a', 'generate a']) + '|chart|graph|plot|diagram|pie chart|pie graph|donut chart|doughnut chart|bar chart|bar graph|bar plot|line chart|line graph|line plot|column chart|area chart|histogram|scatter plot|scatter chart|scatterplot|as bars|as a bar|as a line|as lines|charted|plotted|graphed|visualize|visualise|visualized|visualised|visualization|visualisation|as a visualization|as a visualisation|draw|draw me|plot me|tabular|in tabular form' },
  { cue: { kind: 'filler' }, zh: FILLER_ZH(), en: FILLER_EN() },
];

/** 从高到低, 由高到低, with the words for sorting that may follow: each pair of ends is two characters. */
function ranged(ends: string): string {
  const tails = ['', '排', '排一下', '排下', '排序', '排列', '排名', '来排', '来排序', '地排'];
  return ends.split('|').flatMap(([first, last]) => ['从', '由'].flatMap((lead) => tails.map((tail) => `${lead}${first}到${last}${tail}`))).join('|');
}

/** Each noun behind each of its openings: 画个饼图, "as a bar chart". A space parts English words. */
function pictureWords(nouns: string, openings: string[]): string {
  return nouns.split('|').flatMap((noun) => openings.map((opening) => `${opening}${/[a-z]/.test(opening) ? ' ' : ''}${noun}`)).join('|');
}

/** 三省, 两地: the places just named, counted. */
function placesTogether(): string {
  return [...'两二三四五六'].flatMap((number) => [...'地市省区县'].map((kind) => number + kind)).join('|');
}

/** Words of courtesy and grammar that change nothing about the query. */
function FILLER_ZH(): string {
  return '因为|由于|还|其实|话说|哎|诶|欸|嗯|喂|呗|哈|咋|了解下|方便的话|劳烦|劳驾|烦请|有劳|急用|仍|仍然|依然|已经|看|来看|下|' + placesTogether() + '|两者|三者|各自|各有|咱|咱们|请|请问|既|住在|居住在|居住于|看|来看|多少钱|帮我|帮忙|麻烦|我想|我要|我想知道|想知道|想看|想看看|告诉我|一下|了|吗|呢|吧|啊|呀|哦|嘛|下过|是|是多少|分别是|分别是多少|分别有|都|我们|我们的|我|你|您|能|能否|能不能|可以|是否|目前|现在|当前|位于|在|于|个|家|名|位|条|笔|件|所|种|台|座|本|张|次|项|辆|部|那些|那|这些|这|该|其|它|它们|他们|他们的|的话|到底|究竟|想|要|需要|把|由|进行|数据|信息|记录|资料|来自|属于|麻烦你|帮我看|帮|每一|是在|谢谢|您好|你好|？|?|。|！|!|：|:|“|”|"|「|」|（|）|(|)|共有|总共有|一共有|共|过|的时候|大概|大约|左右|叫|叫做|名为|名叫|称为|相关|有关|关于|对应|对应的|具体|具体的|当中的|产生的|发生的|发生|产生|就|就要|即|也|通过|下的|那么|我司|公司的|你们|咱们|系统里|系统中|数据库|数据库里|数据库中|库里';
}

function FILLER_EN(): string {
  return "still|already|pls|thx|hey|hey there|hey guys|hey team|ok|okay|btw|fyi|asap|plz|ty|cheers|can u|could u|r there|r in|u have|do u have|do we have|what r|what r the|which r|which r the|who r|who r the|lemme know|lemme see|quick question|quickly|real quick|anything to see|things to see|what to see|places to see|places to visit|wanna know|wanna see|so far|yet|because of|due to|the|a|an|is|are|was|were|be|been|do|does|did|how much|how much is|how much did|much|i|me|my|we|tell us|show us|our|you|your|they|their|them|its|it|this|that|these|those|there|please|can|could|would|will|tell|tell me|want|want to know|i want|i would like|would like|like to|know|need|i need|see|to|who|whose|whom|as|there are|there is|are there|is there|how|have been|has been|being|let|let me|just|kindly|hi|hello|thanks|thank you|?|!|.|:|\"|“|”|(|)|and what|what about|currently|current|now|right now|exist|in our database|in the database|in database|of the database|database|data|information|info|record|records of|named|called|name is|located|living|live|lives|come|comes|came|coming|belong|belongs|belonging|got|get|received|respectively|corresponding|their corresponding|whole|value|values|value of|values of|result|also|then|so|via|through|that is|that are|which is|who is|who are|those who|ones|one|if|any of|whats|what's|give us|could you|can you|would you|for me|about|such|each of|using|used|occurred|happened|recorded|out|up|ever|at all|in all|i'd|i'm|we're|here|say|help|help me|check|specific|particular|particularly|actually|exactly what";
}
