import { maskQuoted } from '../tokens/quoted';

/** A question without its courtesies. `opening` is the token of its first words, or null. */
export interface AskedPart {
  start: number;
  end: number;
  opening: 'count' | null;
}

/**
 * Courtesies and phrasings that do not change the question. A word that could be part of a name is removed only if the
 * next words show that it is a verb: "return rate", "list price", 查询次数, 请假 and 可以退货的商品 stay whole.
 */
const OPENINGS: readonly RegExp[] = [
  /^[\s,.!;:，。！；：~…]+/,
  /^(?:please|pls|kindly)\b[\s,.!]*(?=.)/,
  // Without punctuation after it, a greeting may begin a name: Hello Kitty.
  /^(?:hi|hello|hey|thanks|thank you)\b\s?[,.!]+\s*(?=.)/,
  /^(?:(?:can|could|would|will) you|i'd like(?: you)? to|i would like(?: you)? to|i (?:want|need)(?: you)? to|let me|help me(?: to)?) (?=(?:please |kindly )?(?:show|tell|list|find|give|display|return|see|know|get|print|fetch|retrieve|provide)\b)/,
  /^(?:show|give|tell|get|fetch) (?:me|us)\b[\s:,]*(?=.)/,
  /^(?:show|give|get|find|print|fetch|retrieve|return|display|list|see|know) (?=the |all |how many |what |which )/,
  /^(?:find|retrieve|fetch) (?=.)/,
  /^what(?: is|'s| are) (?=the |all )/,
  /^(?:你好|您好|嗨|谢谢)[\s,.!]+(?=.)/,
  /^(?:劳驾|拜托|请问一下|请问|问一下|麻烦(?:你|您)?(?=帮|查|看|列|给|告诉|统计|算|显示|展示|一下)|请(?=你|您|帮|给|告诉|列|查|显示|展示|返回|找|看|输出|提供))[\s,!.]*(?=.)/,
  /^(?:你|您)?(?:能不能|能否|可不可以|可否|可以|能)?(?:帮忙|(?:帮|给|替)我)(?:查询|查看|查找|查|找|看|列出|列|显示|展示)?(?:一下|下)?(?=.)/,
  /^(?:我们?(?:想要?|要|需要)(?:知道|看看?|了解|查看?)|想知道)(?:一下|下)?(?=.)/,
  /^(?:告诉我|列出|列举出|给出|找出|查出|查一下|看一下|看看|查查|查询一下)(?=.)/,
  /^(?:查询|查看|显示|展示|返回|查找)(?=所有|全部|每|各个)/,
];

const CLOSINGS: readonly RegExp[] = [
  /[\s?!.。,;~…，！？；]+$/,
  /[\s,]+(?:please|pls|thanks|thank you|thx)$/,
  /[\s,]*(?:谢谢|多谢|谢啦)$/,
  // After an interrogative; elsewhere the character may end a name: 酒吧, 毛呢, 喇嘛.
  /(?<=多少|哪些|什么|哪里|哪个|几个|怎样|如何|谁)[呢吧啊呀哦嘛]$/,
  // Not 是多少: the most expensive product is one question, and its price another.
  /(?<=.)(?:都有哪些|有哪些|是哪些|是什么)$/,
];

/** Phrasings of "how many" that only the counted noun follows. */
const COUNTS: readonly RegExp[] = [
  /^how many (?=.)/,
  /^(?:the )?(?:total )?number of (?=.)/,
  /^(?:count the number of|the count of|count of|count the|count all the) (?=.)/,
  /^我们(?:一共|总共|共)?有多少[个名位家]?(?=.)/,
];
const THERE_ARE = /[\s]+(?:are there|there are|do we have|we have|do you have|exist)$/;

/** The question within a plain text. Fixed spans (quoted text, names, times, numbers) are not cut. */
export function askedPart(text: string, fixed: readonly { start: number; end: number }[]): AskedPart {
  const masked = maskQuoted(text);
  const isWhole = (at: number): boolean => !fixed.some(({ start, end }) => start < at && at < end);
  let [start, end] = [0, text.length];
  for (let cut = true; cut;) {
    cut = false;
    for (const pattern of OPENINGS) {
      const length = pattern.exec(masked.slice(start, end))?.[0].length ?? 0;
      if (length > 0 && isWhole(start + length)) [start, cut] = [start + length, true];
    }
    for (const pattern of CLOSINGS) {
      const found = pattern.exec(masked.slice(start, end));
      if (found && isWhole(start + found.index)) [end, cut] = [start + found.index, true];
    }
  }
  const count = COUNTS.map((pattern) => pattern.exec(masked.slice(start, end))?.[0].length ?? 0).find(
    (length) => length > 0 && isWhole(start + length),
  );
  if (count === undefined) return { start, end, opening: null };
  const tail = THERE_ARE.exec(masked.slice(start, end));
  return {
    start: start + count,
    end: tail && tail.index > count && isWhole(start + tail.index) ? start + tail.index : end,
    opening: 'count',
  };
}
