import { findNumbers, normalizeText } from '@querent/language';
import type { Ambiguity, Choice } from '@querent/contracts';
import type { Locale } from '../model/semantic-model';
import { unitsOf } from './lexicon/units';

export type Reply = { optionId: string } | { text: string };

export type Interpretation =
  | { kind: 'choice'; choice: Choice }
  /** A question of its own; the paused one is given up. */
  | { kind: 'new_question'; text: string }
  | { kind: 'unclear' };

type Option = Ambiguity['options'][number];

/**
 * Which option a reply picks: by its id, its number (2, 第二个, "the second one"), its label or an alias of it, inside
 * whatever words of courtesy. A reply that is a complete question becomes one; anything else is unclear.
 */
export function interpretReply(ambiguity: Ambiguity, reply: Reply, _locale: Locale): Interpretation {
  if ('optionId' in reply) {
    const option = ambiguity.options.find(({ id }) => id === reply.optionId);
    return option ? chosen(ambiguity, option) : { kind: 'unclear' };
  }
  const text = normalizeText(reply.text).replace(/[\s?!.。,;~…]+$/u, '');
  const option = byName(ambiguity.options, text) ?? byOrdinal(ambiguity.options, text) ?? byAll(ambiguity.options, text);
  if (option) return chosen(ambiguity, option);
  return isQuestion(text) ? { kind: 'new_question', text: reply.text } : { kind: 'unclear' };
}

function chosen(ambiguity: Ambiguity, option: Option): Interpretation {
  return { kind: 'choice', choice: { key: ambiguity.key, value: option.value } };
}

/** Words around a choice that choose nothing: 就要综合评分吧, "the composite one please". */
const AROUND = /^(?:我|就|要|想|看|选|选择|用|是|指的是|指|请|那就|那|给我|帮我|一下|第|i|want|would|like|to|see|the|a|an|please|choose|pick|take|use|it|is|mean|meant|just|show|me|give|go|with|let'?s|one|ones|option|number|only|只|吧|呢|的|了|啊|哦|谢谢|thanks?|个|项|种)$/;

function byName(options: Option[], text: string): Option | null {
  const wanted = bare(text);
  const named = options.map((option) => ({ option, names: [option.label, option.value, ...option.aliases].map(bare).filter((name) => name !== '') }));
  const exact = named.filter(({ names }) => names.includes(wanted) || names.includes(normalizeText(text)));
  if (exact[0]) return exact[0].option;
  if (wanted.length === 0) return null;
  const containing = named.filter(({ names }) => names.some((name) => name.length > 1 && contains(wanted, name)));
  if (containing.length === 1) return isQuestion(text) ? null : (containing[0]?.option ?? null);
  const contained = named.filter(({ names }) => names.some((name) => wanted.length > 1 && contains(name, wanted)));
  return contained.length === 1 ? (contained[0]?.option ?? null) : null;
}

/** Content of a text as space-separated units, so that one can be looked for inside another. */
function bare(text: string): string {
  const units = unitsOf(normalizeText(text)).filter(({ kind }) => kind !== 'punct').map(({ key }) => key);
  const kept = units.filter((key) => !AROUND.test(key));
  return (kept.length > 0 ? kept : units).join(' ');
}

function contains(text: string, part: string): boolean {
  return ` ${text} `.includes(` ${part} `);
}

const ORDINALS: RegExp[] = [
  /^(?:.{0,6}第一|.{0,6}前者|(?:.*\b)?(?:first|1st|former)\b)/,
  /^(?:.{0,6}第二|(?:.*\b)?(?:second|2nd)\b)/,
  /^(?:.{0,6}第三|(?:.*\b)?(?:third|3rd)\b)/,
  /^(?:.{0,6}第四|(?:.*\b)?(?:fourth|4th)\b)/,
];

function byOrdinal(options: Option[], text: string): Option | null {
  if (isQuestion(text) && unitsOf(text).length > 8) return null;
  if (/后者|最后|\b(?:last|latter)\b/.test(text)) return options.at(-1) ?? null;
  const at = ORDINALS.findIndex((pattern) => pattern.test(text));
  if (at >= 0) return options[at] ?? null;
  const numbers = findNumbers(text);
  const [only] = numbers;
  const rest = only ? bare(text.slice(0, only.start) + text.slice(only.end)) : 'x';
  if (only && numbers.length === 1 && (rest === '' || AROUND.test(rest))) return options[only.value - 1] ?? null;
  return /^[a-d]$/.test(text) ? (options[text.charCodeAt(0) - 97] ?? null) : null;
}

/** "Both", 都要: the option that stands for all of them, where there is one. */
function byAll(options: Option[], text: string): Option | null {
  if (!/都要|都看|全部|全都|所有|两个都|\b(?:both|all|everything|all of them)\b/.test(text) || unitsOf(text).length > 8) return null;
  return options.find(({ value }) => value === 'children') ?? null;
}

/** Long enough to stand alone and asking for something. */
function isQuestion(text: string): boolean {
  const length = unitsOf(text).filter(({ kind }) => kind !== 'punct').length;
  return length >= 4 && /多少|几个|哪|什么|统计|查询|列出|趋势|排名|平均|总数|数量|每个|各|对比|最|\b(?:how|what|which|who|when|where|list|show|count|average|total|top|number of|compare|trend)\b/.test(text);
}
