import { MEASURE_WORDS } from '@querent/language';
import type { Operator, PlainWord } from '../unit';
import { passageWords } from './passage-words';

/**
 * Markers of both languages. A word in several rows becomes several units; the planner's constructions choose. Words
 * with content (counts, comparisons, extremes) come from `@querent/language`.
 */
const PLAIN_WORDS: Readonly<Record<PlainWord, { zh: string; en: string }>> = {
  by: {
    zh: '拆到|拆成|拆分到|细分到|细化到|按|按照|根据|依|依据|分|分别按|以',
    en: 'by|grouped by|broken down by|split by|according to|based on|across|in terms of|ranked by|sorted by',
  },
  each: {
    zh: '每|每个|每一个|每一|各|各个|各自|每位|每名|每家|每所|每台|每间|每辆|每张|每笔|每条|每次|每项|各家',
    en: 'each|every|per|for each|for every|of each|in each|at each',
  },
  respectively: { zh: '各|分别|各自|各有|分别有|分别是|各是|分别为|各为|各占|分别占', en: 'respectively' },
  perHead: { zh: '人均|户均', en: 'per head|per capita' },
  de: {
    zh: '的|之|手下|手下的|手底下|旗下|旗下的|手上|手上的|手里|手里的|手头|手头的|名下|名下的|手中|手中的',
    en: "'s",
  },
  of: { zh: '', en: 'of|of the|among|among the|out of|for|for the|from|in|on|at|about|to' },
  their: {
    zh: '它|它们|它的|它们的|顺便列出|顺便带上|顺便给出|顺便附上|顺带列出|顺带附上|一并列出|一并给出|同时列出|同时给出|并列出|并给出|另附|另附上|及其|要带|要带上|带上|并带上|附上|并附上|附带上|连同|和他们|和她们|和它们|以及他们|以及它们|和它的|及它的|与它的|以及它的|和他的|和她的|与他们的|与它们的|和它们的|和他们的|和她们的|以及其|与其|和其|及各自的|和各自的|以及它们的|以及他们的|及它们的|他们的|其|含|带上|附上|附带|连同|加上|外加',
    en: 'and their|and its|with their|with its|along with their|together with their|and his|and her|their|its|his|her',
  },
  with: {
    zh: '有|有过|持有|拥有|带|带有|具有|含有|包含|含|存在|配有|配备|登记了|填写了|填了|留了|留有|发生过|发生|产生|产生过|会|懂|懂得|掌握|精通|擅长|开通|开通了|开通过|启用|启用了|开启|开启了|支持|具备',
    en: 'with|whose|end up with|ends up with|ended up with|ending up with|wind up with|wound up with|come with|comes with|came with|with a|with an|with any|with at least one|having|have|has|had|assigned|assigned to|assigned a|assigned an|allocated|allocated to|linked to|attached to|tied to|given|that have|that has|that had|who have|who has|who had|which have|which has|containing|including|where|where the|for which|in which|on which',
  },
  without: {
    zh: '没有|没|没人|没有人|无人|从来没人|一直没人|从来没有人|一直没有人|还没人|还没有人|无|一份都没有|一次都没有|一次都没|一个都没有|一张都没有|一笔都没有|一条都没有|从未|从未曾|从未有过|没有过|没有任何|未|未曾|不带|缺少|没再|没有再|未再|再没|再没有|再也没|再也没有|从来没有|从来没|从来都没|从来都没有|从没|从没有|尚未|还没有|还没',
    en: "no|without|without a|without an|without any|with no|have no|has no|had no|having no|never|that never|who never|who have never|have never|has never|lacking|haven't|hasn't|have not|has not|don't have|doesn't have|do not have|does not have|did not have|didn't have|not have|had never|without a single|without one|without even one|not a single|with zero|have zero|that have no|who have no|that has no|without ever|never been|not been|hasn't been|haven't been|has never been|have never been|has not been|have not been|were never|was never|not assigned|not assigned a|not assigned an|not yet assigned|not yet assigned a|not yet assigned an|not assigned to|not assigned to any|not yet assigned to|not yet assigned to any|not linked to|not linked to any|not tied to|not attached to|yet to be assigned|yet to be assigned a|not allocated|still without|still without a|still without any|still no|nobody|no one|nobody has|no one has|nobody ever|not part of|not part of any|not a part of|not in any",
  },
  not: {
    zh: '不|不是|不来自|不是来自|并非来自|不是来自于|既不|既不是|既非|既没有|也不|也不是|也非|也没有|又不是|非|没|未|并非|不属于|不在|不为|还没|尚未|并未',
    en: "not|isn't|aren't|wasn't|weren't|is not|are not|was not|were not|not in|non|non-|don't|doesn't|didn't|do not|does not|did not|never|not yet|yet to|still to|no longer|neither",
  },
  except: {
    zh: '除了|除|除去|除开|不包括|不含|不包含|排除|剔除|不算',
    en:
      'except|except for|excluding|other than|apart from|aside from|not including|besides|all but|but not|exclude|outside|outside of|' +
      'outside the|outside of the|live outside|lives outside|living outside|based outside|located outside',
  },
  only: { zh: '只|仅|只有|仅有|只看|仅看', en: 'only|just|solely' },
  and: {
    zh: '和|与|及|以及|并且|且|跟|还有|又|并|但|但是|却|不过|也|而且|而',
    en: 'and|as well as|plus|also|but|and also|and the|that also|who also|and who|and that|both',
  },
  or: { zh: '或|或者|或是|还是', en: 'or|either|and/or|or the|nor' },
  to: { zh: '到|至', en: 'to|until|till' },
  from: {
    zh: '从|自|来自|始发|始发于|出发|发出|发来|寄出|运出|起运|起飞',
    en: 'from|out of|leaving|leaving from|departing|departing from|starting in|starting from|starting at|coming from|originating in|originating from|sent from|shipped from',
  },
  toward: {
    zh: '到|去|往|至|向|发往|运往|寄往|送往|去往|前往|开往|飞往|发到|运到|寄到|送到|到达|抵达|给',
    en: 'to|into|toward|towards|arriving in|arriving at|going to|heading to|heading for|headed to|headed for|bound for|destined for|ending in|ending at|sent to|shipped to|delivered to',
  },
  in: {
    zh: '落在|落到|落入|处在|来自|来自于|都来自|住在|都住在|居住在|都居住在|都在|都位于|都分布在|都属于|分布在|分布于|涉及|涉及到|覆盖|涵盖|整个|通过|经由|经过|在|位于|属于|处于|于|为|是|因为|由于|因|坐落在|坐落于|设在|设于|开在|建在|开设在|落户在|落户于',
    en: 'in|in the|at|at the|over|over the|the whole of|in the whole of|for the whole of|over the whole of|during the whole of|from|from the|located in|based in|on|on the|within|inside|belonging to|of|of the|of type|for|for the|under|into|using|via|through|with|because of|owing to|on account of|as a result of',
  },
  which: {
    zh: '叫什么|叫做什么|哪个|哪些|哪几个|哪一个|哪|哪家|哪位|哪一家|哪一位|什么|哪所|哪间|哪台|哪辆|哪条|哪名|哪项|哪张|哪笔|哪座|哪本|哪部|哪款|哪门|哪只|哪支|是哪个|是哪些|是哪家|是哪一个|哪几家|哪几位|哪几所|哪几台|哪几款|哪几种|哪几项|哪几名|哪几间|哪几张|哪几条|哪几本|哪几类|是哪几家|是哪几个|是哪几位|有哪几家|有哪几个|有哪几位|都是哪些|都有哪几个|哪一所|哪一台|哪一个是|哪家是|哪个是|哪位是|哪些是|哪款是|哪所是|哪台是|哪种是|哪项是|哪间是',
    en: 'which|who among|who among the|who among our|who among all|who of the|who of our|and which ones|and which|and who are they|what|what are|what is|which of|which of the|which one|which ones|what are the|what is the|what were the|what was the|which is the|which are the',
  },
  what: {
    zh: '什么|是什么',
    en: "what|what are|what is|what was|what were|what's|what are the|what is the|what were the|what was the",
  },
  who: {
    zh: '谁|哪些人|哪个人|何人|谁的|谁家|谁家的|有谁|都有谁|有哪些人',
    en: 'who|whom|whose|who are|who is|who has|who have|who was|who were|everyone|everybody|everyone who|everybody who|all those who',
  },
  within: { zh: '', en: '' },
  where: {
    zh: '在哪里|在哪儿|在哪|在什么地方|在何处|位于哪里|位于哪儿|位于哪|位于何处|位于什么地方|坐落在哪里|坐落于何处',
    en: "where is|where are|where's|where is the|where are the|where was|where were|where does|where do|where can we find|where can i find",
  },
  when: {
    zh: '什么时候|何时|哪天|哪一天|几号|什么时间',
    en: 'when|when was|when did|when is|when were|when are|on which date|on what date|what date|on which day',
  },
  list: {
    zh: '列出|列给我|列出来|列出来给我|列给我看|列给我看看|列出来看看|给我列出来|都列出来|找出来|查出来|挑出来|筛出来|拉出来|调出来|显示出来|返回|列一下|显示|展示|给出|列举|罗列|名单|清单|列表|明细|分组|分类|分组统计|分类统计|有哪些|找出|找到|筛选|筛选出|列个表|列张表|列个单|列个单子|列个清单|出个清单',
    en: 'list|show|show me|list all|list the|display|give me|find|get|get me|return|a list of|list of|break down|break|split|group|tell me|pull|pull up|fetch|see|view|let me see|showing|returning|listing',
  },
  exists: {
    zh: '有人|有没有人|有没有|还有没有|是否还有|是不是还有|还有吗|有没有任何|是否有|是不是有|是否存在|有吗|是否|是不是|吗',
    en: 'are there any|is there any|is there a|do we have any|do we have|are there|is there|did any|do any|does any|have any|has any|was there any|were there any|was there|were there|has there been any|have there been any|was any|were any|is any|has any',
  },
  recorded: {
    zh: '有记录|已登记|登记了|有登记|不为空|已填写|填写了|有填写|记录了',
    en: 'recorded|is recorded|on file|on record|filled in|is known|known|is set|specified|given|documented|registered',
  },
  missing: {
    zh: '为空|没有记录|未记录|缺失|空缺|未填写|没有填写|没填|未登记|没有登记|没有登记过|还没有登记|未登记过|未知|没登记|没留|没留下|没写|没记录|没填写|没录入|没标|没标注|没注明|未留|未标注|未注明|没有留|没有填',
    en: "missing|is missing|are missing|blank|empty|not recorded|not recorded whether|not known whether|unknown whether|not known if|not noted|not documented|unrecorded|unknown|not on file|not set|not specified|unspecified|not filled in|not known|is not recorded|isn't recorded|aren't recorded|are not recorded|isn't known|aren't known|is unknown|is blank|is empty|without a recorded",
  },
  all: {
    zh: '所有|所有的|全部|全部的|全体|全',
    en: 'all|all the|all of the|all of our|at all|any|every single|overall|altogether|in total|entire|the whole',
  },
  sharedBy: { zh: '共有的|都有的|共同拥有的|共享的|共有|都有', en: '' },
  common: {
    zh: '',
    en: 'common to|common for|common among|common across|shared by|shared among|shared across|in common for|in common to',
  },
  howSo: { zh: '', en: '' },
  throughout: {
    zh: '',
    en: 'across all|across all the|across all our|across all of the|across all of our|across the entire|across the whole|over all|over all the|over all our|over all of our|counting all|counting all the|counting all our|taking all|summed over all|added up over all',
  },
  than: { zh: '比|较', en: 'than|versus|vs|vs.|compared with|compared to|against' },
  comma: { zh: '、|，', en: ',|;|/|&' },
  is: {
    zh: '是|为|等于|叫|叫做|名为|名叫|姓名是|名字是|被标为|被标记为|标记为|归类为|被归类为|归为|被归为|划为|划分为|登记为|记为|评为|被评为|分类为',
    en: 'is|are|was|were|equals|equal to|=|be|been|being|called|named|classified as|categorised as|categorized as|labelled as|labeled as|marked as|flagged as|graded as|rated as|tagged as|listed as|recorded as|described as|known as|treated as|booked as|set to|marked|flagged|labelled|labeled',
  },
  composite: {
    zh: '综合|综合评分|综合得分|总分|总评分|总体评分|综合分|总体得分|整体评分|得分|评分|分数',
    en: 'composite|composite score|overall score|overall|combined score|total score|weighted score|as a whole|score|scores|rating',
  },
  breakdown: {
    zh: '明细|各项|分项|子项|各项得分|各项明细|分项得分|细分|各指标',
    en: 'breakdown|sub-scores|subscores|components|side by side|each component|into its parts|into their parts|by its parts|by component|break down|individual scores|details|detail|broken down|sub scores|separately',
  },
  spread: {
    zh: '分布|分布情况|分布状况|分布的情况|的分布|的分布情况',
    en: 'distribution|distribution of|the distribution of|distributed|spread out',
  },
  trend: {
    zh: '趋势|走势|变化趋势|变化情况|变化|趋势图|走势图|变化图|趋势曲线',
    en: 'trend|trends|trend of|over time|development|evolution|how has|how have|developed|develop|evolved|evolve|developing|trending',
  },
  more: {
    zh: '多|更多|少|更少|高|更高|低|更低|好',
    en: 'more|fewer|less|higher|lower|better|worse|bigger|larger|smaller',
  },
  near: {
    zh: '附近|附近的|周边|周围|旁边|四周|一带|附近有|周边有|周围有',
    en: 'near|nearby|near to|close to|around|surrounding|next to|not far from|in the vicinity of',
  },
  away: { zh: '离|距|距离', en: 'away from|from' },
  nearest: { zh: '最近|最近的|离得最近|最近的是', en: 'nearest to|closest to|nearest|closest' },
  kind: {
    zh: '各类|各种|每类|每种|各类别|各类型|按类型|按类别|按种类|分类型',
    en: 'each kind of|each type of|every kind of|every type of|by type of|by kind of|per type of|per kind of',
  },
  whichKind: {
    zh: '哪类|哪种|哪一类|哪一种|什么类型的|什么种类的|什么类别的',
    en: 'what kind of|what kinds of|what type of|what types of|which kind of|which kinds of|which type of|which types of',
  },
  trade: {
    zh: '售出|售卖|卖|卖出|卖出了|卖出过|卖出去|卖出去了|卖出去过|卖掉了|卖掉过|售出了|售出过|买到|买到过|卖了|卖过|卖掉|卖得|买|买了|买过|买的|购买|购买了|购买过',
    en: 'buy|buys|bought|bought by|sell|sells|sold|sold by|purchase|purchases|purchased|purchased by',
  },
  spend: {
    zh: '花|花了|花过|花费|花费了|花掉|花掉了|花钱|花得|支付了',
    en: 'spend|spends|spent|spend with us|spends with us|spent with us|pay|pays|paid|pay us|pays us|paid us',
  },
  became: {
    zh: '成为|成为了|当上|当上了|来当|成了|注册成为|加入成为',
    en: 'signed up|sign up|signs up|signing up|became|become|becomes|becoming|enrolled|enroll|enrol',
  },
  nobody: {
    zh: '没人|没有人|无人|从来没人|从没人|一直没人|从来没有人|一直没有人|一直无人|都没人|还没人|还没有人|没有任何人|从未有人',
    en: 'nobody|no one|nobody has|no one has|nobody has ever|no one has ever|nobody ever|no one ever|nobody had|no one had|that nobody|that no one|that nobody has|that no one has',
  },
  both: { zh: '同时|都|既', en: 'both' },
  as: {
    zh: '作为|担任|担任过|任|当|当过',
    en: 'as|as their|as its|as his|as her|as the|as a|as an|acting as|serving as|in the role of',
  },
  between: { zh: '之间|之间的', en: 'between|between the|between their|between its|in between' },
  ratio: { zh: '', en: 'quotient of|ratio of|the ratio of|ratio between|the ratio between|ratio' },
  outside: { zh: '以外|之外|以外的|之外的|外', en: '' },
  contains: {
    zh: '包含|含有|含|里有|里带|里含|中有|中含|带有|带|里包含|中包含|有',
    en: 'contains|contain|containing|including|includes|has|have|having|with',
  },
  starts: {
    zh: '开头|开头的|开始|开头是',
    en: 'starts with|start with|starting with|begins with|begin with|beginning with',
  },
  ends: { zh: '结尾|结尾的|结尾是|收尾', en: 'ends with|end with|ending with|ending in' },
  amidst: { zh: '', en: '' },
  used: {
    zh: '做|用|使用|点|选|挑|选用|采用|办|举办|安排|参加',
    en: 'used|done|picked|chosen|selected|visited|attended|scheduled|conducted|performed',
  },
  amongst: { zh: '', en: '' },
  none_of: {
    zh: '都没有|一个都没有|也没有|一个也没有|都没|一次也没有|一份也没有|也没|都还没|都还没有|也还没|也还没有|都未|也未|都未曾',
    en: 'none|none at all',
  },
  growth: {
    zh: '提升|提高|上升|增长|增长率|增长了多少|增幅|增速|增加了多少|下降了多少|增减|增长了|增长多少|增加了|增加多少|下降了|下降多少|减少了|减少了多少|减少多少|上升了|上升了多少|上涨了|上涨了多少|涨了|涨了多少|跌了|跌了多少|降了|降了多少|变化了|变化了多少|多了|多了多少|少了|少了多少|变化率|变动|变动了多少|涨幅|跌幅|降幅',
    en: 'improve|improved|improvement|growth|growth rate|growth of|growth in|increase|increased|increase in|decrease|decreased|decrease in|change|changed|change in|changes in|grow|grew|grown|rise|risen|rose|rise in|fall|falls|fall in|fell|fallen|drop|drops|dropped|drop in|decline|declined|decline in|shrink|shrank|shrunk|go up|goes up|went up|gone up|going up|go down|goes down|went down|gone down|going down|up or down|percentage growth|percentage growth in|percentage increase|percentage increase in|percentage change|percentage change in|growth in percent|by how much|by how many percent|by what percentage|by what percent|how many percent|how much more|how much less',
  },
  differs: { zh: '差多少|差了多少|相差多少|相差了多少|差几个|差距多大|差距是多少', en: '' },
  rise: {
    zh: '提升|提高|上升|改善|进步|上涨|增加|增长|涨|提升得|提高得|增长得|上升得|进步得',
    en: 'improve|improved|improves|improvement|improvement in|rise|rose|risen|rise in|grow|grew|grown|growth|growth in|increase|increased|increase in|gain|gained|gain in|go up|goes up|went up|gone up',
  },
  fall: {
    zh: '下降|下滑|降低|减少|退步|下跌|跌|下降得|下滑得|减少得|退步得',
    en: 'decline|declined|decline in|drop|dropped|drop in|fall|fell|fallen|fall in|decrease|decreased|decrease in|worsen|worsened|shrink|shrank|go down|goes down|went down|gone down',
  },
  new: { zh: '新|新的|新增|新增的|新增了|新增加|新增加了|新来了|新加入了', en: 'new|newly added' },
  do: {
    zh: '进来|进来了|跑|跑了|跑过|送|送了|送过|带|带着|管|干|干过|开过|点|点了|点过|选|选了|选过|挑|挑了|挑过|承接|承接了|发|发出|发出去|发出了|发了|发过|管着|管了|管理|管理着|管理了|在管|经营|经营着|运营|运营着|拥有着|覆盖|覆盖了|遍布|签|签下|签过|签了|办|办了|办过|交|交过|交了|住|住过|租|租过|租了|用|用过|用了|去|去过|来过|看过|上过|领|领过|领了|接|接了|接过|拿|拿了|拿过|安排|安排了|举办|举办的|举办了|举办过|举行|举行的|造成|造成的|提供|提供的|发布|发布的|组织|组织了|承担|处理|处理了|处理过|服务|服务过|带过|参与|参与了|参与过|加入|加入了|享有|录入|录入了|录入过|登记|登记了|登记过|记录了|经办|负责|负责的|经手|下|下了|下过|做|做了|做过|发生|发生了|产生|产生了|完成|完成了|收到|收到了|提交|提交了|进行|进行了|参加|参加了|参加过|使用|使用了|办理|办理了|带来|带来了|贡献|贡献了|创造|创造了|实现|实现了|接到|接到过|接到了|给|给过|给了|开|开了|开过|报了|报过|收过|收了|出了|出过|成了|成过|来了|排过|排了|打|打了|打出|打的|供|供应|供应了|供货|用到|用到了|用到过|用上|用掉|花|花了|花费|花费了|花掉|花在|出现|出现了|出现过|发现|发现了|发现过|养|养了|养过|讲|讲了|讲过|写|写了|写过|画|画了|画过|借|借了|收藏|收藏了|收藏的|存放|存放了|保存|投|投了|投过|投入|投入了|赚|赚了|赚到|耗费|耗费了|附加|附加了|持有了|聘用|聘用了|录用|剩|还剩|剩下|剩了|剩余|填|填了|填过|填报|填报了|填写过|记了|记录过|干了|新签|新签了|新签下|新开|新开了|新办|新办了|新接|新接了|新下|新下了|新做了|影响|影响了|影响到|影响过|影响到了|波及|波及到|波及了|波及过|涉及|涉及到|涉及了|涉及过|关联|关联到|关联了|关联着|牵涉|牵涉到|入驻|入驻了|入驻过|进驻|进驻了|收录|收录了|收录着|登记在|安排到|安排在|安排进|分配到|分配在|分到|分派到|指派到|派到|派往|编入|编到|排到|调配到|做到|做到了|来到',
    en: 'scored|reach us|reaches us|reached us|come to us|came to us|ranked|did|done|are assigned|is assigned|were assigned|was assigned|assigned|made|make|makes|place|placed|places|get|gets|got|receive|received|receives|take|takes|took|taken|bring in|brings in|bringing in|brought in|cost us|costs us|costing us|earn us|earns us|earned us|makes us|generate|generated|submit|submitted|file|filed|handle|handled|handles|attend|attended|use|used|go|went|come|came|belong to|belongs to|part of|a part of|held|hold|holds|run|ran|runs|give|gave|given|perform|performed|serve|served|work|works|worked|own|owns|owned|there|contain|contains|contained|include|includes|included|involve|involving|involved|with|from|made by|placed by|is responsible for|are responsible for|responsible for|in charge of|ended in|end in|ends in|resulted in|result in|led to|have been|has been|been|sign|signs|signed|carry out|carries out|carried out|carried out by|take place|takes place|took place|taking place|happen|happens|happened|occur|occurs|occurred|scheduled|are scheduled|is scheduled|schedule|conduct|conducted|conducted by|issue|issued|issued by|teach|teaches|taught|run by|led by|managed by|handled by|owned by|held by|used by|visited by|caused by|were caused by|was caused by|belonging to|living in|live in|lives in|reside in|residing in|based in|staying in|working in|working at|work at|work in|works in|works at|offer|offers|offered|provide|provides|provided|publish|published|present|presented|play|plays|played|log|logs|logged|enter|entered|collect|collects|collected|put in|puts in|clock up|clocked up|rack up|racked up|go through|goes through|went through|gone through|take in|took in|pull in|pulled in|earn|earns|earned|produce|produces|produced|yield|yields|yielded|cause|causes|caused|attract|attracts|attracted|draw|drew|drawn|host|hosts|hosted|house|houses|housed|carry|carries|carried|comprise|comprises|consist of|consists of|deal with|deals with|dealt with|look after|looks after|looked after|take care of|takes care of|oversee|oversees|oversaw|head|heads|headed|running|process|processes|processed|see|sees|saw|seen|come in|came in|comes in|coming in|go out|went out|work on|works on|worked on|give us|given us|gave us|gives us|bring us|brought us|sent us|send us|made us|score|scores|scored|be worth|worth|are worth|is worth|spend|spends|spent|sit on|sits on|gives|lead|leads|led|leading|need|needs|needed|require|requires|required|supply|supplies|supplied|find|finds|found|report|reports|reported|note|notes|noted|observe|observed|detect|detected|weigh|weighs|weighed|weighing|uses|using|makes up|fetch|fetched|guide|guides|guided|write|wrote|written|win|wins|won|spend on|spent on|goes|comes|hosting|holding|keep|keeps|kept|store|stores|stored|buy in|stock|stocks|stocked|ship|ships|manage|manages|managed|operate|operates|operated|take part|takes part|took part|taken part|taking part|take part in|takes part in|took part in|taken part in|taking part in|participate in|participates in|participated in|be involved in|been involved in|is involved in|are involved in|was involved in|were involved in|involved in|charge a|charge an|charges a|charges an|charged a|charged an|affect|affects|affected|affecting|impact|impacts|impacted|impacting|concern|concerns|concerned|concerning|cover|covers|covered|covering|touch|touches|touched|involves|hit by|been hit by|is hit by|are hit by|was hit by|were hit by|affected by|impacted by|covered by|linked to|is linked to|are linked to|associated with|is associated with|are associated with|related to|is related to|are related to|tied to|attached|attached to it|connected to|connected with|employ|employs|employed|employing|ride|rides|riding|rode|drive|drives|drove',
  },
};

/** Phrases of all markers with what they mean. */
export function plainPhrases(): [string, Operator][] {
  const each = MEASURE_WORDS.flatMap((unit) => [`每${unit}`, `每一${unit}`]).map((phrase): [string, Operator] => [
    phrase,
    { op: 'plain', word: 'each' },
  ]);
  const words = (Object.entries(PLAIN_WORDS) as [PlainWord, { zh: string; en: string }][]).flatMap(
    ([word, { zh, en }]) =>
      [...zh.split('|'), ...en.split('|')]
        .filter((phrase) => phrase !== '')
        .map((phrase): [string, Operator] => [phrase, { op: 'plain', word }]),
  );
  const never = MEASURE_WORDS.flatMap((unit) =>
    ['都没', '都没有', '都未', '也没', '也没有', '都不', '都还没', '都还没有', '也还没', '都未曾', '也未'].flatMap(
      (not) =>
        ['一', '连一', '哪怕一'].map((one): [string, Operator] => [one + unit + not, { op: 'plain', word: 'without' }]),
    ),
  );
  const known = new Set(PLAIN_WORDS.do.zh.split('|'));
  const done = [...known]
    .filter((verb) => /^\p{Script=Han}{2}$/u.test(verb) && !/[过了着的]$/u.test(verb))
    .flatMap((verb) => ['过', '了'].map((aspect) => verb + aspect))
    .filter((verb) => !known.has(verb))
    .map((verb): [string, Operator] => [verb, { op: 'plain', word: 'do' }]);
  const all = [
    ...words,
    ...done,
    ...each,
    ...never,
    ...notGiven(),
    ...whichOnes(),
    ...doneByUs(),
    ...notKnownWhether(),
    ...textPhrases(),
  ];
  const isKnown = new Set(all.map(keyOf));
  return [...all, ...passageWords().filter((one) => !isKnown.has(keyOf(one)))];
}

const keyOf = ([phrase, operator]: [string, Operator]): string =>
  `${operator.op === 'plain' ? operator.word : ''} ${phrase}`;

/** Verbs of assignment: negated, they mean that there is no value. 没有指定负责人, 未分配技师. */
const GIVING = '指定|指派|委派|分配|分派|配备|配置|配|设置|设定|选定|安装|加装|装|填写|填|绑定|关联';
const DENIALS = [
  '没有',
  '从来没有',
  '从来没',
  '从没',
  '从未',
  '没',
  '未',
  '尚未',
  '还没',
  '还没有',
  '都没',
  '都没有',
  '仍未',
  '还未',
];

function notGiven(): [string, Operator][] {
  return GIVING.split('|').flatMap((verb) =>
    DENIALS.flatMap((not) =>
      ['', '过', '任何'].map((end): [string, Operator] => [not + verb + end, { op: 'plain', word: 'without' }]),
    ),
  );
}

/** Measure words that ask for kinds after 哪. */
const OF_KINDS: ReadonlySet<string> = new Set(['种', '类']);

/** 有哪几套, 是哪家 ask for which ones, never for a number. */
function whichOnes(): [string, Operator][] {
  const several = MEASURE_WORDS.map((unit) => `哪几${unit}`);
  const one = MEASURE_WORDS.filter((unit) => !OF_KINDS.has(unit)).flatMap((unit) => [`哪${unit}`, `哪一${unit}`]);
  const asked = [...several, ...one].flatMap((which) => [
    which,
    `是${which}`,
    `有${which}`,
    `都是${which}`,
    `都有${which}`,
  ]);
  const together = several.flatMap((which) => [`分别是${which}`, `分别有${which}`]);
  return [...asked, ...together].map((phrase) => [phrase, { op: 'plain', word: 'which' }]);
}

/** After "did we" a word is a verb, even if a noun has the same spelling. */
function doneByUs(): [string, Operator][] {
  const verbs = PLAIN_WORDS.do.en.split('|').filter((verb) => /^[a-z]+$/.test(verb));
  return ['did we', 'do we', 'did they', 'do they', 'have we', 'we have', 'have they', 'we'].flatMap((lead) =>
    verbs.map((verb): [string, Operator] => [`${lead} ${verb}`, { op: 'plain', word: 'do' }]),
  );
}

/** "We don't know whether": an unknown value is missing, not negated. */
function notKnownWhether(): [string, Operator][] {
  const subjects = ['we', 'they', 'you', 'i'];
  const asserted = subjects.flatMap((who) => ["don't", 'do not', 'did not', "didn't"].map((not) => `${who} ${not}`));
  const asked = subjects.flatMap((who) => [`don't ${who}`, `do ${who} not`]);
  const known = [...asserted, ...asked, "don't", 'do not'].flatMap((lead) => [
    `${lead} know`,
    `${lead} yet know`,
    `${lead} know yet`,
  ]);
  const sure = [
    'not sure',
    'unsure',
    'unclear',
    'not clear',
    'uncertain',
    'undecided',
    'not stated',
    'no record of',
    'no word on',
  ];
  return [
    ...known,
    ...sure,
    ...sure.flatMap((word) => [`is ${word}`, `it is ${word}`, `are ${word}`, `we are ${word}`]),
  ].flatMap((lead) =>
    ['whether', 'if'].map((word): [string, Operator] => [`${lead} ${word}`, { op: 'plain', word: 'missing' }]),
  );
}

/** Nouns for a part of a text: contains the word 'sea', 包含字母“a”. */
const PARTS_OF_TEXTS = {
  zh: '字母|文本|文字|字样|字符|字符串|子字符串|子串|单词|词语|词',
  en: 'letter|letters|word|words|substring|string|text|phrase|character|characters',
};

function textPhrases(): [string, Operator][] {
  return (['contains', 'starts', 'ends'] as const).flatMap((word) => {
    const { zh, en } = PLAIN_WORDS[word];
    const before = word === 'contains' ? zh.split('|') : [];
    return [
      ...en
        .split('|')
        .flatMap((verb) => PARTS_OF_TEXTS.en.split('|').flatMap((part) => [`${verb} the ${part}`, `${verb} ${part}`])),
      ...before.flatMap((verb) =>
        PARTS_OF_TEXTS.zh.split('|').flatMap((part) => [verb + part, `${verb + part}为`, `${verb + part}是`]),
      ),
    ].map((phrase): [string, Operator] => [phrase, { op: 'plain', word }]);
  });
}
