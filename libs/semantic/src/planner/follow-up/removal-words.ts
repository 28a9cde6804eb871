/** Parts of the question before that a turn may lift. */
export type Removable = 'time' | 'grouping' | 'conditions' | 'comparison' | 'limit';

export interface Removed {
  what: Removable;
  words: string;
}

/** Phrases that lift a whole part; each alternative is a regular expression. */
export const REMOVALS: readonly { what: Removable; zh: string; en: string }[] = [
  {
    what: 'time',
    zh: '(?:不限定?|不管|不分|不考虑|不看|去掉|取消|忽略|不要)(?:时间|日期|年份|时段)(?:的?(?:限制|条件|范围))?|(?:全部|所有|任何|任意)(?:的)?(?:时间|时段|年份|历史)|历史(?:全部|所有|以来)|有史以来|有记录以来',
    en: '(?:for |of |over |across )?all[- ]?time|(?:at )?any time|(?:for |over |across )?all (?:the )?(?:years|dates|periods)|(?:any|every) (?:date|period)|regardless of (?:the )?(?:time|date|year)|(?:without|drop|remove|ignore|clear|no) (?:the |any )?(?:time|date|year)(?: (?:filter|range|limit|condition|restriction|period)s?)?',
  },
  {
    what: 'grouping',
    zh: '不(?:再|用|要)?(?:分组|拆分|细分|拆开|区分|分类|分开)|(?:去掉|取消)分组|总的(?:来看)?|总体(?:上|的)?|整体(?:上|的)?|合起来|合在一起|汇总|不按.{1,6}分|(?<=^\\s*)(?:合计|总计|总共)(?=[\\s?!.。]*$)',
    en: 'overall|in total|altogether|(?:without|no|drop|remove) (?:the |any )?(?:grouping|groups|breakdown|split)|ungrouped|not (?:grouped|split|broken down)|the total|as a whole|all together|combined|(?<=^\\s*)totals?(?=[\\s?!.]*$)',
  },
  { what: 'conditions', zh: '(?:去掉|取消|清除|不要|不带)(?:所有|全部)?(?:的)?(?:条件|筛选|过滤)(?:条件)?', en: '(?:clear|remove|drop|without|no) (?:all |any )?(?:the )?(?:filters?|conditions?)' },
  { what: 'comparison', zh: '不(?:用|要|再)?(?:对比|比较|比)了?', en: '(?:without|no|drop|remove) (?:the |any )?comparison' },
  { what: 'limit', zh: '全部(?:都)?(?:列出|显示)(?:来|出来)?|不限(?:条数|个数|数量)|(?:列出|显示)全部', en: 'show all(?: of (?:it|them))?|list all(?: of (?:it|them))?|all of (?:it|them)|no limit|the (?:full|whole|entire|complete) list' },
];

/** Words that lift the condition on the column, or with the value, named behind them: 不限城市, all cities, 所有渠道. */
export const LIFTING = /^[\s,]*(?:(?:不限制?定?|不管(?:是?哪个|什么)?|不考虑|不论|不分|所有的?|全部的?|任何|任意)|(?:(?:for |in |across |over )?(?:all|any)(?: the)?|regardless of (?:the )?|no matter (?:which|what)|ignor(?:e|ing)(?: the)?|not limited to(?: the)?)(?![a-z]))/;

/** 去掉VIP条件, "drop the VIP filter": the condition itself is named. */
export const CONDITION_NAMED = { before: /^[\s,]*(?:(?:去掉|取消|不要|不限|清除)|(?:drop|remove|clear|without|lift|forget)(?: the)?(?![a-z]))/, after: /(?:的?(?:条件|限制|筛选|过滤)|\b(?:filter|condition|restriction|limit)s?)[\s?!.。]*$/ };
