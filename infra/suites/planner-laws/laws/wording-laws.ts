import type { Law } from './law';

/** Other spellings of a question. */
export const WORDING_LAWS: readonly Law[] = [
  {
    name: 'capital letters',
    twin: ({ one, target }) => ({ question: one.question.toUpperCase(), target }),
  },
  {
    name: 'full-width letters, digits and marks',
    twin: ({ one, target }) => ({
      question: one.question.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
      target,
    }),
  },
  {
    name: 'traditional characters',
    twin: ({ one, target }) => {
      if (one.locale !== 'zh') return null;
      const question = [...one.question].map((letter) => TRADITIONAL.get(letter) ?? letter).join('');
      return question === one.question ? null : { question, target };
    },
  },
  {
    name: 'spaces and a question mark',
    twin: ({ one, target }) => ({
      question: one.locale === 'zh' ? `  ${one.question} ？` : `  ${one.question.replaceAll(' ', '  ')} ?`,
      target,
    }),
  },
  {
    name: 'polite frames, as many as one likes',
    twin: ({ one, target }, random) => {
      const { before, after } = FRAMES[one.locale];
      const lead = Array.from({ length: random.whole(1, 4) }, () => random.pick(before));
      const tail = Array.from({ length: random.whole(0, 2) }, () => random.pick(after));
      const gap = one.locale === 'zh' ? '' : ' ';
      return { question: lead.join(gap) + gap + one.question + tail.join(''), target };
    },
  },
];

const FRAMES = {
  zh: {
    before: ['请', '请问', '麻烦帮我查一下', '你好，', '我想知道', '帮我看看', '能不能告诉我', '劳驾，'],
    after: ['，谢谢', '，麻烦了', '，多谢', '呢'],
  },
  en: {
    before: [
      'please',
      'could you please tell me',
      'hi,',
      'can you show me',
      'I would like to know',
      'hello,',
      'let me know',
    ],
    after: [', please', ', thanks', ', thank you'],
  },
};

const TRADITIONAL = new Map(
  (
    '单單 数數 额額 总總 户戶 订訂 员員 门門 项項 产產 机機 时時 间間 级級 类類 业業 条條 个個 这這 哪哪 从從 来來 没沒 还還 请請 问問 ' +
    '统統 计計 过過 长長 开開 关關 东東 车車 费費 购購 买買 卖賣 课課 学學 务務 药藥 诊診 术術 种種 样樣 显顯 记記 录錄 联聯 ' +
    '系系 电電 话話 账賬 质質 银銀 铝鋁 铜銅 钢鋼 会會 员員 职職 医醫 区區 国國 实實 现現 备備 属屬 线線 网網 层層 趋趨 势勢 ' +
    '万萬 与與 为為 于於 较較 对對 该該 当當 节節 发發 货貨 损損 迟遲 错錯 间間 别別 损損 转轉 称稱 评評 优優 热熱 复復'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.charAt(0), pair.charAt(1)]),
);
