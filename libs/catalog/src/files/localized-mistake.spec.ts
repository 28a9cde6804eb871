import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { parseModelFile } from '@querent/model';
import { inChinese, localizedMistake } from './localized-mistake';
import { mistakeEnds, mistakeTexts } from './mistake-texts';
import { parseYaml } from './yaml-document';

const LIBS = resolve(__dirname, '../../..');
const FOLDERS = ['model/src/resolve', 'model/src/expression', 'model/src/file', 'sql/src/fragment'];
/** Calls that end a message: their own texts are in the table of ends. */
const ENDINGS = /^(didYouMean|cutAtComma|listOf)\(/;

/** The texts that an expression may be, with X for each value. */
function textsOf(node: ts.Expression, source: ts.SourceFile): string[] {
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression, source);
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue, source), ...textsOf(node.whenFalse, source)];
  if (ts.isBinaryExpression(node)) return [...textsOf(node.left, source), ...textsOf(node.right, source)];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return [];
  const parts = node.templateSpans.map(({ expression, literal }) => {
    const isEnd = ENDINGS.test(expression.getText(source));
    return (isEnd ? '' : 'X') + literal.text;
  });
  return [node.head.text + parts.join('')];
}

/** The messages that a file makes. */
function messagesIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const take = (node: ts.Expression | undefined): void => {
    if (node !== undefined) found.push(...textsOf(node, source).filter((text) => text.includes(' ')));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      if (node.expression.name.text === 'report') take(node.arguments[1]);
      if (node.expression.name.text === 'refusal') take(node.arguments[0]);
    }
    if (ts.isNewExpression(node) && /^(ExpressionError|SqlSyntaxError)$/.test(node.expression.getText(source)))
      take(node.arguments?.[0]);
    if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'message') take(node.initializer);
    if (ts.isVariableDeclaration(node) && node.name.getText(source) === 'REFUSALS' && node.initializer !== undefined)
      ts.forEachChild(node.initializer, (entry) => ts.isPropertyAssignment(entry) && take(entry.initializer));
    if (ts.isReturnStatement(node)) take(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const messages = FOLDERS.flatMap((folder) =>
  readdirSync(`${LIBS}/${folder}`)
    .filter((name) => /(?<!\.spec)\.ts$/.test(name) && name !== 'type-text.ts')
    .flatMap((name) => messagesIn(`${LIBS}/${folder}/${name}`)),
);

describe('messages of mistakes in model files', () => {
  // type-text.ts makes names of types.
  it('exist in both languages, wherever the sources make one', () => {
    expect(messages.length).toBeGreaterThan(60);
    expect([...new Set(messages)].filter((message) => !/\p{Script=Han}/u.test(inChinese(message) ?? ''))).toEqual([]);
  });

  it.each([...mistakeTexts, ...mistakeEnds])('have as many values in both languages: %s', (en, zh) => {
    const holes = (text: string): number => [...text.matchAll(/\{\d?\}/g)].length;
    expect(en.startsWith('Missing closing') ? 1 : holes(zh) === holes(en) || en.endsWith('undefined')).toBeTruthy();
    expect(zh).toMatch(/\p{Script=Han}/u);
  });

  it.each([
    ['there is no metric "reven"; did you mean "revenue"?', '没有指标“reven”；您是指“revenue”吗？'],
    ['there is no table "a" in schema "public"', '模式“public”中没有表“a”'],
    ['function "pg_sleep" is not allowed at position 5', '不允许使用函数“pg_sleep”，位置 5'],
    ['unknown key "lable"; did you mean "label"?', '未知的键“lable”；您是指“label”吗？'],
    [
      '"x" is text: sum needs a number (or a cast in the column\'s entry)',
      '“x”的类型是 text：sum 需要数字（或在该列中写 cast）',
    ],
    ['Not valid YAML: Map keys must be unique', '不是有效的 YAML：键不能重复'],
    ['Not valid YAML: Something rare', '不是有效的 YAML：Something rare'],
    ['syntax error at or near "from" at position 3', '“from”附近有语法错误，位置 3'],
  ])('are translated with their values: %s', (en, zh) => {
    expect(localizedMistake(en)).toEqual({ zh, en });
  });

  it('are translated when the form of the file is wrong', () => {
    const wrong = {
      tables: {
        orders: { label: 5, hidden: 'yes', kind: 'x', columns: { a: { role: 'nothing', cast: { to: 'x' } } } },
      },
      joins: [{ from: [], to: 3 }],
      metrics: { a: { children: { b: 'x' } } },
      entities: { e: { sources: ['a'], match: '', fields: { f: ['a.b', 'c.d', 'e.f'] } } },
      timezone: 'Mars/Olympus',
      lable: 'x',
    };
    const { problems } = parseModelFile(wrong);
    expect(problems.length).toBeGreaterThan(10);
    expect(problems.map(({ message }) => message).filter((message) => inChinese(message) === null)).toEqual([]);
  });

  it('are translated when the text is not YAML', () => {
    for (const text of ['a: 1\na: 2', 'a: b: c', 'a: "x', '\ta: 1', 'a: *b']) {
      const read = parseYaml('models/shop.yaml', text);
      const found = read.ok ? [] : read.problems.map(({ message }) => inChinese(message));
      expect(found.join()).toMatch(/不是有效的 YAML：.*\p{Script=Han}/u);
    }
  });

  it('stay in English if they are unknown', () => {
    expect(localizedMistake('a new message')).toEqual({ zh: 'a new message', en: 'a new message' });
  });
});
