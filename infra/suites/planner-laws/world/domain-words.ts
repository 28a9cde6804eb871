import type { Vocabulary, Word } from './vocabulary';

/** Vocabularies of real businesses. */
export const DOMAIN_WORDS: readonly Vocabulary[] = [
  vocabulary('shop', {
    things: '客户 customer|商品 product|门店 store',
    events: '订单 order|投诉 complaint',
    lines: '订单明细 order line',
    amounts: '信用额度 credit limit|单价 unit price|金额 amount|购买量 quantity|赔偿额 compensation',
    attributes: [
      '会员等级 membership level: 金卡 gold|银卡 silver|普通 regular',
      '城市 city: 杭州 Hangzhou|柏林 Berlin|里昂 Lyon',
      '品类 category: 家具 furniture|玩具 toys|食品 groceries',
      '下单渠道 channel: 小程序 app|网页 web|电话 phone call',
      '投诉原因 reason: 破损 breakage|迟到 delay|错发 mix-up',
    ],
    states: '付款 paid|加急 urgent',
    happenings: '注册 registration registered|发货 shipment shipped|上架 launch launched',
    metrics: '营业额 revenue|赔付水平 payout level',
    details: '邮箱 email',
  }),
  vocabulary('school', {
    things: '学生 student|课程 course|学院 college',
    events: '选课 enrollment|考试 exam',
    lines: '成绩单 transcript entry',
    amounts: '学费 tuition|学分 credit|课时 lesson hours|作业数 assignment count|分数 mark',
    attributes: [
      '年级 grade: 新生 freshman|大二 sophomore|大三 junior',
      '籍贯 hometown: 成都 Chengdu|大连 Dalian|西安 Xi’an',
      '学科 subject: 数学 maths|物理 physics|历史 history',
      '授课方式 format: 线上 online|线下 in-person|混合 hybrid',
      '考试类型 exam type: 期中 midterm|期末 final|补考 resit',
    ],
    states: '退课 withdrawn|通过 passed',
    happenings: '入学 admission admitted|毕业 graduation graduated|开设 opening opened',
    metrics: '教学量 teaching load|成绩水平 result level',
    details: '手机号 mobile number',
  }),
  vocabulary('clinic', {
    things: '患者 patient|药品 drug|科室 department',
    events: '就诊 visit|手术 surgery',
    lines: '处方项 prescription item',
    amounts: '押金 deposit|药价 drug price|诊费 consultation fee|剂量 dose|出血量 blood loss',
    attributes: [
      '血型 blood group: A型 type A|B型 type B|O型 type O',
      '医保类型 insurance plan: 自费 self-pay|公费 public|商保 private',
      '剂型 dosage form: 片剂 tablet|胶囊 capsule|针剂 injection',
      '挂号方式 booking channel: 现场 walk-in|网约 internet|转诊 referral',
      '麻醉方式 anaesthesia: 全麻 general|局麻 local|腰麻 spinal',
    ],
    states: '复诊 recurring|急诊 emergency',
    happenings: '建档 registration registered|出院 discharge discharged|采购 purchase purchased',
    metrics: '诊疗收入 clinical income|失血水平 bleeding level',
    details: '紧急联系人 emergency contact',
  }),
  vocabulary('workshop', {
    things: '机器 machine|零件 part|车间 workshop',
    events: '工单 work order|故障 breakdown',
    lines: '用料 material entry',
    amounts: '额定功率 rated power|重量 weight|工时 labour hours|用量 usage|停机时长 downtime',
    attributes: [
      '机型 model: 车床 lathe|铣床 mill|冲床 press',
      '厂商 maker: 沈机 Shenji|海德 Hyde|德玛 Dema',
      '材质 material: 钢 steel|铝 aluminium|铜 copper',
      '优先级 priority: 高优 high|中优 medium|低优 low',
      '故障原因 cause: 过热 overheating|磨损 wear|短路 short circuit',
    ],
    states: '返工 reworked|外包 outsourced',
    happenings: '安装 installation installed|完工 completion completed|入库 receipt received',
    metrics: '产能 output|可靠度 reliability',
    details: '序列号 serial number',
  }),
];

type Written = Record<
  'things' | 'events' | 'lines' | 'amounts' | 'states' | 'happenings' | 'metrics' | 'details',
  string
>;

function vocabulary(name: string, written: Written & { attributes: readonly string[] }): Vocabulary {
  const [lines] = wordsIn(written.lines);
  if (!lines) throw new Error(`${name} has no lines`);
  return {
    name,
    lines,
    things: wordsIn(written.things),
    events: wordsIn(written.events),
    amounts: wordsIn(written.amounts),
    states: wordsIn(written.states),
    metrics: wordsIn(written.metrics),
    details: wordsIn(written.details),
    attributes: written.attributes.map((one) => {
      const [label = '', values = ''] = one.split(': ');
      return { ...wordOf(label), values: wordsIn(values) };
    }),
    happenings: wordsIn(written.happenings).map(({ zh, en }) => {
      const [noun = '', past = ''] = en.split(' ');
      return { zh, en: noun, past };
    }),
    rows: [
      'Ann Lee',
      'Bo Chan',
      'Cy Marlow',
      'Dee Okoro',
      'Eli Novak',
      'Fay Lindqvist',
      'Gus Amari',
      'Hana Ito',
      'Ivo Brandt',
    ],
  };
}

function wordsIn(text: string): Word[] {
  return text.split('|').map(wordOf);
}

function wordOf(text: string): Word {
  const [zh = '', ...en] = text.split(' ');
  return { zh, en: en.join(' ') };
}
