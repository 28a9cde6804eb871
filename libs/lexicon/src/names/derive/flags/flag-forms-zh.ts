import type { Polarity } from './yes-no';

/** Verbs of two characters whose second one is the object: 付款, 缴费; 已付 and 未付 omit it. */
const WITH_OBJECT = /^(?<verb>\p{Script=Han})[款费账货票钱税单]$/u;

/** States and completed actions: 易碎, 不易碎; 已支付, 未支付. */
export function chineseIs(name: string): Polarity[] {
  const negative = /^(?:尚未|未|没有|(?:非|不|没|无)(?=.{2}))(?=.)/u.exec(name)?.[0];
  const state = (negative === undefined ? name : name.slice(negative.length)).replace(/^已经?(?=.)/u, '');
  const [is, isNot] = negative === undefined ? [true, false] : [false, true];
  const plain = /^(?:当前|目前|正在|仍|曾经|曾)(.{2,})$/u.exec(state)?.[1];
  const [, subject = '', done = ''] = /^(.{2,})已(.{2,})$/u.exec(state) ?? [];
  const verb = WITH_OBJECT.exec(state)?.groups?.['verb'];
  return [
    ...withDe(name, true, 'flagLabel'),
    ...(name === state ? [] : withDe(state, is, negative === undefined ? 'flag' : 'flagOpposite')),
    ...['已', '已经'].flatMap((before) => withDe(before + state, is, 'flag')),
    { text: `${state}了`, is, rule: 'flag' },
    ...['不', '非', '未', '不是', '尚未', '并未', '未曾'].flatMap((before) => withDe(before + state, isNot, 'flagNot')),
    ...['没', '没有', '还没', '还没有'].flatMap((before) => withDe(before + state, isNot, 'flagLack')),
    ...(state.startsWith('有')
      ? ['没', '无'].flatMap((without) =>
          withDe(without === '没' ? `没${state}` : `无${state.slice(1)}`, isNot, 'flagNot'),
        )
      : []),
    ...(plain === undefined ? [] : withDe(plain, is, 'flag')),
    ...(done === ''
      ? []
      : [
          ...withDe(`${subject}${done}`, is, 'flag'),
          ...['未', '没', '没有', '尚未'].flatMap((not) => withDe(subject + not + done, isNot, 'flagNot')),
        ]),
    ...(verb === undefined
      ? []
      : [...withDe(`已${verb}`, is, 'flagOpposite'), ...withDe(`未${verb}`, isNot, 'flagOpposite')]),
  ];
}

/** Possession: 有泳池, 没有泳池. */
export function chineseHas(thing: string): Polarity[] {
  return [
    ...['有', '带', '含', '带有', '含有', '设有', '配有', '配备', '提供', '拥有', '具有', '包含'].flatMap((before) =>
      withDe(before + thing, true, 'flag'),
    ),
    { text: thing, is: true, rule: 'flagBare' },
    ...['没有', '无', '没', '不带', '不含', '没带', '未设', '未配', '未配备', '不提供', '不包含'].flatMap((before) =>
      withDe(before + thing, false, 'flagNot'),
    ),
  ];
}

/** Alone, and as an attribute: 易碎, 易碎的. */
function withDe(text: string, is: boolean, rule: Polarity['rule']): Polarity[] {
  return [
    { text, is, rule },
    { text: `${text}的`, is, rule },
  ];
}
