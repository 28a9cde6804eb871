import type { NamedColumn } from '../named-things';
import type { DerivedForm } from './derived-form';

/** Verbs of two characters that are spoken by one of them: 归还 is 还, 缴纳 is 缴 or 交. */
const BY_ONE: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:归还|偿还|返还|交还)$/u, ['还']],
  [/^支付$/u, ['付']],
  [/^(?:缴纳|缴费|缴款|缴租|交费|交纳|交款|交租)$/u, ['缴', '交']],
  [/^领取$/u, ['领']],
];
/** A verb and its object, which is left out where it is known: 还款, 取车. */
const WITH_OBJECT = /^(?<verb>[还付交缴退取送收寄发])[款费钱金租账车书货票卡证件餐]$/u;
const NOT = ['未', '没', '没有', '还没', '还没有', '还未', '尚未', '都没'];

/** What did not happen where its time is missing, by the one character that the verb is spoken by: 还没还, 未付. */
export function spokenVerbs({ ref, nullable }: NamedColumn, stem: string): DerivedForm[] {
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

/** How people say that something is due or planned: 要还 for 应还, 要交车 for 承诺交车. */
export function spokenPlans(stem: string): string[] {
  const verb = stem.replace(INTENDED, '');
  if (verb === stem) return [];
  const verbs = verb === '缴' ? [verb, '交'] : [verb];
  return verbs.flatMap((one) => SHALL.map((shall) => shall + one)).filter((text) => text !== stem);
}
