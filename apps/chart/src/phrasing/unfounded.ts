import {
  findNumbers,
  findQuoted,
  findTimeExpressions,
  normalizeText,
  type NumberMatch,
  type TimeMatch,
  isFunctionWord,
} from '@querent/language';
import { agrees } from './agrees';
import type { Facts } from './facts';

/**
 * The first number, date or name in a phrased answer that occurs neither in the result nor in the question; null if
 * there is none. Deliberately strict: a word that is not a known common word counts as a name, since the template can
 * always answer instead.
 * @param today current date in the asker's time zone
 */
export function unfounded(text: string, facts: Facts, today: string): string | null {
  const plain = normalizeText(text);
  const times = findTimeExpressions(plain, { today });
  const date = times.find((time) => !isKnownTime(time, facts));
  if (date !== undefined) return date.text;
  const withoutTimes = blanked(plain, times);
  const number = [...findNumbers(withoutTimes), ...bareDigits(withoutTimes)].find(
    (found) => !isKnownNumber(found, facts),
  );
  if (number !== undefined) return number.text;
  const quoted = findQuoted(plain).find(({ value }) => !facts.text.includes(normalizeText(value)));
  return quoted?.text ?? unknownName(blanked(withoutTimes, findNumbers(withoutTimes)), text, facts);
}

function isKnownTime({ text, range, kind }: TimeMatch, { asked, days, text: all }: Facts): boolean {
  if (asked.includes(text) || all.includes(text)) return true;
  const { from, to } = range;
  return kind === 'absolute' && from !== null && to !== null && days.some((day) => from <= day && day < to);
}

type Numeric = Pick<NumberMatch, 'text' | 'value' | 'ordinal' | 'start' | 'end'>;

/** Words with digits that are names or codes, not numbers: 5A, Q3, C12, 2024-01. */
function bareDigits(text: string): Numeric[] {
  const found = Array.from(text.matchAll(/[a-z\d_.\-/:]*\d[a-z\d_.\-/:]*/g), ({ index, 0: code }) => ({
    text: code.replace(/[.\-/:]+$/, ''),
    value: Number.NaN,
    start: index,
    end: index + code.length,
  }));
  return found.filter(({ text: code }) => findNumbers(code).length === 0);
}

/** Numbers in words that are always allowed: "one" and "first" rarely state a figure. */
const ALWAYS_ALLOWED: ReadonlySet<number> = new Set([1]);

function isKnownNumber({ text, value, ordinal }: Numeric, facts: Facts): boolean {
  if (Number.isNaN(value)) return facts.text.includes(text);
  if ((ordinal === true || /^[一a-z]/.test(text)) && ALWAYS_ALLOWED.has(value)) return true;
  if (facts.numbers.some((known) => agrees(Math.abs(value), Math.abs(known), text))) return true;
  return findNumbers(facts.asked).some((asked) => asked.value === value);
}

/** The first word that is neither in the facts nor a common word. */
function unknownName(plain: string, written: string, { text }: Facts): string | null {
  const latin = Array.from(plain.matchAll(/[\p{L}][\p{L}\p{M}'’-]*/gu), ([word]) => word).find(
    (word) =>
      !/\p{Script=Han}/u.test(word) && !wordIn(word, text) && !isOrdinaryLatin(word, isCapitalised(word, written)),
  );
  if (latin !== undefined) return latin;
  return (
    Array.from(plain.matchAll(/\p{Script=Han}+/gu), ([run]) => run).flatMap((run) => unknownHan(run, text))[0] ?? null
  );
}

/** Whether the facts contain the word, its singular or its plural. */
function wordIn(word: string, text: string): boolean {
  const stem = word.replace(/['’]s$/, '');
  const forms = [stem, `${stem}s`, stem.replace(/s$/, ''), stem.replace(/es$/, ''), stem.replace(/ies$/, 'y')];
  return forms.some((form) => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(form)}(?![\\p{L}\\p{N}])`, 'u').test(text));
}

/** Whether the word is capitalised within a sentence. */
function isCapitalised(word: string, written: string): boolean {
  const capital = `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  return (
    new RegExp(`[\\p{L}\\p{N},;:)”"]\\s+${escaped(capital)}`, 'iu').test(written) &&
    new RegExp(`[\\p{L}\\p{N},;:)”"]\\s+${escaped(capital)}`, 'u').test(written)
  );
}

/**
 * Removes common words and texts of the facts (at least two characters) from a run of Han characters; the remainder is
 * an unknown name.
 */
function unknownHan(run: string, text: string): string[] {
  const characters = [...run];
  const left: string[] = [];
  for (let at = 0; at < characters.length;) {
    const length = longest(
      characters.slice(at),
      (piece) => isOrdinaryHan(piece) || ([...piece].length > 1 && text.includes(piece)),
    );
    if (length === 0) left.push(characters[at] ?? '');
    at += Math.max(1, length);
  }
  return left.length === 0 ? [] : [left.join('')];
}

const LONGEST_PIECE = 20;

function longest(characters: string[], fits: (piece: string) => boolean): number {
  for (let length = Math.min(LONGEST_PIECE, characters.length); length > 0; length--)
    if (fits(characters.slice(0, length).join(''))) return length;
  return 0;
}

function blanked(text: string, spans: readonly { start: number; end: number }[]): string {
  return spans.reduce((all, { start, end }) => all.slice(0, start) + ' '.repeat(end - start) + all.slice(end), text);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Common words that name nothing; every other word of an answer must occur in the result or the question. */
const HAN = new Set(
  `的 了 在 是 为 有 和 与 及 或 而 也 则 又 都 均 就 还 且 但 将 被 把 从 到 至 于 以 由 向 对 按 各 每 该 此 这 那 其 它 您 我们 所 之 者 等 中 里 上 下 前 后 内 外 间 时 共 约 近 超 达 占 比 较 最 更 很 非 不 无 没有 未 仅 只 多 少 高 低 大 小 好 差 强 弱 快 慢 升 降 增 减 涨 跌 个 名 家 项 条 次 位 件 张 笔 所 台 座 处 种 类 组 行 列 天 日 周 月 年 季度 元 万 亿 千 百 分 倍 人
  其中 分别 合计 总计 共计 总共 一共 共有 总数 总量 总额 总和 平均 均值 平均值 中位数 数量 数目 个数 数据 数值 金额 比例 占比 比率 份额 结果 情况 记录 信息 内容 方面 部分 整体 总体 全部 所有 其他 其余 另外 此外 同时 以及 并且 而且 但是 然而 不过 因此 所以 可见 可以 看出 看到 看来 显示 表明 说明 反映 查询 统计 根据 按照 依据 依次 排名 排序 排在 位居 位列 居首 居于 首位 第一 第二 第三 第四 第五 末位 最后 之后 之前 以上 以下 以内 左右 大约 大概 约为 接近 超过 超出 达到 不足 低于 高于 多于 少于 大于 小于 等于 高达 仅为 仅有 只有 最高 最低 最多 最少 最大 最小 最好 最差 较高 较低 较多 较少 领先 落后 相比 对比 相差 差距 差异 差别 明显 显著 略高 略低 略微 增长 增加 上升 提升 提高 下降 减少 降低 下跌 上涨 增幅 降幅 变化 趋势 波动 稳定 持续 保持 集中 分布 包括 包含 主要 来自 属于 具有 拥有 存在 没有 暂无 目前 当前 期间 范围 时间 时期 阶段 如下 以下是 如上 上述 分为 构成 贡献 表现 优异 突出 良好 一般 均衡 呈现 单位 元人民币 人民币 之间 之一 之和 一半 一些 一个 一家 两个 两者 三者 几乎 大多 大多数 多数 少数 半数 需要 注意 建议 关注 如需 请 欢迎 您好 问题 答案 回答 对应 相应 相关 有关 关于 就是 这些 那些 这个 那个 它们 他们`.split(
    /\s+/,
  ),
);
const LATIN = new Set(
  `total totals sum average averages mean median count counts number numbers figure figures value values amount amounts share shares percent percentage rate result results record records row rows data answer entry entries item items list listed group groups
  highest lowest largest smallest biggest most least more less fewer fewest higher lower top bottom best worst leading lead leads led leader follow follows followed following first second third fourth fifth last next rank ranks ranked ranking order ordered
  show shows showing shown see seen reach reaches reached account accounts accounted accounting make makes made up stand stands stood come comes came total totals totaled totalled range ranges ranging compare compared comparing comparison versus vs increase increased increases increasing decrease decreased decreases decreasing rise rises rose fall falls fell grow grows grew growth drop dropped change changed changes remain remained stay stayed trend trends
  about around approximately roughly nearly almost exactly only just over under above below between within per each every all both none no not any some other others rest remaining overall altogether together combined alone respectively while whereas however although though also too well far ahead behind close closely slightly significantly clearly here there these those this that they them it its their which who whose where when than then so such as same different difference differences gap ratio half double twice times one two three four five six seven eight nine ten
  based according question period time date day days week weeks month months quarter quarters year years yuan units unit found find contains contain include includes including main mostly largely main part parts whole full currently current during since until before after`.split(
    /\s+/,
  ),
);

const isOrdinaryHan = (word: string): boolean => HAN.has(word);

/**
 * @param capitalised the word is capitalised within a sentence, which makes it a name
 */
const isOrdinaryLatin = (word: string, capitalised: boolean): boolean =>
  !capitalised && (LATIN.has(word) || isFunctionWord(word, 'en'));
