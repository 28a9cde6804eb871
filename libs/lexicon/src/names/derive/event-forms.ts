import type { ColumnRef } from '@querent/contracts';
import type { NamedColumn } from '../named-things';
import type { RuleName } from '../rules';
import { type DerivedForm, HAN } from './derived-form';
import { eventStem, type EventStem } from './event-stem';
import { isParticiple, verbsOfNoun } from './verbs-of-noun';
import { verbForms } from './verb-forms';
import { withoutOwner } from './without-owner';

/**
 * The event of a time column, as verb and as noun: admission date → admissions, admitted; 入院时间 → 入院. Empty for columns
 * without times.
 */
export function eventForms(column: NamedColumn, name: string, owners: readonly string[]): DerivedForm[] {
  const isYear = column.isYear && column.role !== 'time';
  const [, verb] = column.role === 'time' ? (ONE_CHARACTER.exec(name) ?? []) : [];
  if (verb !== undefined) return ofOneCharacter(column, verb);
  if (column.role !== 'time' && !isYear) return [];
  const event = eventStem(name, isYear);
  if (event === null) return [];
  const stem = withoutOwner(event.stem, owners) ?? event.stem;
  const forms = HAN.test(name) ? chineseForms(column, { ...event, stem }) : englishForms(column, { ...event, stem });
  return forms.filter(({ text, meaning }) => meaning.type !== 'event' || !AMOUNTS.test(text));
}

/** A verb and its object, of which only the verb precedes 的: 收的案件 of 收案. Verbs of direction end other verbs: 卖出的. */
const MAY_BE_RELATIVE = /^(?![出入到上下去来走掉起进过回开完])\p{Script=Han}{2}$/u;

/** Nouns of amounts, not of events: "spending by month" is not a count. */
const AMOUNTS = /(?:^| )(?:spending|expenditures?|outlays?|costs?|income|revenue)$|(?:支出|花费|开销|开支|收入)$/iu;

/** A verb of one character before a word for time: 开时间. */
const ONE_CHARACTER = /^(\p{Script=Han})(?:时间|日期)$/u;

/** A single character is a verb only with another word beside it: 新开, 开了, 开过. */
const ofOneCharacter = ({ ref }: NamedColumn, verb: string): DerivedForm[] => [
  { text: `新${verb}`, rule: 'eventNew', meaning: { type: 'event', column: ref, noun: false } },
  { text: `新${verb}了`, rule: 'eventNew', meaning: { type: 'event', column: ref, noun: false } },
  ...[`${verb}了`, `${verb}过`, `已${verb}`].map((text): DerivedForm => ({
    text,
    rule: 'eventFirst',
    meaning: { type: 'event', column: ref, noun: false },
  })),
];

function chineseForms(column: NamedColumn, { stem, order, isIntended, isWhole }: EventStem): DerivedForm[] {
  const { ref, isYear } = column;
  const forms = (text: string, rule: RuleName): DerivedForm[] =>
    [true, false].map((noun) => ({ text, rule, meaning: { type: 'event', column: ref, noun } }));
  if (order !== null) return [...forms(order + stem, 'event'), ...forms(stem, 'eventOfOrder')];
  const whole = forms(stem, isWhole ? 'eventLabel' : 'event');
  const planned = spokenPlans(stem).flatMap((text) => forms(text, 'event').slice(1));
  if (isIntended) return [...whole, ...planned];
  const head = stem.length >= 4 ? forms(stem.slice(-2), 'eventHead') : [];
  return [
    ...whole,
    ...planned,
    ...forms(`已${stem}`, 'event'),
    ...forms(`已经${stem}`, 'event'),
    ...forms(`新${stem}`, 'eventNew'),
    ...firstWithAspect(stem).flatMap((verb) => forms(verb, 'eventFirst').slice(1)),
    ...(MAY_BE_RELATIVE.test(stem) && !isYear ? forms(`${stem.charAt(0)}的`, 'eventRelative').slice(1) : []),
    ...head,
    ...spokenVerbs(column, stem),
  ];
}

function englishForms({ ref, nullable }: NamedColumn, { stem, order, isIntended, isWhole }: EventStem): DerivedForm[] {
  const form = (text: string, rule: RuleName, noun: boolean): DerivedForm => ({
    text,
    rule,
    meaning: { type: 'event', column: ref, noun },
  });
  const [words, last] = splitLast(stem);
  const whole = form((order ?? '') + stem, isWhole ? 'eventLabel' : 'event', !isParticiple(last));
  if (isIntended) return [whole];
  const verbs = last === 'due' ? DUE : verbsOfStem(stem, last).flatMap(wordsOfVerb);
  const rule: RuleName = order !== null ? 'eventOfOrder' : words === '' || isWhole ? 'event' : 'eventHead';
  const withWords = words === '' || order !== null ? [] : verbs.map((verb) => form(`${words} ${verb}`, 'event', false));
  const ordered = order === null ? [] : verbs.map((verb) => form(order + verb, 'event', false));
  const isNew = order === null && words === '' && last !== 'due';
  const fresh = isNew
    ? [
        ...(isParticiple(stem) ? [] : [form(`new ${stem}`, 'eventNew', true)]),
        ...verbs.filter(isParticiple).map((verb) => form(`newly ${verb}`, 'eventNew', false)),
      ]
    : [];
  const noun = order === null ? [] : [form(stem, 'eventOfOrder', true)];
  const not = nullable && isNew ? verbs.filter(isParticiple).map((verb) => absent(ref, `un${verb}`)) : [];
  return [...not, whole, ...ordered, ...withWords, ...verbs.map((verb) => form(verb, rule, false)), ...noun, ...fresh];
}

/** Names of an event column with a word for time: created → creation date, 创建时间. */
export function timeForms({ role }: NamedColumn, name: string): string[] {
  const event = role === 'time' ? eventStem(name, false) : null;
  if (event === null || event.order !== null) return [];
  if (HAN.test(name)) return event.isWhole ? ['时间', '日期'].map((time) => name + time) : [];
  if (!isParticiple(event.stem) || event.stem.includes(' ')) return [];
  const { base, pasts, ing } = verbForms(verbsOfNoun(event.stem)[0] ?? event.stem);
  return ['date', 'time'].flatMap((time) => [
    ...[base, ...pasts, ing].map((verb) => `${verb} ${time}`),
    ...pasts.map((past) => `${time} ${past}`),
  ]);
}

/** An event that did not happen, if its time is missing: unpaid. */
const absent = (column: ColumnRef, text: string): DerivedForm => ({
  text,
  rule: 'eventNot',
  meaning: { type: 'event', column, noun: false, absent: true },
});

/** The verbs of a thing that is an event: reservation → reserved, loan → borrowed, 借阅 → 借过, 借了. */
export function verbsOfThing(name: string, column: ColumnRef): DerivedForm[] {
  const form = (text: string): DerivedForm => ({
    text,
    rule: 'eventThing',
    meaning: { type: 'event', column, noun: false },
  });
  if (HAN.test(name)) return [...(name.length <= 4 ? [`${name}过`] : []), ...firstWithAspect(name)].map(form);
  const last = splitLast(name)[1];
  return verbsOfNoun(last)
    .flatMap(wordsOfVerb)
    .filter((verb) => verb !== last)
    .map(form);
}

/**
 * An aspect particle splits a verb of two characters, and the object may follow: 借过, 选过课. `splitVerbs` covers objects
 * further away.
 */
const TWO_HAN = /^\p{Script=Han}{2}$/u;

const firstWithAspect = (verb: string): string[] =>
  TWO_HAN.test(verb)
    ? ['过', '了', '出', `过${verb.charAt(1)}`, `了${verb.charAt(1)}`].map((aspect) => verb.charAt(0) + aspect)
    : [];

/** "Due" is an adjective used with "fall". */
const DUE = ['due', 'falling due', 'fall due', 'falls due', 'fell due', 'fallen due'];

/** A particle belongs to the verb: "sign up", "logged in". */
function verbsOfStem(stem: string, last: string): string[] {
  return /^[a-z]+[ -](?:in|out|up|off|down|back|over)$/.test(stem) ? verbsOfNoun(stem) : verbsOfNoun(last);
}

/**
 * The bare form of the likeliest verb only: other stems may be nouns (vaccination, vaccine) or adjectives (activation,
 * active).
 */
function wordsOfVerb(verb: string, at: number): string[] {
  const { base, pasts, ing } = verbForms(verb);
  return [...(at === 0 ? [base] : []), ...pasts, ing];
}

function splitLast(stem: string): [words: string, last: string] {
  const particle = /^(?:(.*) )?([a-z]+[ -](?:in|out|up|off|down|back|over))$/.exec(stem);
  if (particle) return [particle[1] ?? '', particle[2] ?? ''];
  const space = stem.lastIndexOf(' ');
  return space < 0 ? ['', stem] : [stem.slice(0, space), stem.slice(space + 1)];
}

/** Nouns of a business's payments, or of their times. The business may pay or receive them. */
const PAYMENT = /^(?:付款|支付|付费|缴费|缴款|缴纳|交费|收款|回款|到账|入账)(?:记录|单|流水|明细)?(?:日期|时间|日)?$/u;
const REFUND = /^(?:退款|退费|退还)(?:记录|单|流水|明细)?(?:日期|时间|日)?$/u;

/** Verbs of the same payments for payer and payee: 付了, 收到. */
const PAYS =
  `付了|付过|付给|付给了|支付了|支付过|支付给|缴了|缴过|缴纳了|缴纳过|交了|交过|交给|付了钱|付过钱|交了钱|交过钱|付了款|付过款
  收到|收到了|收到过|收了|收过|进账`.split(/[\s|]+/u);
const REFUNDS = '退了|退过|退给|退给了|退还|退还了|退还给|退掉了|退回|退回了|退回给'.split('|');

/** Names of refunded payments. Their sum is neither the paid nor the refunded amount. */
export const isOfRefunds = (name: string): boolean => /退款|退费|退还|冲销|冲正/u.test(name);

/** The verbs of money for the name of a payment or its time: 收款 → 付了, 收到; 退款 → 退还. */
export function moneyVerbs(name: string, column: ColumnRef, isMixed: boolean): DerivedForm[] {
  const verbs = PAYMENT.test(name) && !isMixed ? PAYS : REFUND.test(name) ? REFUNDS : [];
  return verbs.map((text) => ({ text, rule: 'eventMoney', meaning: { type: 'event', column, noun: false } }));
}

/** Verbs of two characters that speech shortens to one: 归还 to 还, 缴纳 to 缴 or 交. */
const BY_ONE: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:归还|偿还|返还|交还)$/u, ['还']],
  [/^支付$/u, ['付']],
  [/^(?:缴纳|缴费|缴款|缴租|交费|交纳|交款|交租)$/u, ['缴', '交']],
  [/^领取$/u, ['领']],
];
/** A verb and its object, which is omitted if it is known: 还款, 取车. */
const WITH_OBJECT = /^(?<verb>[还付交缴退取送收寄发])[款费钱金租账车书货票卡证件餐]$/u;
const NOT = ['未', '没', '没有', '还没', '还没有', '还未', '尚未', '都没'];

/** Negations with the one-character form of a verb, if the event's time is missing: 还没还, 未付. */
function spokenVerbs({ ref, nullable }: NamedColumn, stem: string): DerivedForm[] {
  const split = WITH_OBJECT.exec(stem)?.groups?.['verb'];
  const verbs = BY_ONE.find(([names]) => names.test(stem))?.[1] ?? (split === undefined ? [] : [split]);
  if (!nullable) return [];
  return verbs.flatMap((verb) =>
    NOT.map((not): DerivedForm => ({
      text: not + verb,
      rule: 'eventNot',
      meaning: { type: 'event', column: ref, noun: false, absent: true },
    })),
  );
}

const INTENDED = /^(?:预计|计划|承诺|约定|预定|应该?)(?=\p{Script=Han})/u;
const SHALL = ['要', '该', '应该', '应当', '需', '需要', '得', '待'];

/** Colloquial forms of due or planned events: 要还 for 应还, 要交车 for 承诺交车. */
function spokenPlans(stem: string): string[] {
  const verb = stem.replace(INTENDED, '');
  if (verb === stem) return [];
  const verbs = verb === '缴' ? [verb, '交'] : [verb];
  return verbs.flatMap((one) => SHALL.map((shall) => shall + one)).filter((text) => text !== stem);
}
