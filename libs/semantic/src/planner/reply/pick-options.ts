import type { Ambiguity } from '@querent/contracts';
import { normalizeText } from '@querent/language';
import { ALL, BUT_NOT, DENIES, EXCEPT, NOT_BUT } from './reply-words';
import { pickPositions } from './pick-position';
import { MOST_PICKS, partsOf, type SaysMore, pickExact, pickPartial, pickSeveral } from './pick-name';

/** The options that a reply takes, in their order; `all` for whatever there is; none when it only rejects; null when it speaks of no option. */
export function pickOptions({ options }: Ambiguity, text: string, saysMore: SaysMore): number[] | 'all' | null {
  const denies = DENIES.test(text);
  const exact = denies ? pickVerbatim(options, text) : pickExact(options, text);
  if (exact !== null) return [exact];
  if (ALL.test(text)) return 'all';
  const rejected = pickAgainst(options, text, saysMore);
  if (rejected !== null) return rejected;
  return denies ? null : pickPositive(options, text, saysMore);
}

/** A label may itself deny something (不要发票): then it is one only letter by letter. */
function pickVerbatim(options: Ambiguity['options'], text: string): number | null {
  const at = options.findIndex(({ label, value, aliases }) => [label, value, ...aliases].some((name) => normalizeText(name) === text));
  return at < 0 ? null : at;
}

function pickPositive(options: Ambiguity['options'], text: string, saysMore: SaysMore): number[] | null {
  const exact = pickExact(options, text);
  if (exact !== null) return [exact];
  const found = pickPositions(text, options.length) ?? pickSeveral(options, text, saysMore);
  if (found !== null) return found.sort((a, b) => a - b);
  const partial = pickPartial(options, text, saysMore);
  return partial === null ? null : [partial];
}

/** 不是第一个，是第二个; "the second, not the first"; 除了第一个. Empty where too much is left, null where nothing is rejected. */
function pickAgainst(options: Ambiguity['options'], text: string, saysMore: SaysMore): number[] | null {
  const notBut = NOT_BUT.exec(text);
  const butNot = BUT_NOT.exec(text);
  for (const [meant, denied] of [[notBut?.[2], notBut?.[1]], [butNot?.[1], butNot?.[2]]]) {
    const yes = meant === undefined ? null : pickPositive(options, meant, saysMore);
    const no = denied === undefined ? null : pickPositive(options, denied, saysMore);
    if (yes !== null && no !== null) return yes.filter((one) => !no.includes(one));
  }
  const mixed = pickMixed(options, text, saysMore);
  if (mixed !== null) return mixed;
  const except = EXCEPT.exec(text);
  const out = except?.[1] === undefined ? null : pickPositive(options, except[1], saysMore);
  if (out === null) return null;
  const left = options.flatMap(({ value }, at) => (out.includes(at) || value === 'ignore' ? [] : [at]));
  const everythingElse = /^(?:除|all|everything|except|any)/.test(text);
  return left.length === 1 || everythingElse ? left : [];
}

/** Parts that want and parts that reject: "I do not want the composite; show the breakdown". Null unless there are both, and each names an option. */
function pickMixed(options: Ambiguity['options'], text: string, saysMore: SaysMore): number[] | null {
  const parts = partsOf(text);
  if (parts.length > MOST_PICKS) return null;
  const read = parts.map((part) => ({ denied: DENIES.test(part), picked: pickPositive(options, part.slice(endOfDenial(part)), saysMore) }));
  if (!read.some(({ denied }) => denied) || !read.some(({ denied }) => !denied) || read.some(({ picked }) => picked === null)) return null;
  const of = (wanted: boolean): number[] => read.flatMap(({ denied, picked }) => (denied === wanted ? [] : (picked ?? [])));
  return [...new Set(of(true))].filter((one) => !of(false).includes(one));
}

function endOfDenial(part: string): number {
  const denial = DENIES.exec(part);
  return denial === null ? 0 : denial.index + denial[0].length;
}
