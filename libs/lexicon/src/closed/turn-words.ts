import { PhraseIndex } from '../phrase-index';
import { shiftedPeriods } from './time/earlier-period';
import { organisationIn } from './whole-organisation';
import type { Aspect, Operator, TurnWord, Unit } from '../unit';

/**
 * Words that apply a turn of a conversation to the last question. They are units only in turns, beside the other
 * meanings of the same words.
 */
const TURN_WORDS: Readonly<Record<TurnWord, { zh: string; en: string }>> = {
  change: {
    zh: '呢|的呢|那么呢|怎么样呢|换成|改成|换为|改为|换|改|改看|换看|改成看|换成看|改为看|变成|替换成|替换为|换一下|同样|同样的|一样的|同理|分一下|分开|分开看|划分|分组|分组看|同一年|同期|同样时间|同一时期|同样的时间|看起来怎么样|而不是数量|而不是个数|不看数量|不看个数|别看数量',
    en: 'what about|how about|and what about|and how about|instead|rather|make that|make it|change it to|change that to|change to|change|change the|switch the|replace the|switch to|swap to|replace with|replace it with|same for|the same for|same thing for|same thing|the same thing|the same thing for|do the same for|same with|the same with|same but|the same but|same|the same|same question for|ones|the ones|cases|entries|items|jobs|split|split it|split that|split them|group|group it|group them|group that|the same year|the same period|for the same year|for the same period|in the same year|in the same period|for the same time|what does it look like|what does that look like|what did it look like|how does it look|how does that look|how did it look|instead of the count|instead of the number|instead of counts|rather than the count|rather than the number|not the count|not the number',
  },
  add: {
    zh: '再加上|加上|另外|还要|同时|并且|再分|也|外加|同时看|也看|也要|还想看|顺便|再|再按|也显示|也列出|也展示|也加上|也算上|也要看|也看看|也看一下|拆开|拆分|拆开看|拆分开|细分|细分一下|拆|拆一下',
    en: 'also|and also|add|as well|too|in addition|additionally|plus|along with|further|also show|also by|then by|and then by|break|break it down|break that down|break this down|break them down|break down',
  },
  remove: {
    zh: '去掉|去除|删掉|删除|移除|取消|不限|不限定|不限制|不按|不分|不用按|不用限定|不用限制|不用限|不用|不再限定|不再限制|不再要求|取消限定|取消限制|不限于|不要求|别限定|不管|不考虑|不区分|不论',
    en: 'remove|drop|get rid of|no longer|clear|ignore|regardless of|not by|stop splitting by',
  },
  exclude: {
    zh: '不要|不看|除掉|排除|剔除|除去|不含|不包括|不算|不算在内|不算进来|不计|不计入|不计在内|别算|别算上|别算进来|除外|撇开|刨掉|刨去|扣掉',
    en: 'without|take out|leave out|excluding|exclude|except|except for|other than',
  },
  only: {
    zh: '只看|只要|仅看|仅要|只|仅|只有|只算|只统计|只包括|只包含|只显示|只保留|限定|限定为|限于|筛选|过滤出|保留|光看|光要|光算|光统计|单看|单算|单独看|单独算|就看|就要|就算|就行|就行了|就好|就好了|就可以|就可以了|即可|就够|就够了|就成',
    en: 'only|just|only the|just the|limit to|limit it to|limit that to|restrict to|restrict it to|restrict that to|keep|keep only|narrow to|narrow it down to|narrow that down to|filter by|filter to|filter on|but only|show only|will do|would do|is enough|are enough|is fine|are fine|is plenty',
  },
  among: {
    zh: '其中|其中的|这其中|这里面|里面|当中|这些里|这些里面|这些中|这些当中|他们当中|他们中|它们中|它们当中|上面这些|这些',
    en: 'of those|of these|of them|among those|among these|among them|out of those|out of these|out of them|from those|from these|which of those|which of these|which of them|which one|which ones|which one of them',
  },
  correct: {
    zh: '我要的是|我说的是|我是指|我指的就是|我是说|我指的是|我的意思是|我问的是|我想问的是|我要问的是|我想看的是|我想要的是|不对|错了|说错了|搞错了|弄错了|不是的|应该是|不是,|不,|不是这个|不是那个|不是这个意思|不是这个,|不对,|错了,',
    en: "i meant|i mean|no i meant|sorry i meant|sorry, i meant|i actually meant|actually i meant|no,|nope,|no sorry|wrong|wrong,|that's wrong|that is wrong|not that|not that,|not what i meant|i was asking about|i was asking for|i am asking about|i'm asking about|what i meant was|what i want is|what i wanted was|i asked for|should be|it should be|no wait",
  },
  back: {
    zh: '回到|返回|退回|退回到|恢复|恢复到|恢复成|还是看|还是|回过头看|再回到|回到刚才|回到刚刚|回到之前|回到前面|回到上面|返回刚才|看回|看回刚才|切回|切回到|退回刚才',
    en: "back to|go back to|return to|going back to|let's go back to|revert to|again",
  },
  compare: {
    zh: '对比|比较|相比|比|比一下|对比一下|比较一下|比起来|相比较',
    en: 'compare|compare with|compare to|compare it with|compare it to|compare that with|compare that to|compare them with|compare this with|compared|compared with|compared to|versus|vs|vs.|against',
  },
  lead: {
    zh: '好|好的|好吧|好嘞|那|那么|再看|再看看|再看一下|接着看|然后|还有|我要|我要看|我想要|我想看',
    en: "and|and the|and in|and for|now|and now|then|ok|okay|ok,|use|try|let's see|sorry|sorry,|actually|wait|i want|i wanted|so",
  },
  those: {
    zh: '他们|她们|它们|他们的|她们的|它们的|其|那些|这批|那批|上述|以上|这些人|那些人|该',
    en: 'them|they|their|its|theirs|those|these|that|this|it|the others',
  },
  more: {
    zh: '多列|多列出|多看|多显示|多展示|多给|多来|多取|再列|再列出|再来|再多列|再多看|再多来|再多给|再多显示|再加',
    en: 'more|show more|list more|give me more|show me another|another',
  },
  clause: { zh: '，|；|。', en: ',|;' },
  shape: {
    zh: '全部都算|全都算|全都算上|都算上|全部算上|展开|看|来看|看看|看一下|那张表|那个表|那份表|这张表|的那张表|的表|那个结果|那份结果|那份名单|那个名单|那份清单|那张图|那个列表|那份列表|显示|展示|列|列一下|排|排一下|排列|统计|统计一下|来|一下|分布|分',
    en: 'show it|show that|show them|show me|show|sort it|sort them|sort that|order them|order it|rank them|rank it|list them|list those|see it|view it|please',
  },
};

/** Names of a question's parts, and words that remove such a part. */
const ASPECTS: Readonly<Record<Aspect, Record<'named' | 'all', { zh: string; en: string }>>> = {
  time: {
    named: {
      zh: '时间|日期|时间条件|时间范围|时间限制|时间段',
      en: 'time|date|dates|time range|date range|time filter|date filter|period|time limit',
    },
    all: {
      zh: '不限时间|所有时间|全部时间|任何时间|历史所有|历年|不管时间|不看时间',
      en: 'all time|of all time|any time|for all time|for all years|all dates|all periods|regardless of time|ever',
    },
  },
  conditions: {
    named: {
      zh: '条件|限制|限定|筛选|过滤|筛选条件|过滤条件',
      en: 'filter|filters|condition|conditions|restriction|restrictions|limit|limits',
    },
    all: { zh: '不限条件|不加条件|无条件', en: 'no filters|without filters|without any filter|unfiltered' },
  },
  groups: {
    named: { zh: '分组|拆分|分类|细分', en: 'grouping|breakdown|split|groups|groupings' },
    all: {
      zh: '总体|总体上|总的来看|不分组|不用分组|不拆分|不用拆分|不拆|不用拆|不分了|别分组|合在一起|合起来|合并',
      en: 'overall|ungrouped|not grouped|without grouping|all together|all in one|as one number|put together|undivided',
    },
  },
  limit: {
    named: { zh: '', en: '' },
    all: {
      zh: '列出全部|全部列出|全部都要|显示全部|全都列出|所有的都列出',
      en: 'show all|list all|all of them|show all of them|list all of them|show everything|the whole list',
    },
  },
  order: {
    named: { zh: '', en: '' },
    all: {
      zh: '倒序|反序|逆序|倒过来|反过来|倒过来排|反过来排|倒着排',
      en: 'reverse|reversed|reverse it|reverse the order|in reverse|in reverse order|the other way round|the other way around',
    },
  },
  part: { named: { zh: '', en: '' }, all: { zh: '', en: '' } },
  comparison: {
    named: { zh: '对比|比较|同比|环比', en: 'comparison' },
    all: {
      zh: '不对比|不用对比|不对比了|不用对比了|不比较|不比了|不用比了|别对比',
      en: 'no comparison|without comparison|without the comparison',
    },
  },
};

const aspects = new PhraseIndex<Operator>();
for (const [of, { named, all }] of Object.entries(ASPECTS) as [Aspect, (typeof ASPECTS)[Aspect]][]) {
  for (const phrase of [...named.zh.split('|'), ...named.en.split('|')])
    aspects.add(phrase, { op: 'aspect', of, all: false });
  for (const phrase of [...all.zh.split('|'), ...all.en.split('|')])
    aspects.add(phrase, { op: 'aspect', of, all: true });
}

const index = new PhraseIndex<TurnWord>();
for (const [word, { zh, en }] of Object.entries(TURN_WORDS) as [TurnWord, { zh: string; en: string }][]) {
  for (const phrase of [...zh.split('|'), ...en.split('|')]) index.add(phrase, word);
}

/** The figure of the last question, named as the one to be replaced: the total instead of the count. */
const REPLACED = {
  zh: ['数量', '个数', '总数', '总额', '平均', '平均值', '占比', '列表', '名单'],
  en: ['count', 'counts', 'number', 'numbers', 'total', 'sum', 'average', 'amount', 'share', 'percentage', 'list'],
};
for (const name of REPLACED.zh) for (const lead of ['而不是', '不要', '代替', '不看']) index.add(lead + name, 'change');
for (const name of REPLACED.en)
  for (const lead of ['instead of the ', 'instead of ', 'rather than the ', 'rather than ', 'and not the ', 'not the '])
    index.add(lead + name, 'change');

/** The other end of the shown ranking. */
const BOTTOM = ['bottom', 'the bottom', 'bottom ones', 'the bottom ones', 'bottom one', 'the bottom one'];
const ends = new PhraseIndex<Operator>();
for (const phrase of BOTTOM)
  ends.add(phrase, {
    op: 'extreme',
    direction: 'asc',
    scale: null,
    limit: phrase.endsWith('one') ? 1 : null,
    rank: null,
    top: true,
  });

/** The n-th of a ranking by its bare number, and shares and numbers beside the shown figures. */
const ranks = new PhraseIndex<Operator>();
const ORDINALS = ['second', 'third', 'fourth', 'fifth'];
ORDINALS.forEach((ordinal, at) => {
  for (const phrase of [
    ordinal,
    `the ${ordinal}`,
    `the ${ordinal} one`,
    `number ${at + 2}`,
    `the ${ordinal} place`,
    `who is ${ordinal}`,
    `which is ${ordinal}`,
  ])
    ranks.add(phrase, { op: 'nth', rank: at + 2 });
});
['二', '三', '四', '五'].forEach((number, at) => {
  for (const unit of ['', '名', '个', '位', '家', '多', '高', '大'])
    for (const lead of ['第', '排第', '排名第']) ranks.add(lead + number + unit, { op: 'nth', rank: at + 2 });
});
for (const phrase of [
  ...[
    'percentages',
    'in percent',
    'in percentages',
    'as percent',
    'as a percent',
    'the percentages',
    'percentages please',
  ],
  ...[
    '用百分比',
    '以百分比',
    '按百分比',
    '百分比形式',
    '用占比',
    '以占比',
    '用比例',
    '换算成百分比',
    '算成百分比',
  ].flatMap((one) => [one, `${one}表示`, `${one}显示`, `${one}展示`]),
])
  ranks.add(phrase, { op: 'share' });
for (const phrase of [
  ...[
    'counts',
    'count',
    'numbers',
    'totals',
    'absolute numbers',
    'actual numbers',
    'raw numbers',
    'raw counts',
  ].flatMap((one) =>
    [
      'with the',
      'with',
      'and the',
      'plus the',
      'along with the',
      'together with the',
      'including the',
      'keep the',
      'add the',
    ].flatMap((lead) => [`${lead} ${one}`, `${lead} ${one} too`, `${lead} ${one} as well`]),
  ),
])
  ranks.add(phrase, { op: 'beside_count' });
/** 连同份数一起列出: a number with any measure word. */
const WITH_NUMBER =
  /(?:连同|带上|加上|附上|也要|保留|一并列出|也列出)(?:具体)?(?:数量|个数|数字|绝对数|\p{Script=Han}数)(?:一起|一并|也)?(?:列出来?|显示|展示)?|(?:数量|个数|\p{Script=Han}数)也(?:要|列出来?|显示|一起列出)/gu;

/** Units of a normalised text that exist only in turns, overlapping ones too: turn words and relative periods. */
export function turnUnits(text: string): Unit[] {
  const words = index
    .find(text)
    // 再看厂家的 continues with another question and adds nothing to the last one.
    .filter(
      ({ start, end, meaning }) =>
        !(meaning === 'add' && text.slice(start, end) === '再' && text.startsWith('看', end)),
    )
    .map(({ start, end, meaning: word }) => ({ start, end, operator: { op: 'turn' as const, word } }));
  const parts = aspects.find(text).map(({ start, end, meaning: operator }) => ({ start, end, operator }));
  const bottom = ends.find(text).map(({ start, end, meaning: operator }) => ({ start, end, operator }));
  const whole = organisationIn(text).map(({ start, end, noun: organisation }) => ({
    start,
    end,
    operator: { op: 'aspect' as const, of: 'part' as const, all: true, organisation },
  }));
  const ranked = ranks.find(text).map(({ start, end, meaning: operator }) => ({ start, end, operator }));
  const numbers = [...text.matchAll(WITH_NUMBER)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    operator: { op: 'beside_count' as const },
  }));
  const found = [...words, ...parts, ...bottom, ...whole, ...ranked, ...numbers].map(
    ({ start, end, operator }): Unit => ({
      start,
      end,
      text: text.slice(start, end),
      meaning: { type: 'operator', operator },
      form: 'word',
      cost: 0,
    }),
  );
  return [...found, ...shiftedPeriods(text)];
}
