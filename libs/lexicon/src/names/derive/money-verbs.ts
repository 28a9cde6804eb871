import type { ColumnRef } from '@querent/contracts';
import type { DerivedForm } from './derived-form';

/**
 * Nouns by which the payments that a business receives, or their times, are called. Whoever keeps them pays or
 * receives.
 */
const PAYMENT = /^(?:付款|支付|付费|缴费|缴款|缴纳|交费|收款|回款|到账|入账)(?:记录|单|流水|明细)?(?:日期|时间|日)?$/u;
const REFUND = /^(?:退款|退费|退还)(?:记录|单|流水|明细)?(?:日期|时间|日)?$/u;

/** What is said of the same payments by those who pay and by those who receive: 付了, 收到. */
const PAYS =
  `付了|付过|付给|付给了|支付了|支付过|支付给|缴了|缴过|缴纳了|缴纳过|交了|交过|交给|付了钱|付过钱|交了钱|交过钱|付了款|付过款
  收到|收到了|收到过|收了|收过|进账`.split(/[\s|]+/u);
const REFUNDS = '退了|退过|退给|退给了|退还|退还了|退还给|退掉了|退回|退回了|退回给'.split('|');

/** A state of payments that are given back: what they add up to is neither what was paid nor what was given back. */
export const isOfRefunds = (name: string): boolean => /退款|退费|退还|冲销|冲正/u.test(name);

/** The verbs of money behind the name of a payment or of its time: 收款 → 付了, 收到; 退款 → 退还. */
export function moneyVerbs(name: string, column: ColumnRef, isMixed: boolean): DerivedForm[] {
  const verbs = PAYMENT.test(name) && !isMixed ? PAYS : REFUND.test(name) ? REFUNDS : [];
  return verbs.map((text) => ({ text, rule: 'eventMoney', meaning: { type: 'event', column, noun: false } }));
}
