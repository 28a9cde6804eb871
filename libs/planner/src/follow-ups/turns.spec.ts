import type { PlanResult } from '@querent/contracts';
import type { Locale } from '@querent/language';
import { planQuestion } from '../plan-question';
import { OBSERVATORY } from './fixture/observatory';
import { planText } from './fixture/query-text';

const DAYS = { today: '2026-11-23', timezone: 'Asia/Shanghai' };

/** Asks the turns in order, each with the query of the last answer. */
function talk(locale: Locale, ...turns: string[]): PlanResult {
  let context: Extract<PlanResult, { kind: 'planned' }>['query'] | null = null;
  let plan: PlanResult | null = null;
  for (const question of turns) {
    plan = planQuestion({ question, locale, model: OBSERVATORY, choices: [], context, ...DAYS });
    if (plan.kind === 'planned') context = plan.query;
  }
  if (!plan) throw new Error('no turn');
  return plan;
}

const THIS = 'taken_on 2026-01-01..2026-11-24';
const LAST = 'taken_on 2025-01-01..2026-01-01';

/** The turns in Chinese and in English, and the query of the last one. */
const TALKS: readonly [string[], string[], string][] = [
  [
    ['今年的观测数', '那去年呢'],
    ['how many observations this year', 'and last year?'],
    `count observations where ${LAST}`,
  ],
  [
    ['今年各台址的观测数', '去年的呢'],
    ['observations count by site this year', 'same for last year'],
    `count observations where ${LAST} by site`,
  ],
  [
    ['今年的观测数', '不对，我说的是去年'],
    ['how many observations this year', 'no, I meant last year'],
    `count observations where ${LAST}`,
  ],
  [
    ['今年的观测数', '只看射电', '回到去年'],
    ['how many observations this year', 'only radio', 'back to last year'],
    `count observations where band=radio, ${LAST}`,
  ],
  [
    ['今年的观测数', '和2024年对比'],
    ['how many observations this year', 'compare with 2024'],
    `count observations 2024-01-01 against 2026-01-01`,
  ],
  [
    ['各望远镜的对焦得分', '2025年的呢'],
    ['focus score by telescope', 'what about 2025?'],
    'focus tests where yr=2025 by name',
  ],
  [
    ['今年的观测数', '只看射电'],
    ['how many observations this year', 'only radio'],
    `count observations where band=radio, ${THIS}`,
  ],
  [
    ['射电观测有多少', '红外呢'],
    ['how many radio observations', 'and infrared?'],
    'count observations where band=infrared',
  ],
  [
    ['射电观测有多少', '不是，我要的是红外'],
    ['how many radio observations', 'no, I meant infrared'],
    'count observations where band=infrared',
  ],
  [
    ['射电观测有多少', '再加上红外'],
    ['how many radio observations', 'also infrared'],
    'count observations where band in radio|infrared',
  ],
  [['射电观测有多少', '去掉射电'], ['how many radio observations', 'remove radio'], 'count observations'],
  [['观测有多少', '去掉射电'], ['how many observations', 'excluding radio'], 'count observations where band!=radio'],
  [
    ['射电观测有多少', '只看高级天文学家'],
    ['how many radio observations', 'only senior astronomers'],
    'count observations where band=radio, grade=senior',
  ],
  [
    ['观测有多少', '那多云的呢', '那非多云的呢'],
    ['how many observations', 'only cloudy ones', 'and not cloudy?'],
    'count observations where cloudy=false',
  ],
  [
    ['时长超过5的观测有多少', '超过8呢'],
    ['how many observations with a duration over 5', 'over 8?'],
    'count observations where hours>8',
  ],
  [
    ['时长超过5的观测有多少', '那8呢'],
    ['how many observations with a duration over 5', 'what about 8?'],
    'count observations where hours>8',
  ],
  [
    ['安第斯的望远镜有多少', '其中口径超过3的有多少'],
    ['how many telescopes in Andes', 'of those, how many have an aperture over 3?'],
    'count telescopes where aperture>3, site=Andes',
  ],
  [
    ['今年的观测数', '按台址拆开'],
    ['how many observations this year', 'break it down by site'],
    `count observations where ${THIS} by site`,
  ],
  [
    ['各台址的观测数', '换成按波段'],
    ['number of observations by site', 'by band instead'],
    'count observations by band',
  ],
  [
    ['各台址的观测数', '再按波段'],
    ['number of observations by site', 'also by band'],
    'count observations by site, band',
  ],
  [['各台址的观测数', '去掉台址'], ['number of observations by site', 'remove the site'], 'count observations'],
  [['观测有多少', '波段呢'], ['how many observations', 'what about the band?'], 'count observations by band'],
  [
    ['今年各台址的观测数', '换成曝光量'],
    ['number of observations by site this year', 'show exposure instead'],
    `exposure observations where ${THIS} by site`,
  ],
  [
    ['今年各台址的观测数', '再加上曝光量'],
    ['number of observations by site this year', 'also the exposure'],
    `count and exposure observations where ${THIS} by site`,
  ],
  [
    ['各台址的曝光量', '平均时长呢'],
    ['exposure by site', 'what about the average duration?'],
    'avg hours observations by site',
  ],
  [
    ['各台址的对焦得分', '换成平衡得分'],
    ['focus score by site', 'show the balance score instead'],
    'balance tests where latest yr by site',
  ],
  [['天文学家有多少', '望远镜呢'], ['how many astronomers are there', 'what about telescopes?'], 'count telescopes'],
  [
    ['高级天文学家有多少', '都有谁'],
    ['how many senior astronomers', 'who are they?'],
    'list astronomers where grade=senior',
  ],
  [
    ['列出高级天文学家', '有多少个'],
    ['list the senior astronomers', 'how many are there?'],
    'count astronomers where grade=senior',
  ],
  [
    ['列出高级天文学家', '他们的电话'],
    ['list the senior astronomers', 'and their phone'],
    'list name, phone astronomers where grade=senior',
  ],
  [
    ['各台址的曝光量', '最高的是哪个'],
    ['exposure by site', 'which one is the highest?'],
    'exposure observations by site first 1 desc',
  ],
  [
    ['各台址的曝光量', '最低的2个呢'],
    ['exposure by site', 'and the lowest 2?'],
    'exposure observations by site first 2 asc',
  ],
  [
    ['曝光量最高的3个台址', '前5个呢'],
    ['top 3 sites by exposure', 'make that the top 5'],
    'exposure observations by site first 5 desc',
  ],
  [
    ['曝光量最高的3个台址', '按观测数排'],
    ['top 3 sites by exposure', 'sort them by number of observations'],
    'count observations by site first 3 desc',
  ],
  [
    ['今年的观测数', '哪个望远镜最多'],
    ['how many observations this year', 'which telescope has the most?'],
    `count observations where ${THIS} by name first 1 desc`,
  ],
  [
    ['去年各月的曝光量', '总共是多少'],
    ['exposure by month last year', 'in total?'],
    `exposure observations where ${LAST}`,
  ],
  [['各台址的曝光量', '占比呢'], ['exposure by site', 'as a percentage'], 'share of exposure observations by site'],
  [
    ['射电观测有多少', '一共有多少位天文学家'],
    ['how many radio observations', 'How many astronomers do we have?'],
    'count astronomers',
  ],
  [
    ['各台址的曝光量', '去年的观测有多少'],
    ['exposure by site', 'how many observations were there last year?'],
    `count observations where ${LAST}`,
  ],
  [
    ['观测有多少', '台址在安第斯的', '台址换成阿塔卡马'],
    ['how many observations', 'in Andes', 'change the site to Atacama'],
    'count observations where site=Atacama',
  ],
  [
    ['列出天文学家', '观测超过3个的'],
    ['list the astronomers', 'with more than 3 observations'],
    'list astronomers where some observations >3()',
  ],
  [
    ['列出天文学家', '观测超过3个的', '超过5个呢'],
    ['list the astronomers', 'with more than 3 observations', 'more than 5?'],
    'list astronomers where some observations >5()',
  ],
  [
    ['天文学家有多少', '去年入职的呢'],
    ['how many astronomers', 'hired last year'],
    'count astronomers where hired_on 2025-01-01..2026-01-01',
  ],
  [
    ['各台址的曝光量', '从低到高排'],
    ['exposure by site', 'sort it ascending'],
    'exposure observations by site ordered asc',
  ],
  [
    ['去年的曝光量', '同比呢'],
    ['exposure last year', 'year over year'],
    'exposure observations 2024-01-01 against 2025-01-01',
  ],
  [
    ['去年的曝光量', '趋势呢'],
    ['exposure last year', 'what about the trend?'],
    `exposure observations where ${LAST} by taken_on per month`,
  ],
  [
    ['去年各台址的曝光量', '按月'],
    ['exposure by site last year', 'by month'],
    `exposure observations where ${LAST} by taken_on per month`,
  ],
  [
    ['列出望远镜', '口径最大的是哪个'],
    ['list the telescopes', 'which one has the largest aperture?'],
    'list name, aperture telescopes first 1 aperture desc',
  ],
  [
    ['列出望远镜', '按口径从大到小排'],
    ['list the telescopes', 'sort them by aperture descending'],
    'list name, aperture telescopes ordered aperture desc',
  ],
  [['安第斯的观测有多少', '不限台址'], ['how many observations in Andes', 'remove the site'], 'count observations'],
  [
    ['各台址的曝光量', '最高的是哪个', '换成按波段'],
    ['exposure by site', 'which one is the highest?', 'by band instead'],
    'exposure observations by band',
  ],
  [
    ['去年的曝光量', '按望远镜分'],
    ['exposure last year', 'by telescope'],
    `exposure observations where ${LAST} by name`,
  ],
  [
    ['各台址的曝光量', '只看安第斯'],
    ['exposure by site', 'only Andes'],
    'exposure observations where site=Andes by site',
  ],
  [
    ['今年的曝光量', '各台址是多少'],
    ['exposure this year', 'by site please'],
    `exposure observations where ${THIS} by site`,
  ],
  [
    ['今年的观测数', '只看射电的'],
    ['how many observations this year', 'show me the radio ones'],
    `count observations where band=radio, ${THIS}`,
  ],
  [
    ['去年的观测数', '再上一年呢'],
    ['how many observations last year', 'and the year before?'],
    'count observations where taken_on 2024-01-01..2025-01-01',
  ],
  [
    ['今年的观测数', '和去年相比'],
    ['how many observations this year', 'how does that compare with last year?'],
    'count observations 2025-01-01 against 2026-01-01',
  ],
  [
    ['去年的观测数', '再上一年呢', '这两年对比一下'],
    ['how many observations last year', 'and the year before that?', 'compare the two years'],
    'count observations 2024-01-01 against 2025-01-01',
  ],
  [['今年的观测数', '不限时间'], ['how many observations this year', 'of all time'], 'count observations'],
  [
    ['各台址的观测数', '再加上曝光量', '去掉观测数'],
    ['number of observations by site', 'also the exposure', 'drop the number of observations'],
    'exposure observations by site',
  ],
  [
    ['列出高级天文学家', '他们各有多少次观测'],
    ['list the senior astronomers', 'how many observations does each have?'],
    'count observations where grade=senior by name',
  ],
  [
    ['列出望远镜', '口径最大的2个'],
    ['list the telescopes', 'only the 2 with the largest aperture'],
    'list name, aperture telescopes first 2 aperture desc',
  ],
  [
    ['今年的观测数', '只看射电，不要多云的'],
    ['how many observations this year', 'only radio, not cloudy'],
    `count observations where band=radio, cloudy=false, ${THIS}`,
  ],
  [
    ['高级天文学家有多少', '其中去年入职的有几个'],
    ['how many senior astronomers', 'how many were hired last year?'],
    'count astronomers where grade=senior, hired_on 2025-01-01..2026-01-01',
  ],
  [
    ['各台址的曝光量', '超过1000的'],
    ['exposure by site', 'only those above 1000'],
    'exposure observations by site having >1000',
  ],
  [
    ['今年的观测数', '射电占多少比例'],
    ['how many observations this year', 'what share is radio?'],
    `band=radio as share of count observations where ${THIS}`,
  ],
  [
    ['曝光量最高的2个台址', '倒序'],
    ['top 2 sites by exposure', 'reverse the order'],
    'exposure observations by site first 2 asc',
  ],
  [
    ['时长超过5的观测有哪些', '低于8的'],
    ['list observations with a duration over 5', 'under 8'],
    'list observations where hours<8, hours>5',
  ],
  [['曝光量最高的3个台址', '有多少个'], ['top 3 sites by exposure', 'how many are there?'], 'unsupported'],
  [['今年的曝光量', '谢谢'], ['exposure this year', 'thanks'], 'chitchat'],
  [['今年的曝光量', '只看火星'], ['exposure this year', 'only Mars'], 'unsupported'],
];

describe('turns of a conversation', () => {
  it.each(TALKS)('the talks %j and %j lead to the same query', (zh, en, read) => {
    expect([planText(talk('zh', ...zh)), planText(talk('en', ...en))]).toEqual([read, read]);
  });
});
