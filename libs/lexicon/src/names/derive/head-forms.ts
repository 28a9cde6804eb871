import type { RuleName } from '../rules';
import { isClosedWord } from './closed-words';
import { HAN, ONLY_HAN, ONLY_WORDS } from './derived-form';
import { singularOf } from '../pieces';
import { verbForms } from './verb-forms';
import { isParticiple } from './verbs-of-noun';
import { withoutOwner } from './without-owner';
import { oneOf, wordsIn } from './word-list';

/** A shorter or reordered name of the same part. */
export interface NameVariant {
  text: string;
  rule: RuleName;
  /** Cost together with the owner's name, if it differs. */
  ownedCost?: number;
}

/** Parts of a compound: the rest after its owner's name (订单状态 → 状态), its last words (payment method → method). */
export function headForms(name: string, owners: readonly string[]): NameVariant[] {
  const rest = withoutOwner(name, owners);
  const whole: NameVariant[] = rest === undefined ? [] : [{ text: rest, rule: 'ownerRest', ownedCost: 0 }];
  const of = /^([a-z][a-z ]*?) of (?:the |a |an )?[a-z ]+$/.exec(name)?.[1];
  if (of !== undefined) return [...whole, { text: of, rule: 'head' }];
  return [...whole, ...tails(rest ?? name)];
}

function tails(name: string): NameVariant[] {
  if (ONLY_HAN.test(name))
    return name.length >= 4 && !/[日月年时]$/.test(name)
      ? [{ text: name.slice(-hanHeadLength(name)), rule: 'head' }]
      : [];
  if (!ONLY_WORDS.test(name)) return [];
  const words = name.split(' ');
  // The rest of "created at" or "last paid on" is a date.
  if (/^(?:at|on)$/.test(words.at(-1) ?? '') && isParticiple(words.at(-2) ?? ''))
    return ['date', 'time'].map((text) => ({ text, rule: 'head' }));
  // The head of "claims paid" and "hours to resolve" is not the last word.
  if (words.some((word) => PREPOSITIONS.has(word))) return [];
  // "Hours worked", "customers affected": either word may occur alone.
  if (isParticiple(words.at(-1) ?? '')) return words.length === 2 ? words.map((text) => ({ text, rule: 'head' })) : [];
  return words
    .slice(1)
    .map((_, at) => ({ text: words.slice(at + 1).join(' '), rule: at + 2 < words.length ? 'tail' : 'head' }));
}

const PREPOSITIONS: ReadonlySet<string> = new Set(
  'of to for per in on at by from with about since until before after and or'.split(' '),
);

/** Chinese words have two characters, or three with a final character for a figure or a person: 占用率, 理赔额. */
const hanHeadLength = (name: string): number =>
  name.length % 2 === 1 && /[率额数量度费号值价者员]$/.test(name) ? 3 : 2;

/** The same words in reverse order: order status → status of orders, 支付方式 → 支付的方式. Not "number of", which counts. */
export function reorderedForms(name: string): NameVariant[] {
  if (ONLY_HAN.test(name))
    return name.length === 4 ? [{ text: `${name.slice(0, 2)}的${name.slice(2)}`, rule: 'reordered' }] : [];
  const [, head, rest] = /^([a-z]+(?: [a-z]+)?) of (?:the |a |an )?([a-z]+(?: [a-z]+)?)$/.exec(name) ?? [];
  const [, before, after] = /^([a-z]{3,}) ([a-z]{3,})$/.exec(name) ?? [];
  const [of, what] = [head ?? after, rest ?? before];
  if (of === undefined || what === undefined || isClosedWord(of) || isClosedWord(what) || !isNounPair(what, of))
    return [];
  return [`${what} ${of}`, `${of} of the ${what}`, `${of} of ${what}`].map((text) => ({ text, rule: 'reordered' }));
}

/** "Paid claims" and "carrying vehicle" are not compounds; "hiring date" is one. */
function isNounPair(before: string, head: string): boolean {
  return !isParticiple(before) && !isParticiple(head) && (!before.endsWith('ing') || /^(?:date|time|day)$/.test(head));
}

/**
 * The noun that a stored number counts: 学生数, "number of reviews", "num reviews". "Review count" applies to figures
 * only: an order number does not count orders.
 */
export function countedForms(name: string, isFigure: boolean): NameVariant[] {
  const behind = isFigure ? /^([a-z]{3,}) (?:count|number|quantity|qty|num|cnt|nbr)$/.exec(name)?.[1] : undefined;
  const counted =
    /^(\p{Script=Han}{2,}?)总?(?:[人件次个笔条台张份户家辆批间]?数|数量)$/u.exec(name)?.[1] ??
    /^(?:number|count|num|no|nr|quantity|qty|amount) (?:of )?([a-z]{3,}(?: [a-z]+)?)$/.exec(name)?.[1] ??
    behind;
  if (counted === undefined) return [];
  const ofCounted: NameVariant[] = behind === undefined ? [] : [{ text: `number of ${counted}`, rule: 'reordered' }];
  return [{ text: counted, rule: 'counted' }, ...ofCounted];
}

/** The people that a population counts: population → people, 人口 → 居民. */
export const inhabitedForms = (name: string): NameVariant[] =>
  (/^(?:[a-z ]+ )?(?:population|inhabitants)$/.test(name)
    ? ['people', 'inhabitants', 'residents']
    : /人口数?$/u.test(name)
      ? ['居民', '人口']
      : []
  ).flatMap((text) => (text === name ? [] : [{ text, rule: 'kindWord' }]));

/** The noun of a name or code that is not its owner's: country name → country, 国家名称 → 国家. */
export function withoutKind(name: string, owners: readonly string[]): NameVariant[] {
  if (withoutOwner(name, owners) !== undefined) return [];
  const rest =
    /^(.*[a-z]{3}) (?:name|code)$/.exec(name)?.[1] ?? /^(\p{Script=Han}{2,})(?:名称|名字|代码)$/u.exec(name)?.[1];
  return rest === undefined ? [] : [{ text: rest, rule: 'withoutKind' }];
}

/** The noun of an amount: salary amount → salary. "Paid amount" and "total amount" do not name what is paid. */
export function withoutAmount(name: string): NameVariant[] {
  const rest =
    /^((?:[a-z]+ )?[a-z]{3,}) (?:amount|value)$/.exec(name)?.[1] ??
    /^(\p{Script=Han}{2,})(?:金额|数额)$/u.exec(name)?.[1];
  const last = rest?.slice(rest.lastIndexOf(' ') + 1) ?? '';
  return rest === undefined || isParticiple(last) || isClosedWord(last) ? [] : [{ text: rest, rule: 'withoutKind' }];
}

/** Units that names of figures end in. */
const UNIT =
  / (?:miles?|kilomet(?:er|re)s?|met(?:er|re)s|minutes|hours|seconds|days|km2?|kg|mm|cm|m2?|sqm|sq m|g|t|l|ml|hrs?|mins?|secs?|usd|cny|rmb|eur|gbp|pct|(?:in )?(?:thousands?|millions?|billions?|mln|bn))$/;

/** A figure without its unit: dist_km → distance. */
export function withoutUnit(name: string): NameVariant[] {
  const plain = name.replace(UNIT, '');
  return plain === name ? [] : [{ text: plain, rule: 'withoutUnit' }];
}

/** Words for a price. */
const PRICE = /^(?:price|fare)$/;

/** Participles of a figure of one word: priced under 50, the most reviewed. */
export function gradedForms(name: string): NameVariant[] {
  if (!/^[a-z]{4,}$/.test(name) || isParticiple(name) || name.endsWith('ing')) return [];
  const pasts = verbForms(singularOf(name)).pasts.map((text): NameVariant => ({ text, rule: 'graded' }));
  return PRICE.test(name)
    ? [...pasts, ...['cost', 'costs', 'costing'].map((text): NameVariant => ({ text, rule: 'kindWord' }))]
    : pasts;
}

/** The owner's name inside that of a figure: net amount of an invoice → net invoice amount. */
export function aroundOwner(name: string, owners: readonly string[]): NameVariant[] {
  const [, before, head] = /^([a-z]{3,}) ([a-z]{3,})$/.exec(name) ?? [];
  if (before === undefined || head === undefined) return [];
  return owners
    .filter((owner) => /^[a-z]{3,}$/.test(owner) && owner !== before && owner !== head)
    .map((owner) => ({ text: `${before} ${owner} ${head}`, rule: 'reordered' }));
}

/** Synonymous heads of one kind of column. */
const KINDS: readonly (readonly string[])[] = [
  ['日期', '时间'],
  ['名称', '名字'],
  ['姓名', '名字'],
  ['编号', '号码', '代码', '编码'],
  ['类型', '类别', '种类'],
  ['等级', '级别'],
  ['地址', '住址'],
  ['date', 'time', 'day'],
  ['type', 'kind', 'category'],
  ['number', 'no', 'code', 'id'],
  ['amount', 'sum'],
  ['level', 'grade'],
  ['phone', 'telephone'],
];

/** A name with another head for the kind of column: 入职日期 → 入职时间, vehicle type → kind of vehicle. */
export function kindForms(name: string): NameVariant[] {
  const others = HAN.test(name) ? hanKinds(name) : wordKinds(name);
  return others.map((text) => ({ text, rule: 'kindWord' }));
}

/** The synonyms of a Chinese head of two characters. */
const HAN_KINDS: ReadonlyMap<string, readonly string[]> = new Map(
  KINDS.flat().map((kind) => [
    kind,
    KINDS.flatMap((kinds) => (kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [])),
  ]),
);

function hanKinds(name: string): string[] {
  const base = name.slice(0, -2);
  return base.length >= 2 ? (HAN_KINDS.get(name.slice(-2)) ?? []).map((other) => base + other) : [];
}

function wordKinds(name: string): string[] {
  const [, base, head = ''] = /^(.*[a-z]) ([a-z]+)$/.exec(name) ?? [];
  const kinds = KINDS.find((one) => one.includes(head));
  if (base === undefined || kinds === undefined) return [];
  return kinds
    .filter((kind) => kind !== head)
    .flatMap((kind) =>
      isClosedWord(kind) || kind === 'id' ? [`${base} ${kind}`] : [`${base} ${kind}`, `${kind} of ${base}`],
    );
}

/** Suffixes of a table's name that only mean "record": stay record, 成本记录. */
const KEPT = new RegExp(
  String.raw`^(?<thing>[a-z][a-z ]*?) ${oneOf(`
    records?|entry|entries|logs?|headers?|info|information|data|list|table|register|registry|master|file|details?|
    history`)}$|^(?<zh>\p{Script=Han}{2,})${oneOf('记录|信息表|信息|数据|档案|台账|登记|列表|表|清单')}$`,
  'u',
);
/** Generic heads of table names. */
const EMPTY_HEADS: ReadonlySet<string> = new Set(
  wordsIn(`
    record entry log info information data list table detail register history type kind category group item line row
    status code name value`),
);

/** Prefixes of a table's name that only state its use. */
const LOOKUP = /^(?:ref|reference|lookup|lkp|dict|dim|fact|master) (.{3,})$/;

/** Shorter names of a thing: scenic spot → spot, stay record → stay, 成本记录 → 成本. */
export function thingForms(name: string): NameVariant[] {
  const { thing, zh } = KEPT.exec(name)?.groups ?? {};
  const core = thing ?? zh ?? LOOKUP.exec(name)?.[1];
  if (core !== undefined) return [{ text: core, rule: 'thingCore' }];
  // 学校 → 各校: a single character is a name only after 各 and 每.
  if (/^\p{Script=Han}{2}$/u.test(name))
    return ['各', '每'].map((each) => ({ text: each + name.charAt(1), rule: 'thingHead' }));
  const head = ONLY_WORDS.test(name) && name.includes(' ') ? (name.split(' ').at(-1) ?? '') : '';
  return head.length < 3 || EMPTY_HEADS.has(head) ? [] : [{ text: head, rule: 'thingHead' }];
}

/** A term without the name of its thing: active customer → active, 活跃客户 → 活跃, 活跃的客户. */
export function termForms(name: string, things: readonly string[]): NameVariant[] {
  return things.flatMap((thing): NameVariant[] => {
    const rest = name.endsWith(thing) ? name.slice(0, -thing.length).trim() : '';
    if (!HAN.test(name)) return rest.length < 3 ? [] : [{ text: rest, rule: 'termRest' }];
    if (rest.length < 2) return [];
    return [
      { text: rest, rule: 'termRest' },
      { text: `${rest}的`, rule: 'termRest' },
      { text: `${rest}的${thing}`, rule: 'reordered' },
    ];
  });
}
