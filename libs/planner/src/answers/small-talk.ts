import { type Locale, plural } from '@querent/language';
import { enumerate, labelOf, say, type SemanticModel } from '@querent/model';

interface About {
  model: SemanticModel;
  locale: Locale;
}

interface Talk {
  /** Patterns of whole phrases, without polite words. */
  zh: string;
  en: string;
  reply: (about: About) => string;
}

const fixedReply =
  (zh: string, en: string) =>
  ({ locale }: About): string =>
    say(locale, zh, en);

/** Phrases that ask for no data. For several phrases in one text, the reply is that of the first matching row here. */
const TALK: readonly Talk[] = [
  {
    zh:
      '(?:你|您|这里|这儿|这边|系统)?(?:里面?)?(?:都)?(?:有|能查|可以查|支持)(?:什么|哪些|啥)' +
      '(?:样的?)?(?:数据|资料|信息|内容|指标|表)(?:可以查|可查|能查|可以问)?' +
      '|(?:什么|哪些|啥)(?:数据|资料|信息|内容)(?:可以查|能查|可以问|能问)',
    en:
      '(?:what|which)(?: kinds? of| sort of)? (?:data|information|tables|metrics)' +
      '(?: (?:do you have|are (?:there|available)|is (?:there|available|here)' +
      '|can (?:i|you) (?:query|ask(?: about)?|see|search)))?',
    reply: availableData,
  },
  {
    zh:
      '(?:你|您)?(?:都)?(?:能|可以|会)(?:帮我)?(?:做|干|回答|查|问)(?:些|点)?(?:什么|啥|哪些|哪些问题|什么问题|哪些事)' +
      '|(?:我)?(?:能|可以)问(?:你|您)?(?:些)?(?:什么|啥|哪些)(?:问题)?|你有(?:什么|哪些|啥)(?:功能|本事|用)',
    en:
      '(?:what|which)(?: kinds?| sorts?)?(?: of)?(?: (?:questions?|things?))? can (?:you|i) ' +
      '(?:do|ask|answer|help(?: me)? with)(?: (?:you|me|here|about|for me))*|what do you do' +
      '|what are you (?:able to do|capable of|for)',
    reply: fixedReply(
      '可以询问数量、合计、平均、排名、趋势、占比、对比和附近的地点等。',
      'Ask for counts, totals, averages, rankings, trends, shares, comparisons or places nearby.',
    ),
  },
  {
    zh:
      '(?:这个|这|你)?(?:该|要|应该)?(?:怎么|如何|怎样)(?:使用|用|提问|问|操作|开始)(?:这个|你|它|系统)?' +
      '|(?:可以|能|请)?(?:教|告诉)(?:一下)?我(?:该)?(?:怎么|如何)(?:使用|用|提问|问)|帮助|使用说明|给(?:我)?(?:几个|个|些)(?:例子|示例)',
    en:
      'help(?: me)?' +
      '|how (?:does|do|can|should) (?:this|it|that|you|i)(?: \\w+){0,2} ' +
      '(?:work|use (?:this|it|you)|ask|start|begin)|how to (?:use (?:this|it|you)|ask)' +
      '|(?:show|give) me (?:some |an? )?examples?' +
      '|instructions|get(?:ting)? started',
    reply: fixedReply(
      '直接用一句话提问即可，例如说明要看什么、哪个时间、按什么分组。不清楚的地方我会问您。',
      'Ask in one sentence: what you want to see, for which time, split by what. If something is unclear, I will ask.',
    ),
  },
  {
    zh: '(?:你|您)?(?:支持|会|懂|能(?:用|说|看懂)|可以用)(?:用|讲|说)?(?:英文|英语|中文|汉语|双语)(?:提问|问|回答|交流)?|(?:可以|能)用(?:英文|英语|中文)(?:提问|问)',
    en:
      '(?:do|can) you (?:speak|understand|support|answer in|read) (?:english|chinese|mandarin)' +
      '|(?:can|may) i (?:ask|write)(?: you)? in (?:english|chinese|mandarin)',
    reply: fixedReply(
      '中文和英文都可以，用哪种语言提问就用哪种语言回答。',
      'Both Chinese and English. I answer in the language of the question.',
    ),
  },
  {
    zh:
      '(?:请)?(?:你|您)(?:是|叫)(?:谁|什么|啥|什么名字|什么东西|哪位|不是)?(?:人工智能|机器人|真人|人工|ai|人)?' +
      '|(?:请)?(?:介绍|说说)(?:一下|下)?(?:你|您)?(?:自己)?|谁(?:做|开发|写)(?:的|了)?(?:你|您)',
    en:
      "who are you|what are you|what(?:'s| is) your name" +
      '|are you (?:an? |the )?(?:robot|bot|ai|human|person|machine|real|chatbot|real person)' +
      '|introduce yourself|who (?:made|built|created) you|tell me about yourself',
    reply: fixedReply(
      '我是数据问答助手：用中文或英文提问，我从数据库里查出答案。',
      'I am a data assistant: ask in Chinese or English, and I look the answer up in your database.',
    ),
  },
  {
    zh: '(?:给我|来)?(?:讲|说)(?:一)?(?:个|点)?(?:笑话|故事)|(?:陪我)?聊(?:聊)?天|唱(?:首|个)歌',
    en: 'tell me (?:a|an|some) (?:joke|story|jokes|stories)|sing (?:me )?a song|let.?s (?:chat|talk)',
    reply: fixedReply(
      '这个我不擅长，不过查数据可以随时找我。',
      'That is not my strength, but I am glad to look things up in your data.',
    ),
  },
  {
    zh: '(?:你)?(?:最近)?(?:好吗|怎么样|过得(?:好吗|怎么样))|吃了?(?:吗|没)?(?:饭)?',
    en: "how are you(?: doing)?(?: today)?|how(?:'s| is) it going|what(?:'s| is) up|how do you do",
    reply: fixedReply('一切正常，随时可以提问。', 'All is well. I am ready for your question.'),
  },
  {
    zh: '(?:真|太|非常|十分|多)?(?:谢谢|多谢|感谢|谢|谢谢您?|辛苦)(?:你|您|大家)?(?:了|啦|的帮助|的帮忙)?|麻烦(?:你|您)了',
    en:
      '(?:many )?thanks?(?: you| u)?(?: (?:a lot|so much|very much|a million|again))*|thx|ty|cheers' +
      '|much appreciated|i appreciate it',
    reply: fixedReply('不客气，还可以继续提问。', 'You are welcome. Feel free to ask another question.'),
  },
  {
    zh: '(?:做得|干得|你(?!好))?(?:真|太|很|非常|挺)?(?:好|棒|厉害|不错|赞|牛|聪明|强|有用|方便|有帮助|好用|给力)(?:了|极了|的)?|(?:点)?赞|帮(?:了)?(?:我)?大忙',
    en:
      "(?:very |so |that(?:'s| is| was) )?(?:nice|good|great|well|excellent|awesome|amazing" +
      '|impressive|brilliant|perfect|cool)(?: (?:job|work|done|answer|one|bot))?|well done' +
      "|(?:this|that|it|you)(?:'s| is| was|'ve been| have been)? " +
      '(?:so |very |really |most )?(?:helpful|useful|great|perfect|good)' +
      '|(?:this|that|it) (?:really )?help(?:s|ed)(?: (?:a lot|me|us))?',
    reply: fixedReply('谢谢夸奖，还可以继续提问。', 'Thank you. Feel free to ask another question.'),
  },
  {
    zh: '再见|拜拜|拜|回见|下次见|晚安|88|(?:今天)?(?:先|就)(?:这样|到这(?:里|儿)?)|没(?:有)?(?:别的|其他)(?:问题|事)?',
    en:
      '(?:good ?)?bye(?: bye)?|see (?:you|ya)(?: (?:later|soon|tomorrow))?' +
      '|(?:that(?:.s| is| was| will be)|this is) (?:all|it|everything|enough)' +
      '(?: (?:i (?:need(?:ed)?|want(?:ed)?)|(?:for|from) (?:today|now|me|the moment)))*(?: (?:thanks|thank you))?|nothing else' +
      '|no more questions|good ?night|later|farewell',
    reply: fixedReply('再见！', 'Goodbye!'),
  },
  {
    zh: '(?:你们?|您|大家)?好|(?:嗨|哈喽|哈啰|喂)|(?:早上|上午|中午|下午|晚上)好|早(?:安)?|(?:有人)?在(?:不在)?',
    en:
      '(?:hi|hello|hey|hiya|howdy|greetings|good day|(?:good )?(?:morning|afternoon|evening))' +
      '(?: (?:there|all|everyone|again|querent|bot))*|anybody (?:here|there)|are you there',
    reply: fixedReply(
      '您好！请直接用一句话提问，我来查询数据并给出图表。',
      'Hello! Ask about your data in one sentence and I will answer with figures and a chart.',
    ),
  },
  {
    zh: '(?:哈|呵|嘿|嘻|嗯|哦|噢|额|啊|呃)+|好的?|好吧|行|可以|知道|明白|收到|没事|算|没问题|测试|ok|okay',
    en:
      'ha(?:ha)+|lol|ok(?:ay)?|k|yes|no|yeah|yep|nope|sure|fine|alright|all right|got it|i see|understood' +
      '|never ?mind|hmm+|oh|wow|test(?:ing)?',
    reply: fixedReply('好的，请直接提问。', 'All right. Go ahead and ask.'),
  },
];

/** Particles that end a Chinese phrase without changing its meaning. */
const PARTICLES = '(?:[呀啊吗呢吧啦哦嘛噢哈哟了么]|\\bplease\\b)*';
/** Words of emphasis around an English phrase: "So who are you exactly". */
const LEAD = '(?:(?:so|and|but|well|oh|ok|okay|now|then|btw|anyway),? )?';
const TAIL = '(?:,? (?:exactly|actually|really|then|anyway|again|by the way|please|btw|though))?';
const compiled = TALK.map(({ zh, en, reply }) => ({
  reply,
  phrase: new RegExp(`^(?:(?:${zh})${PARTICLES}|${LEAD}(?:${en})${TAIL}(?![a-z]))[\\s,.!?;:~，。！？；、…]*`),
}));

/** The reply if a whole normalised question consists of small talk or of questions about the product; else null. */
export function smallTalk(text: string, about: About): string | null {
  let rest = text.trim();
  let first = compiled.length;
  while (rest !== '') {
    const [best] = compiled
      .map(({ phrase }, row) => ({ row, length: phrase.exec(rest)?.[0].length ?? 0 }))
      .sort((a, b) => b.length - a.length || a.row - b.row);
    if (best === undefined || best.length === 0) return null;
    first = Math.min(first, best.row);
    rest = rest.slice(best.length);
  }
  return compiled[first]?.reply(about) ?? null;
}

const MOST_NAMED = 8;

/** Lists the model's things by their names. */
function availableData({ model, locale }: About): string {
  const things = [
    ...Object.values(model.entities),
    ...Object.values(model.tables).filter(({ columns }) => Object.values(columns).some(({ role }) => role !== 'key')),
  ];
  const names = [...new Set(things.map((thing) => labelOf(thing, locale)))]
    .filter((name) => name !== '')
    .slice(0, MOST_NAMED);
  const listed = enumerate(
    names.map((name) => (locale === 'en' ? plural(name) : name)),
    locale,
  );
  return say(locale, `这里有${listed}等数据，直接提问即可。`, `There is data about ${listed}. Just ask.`);
}
