import { HAN } from './derived-form';
import { verbForms } from './verb-forms';
import { verbsOfNoun } from './verbs-of-noun';

/** Names of the way in which something is done: payment method, 下单渠道. */
const WAY = /^(?:[a-z]+ )??(?<noun>[a-z]{4,}) (?:method|channel|type|mode|means|way|platform)$/u;
const WAY_ZH = /^(?:\p{Script=Han}{2})??(?<verb>\p{Script=Han}{2})(?:方式|渠道|途径|形式|手段|平台|方法)$/u;

/** What is said of one payment in many words. */
const PAYS = ['支付', '付款', '付费', '结账', '结算', '缴费', '缴款', '交费', '买单'];
const SAID_OF_PAYING = [...PAYS, '付', '付的', '付了', '付的款', '付款的', '付钱', '交的', '结的'];

/**
 * The verbs by which a column of ways is called, beside the way itself: payment method → paid, with Alipay; 支付方式 → 付款,
 * 支付宝付款.
 */
export function wayForms(name: string): string[] {
  if (HAN.test(name)) {
    const verb = WAY_ZH.exec(name)?.groups?.['verb'];
    if (verb === undefined) return [];
    return PAYS.includes(verb) ? SAID_OF_PAYING : [verb, `${verb.charAt(0)}的${verb.charAt(1)}`];
  }
  const noun = WAY.exec(name)?.groups?.['noun'];
  if (noun === undefined) return [];
  return [...new Set(verbsOfNoun(noun).flatMap((verb) => formsOf(verb)))];
}

function formsOf(verb: string): string[] {
  const { base, pasts, ing } = verbForms(verb);
  return [base, ...pasts, ing];
}
