import type { Polarity } from './flag-forms';

/** Verbs of two characters whose second is their object: 付款, 缴费; 已付 and 未付 leave it out. */
const WITH_OBJECT = /^(?<verb>\p{Script=Han})[款费账货票钱税单]$/u;

/** States and completed actions: 易碎, 不易碎; 已支付, 未支付. */
export function chineseIs(name: string): Polarity[] {
  const negative = /^(?:尚未|未|非|不|没有|没|无)(?=.{2})/u.exec(name)?.[0];
  const state = (negative === undefined ? name : name.slice(negative.length)).replace(/^已经?(?=.)/u, '');
  const [is, isNot] = negative === undefined ? [true, false] : [false, true];
  const verb = WITH_OBJECT.exec(state)?.groups?.['verb'];
  return [
    ...said(name, true, 'flagLabel'),
    ...(name === state ? [] : said(state, is, negative === undefined ? 'flag' : 'flagOpposite')),
    ...['已', '已经'].flatMap((before) => said(before + state, is, 'flag')),
    { text: `${state}了`, is, rule: 'flag' },
    ...['不', '非', '未', '没', '没有', '不是', '尚未', '还没', '还没有', '并未', '未曾'].flatMap((before) => said(before + state, isNot, 'flagNot')),
    ...(state.startsWith('有') ? ['没', '无'].flatMap((without) => said(without === '没' ? `没${state}` : `无${state.slice(1)}`, isNot, 'flagNot')) : []),
    ...(verb === undefined ? [] : [...said(`已${verb}`, is, 'flagOpposite'), ...said(`未${verb}`, isNot, 'flagOpposite')]),
  ];
}

/** What is had: 有泳池, 没有泳池. */
export function chineseHas(thing: string): Polarity[] {
  return [
    ...['有', '带', '含', '带有', '含有', '设有', '配有', '配备', '提供', '拥有', '具有', '包含'].flatMap((before) => said(before + thing, true, 'flag')),
    { text: thing, is: true, rule: 'flagBare' },
    ...['没有', '无', '没', '不带', '不含', '没带', '未设', '未配', '未配备', '不提供', '不包含'].flatMap((before) => said(before + thing, false, 'flagNot')),
  ];
}

/** Alone, and as an attribute: 易碎, 易碎的. */
function said(text: string, is: boolean, rule: Polarity['rule']): Polarity[] {
  return [{ text, is, rule }, { text: `${text}的`, is, rule }];
}
