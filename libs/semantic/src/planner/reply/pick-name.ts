import { normalizeText } from '@querent/language';
import type { Ambiguity } from '@querent/contracts';
import { unitsOf } from '../lexicon/units';
import { COURTESY, JOINERS } from './reply-words';

type Option = Ambiguity['options'][number];

/** Whether words beside the name of an option say something of their own (another time, a number, a value). */
export type SaysMore = (words: string) => boolean;

/** The one option whose label, value or alias the words are, courtesy aside; null when they are none or of several. */
export function pickExact(options: Option[], text: string): number | null {
  const wanted = [bare(text), units(text)].filter((one) => one !== '');
  // A label says more than an alias, which two options may share.
  for (const names of [(option: Option) => [option.label], (option: Option) => [option.value, ...option.aliases]]) {
    const found = options.flatMap((option, at) => (names(option).some((name) => wanted.includes(bare(name)) || wanted.includes(units(name))) ? [at] : []));
    if (found.length === 1) return found[0] ?? null;
  }
  return null;
}

/** The one option that the words name in part, or whose name stands among words that say nothing more. */
export function pickPartial(options: Option[], text: string, saysMore: SaysMore): number | null {
  const wanted = bare(text.replace(POINTING, ''));
  if (!/\p{Script=Han}|../u.test(wanted)) return null;
  const named = options.map((option) => [option.label, option.value, ...option.aliases].map(bare).filter((name) => name.length > 1));
  const containing = named.flatMap((names, at) => {
    const longest = names.filter((name) => contains(wanted, name)).sort((a, b) => b.length - a.length)[0];
    return longest === undefined ? [] : [{ at, name: longest }];
  });
  // 网络覆盖 names the option 网络覆盖, although another is called 网络.
  const widest = containing.filter(({ name }) => !containing.some((other) => other.name !== name && contains(other.name, name)));
  const [one] = widest;
  if (one && widest.length === 1) return saysMore(` ${wanted} `.replace(` ${one.name} `, ' ').trim()) ? null : one.at;
  const contained = named.flatMap((names, at) => (names.some((name) => contains(name, wanted)) ? [at] : []));
  return contained.length === 1 ? (contained[0] ?? null) : null;
}

/** 酉阳那个, 那个省: the one that the word beside tells. */
const POINTING = /^(?:那|这)(?:一)?[个家项条种所座类]|(?:那|这)(?:一)?[个家项条种所座类]$/u;

/** Several options by their names, joined by and-words. */
export function pickSeveral(options: Option[], text: string, saysMore: SaysMore): number[] | null {
  const parts = partsOf(text);
  if (parts.length < 2 || parts.length > MOST_PICKS) return null;
  const picked = parts.map((part) => pickExact(options, part) ?? pickPartial(options, part, saysMore));
  return picked.every((one) => one !== null) ? [...new Set(picked)] : null;
}

/** What joining words part. */
export const partsOf = (text: string): string[] => text.split(JOINERS).filter((part) => part.trim() !== '');

/** More than any clarification offers; each takes as long to read as a reply. */
export const MOST_PICKS = 20;

function units(text: string): string {
  return unitsOf(normalizeText(text)).filter(({ kind }) => kind !== 'punct').map(({ key }) => key).join(' ');
}

/** Content of a text as space-separated units, so that one can be looked for inside another. */
function bare(text: string): string {
  const all = unitsOf(normalizeText(text)).filter(({ kind }) => kind !== 'punct').map(({ key }) => key);
  const from = all.findIndex((key) => !COURTESY.test(key));
  const to = all.findLastIndex((key) => !COURTESY.test(key));
  // Courtesy stands around a name; inside of one (有无数据) the same characters belong to it.
  return (from < 0 ? all : all.slice(from, to + 1)).join(' ');
}

function contains(text: string, part: string): boolean {
  return ` ${text} `.includes(` ${part} `);
}
