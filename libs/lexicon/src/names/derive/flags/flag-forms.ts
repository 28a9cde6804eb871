import type { NamedColumn } from '../../named-things';
import { type DerivedForm, HAN } from '../derived-form';
import { chineseHas, chineseIs } from './flag-forms-zh';
import { englishHas, englishIs, englishVerb } from './flag-forms-en';
import { withoutOwner } from '../without-owner';
import { type Polarity, yesOrNo } from './yes-no';

/** Names that ask for a state or a possession: 是否易碎, "has pool". */
const HAS = new RegExp(
  [
    String.raw`^(?:has|have|had|with|includes?|including|offers) (?:an? )?(?<en>.+)$`,
    String.raw`^(?<enTail>.+) (?:available|included|provided|present)$`,
    String.raw`^(?:是否)?(?:有无|含有|带有|设有|配有|配备|具有|提供|包含|有|含|带)(?<zh>\p{Script=Han}{2,}.*)$`,
  ].join('|'),
  'u',
);
const ASKED = new RegExp(
  [
    String.raw`^(?:is|are|was|were|whether|if)(?: it)?(?: is)? (?<en>.+)$`,
    String.raw`^(?<enTail>.+) (?:flag|flg|indicator|ind|yn|y n)$`,
    String.raw`^(?:是否|是不是|能否|可否)(?:已经|为|属于|是)?(?<zh>\p{Script=Han}.*|[a-z].*)$`,
    String.raw`^(?<zhTail>\p{Script=Han}+?)(?:标志|标识|标记|与否|否)$`,
  ].join('|'),
  'u',
);

/** Names that are a verb with its object: "allows pets", "can fly". */
const VERB = /^(can|allow|accept|require|support|need|permit|serve|use)s? (.+)$/;

/**
 * The states of rows by a yes/no column, as adjectives in both polarities: damaged, undamaged; 易碎, 不易碎; with a pool,
 * without a pool.
 */
export function flagForms(
  column: NamedColumn,
  name: string,
  owners: readonly string[],
  names: readonly string[],
): DerivedForm[] {
  const [yes, no] = [yesOrNo(column, true, names), yesOrNo(column, false, names)];
  if (yes === null && no === null) return [];
  const own = withoutOwner(name, owners) ?? name;
  return [...polarities(own), ...withoutThing(own, owners)].flatMap(({ text, is, rule }): DerivedForm[] => {
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

/** A state that ends in its thing's name is the rest of it: joint account → joint, 联名账户 → 联名. */
function withoutThing(name: string, owners: readonly string[]): Polarity[] {
  const state = groupOf(ASKED.exec(name)) ?? name;
  const rests = owners.map((owner) => (state.endsWith(owner) ? state.slice(0, -owner.length).trim() : ''));
  const rest = rests.find((one) => one.length >= 2);
  return rest === undefined
    ? []
    : (HAN.test(rest) ? chineseIs(rest) : englishIs(rest)).map((form) => ({
        ...form,
        rule: form.rule === 'flagLabel' ? 'flag' : form.rule,
      }));
}

const groupOf = (match: RegExpExecArray | null): string | undefined =>
  Object.values(match?.groups ?? {}).find((group) => group !== undefined);
