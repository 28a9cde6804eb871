import { PhraseIndex } from '../phrase-index';
import type { TurnWord, Unit } from '../unit';

/**
 * Words by which a turn of a conversation lays itself over the last question. They are units in turns alone, beside the other meanings
 * of the same words.
 */
const TURN_WORDS: Readonly<Record<TurnWord, { zh: string; en: string }>> = {
  change: {
    zh: '呢|的呢|那么呢|怎么样呢|换成|改成|换为|改为|换|改|改看|换看|变成|替换成|替换为|换一下|同样|同样的|一样的|同理|拆开|拆分|拆开看|拆分开|分一下|分开|分开看|细分|细分一下|拆|拆一下|划分|分组|分组看',
    en: 'what about|how about|and what about|and how about|instead|rather|make that|make it|change it to|change that to|change to|change|change the|switch the|replace the|switch to|swap to|replace with|replace it with|same for|the same for|same thing for|do the same for|same with|the same with|same but|the same but|same|the same|same question for|ones|the ones|break it down|break that down|break this down|break them down|break down|split|split it|split that|split them|group|group it|group them|group that',
  },
  add: {
    zh: '再加上|加上|另外|还要|同时|并且|再分|也|外加|同时看|也看|也要|还想看|顺便|再|再按',
    en: 'also|and also|add|as well|too|in addition|additionally|plus|along with|further|also show|also by|then by|and then by',
  },
  remove: {
    zh: '去掉|去除|删掉|删除|移除|取消|不要|不看|不限|不限定|不限制|不按|不分|不用按|除掉|排除|剔除',
    en: 'remove|drop|without|take out|leave out|get rid of|no longer|clear|ignore|excluding|exclude|regardless of|not by|stop splitting by',
  },
  only: {
    zh: '只看|只要|仅看|仅要|只|仅|只有|只算|只统计|只包括|只包含|只显示|只保留|限定|限定为|限于|筛选|过滤出|保留',
    en: 'only|just|only the|just the|limit to|limit it to|limit that to|restrict to|restrict it to|restrict that to|keep|keep only|narrow to|narrow it down to|narrow that down to|filter by|filter to|filter on|but only|show only',
  },
  among: {
    zh: '其中|其中的|这其中|这里面|里面|当中|这些里|这些里面|这些中|这些当中|他们当中|他们中|它们中|它们当中|上面这些|这些',
    en: 'of those|of these|of them|among those|among these|among them|out of those|out of these|out of them|from those|from these|which of those|which of these|which of them|which one|which ones|which one of them|how many of those|how many of these|how many of them',
  },
  correct: {
    zh: '我要的是|我说的是|我是说|我指的是|我的意思是|不对|错了|说错了|搞错了|弄错了|不是的|应该是|不是,|不,|不是这个|不是那个|不是这个意思|不是这个,|不对,|错了,',
    en: "i meant|i mean|no i meant|no,|nope,|no sorry|wrong|wrong,|that's wrong|that is wrong|not that|not that,|not what i meant|i was asking about|i asked for|should be|it should be|no wait",
  },
  back: {
    zh: '回到|返回|退回|退回到|恢复|恢复到|恢复成|还是看|还是|回过头看|再回到',
    en: "back to|go back to|return to|going back to|let's go back to|revert to|again",
  },
  compare: {
    zh: '对比|比较|相比|比|比一下|对比一下|比较一下|比起来|相比较',
    en: 'compare|compare with|compare to|compare it with|compare it to|compare that with|compare that to|compare them with|compare this with|compared|compared with|compared to|versus|vs|vs.|against',
  },
  lead: {
    zh: '那|那么|再看|再看看|再看一下|接着看|然后|还有|我要|我要看|我想要|我想看',
    en: "and|and the|and in|and for|now|and now|then|ok|okay|ok,|use|try|let's see|sorry|sorry,|actually|wait|i want|i wanted|so",
  },
  shape: {
    zh: '展开|看|来看|看看|看一下|显示|展示|列|列一下|排|排一下|排列|统计|统计一下|来|一下|分布|分',
    en: 'show it|show that|show them|show me|show|sort it|sort them|sort that|order them|order it|rank them|rank it|list them|list those|see it|view it|please',
  },
};

const index = new PhraseIndex<TurnWord>();
for (const [word, { zh, en }] of Object.entries(TURN_WORDS) as [TurnWord, { zh: string; en: string }][]) {
  for (const phrase of [...zh.split('|'), ...en.split('|')]) index.add(phrase, word);
}

/** Turn words of a normalised text, overlapping ones too. */
export function turnUnits(text: string): Unit[] {
  return index.find(text).map(({ start, end, meaning: word }) => ({
    start,
    end,
    text: text.slice(start, end),
    meaning: { type: 'operator', operator: { op: 'turn', word } },
    form: 'word',
    cost: 0,
  }));
}
