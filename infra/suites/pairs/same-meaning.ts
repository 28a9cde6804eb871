import { findNumbers, findQuoted, findTimeExpressions } from '@querent/language';
import { vocabularyOf } from '@querent/lexicon';
import type { SemanticModel } from '@querent/model';

/** Kinds of paraphrases. */
export type RewriteKind =
  'courtesy' | 'full width' | 'spaces and marks' | 'synonym' | 'number format' | 'order of values';

export interface Rewrite {
  kind: RewriteKind;
  question: string;
}

/** Paraphrases of a question, by construction. */
export function sameMeanings(question: string, model: SemanticModel): Rewrite[] {
  return [
    ...courtesies(question),
    ...spellings(question),
    ...synonyms(question, model),
    ...numbers(question),
    ...orders(question),
  ].filter((one) => one.question !== question);
}

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

function courtesies(question: string): Rewrite[] {
  const polite = isChinese(question)
    ? [`请问${question}`, `你好，${question}`, `${question}？谢谢`]
    : [`Please ${question}`, `${question}, please`, `Hi, ${question}?`];
  return polite.map((one) => ({ kind: 'courtesy', question: one }));
}

function spellings(question: string): Rewrite[] {
  const wide = question.replace(/[0-9A-Za-z]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
  const spaced = `  ${question.replaceAll(' ', '  ')}${isChinese(question) ? '？' : ' ?'}`;
  return [
    ...(findQuoted(question).length > 0 ? [] : [{ kind: 'full width' as const, question: wide }]),
    { kind: 'spaces and marks', question: spaced },
  ];
}

const OTHERS = 3;

/** Replaces a name by a synonym of the model. Ambiguous names are left unchanged. */
function synonyms(question: string, model: SemanticModel): Rewrite[] {
  const text = question.toLowerCase();
  const entries = [...vocabularyOf(model)].map((entry) => ({ name: entry.text.toLowerCase(), value: entry.value }));
  const owners = new Map<string, Set<string>>();
  for (const { name, value } of entries) owners.set(name, (owners.get(name) ?? new Set()).add(value));
  const inside = entries.filter(({ name }) => name.length > 1 && text.includes(name) && owners.get(name)?.size === 1);
  return inside.flatMap(({ name, value }): Rewrite[] => {
    const longest = !inside.some((other) => other.name.length > name.length && other.name.includes(name));
    const at = text.indexOf(name);
    const alone = !/[a-z0-9]/.test(`${text.charAt(at - 1)}${text.charAt(at + name.length)}`) || isChinese(name);
    if (!longest || !alone || text.indexOf(name, at + 1) >= 0 || !/^(?:metric|attribute|thing):/.test(value)) return [];
    const others = entries.filter(
      (other) =>
        other.value === value &&
        other.name !== name &&
        owners.get(other.name)?.size === 1 &&
        isChinese(other.name) === isChinese(name) &&
        /s$/.test(other.name) === /s$/.test(name),
    );
    return others.slice(0, OTHERS).map((other) => ({
      kind: 'synonym',
      question: question.slice(0, at) + other.name + question.slice(at + name.length),
    }));
  });
}

/** Writes numbers differently: 1,000 for 1000, 1万 for 10000. */
function numbers(question: string): Rewrite[] {
  const times = findTimeExpressions(question.toLowerCase(), { today: '2026-11-21' });
  return findNumbers(question.toLowerCase()).flatMap((number): Rewrite[] => {
    const digits = /^\d{4,}/.exec(number.text)?.[0];
    if (digits === undefined || times.some(({ start, end }) => number.start < end && start < number.end)) return [];
    const put = (words: string): Rewrite => ({
      kind: 'number format',
      question: question.slice(0, number.start) + words + question.slice(number.start + digits.length),
    });
    const grouped = digits.replace(/\B(?=(?:\d{3})+$)/g, ',');
    return [
      put(grouped),
      ...(isChinese(question) &&
      Number(digits) % 10_000 === 0 &&
      !/^[万千百亿]/.test(question.slice(number.start + digits.length))
        ? [put(`${Number(digits) / 10_000}万`)]
        : []),
    ];
  });
}

/** Swaps two values before 的 at the start: 杭州和上海的客户 becomes 上海和杭州的客户. */
function orders(question: string): Rewrite[] {
  const found = /^([\p{Script=Han}]{2,4})和([\p{Script=Han}]{2,4})的(客户|订单|学校|景区)/u.exec(question);
  return found
    ? [
        {
          kind: 'order of values',
          question: `${found[2]}和${found[1]}的${question.slice(found[0].length - (found[3]?.length ?? 0))}`,
        },
      ]
    : [];
}
