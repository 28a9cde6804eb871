import { MEASURE_WORDS } from '@querent/language';

/**
 * Words without meaning: polite frames, articles, auxiliaries, light nouns. A word that could change an answer is not
 * listed.
 */
const FILLER = {
  zh: [
    '数一下|数数|帮我数一下|任何东西|东西|请|请问|麻烦|麻烦你|麻烦您|劳驾|谢谢|多谢|你好|您好|拜托|帮|帮我|帮忙|给我|替我|为我|能否|能不能|可否|可以|可不可以|是否可以|能|想|我想|我要|我想要|想要|我需要|需要|我想知道|想知道|我想了解|想了解|了解|了解一下|希望',
    '查询|查|查一下|查查|查看|查找|看|看看|看一下|告诉|告诉我|说说|统计|统计一下|计算|算|算一下|算算|求|求出|分析|分析一下|获取|显示|展示|给出|找出|一下|下面|麻烦帮我|麻烦帮我查一下|帮我查一下|帮我看看|帮我算一下|帮我统计|帮我统计一下|帮我列一下|列一下',
    '拉|拉一下|拉个|拉一份|拉张|导出|导一份|导出一份|导一下|整理|整理一下|整理一份|汇总一下|出一份|给一份|提供一份|弄一份|搞一份|要一份|发我|发我一份|发一份|做一份|列个表|做个表|拉个表|给个数|报一下|报个数|核对一下|核实一下|对一下',
    '们|一起|一并|既|那边|这边|那里|这里|方面|来说|来讲|而言|哈|哦|呗|嘛|咱|咱们|大家|各位|要|将|将要|即将|快要|马上要|引起|引起的|导致|导致的|造成|造成的|所致|所引起',
    '的|了|呢|吧|啊|呀|得|着|过|之|所|被|由|把|将|就|都|也|还|已|已经|来|去|出|里|中|内|里面|当中|其中|上|时|时候|的话|那么|现在|目前|当前|具体|大概|大约|到底|究竟|一共|共|总共|共计|共有|一共有|总共有|情况|数据|信息|结果|记录|是|有|为|在|于|一个|一下子|我们|我|咱们|我们的|公司|集团|联合体|机构|单位|合作社|这|那|这些|那些|呢？',
    '就行|就行了|就好|就好了|就可以|就可以了|即可|就够|就够了|字样|的字样|这个词|这个字|这几个字|这个字母|这个单词|最终被',
    '底下|名下|旗下|登记在册|登记在册的|在册|在册的|在案|在案的|名册上|系统里|库里|库中|库里面',
    '一单|一回|一场|一张|一份|一条|一件|一套',
    '一|一笔|一家|一位|一台|一间|一次|一名|一辆|一种|一本|个|名|位|家|所|条|次|种|件|笔|台|项|款|张|座|部|本|篇|间|辆|套|份|批|支|场|头|艘|单|例|起|批次|人次',
    '前前后后|历史上|有史以来|陆续|陆陆续续|跟我们|和我们|与我们|同我们|跟咱们|和咱们|对我们|向我们|找我们|手上|手里|手头|另外问一下|另外问问|顺便问一下|顺便问|再问一下|再问个问题|另外想问一下|换个话题|全市|全国|有多高|有多大|有多长|多高|多长|多重|为多少|怎么样|情况如何|看下|查下|算下|问下|统计下|看一看|帮忙看下|排|排名|排在|位列|名列|任何|排一下|排个序|排一排|其他|其它|是什么|什么样|那天|那一天|当天|当日|两地|两者|二者|三者|三地|两省|三省|两市|三市|两区|三区|两县|两家|两校|怎么样|如何|怎样|统计数据|总的|整体|整体的|总体',
  ].join('|'),
  en: [
    "please|pls|kindly|thanks|thank you|hi|hello|hey|can you|could you|would you|can i|could i|may i|i want|i would like|i'd like|i need|i want to|i need to|i would like to|i'd like to|we need|we want|would like to|want to know|i want to know|i'd like to know|do you know|let me know|help me|can you please|could you please|tell me|show me|give me|find out|let me see|can we|could we|i wonder|i am wondering",
    "show|list|find|get|display|return|fetch|give|calculate|compute|see|view|know|check|look up|pull up|tell|what is|what are|what was|what were|what's|how",
    'the|a|an|so|just|also|then|too|very|here|now|currently|up|out|such|there|this|that|these|those|it|its|one|ones|that|we|our|us|i|my|me|you|your|they|them|their',
    'is|are|was|were|be|been|being|am|do|does|did|has|have|had|having|will|would|can|could|should|shall|may|might|must',
    'of|in|on|at|we offer|do we offer|on offer|offered|available|used|in use|we have|do we have|that we have|exist|for|from|to|into|about|during|throughout',
    "data|information|info|details|record|records|result|results|exactly|actually|really|specific|particular|given|overall|whats|down|anything|anyone|so|i'm|what are they|so far|at the moment|right now|in our system|in the system|in the database|in total|altogether|in all|at all|ever|yet|already|still|company|'s|please?|figure|figures|overview|statistics|table|values|value|a list of",
    "something|on the platform|on our platform|on this platform|across the platform|across our platform|on its menu|on their menu|on the menu|on its books|on their books|on its list|on their list|on its shelves|on their shelves|in its range|in their range|in its catalogue|in their catalogue|in its catalog|in their catalog|anything|anything at all|things|any item|any items|stuff|of all time|all time|in the catalogue|in the catalog|in our catalogue|in our catalog|on our books|on the books|in the collection|in our collection|in our portfolio|in the portfolio|in our fleet|in the fleet|in our network|in the network|in our inventory|in the inventory|in our range|in the range|in our books|on our system|in our records|in our database|in our files|of ours|currently|for me|for us|very much|so much|much obliged|made|make|placed|place|did|got|received|recorded|taken|took|happened|occurred|came|gone|registered|go|went|get|carried out|made by|placed by|whether|whether they are|whether it is|whether they|on the team|on our team|in our team|on staff|on the staff|in the business|in the organisation|in the organization|the company|our company|the business|the organisation|the organization|the cooperative|the co-op|the agency|the firm|the group|please tell|do you happen to know|by any chance|if possible|if you can|asap|when you have a moment|when you get a chance|thanks in advance|just curious|out of curiosity|btw|by the way|gimme|wanna know|remind me|i was wondering|i'm wondering|wondering|we're wondering|any idea|i am looking for|i'm looking for|we're looking for|looking for|i am trying to find out|i'm trying to find out|would you mind telling me|are you able to tell me|is it possible to see|can i see|can i have|could i have|could i see|may i see|hand me|run me|i'd love to know|i'd love to see|let us know|quickly|quick|roughly|approximately|about|anyone|anybody|someone|somebody|as a table|in a table|as a list|as a chart|in a chart|i mean|in figures|one more question|another question|one more thing|individual|we ever had|you ever had|ever had|to see|to visit|as well|respective|corresponding|relevant|associated|their own|its own|differ|differs|vary|varies|how does|how do|case-insensitive|case insensitive|ignoring case|regardless of case",
  ].join('|'),
};

/** Particles after a verb that mark a completed action. */
export const ASPECT: ReadonlySet<string> = new Set(['过', '了']);

/** Punctuation that ends or separates sentences. */
export const MARKS = /[\s?？!！。.:：'"“”‘’()（）[\]【】《》<>…~～-]/u;

/** Punctuation between the parts of a sentence; it may also join them. */
const COMMAS = [',', '，', '、', ';', '；', '/', '&'];

export const fillerPhrases = (): string[] => [
  ...FILLER.zh.split('|'),
  ...FILLER.en.split('|'),
  // 只 without a number before it is "only", 人 asks for persons, and a 副教授 is not a 教授.
  ...MEASURE_WORDS.filter((word) => !['只', '人', '副', '首', '头', '根'].includes(word)),
  ...COMMAS,
];

/** Words for the form of a chart. They do not change the question: as a pie chart, 用柱状图展示. */
const PICTURES = {
  zh: {
    nouns: '图|图表|图形|饼图|饼状图|环形图|折线图|曲线图|柱状图|柱形图|条形图|直方图|散点图|面积图|统计图|表格',
    before: '用|以|画|画个|画张|画成|画出|做|做成|做个|做一个|画一个|画一张|绘制|绘制一个|生成|生成一个|出个|以|的',
    alone:
      '饼图|饼状图|环形图|折线图|曲线图|柱状图|柱形图|条形图|直方图|散点图|统计图|图表|画个|画一个|画一张|画张|画出|绘制|可视化|可视化一下|的图',
    after: '|展示|显示|呈现|表示|来展示|来看',
  },
  en: {
    nouns:
      'chart|graph|plot|diagram|pie|pie chart|donut chart|bar chart|bar graph|line chart|line graph|column chart|area chart|histogram|scatter plot|table',
    before: 'as a|in a|on a|with a|into a|draw a|plot a|make a|create a|show as a|as',
    alone:
      'plot|plot the|plotted|charted|visualize|visualise|visualize the|visualise the|visualized|visualised|draw|draw the|as bars|as lines',
  },
};

export const picturePhrases = (): string[] => {
  const { zh, en } = PICTURES;
  const together = (before: string, nouns: string, gap: string, after: string): string[] =>
    before
      .split('|')
      .flatMap((first) =>
        nouns.split('|').flatMap((noun) => after.split('|').map((last) => first + gap + noun + last)),
      );
  return [
    ...together(zh.before, zh.nouns, '', zh.after),
    ...zh.alone.split('|'),
    ...together(en.before, en.nouns, ' ', ''),
    ...en.alone.split('|'),
  ];
};
