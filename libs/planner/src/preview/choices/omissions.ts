import type { Dimension, Filter } from '@querent/contracts';
import type { Candidate, Edit, TextSpan } from '../preview';
import { type ChoiceContext, isNoVerb } from './choice-context';
import { askedConditions, keyOf, sameBut } from './same-but';

/** The question without a condition: without “this year”, 不限“今年”. */
export function withoutFilter(old: Filter, own: TextSpan, context: ChoiceContext): Candidate {
  const { query } = context;
  const kept = askedConditions(query.filters.filter((one) => one !== old)).sort();
  return {
    label: omissionLabel(own, context, '不限'),
    ways: cuts(own, context),
    means: (read) => keyOf(askedConditions(read.filters).sort()) === keyOf(kept) && sameBut(query, read, 'conditions'),
  };
}

/** The question without a grouping: without “by city”, 不分“城市”. */
export function withoutGroup(old: Dimension, own: TextSpan, context: ChoiceContext): Candidate {
  const { query } = context;
  const kept = query.dimensions.filter((one) => one !== old);
  return {
    label: omissionLabel(own, context, '不分'),
    ways: cuts(own, context),
    means: (read) =>
      keyOf(read.dimensions) === keyOf(kept) &&
      sameBut(query, read, 'dimensions', ...(query.limit === null ? (['order'] as const) : [])),
  };
}

function omissionLabel({ start, end }: TextSpan, { text, wording, language }: ChoiceContext, lead: string): string {
  const words = wording.asWritten(text.slice(start, end));
  const bare = language === 'zh' ? words.replace(/^(?:按照?|各个?|每个?)/u, '') || words : words;
  return wording.locale === 'zh' ? `${lead}“${bare}”` : `without “${bare}”`;
}

const EN_BEFORE =
  /(?:(?:^|\b)(?:in|on|at|for|of|from|by|per|with|during|over|within|since|via|through|to|and|where|who are|that are|broken down by|split by|grouped by)\s+)?(?:(?:the|each|every)\s+)?$/i;
const ZH_BEFORE = /(?:按照?|[和与及、]?各个?|每个?|在|于|从|和|与|及)$/u;
const ZH_AFTER = /^(?:里|内|中|期间|以来|统计|分组|划分)/u;

/** Ways to cut words out together with the words that attach them to the others. */
function cuts({ start, end }: TextSpan, { text, language }: ChoiceContext): readonly (readonly Edit[])[] {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  if (language === 'en') {
    // "number of VIP customers" keeps its preposition.
    const lead = isNoVerb(after) ? (EN_BEFORE.exec(before)?.[0].length ?? 0) : 0;
    const tail = /^['’]s\b|^\s*,/.exec(after)?.[0].length ?? 0;
    // "By city and channel" becomes "by channel".
    const next = /\b(?:by|per)\s+$/i.test(before) ? (/^\s+and\b/i.exec(after)?.[0].length ?? 0) : 0;
    if (next > 0) return [[{ start, end: end + next, words: '' }]];
    return [[{ start: start - lead, end: end + tail, words: '' }]];
  }
  const next = /^(?:和|与|及|、)/u.exec(after)?.[0].length ?? 0;
  if (next > 0 && /(?:按照?|各个?|每个?)$/u.test(before)) return [[{ start, end: end + next, words: '' }]];
  const from = start - (ZH_BEFORE.exec(before)?.[0].length ?? 0);
  const to = end + (ZH_AFTER.exec(after)?.[0].length ?? 0);
  const particle = /^[的，、]/u.test(text.slice(to));
  const isLinked = from > 0 && !/[的，、\s]$/u.test(text.slice(0, from));
  const [plain, whole]: Edit[] = [
    { start: from, end: to, words: '' },
    { start: from, end: to + 1, words: '' },
  ] as Edit[];
  if (!particle || !plain || !whole) return plain ? [[plain]] : [];
  return isLinked ? [[plain], [whole]] : [[whole], [plain]];
}
