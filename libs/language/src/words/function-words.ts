/** What a word without content does in a question. */
export type FunctionWordRole =
  | 'politeness' | 'request' | 'question' | 'copula' | 'particle' | 'pronoun' | 'preposition' | 'quantifier'
  | 'classifier' | 'conjunction' | 'disjunction' | 'filler';

type WordsByRole = Readonly<Record<FunctionWordRole, readonly string[]>>;

const ZH: WordsByRole = {
  politeness: [
    '请', '请问', '麻烦', '麻烦你', '麻烦您', '劳驾', '谢谢', '多谢', '你好', '您好', '拜托', '帮', '帮我', '帮忙', '帮助', '给我', '替我', '为我',
    '能否', '能不能', '可否', '可以', '可不可以', '是否可以', '能', '想', '我想', '我要', '我想要', '想要', '我需要', '需要', '我想知道', '想知道', '我想了解', '想了解', '了解', '了解一下', '希望',
  ],
  request: [
    '查询', '查', '查一下', '查查', '查看', '查找', '搜索', '搜', '找', '找出', '找到', '寻找', '显示', '展示', '列出', '列举', '列', '罗列', '给出', '给', '返回', '输出', '提供', '看', '看看', '看一下', '看一看', '瞧瞧',
    '告诉', '告诉我', '说说', '介绍', '统计', '统计一下', '计算', '算', '算一下', '算算', '求', '求出', '分析', '分析一下', '获取', '得到', '汇报', '生成', '画', '绘制', '查出', '检索', '筛选', '筛选出', '选出', '挑出', '问', '问一下', '知道',
  ],
  question: [
    '什么', '哪些', '哪个', '哪几个', '哪', '哪里', '哪儿', '哪家', '哪位', '哪种', '哪一个', '哪一家', '谁', '怎么', '怎么样', '怎样', '如何', '多少', '几', '几个', '为什么', '是什么', '有哪些', '有什么', '有多少', '是多少', '多大', '多高', '多长', '何', '情况', '情况如何', '怎么样了',
  ],
  copula: ['是', '有', '为', '属于', '位于', '在', '存在', '具有', '拥有', '含有', '包含', '包括', '其中', '处于'],
  particle: ['的', '了', '吗', '呢', '吧', '啊', '呀', '地', '得', '着', '过', '之', '所', '被', '把', '将', '就', '都', '也', '还', '又', '已', '已经', '一下', '下', '来', '去', '出', '上', '里', '中', '内', '里面', '当中', '方面', '而言', '来说', '进行', '做'],
  pronoun: ['我', '我们', '你', '您', '你们', '他', '她', '它', '他们', '她们', '它们', '咱们', '这', '那', '这个', '那个', '这些', '那些', '该', '其', '自己', '此', '本'],
  preposition: ['在', '于', '从', '自', '到', '至', '向', '对', '对于', '关于', '按', '按照', '根据', '依据', '以', '由', '与', '跟', '用', '通过', '给', '针对', '当', '随', '随着'],
  quantifier: ['所有', '所有的', '全部', '全部的', '全体', '每', '每个', '每一个', '每一', '各', '各个', '各自', '分别', '一共', '共', '共有', '总共', '共计', '一些', '一个', '一', '任何', '任意', '整个', '全', '一种', '一家', '一位', '一名'],
  classifier: ['个', '名', '位', '家', '所', '条', '次', '人', '种', '件', '笔', '台', '项', '款', '张', '座', '部', '本', '篇', '间', '辆', '套', '份', '批', '只', '支', '场', '元', '块', '分', '类'],
  conjunction: ['和', '与', '及', '以及', '并', '并且', '且', '同时', '跟', '还有', '、', '然后', '另外', '以', '而', '其'],
  disjunction: ['或', '或者', '或是', '还是'],
  filler: ['那么', '那', '现在', '目前', '当前', '具体', '大概', '大约', '一般', '主要', '相关', '有关', '对应', '对应的', '相应', '到底', '究竟', '这样', '以及其', '的话', '时候', '时', '信息', '数据', '结果', '明细', '记录', '列表', '清单', '名单', '内容', '详情', '详细', '系统', '系统里', '数据库', '库里', '表里'],
};

const EN: WordsByRole = {
  politeness: [
    'please', 'pls', 'kindly', 'thanks', 'thank', 'thank you', 'hi', 'hello', 'hey', 'can you', 'could you', 'would you', 'can', 'could', 'would', 'will', 'should', 'may', 'help', 'want', 'wants', 'would like', 'like to', "i'd", "i'd like", 'wish', 'need', 'want to know', 'like to know', 'wonder', 'wondering', 'curious', 'interested', 'let', "let's",
  ],
  request: [
    'show', 'show me', 'list', 'find', 'find out', 'give', 'give me', 'get', 'get me', 'tell', 'tell me', 'display', 'return', 'fetch', 'retrieve', 'provide', 'search', 'search for', 'look up', 'lookup', 'look', 'see', 'view', 'know', 'calculate', 'compute', 'determine', 'identify', 'report', 'print', 'select', 'pull', 'present', 'check', 'query', 'ask', 'analyze', 'analyse', 'describe', 'explain', 'output', 'name', 'draw', 'plot',
  ],
  question: ['what', "what's", 'which', 'who', "who's", 'whom', 'whose', 'where', "where's", 'when', 'how', "how's", 'why', 'how many', 'how much', 'whether'],
  copula: [
    'is', 'are', 'was', 'were', 'be', 'been', 'being', 'am', 'do', 'does', 'did', 'done', 'doing', 'has', 'have', 'had', 'having', 'exist', 'exists', 'there', "there's", 'belong', 'belongs', 'contain', 'contains', 'include', 'includes', 'including', 'correspond', 'corresponding', 'respective', 'respectively', 'associated', 'related',
  ],
  particle: ['the', 'a', 'an', 'to', 'so', 'just', 'also', 'then', 'too', 'very', 'much', 'well', 'here', 'now', 'currently', 'please', 'up', 'out', 'as', 'such', "'s"],
  pronoun: ['i', 'me', 'my', 'mine', 'we', 'us', 'our', 'you', 'your', 'he', 'she', 'it', 'its', 'they', 'them', 'their', 'theirs', 'his', 'her', 'this', 'that', 'these', 'those', 'who', 'that', 'one', 'ones', 'itself', 'themselves'],
  preposition: ['of', 'in', 'on', 'at', 'for', 'from', 'by', 'with', 'within', 'to', 'into', 'about', 'across', 'among', 'amongst', 'over', 'per', 'during', 'through', 'throughout', 'via', 'according to', 'in terms of', 'terms', 'regarding', 'based on', 'based', 'between', 'under', 'upon', 'along'],
  quantifier: ['all', 'all the', 'every', 'each', 'any', 'some', 'both', 'whole', 'entire', 'overall', 'several', 'various'],
  classifier: [],
  conjunction: ['and', 'along with', 'as well as', 'as well', 'together with', 'together', 'plus', '&', 'also', 'while', 'but', 'if'],
  disjunction: ['or', 'either'],
  filler: ['data', 'information', 'info', 'details', 'detail', 'record', 'records', 'result', 'results', 'database', 'system', 'exactly', 'actually', 'really', 'currently', 'specific', 'particular', 'certain', 'given', 'following', 'different kinds of', 'etc'],
};

/** Words that carry no content, by language and role, for the planner's account of a question's words. */
export const STOP_WORDS: Readonly<Record<'zh' | 'en', WordsByRole>> = { zh: ZH, en: EN };
