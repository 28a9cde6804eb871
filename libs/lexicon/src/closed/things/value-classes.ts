/**
 * Classes of words for guessing which stored values a business word may mean, in both languages: 大客户 may be the VIP
 * customers, hardly the Normal ones. Words are separated by `|`; a single Han character counts only before a noun (大 in
 * 大客户, not in 大学).
 */
interface ValueClass {
  words: string;
  /** Classes whose values it cannot mean. */
  against: string[];
}

export const VALUE_CLASSES: Readonly<Record<string, ValueClass>> = {
  big: {
    words:
      '大|大型|重要|重点|核心|关键|主要|头部|战略|高价值|高端|贵宾|尊享|企业|集团|至尊|钻石|白金|铂金|黄金|金牌|金卡|big|large|major|key|vip|svip|important|premium|platinum|gold|diamond|enterprise|corporate|strategic|top|core|main|flagship|high value|elite|key account',
    against: ['small', 'ordinary'],
  },
  small: {
    words: '小|小型|小微|中小|微型|个人|散户|零售|small|little|minor|micro|individual|personal|retail|sme|smb',
    against: ['big'],
  },
  ordinary: {
    words: '普通|一般|标准|常规|基础|normal|regular|ordinary|standard|basic|common',
    against: ['big', 'good'],
  },
  good: {
    words:
      '好|优|优质|优秀|良好|优良|名牌|知名|一流|卓越|示范|精品|good|excellent|outstanding|great|quality|elite|top|top tier|premium|leading|best|superior|first class',
    against: ['bad', 'ordinary'],
  },
  bad: { words: '差|劣|劣质|较差|不合格|不良|bad|poor|inferior|failed|unqualified', against: ['good'] },
  new: { words: '新|新增|新晋|新手|首次|初次|刚|new|newcomer|first time|fresh|novice|recent', against: ['old'] },
  old: {
    words:
      '老|老牌|旧|资深|长期|忠实|忠诚|回头|复购|existing|old|loyal|returning|repeat|long term|longstanding|veteran|senior|established',
    against: ['new'],
  },
  active: {
    words: '活跃|在用|正常|有效|启用|营业|在职|在读|在册|active|enabled|live|open|current|in use|valid',
    against: ['inactive'],
  },
  inactive: {
    words:
      '不活跃|非活跃|沉睡|休眠|流失|停用|失效|无效|禁用|冻结|注销|关闭|停业|离职|inactive|dormant|churned|lapsed|lost|sleeping|disabled|suspended|closed|invalid|expired|frozen',
    against: ['active'],
  },
  high: {
    words: '高|较高|很高|极高|严重|重大|紧急|特急|加急|high|critical|severe|urgent|extreme|highest',
    against: ['low', 'middle'],
  },
  middle: { words: '中|中等|中度|适中|medium|moderate|middle|mid', against: ['high', 'low'] },
  low: { words: '低|较低|很低|轻微|轻度|low|minor|minimal|slight|lowest', against: ['high', 'middle'] },
  paid: { words: '付费|收费|已付|会员|订阅|paid|paying|subscriber|subscribed|member', against: ['free'] },
  free: { words: '免费|试用|未付费|体验|free|trial|unpaid|freemium', against: ['paid'] },
  finished: {
    words: '完成|已完成|成交|完结|结束|办结|completed|complete|finished|done|fulfilled|closed|successful',
    against: ['open'],
  },
  open: {
    words:
      '未完成|待处理|进行中|处理中|待办|未结|在途|pending|open|unfinished|in progress|ongoing|processing|outstanding',
    against: ['finished'],
  },
  local: { words: '本地|国内|境内|内资|local|domestic|national', against: ['foreign'] },
  foreign: { words: '外地|国外|境外|海外|外资|国际|foreign|overseas|international|abroad', against: ['local'] },
  public: { words: '公立|公办|国有|国营|公共|政府|public|state|state owned|government', against: ['private'] },
  private: { words: '私立|民办|私营|民营|私有|private|privately owned|independent', against: ['public'] },
};

/** These words take a value out of its class: 潜在大客户 are not yet big customers. */
export const NOT_OF_CLASS =
  /前任|曾经|曾是|潜在|准|流失|意向|疑似|\b(?:former|ex|potential|prospective|lapsed|lost|would be|suspected)\b/iu;
