import { bilingual, type TextTemplate } from './bilingual-text';
import { configurationTexts } from './configuration-texts';
import { findingTexts, leftOutTexts, privilegeTexts, ruleSentences } from './finding-texts';
import { inBothLanguages, inChinese } from './in-both-languages';
import { modelEnds, modelTexts } from './model-texts';
import { valueParts } from './value-parts';
import { yamlTexts } from './yaml-texts';

const templates = {
  ...configurationTexts,
  ...findingTexts,
  ...leftOutTexts,
  ...privilegeTexts,
  ...ruleSentences,
  ...yamlTexts,
};
const all = { ...templates, ...valueParts, ...modelTexts, ...modelEnds };

const holesOf = (text: string): string[] => (text.match(/\{[a-z\d]*\}/g) ?? []).sort();
const filled = (text: string): string => text.replace(/\{([a-z]+)\}/g, '<$1>');
/** The values that only the English text has: the Chinese leaves the quote out, and the findings, which are listed. */
const leftOut = ['{quote}', '{findings}'];

describe('texts for administrators', () => {
  it.each(Object.entries(all))('are Chinese with the same values: %s', (en, zh) => {
    const isNumbered = /\{\d\}/.test(zh);
    if (isNumbered) expect(holesOf(zh)).toHaveLength(holesOf(en).length);
    else if (!en.endsWith('undefined'))
      expect(holesOf(zh)).toEqual(holesOf(en).filter((hole) => !leftOut.includes(hole)));
    expect(zh).toMatch(/\p{Script=Han}/u);
  });

  it.each(Object.entries(templates))('are recognised when they are filled, and not as another text: %s', (en, zh) => {
    expect(inChinese(filled(en))).toBe(filled(zh));
  });

  const sentences = Object.entries(ruleSentences).filter(([en]) => en.includes('{via}'));
  const detailsOf = (sentence: string): [string, string][] =>
    sentence.includes('which {detail}') ? Object.entries(privilegeTexts) : [['INSERT, UPDATE', 'INSERT, UPDATE']];
  it.each(sentences)('are recognised with every source of a right and every detail: %s', (en, zh) => {
    const made = (text: string, via: string, detail: string): string =>
      text.replace('{subjects}', 'a.b').replace('{via}', via.replace('{role}', 'c')).replace('{detail}', detail);
    for (const [via, zhVia] of Object.entries(valueParts).filter(([part]) => /^ through|^, of which/.test(part)))
      for (const [detail, zhDetail] of detailsOf(en))
        expect(inChinese(made(en, via, detail))).toBe(made(zh, zhVia, zhDetail).replaceAll('） ', '）'));
  });

  it('exist in both languages for each text that is made', () => {
    const make = (): string[] => [
      bilingual('Needs "equals" or "in".'),
      bilingual('There is no column "{column}".', { column: 'a.b' }),
      // @ts-expect-error a text that is not in the tables
      bilingual('An English text alone.'),
      // @ts-expect-error a value is missing
      bilingual('There is no column "{column}".'),
      // @ts-expect-error a value has another name
      bilingual('There is no column "{column}".', { name: 'a.b' }),
    ];
    expect(make().slice(0, 2)).toEqual(['Needs "equals" or "in".', 'There is no column "a.b".']);
    // @ts-expect-error an English text that the tables do not have
    const template: TextTemplate = 'An English text alone.';
    expect(inChinese(template)).toBeNull();
  });

  it.each([
    [
      bilingual('There is no filter "{filter}".{suggestion}', {
        filter: 'kin',
        suggestion: bilingual(' Did you mean "{name}"?', { name: 'kind' }),
      }),
      '没有筛选条件“kin”。您是指“kind”吗？',
    ],
    [
      bilingual('{mistake} (connection "{connection}")', {
        mistake: bilingual('There is no term "{term}".{suggestion}', {
          term: 'big',
          suggestion: bilingual(' Known: {names}.', { names: 'small, large' }),
        }),
        connection: 'shop',
      }),
      '没有术语“big”。已知的有：small, large。（连接“shop”）',
    ],
    [
      bilingual('The login has {detail} on {subjects}{via}. It only needs SELECT.', {
        detail: 'INSERT, UPDATE',
        subjects: `public.orders, public."through x"${bilingual(' and {count} more', { count: 3 })}`,
        via: bilingual(' through PUBLIC (every login)'),
      }),
      '该登录账号在 public.orders, public."through x"，另有 3 项（通过 PUBLIC，即所有登录账号）上有 INSERT, UPDATE 权限，而它只需要 SELECT。',
    ],
    [
      bilingual(
        '{subjects} are parts of tables with row security, which does not bind who reads a part, so they are left out. Enable it on them with policies of their own, {share}.',
        {
          subjects: ['a', 'f(int, text)']
            .map((name) => `${name}${bilingual(' (through {object})', { object: 'v' })}`)
            .join(', '),
          share: bilingual(
            'or list them under shared: in connections/{connection}.yaml, if their rows are for every tenant',
            { connection: 'shop' },
          ),
        },
      ),
      'a（经由 v）, f(int, text)（经由 v）是有行级安全的表的分区或子表，直接读取它们时该行级安全不起作用，因此不提供它们。请为它们启用行级安全并编写策略，或者在 connections/shop.yaml 的 shared: 下列出它们（如果其中的行可供所有租户读取）。',
    ],
  ])('have Chinese values, too: %s', (en, zh) => {
    expect(inBothLanguages(en)).toEqual({ en, zh });
  });
});
