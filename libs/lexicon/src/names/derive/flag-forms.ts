import type { NamedColumn } from '../named-things';
import type { RuleName } from '../rules';
import { type DerivedForm, HAN } from './derived-form';
import { chineseHas, chineseIs } from './flag-forms-zh';
import { englishHas, englishIs, englishVerb } from './flag-forms-en';
import { withoutOwner } from './without-owner';
import { yesOrNo } from './yes-no';

/** A way to say yes or no of what a column asks. */
export interface Polarity {
  text: string;
  is: boolean;
  rule: RuleName;
}

/** Names that ask for a state, and names that ask for something had: 是否易碎, "has pool". */
const HAS = /^(?:has|have|had|with|includes?|including|offers) (?:an? )?(?<en>.+)$|^(?<enTail>.+) (?:available|included|provided)$|^(?:是否)?(?:有无|含有|带有|设有|配有|配备|具有|提供|包含|有|含|带)(?<zh>\p{Script=Han}{2,}.*)$/u;
const ASKED = /^(?:is|are|was|were|whether|if)(?: it)?(?: is)? (?<en>.+)$|^(?<enTail>.+) (?:flag|flg|indicator|ind|yn|y n)$|^(?:是否|是不是|能否|可否)(?:已经|为|属于|是)?(?<zh>\p{Script=Han}.*|[a-z].*)$|^(?<zhTail>\p{Script=Han}+?)(?:标志|标识|标记|与否|否)$/u;

/** Names that are a verb with its object: "allows pets", "can fly". */
const VERB = /^(can|allow|accept|require|support|need|permit|serve|use)s? (.+)$/;

/** What a yes/no column says of its rows, as adjectives in both polarities: damaged, undamaged; 易碎, 不易碎; with a pool, without a pool. */
export function flagForms(column: NamedColumn, name: string, owners: readonly string[], names: readonly string[]): DerivedForm[] {
  const [yes, no] = [yesOrNo(column, true, names), yesOrNo(column, false, names)];
  if (yes === null && no === null) return [];
  return polarities(withoutOwner(name, owners) ?? name).flatMap(({ text, is, rule }): DerivedForm[] => {
    const meaning = is ? yes : no;
    return meaning === null ? [] : [{ text, meaning, rule: is && text === name ? 'flagLabel' : rule }];
  });
}

function polarities(name: string): Polarity[] {
  const had = groupOf(HAS.exec(name));
  if (had !== undefined) return HAN.test(name) ? chineseHas(had) : englishHas(had);
  const [, verb, object] = VERB.exec(name) ?? [];
  if (verb !== undefined && object !== undefined) return englishVerb(verb, object);
  const state = groupOf(ASKED.exec(name)) ?? name;
  return HAN.test(name) ? chineseIs(state) : englishIs(state);
}

const groupOf = (match: RegExpExecArray | null): string | undefined => Object.values(match?.groups ?? {}).find((group) => group !== undefined);
