import { PhraseIndex } from '../phrase-index';

/**
 * The effect of a word of a reply on the options of a clarification: take all, take none, take what a bare yes agrees
 * to, reject the following, exclude the following from everything (but), take the following after a rejection (want),
 * join choices (and), or nothing (courtesy). `restart` gives up the paused question.
 */
export type ReplyWord = 'all' | 'none' | 'yes' | 'deny' | 'but' | 'want' | 'and' | 'comma' | 'courtesy' | 'restart';

/** Options by position, counted from 0 from the first or the last one: the second, the last two, 倒数第二个. */
export interface Position {
  from: 'first' | 'last';
  at: number;
  many: number;
}

const REPLY_WORDS: Readonly<Record<ReplyWord, { zh: string; en: string }>> = {
  all: {
    zh: '都要|都行|都可以|都选|都看|都给我|全要|全都要|全看|全选|全部|所有|所有的|都|两者|两者都要|两个都要|两个都|三个都要|四个都要|两个|三个都|四个都|它们都要|这些都要|其他的都要|其他都要|其余的',
    en: 'both|all|everything|all of them|all of these|all of those|all of the above|both of them|both of these|all two|all three|all four|the two of them|the three of them|the four of them|each of them|either of them together|the rest|the others',
  },
  none: {
    zh: '都不是|都不对|都不要|都不行|全不是|全不对|以上都不是|这些都不是|没有一个|没有我要的|没有对的|哪个都不是|一个都不是',
    en: 'none|none of these|none of those|none of them|none of the above|neither|neither of them|neither of these|not any of these|not any of them|nothing',
  },
  yes: {
    zh: '是|是的|对|对的|没错|嗯|好|好的|可以|行',
    en: "yes|yeah|yep|right|correct|ok|okay|sure|that's it|that's right|that is right",
  },
  deny: {
    zh: '不是|不要|不想|不想要|不想看|不选|不看|不用|别选|别看|别|而不是|我不要|我不想要|我不是说|我不是要',
    en: "not|do not want|don't want|i do not want|i don't want|do not need|don't need|do not mean|don't mean|did not mean|didn't mean|i didn't mean|i don't mean|rather than|instead of|and not|but not",
  },
  but: {
    zh: '除了|除去|除开|除',
    en: 'all but|all except|all except for|everything but|everything except|everything except for|anything but|any but|except|except for|all of them except|all of them but',
  },
  want: {
    zh: '是|要|而是|要的是|我要|我要的是|我说的是|我指的是|选|看|我选|我看|只看|只要|就要',
    en: "but|but rather|it's|it is|i want|i meant|i mean|show|show me|take|choose|pick|just|only|rather",
  },
  and: {
    zh: '和|跟|与|以及|还有|加上|外加|及|、',
    en: 'and|plus|or|as well as|along with|and also|together with|+|&|/',
  },
  comma: { zh: '，|；', en: ',|;' },
  courtesy: {
    zh: '我|就|要|想|想要|想看|看|选|选择|择|用|是|指|的|请|那|给|给我|帮|帮我|一|一下|下|吧|呢|了|啊|哦|嘛|哈|呀|好|嗯|行|对|谢谢|谢|您|你|说|只|意思|按|以|也|那个|那一个|这个|这一个|那种|这种|那项|那家|那条|那类|以外|之外|外|我想|我觉得|应该|其实|抱歉|对不起',
    en: "i|want|would|like|to|see|the|a|an|please|choose|pick|take|use|it|is|mean|meant|just|show|me|give|go|with|let|let's|one|ones|option|number|only|thanks|thank|you|ok|okay|yes|yeah|sure|i'd|i'll|by|my|that|this|think|say|said|guess|choice|answer|no|for|of|sorry|actually|then|well|hmm|maybe|probably|some|need|i'm",
  },
  restart: {
    zh: '算了|算了吧|不问了|不问这个了|不问这个|换个问题|换一个问题|不用了|别管这个|别管这个了|别管它了|先不管这个|先不管',
    en: "forget it|forget that|forget about it|never mind|nevermind|scratch that|actually never mind|actually, never mind|let's change the subject|let's start over|new question|different question|another question",
  },
};

const NUMERALS: readonly { zh: string; en: string; short: string; letter: string }[] = [
  { zh: '一', en: 'first', short: '1st', letter: 'a' },
  { zh: '二', en: 'second', short: '2nd', letter: 'b' },
  { zh: '三', en: 'third', short: '3rd', letter: 'c' },
  { zh: '四', en: 'fourth', short: '4th', letter: 'd' },
];
const COUNTS: readonly { zh: string[]; en: string[] }[] = [
  { zh: ['两', '二', '2'], en: ['two', '2'] },
  { zh: ['三', '3'], en: ['three', '3'] },
];
const MEASURES = ['', '个', '项', '种', '条', '号', '类'];
const LEADS = {
  zh: ['', '选项', '第', '选'],
  en: ['', 'option ', 'number ', 'no. ', 'no.', 'choice ', 'answer ', '#'],
};

const positions = new PhraseIndex<Position>();
for (const [at, { zh, en, short, letter }] of NUMERALS.entries()) {
  const nth: Position = { from: 'first', at, many: 1 };
  const digit = String(at + 1);
  for (const measure of MEASURES) {
    for (const lead of LEADS.zh) for (const number of [zh, digit]) positions.add(`${lead}${number}${measure}`, nth);
    for (const number of [zh, digit]) positions.add(`倒数第${number}${measure}`, { ...nth, from: 'last' });
  }
  for (const lead of LEADS.en) for (const number of [digit, letter]) positions.add(`${lead}${number}`, nth);
  for (const word of [letter, `选项${letter}`, `${letter}项`, `选${letter}`, en, short, `the ${en} one`, `the ${en}`])
    positions.add(word, nth);
}
// An article, unless other letters follow.
for (const joint of [' and', ' or', ',', '、', '和', ' &', ' +'])
  positions.add(`a${joint}`, { from: 'first', at: 0, many: 1 });
for (const [at, { zh, en }] of COUNTS.entries()) {
  const many = at + 2;
  for (const number of zh) {
    for (const measure of MEASURES) {
      positions.add(`前${number}${measure}`, { from: 'first', at: 0, many });
      positions.add(`后${number}${measure}`, { from: 'last', at: 0, many });
    }
  }
  for (const number of en) {
    positions.add(`first ${number}`, { from: 'first', at: 0, many });
    positions.add(`last ${number}`, { from: 'last', at: 0, many });
  }
}
for (const word of ['前者', 'former', 'the former']) positions.add(word, { from: 'first', at: 0, many: 1 });
for (const word of [
  '后者',
  '最后',
  '最后一个',
  '最后那个',
  '最后面',
  '末尾',
  'latter',
  'the latter',
  'last',
  'the last one',
])
  positions.add(word, { from: 'last', at: 0, many: 1 });

const words = new PhraseIndex<ReplyWord>();
for (const [word, { zh, en }] of Object.entries(REPLY_WORDS) as [ReplyWord, { zh: string; en: string }][]) {
  for (const phrase of [...zh.split('|'), ...en.split('|')]) words.add(phrase, word);
}

/** Words of a normalised reply with an effect on the options, overlapping ones too. */
export const replyWordsIn = (text: string): { start: number; end: number; meaning: ReplyWord }[] => words.find(text);

/** Words of a normalised reply that refer to options by position, overlapping ones too. */
export const positionsIn = (text: string): { start: number; end: number; meaning: Position }[] => positions.find(text);
