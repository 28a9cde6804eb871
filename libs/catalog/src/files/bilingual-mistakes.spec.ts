import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inBothLanguages, inChinese } from '@querent/language';
import { parseModelFile } from '@querent/model';
import ts from 'typescript';
import { keysFileSchema } from '../key-ring';
import { readSamples } from '../samples/sample-lines';
import { tenantsFileSchema } from '../tenant-limits';
import { agentFileSchema } from './agent-file';
import { connectionFileSchema } from './connection-file';
import { checkYaml, parseYaml } from './yaml-document';
import { syntaxMistake } from './yaml-mistake';

const LIBS = resolve(__dirname, '../../..');
const FOLDERS = ['model/src/resolve', 'model/src/expression', 'model/src/file', 'sql/src/fragment'];
/** They make names of types, and messages about environment variables. */
const SKIPPED = ['type-text.ts', 'token-callers.ts'];
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

/** The messages that a file makes of literal texts. `returns`: also texts that functions return are messages. */
function messagesIn(path: string, returns: boolean): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const take = (node: ts.Expression | undefined): void => {
    if (node !== undefined) found.push(...textsOf(node, source).filter((text) => text.includes(' ')));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      if (node.expression.name.text === 'report') take(node.arguments[1]);
      if (node.expression.name.text === 'refusal') take(node.arguments[0]);
      // The messages of zod's checks
      if (/^(regex|refine)$/.test(node.expression.name.text)) take(node.arguments[1]);
    }
    if (ts.isNewExpression(node) && /^(ExpressionError|SqlSyntaxError)$/.test(node.expression.getText(source)))
      take(node.arguments?.[0]);
    if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'message') take(node.initializer);
    if (ts.isVariableDeclaration(node) && node.name.getText(source) === 'REFUSALS' && node.initializer !== undefined)
      ts.forEachChild(node.initializer, (entry) => ts.isPropertyAssignment(entry) && take(entry.initializer));
    if (returns && ts.isReturnStatement(node)) take(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const messagesOf = (folder: string, returns: boolean): string[] =>
  readdirSync(`${LIBS}/${folder}`)
    .filter((name) => /(?<!\.spec)\.ts$/.test(name) && !SKIPPED.includes(name))
    .flatMap((name) => messagesIn(`${LIBS}/${folder}/${name}`, returns));

/** Three words in a row. */
const english = /[A-Za-z]+(?: [A-Za-z]+){2,}/;

describe('messages of mistakes in model files', () => {
  it('exist in both languages, wherever the sources make one', () => {
    const messages = FOLDERS.flatMap((folder) => messagesOf(folder, true));
    expect(messages.length).toBeGreaterThan(60);
    expect([...new Set(messages)].filter((message) => !/\p{Script=Han}/u.test(inChinese(message) ?? ''))).toEqual([]);
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
    ['syntax error at or near "from" at position 3', '“from”附近有语法错误，位置 3'],
  ])('are translated with their values: %s', (en, zh) => {
    expect(inBothLanguages(en)).toEqual({ zh, en });
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

  it('stay in English if they are unknown', () => {
    expect(inBothLanguages('a new message')).toEqual({ zh: 'a new message', en: 'a new message' });
  });
});

describe('messages of mistakes in other files of the configuration', () => {
  it('are made of bilingual templates alone', () => {
    const folders = ['', 'files', 'samples', 'secrets', 'snapshots'].map((folder) => `catalog/src/${folder}`);
    expect(folders.flatMap((folder) => messagesOf(folder, false))).toEqual([]);
  });

  it.each([
    [
      connectionFileSchema,
      'url: 5\ntenants: []\nfunctions: [Now!]\nlimits: { maxRows: 0.5, maxCost: -1, maxBytes: 1 }\nexamples: x',
    ],
    [
      connectionFileSchema,
      'url: ""\nlimts: 1\ntls: { mode: never }\nshared: [""]\nallowSuperuser: maybe\nroles: { a: 1 }',
    ],
    [
      agentFileSchema,
      'instructions: 1\nfilters: [{ column: x, equals: 1 }, { term: a, in: [1] }, { filter: a }, {}]\nchart: { maxCategories: 1 }',
    ],
    [keysFileSchema, '- { name: "web:x", tenant: "", scopes: [], sha256: x, expiresAt: soon }\n- 5'],
    [tenantsFileSchema, '- { name: a, weight: 9 }\n- { name: a, inFlight: 0 }'],
  ])('exist in Chinese for a file with many mistakes (%#)', (schema, text) => {
    const document = parseYaml('x.yaml', text);
    const read = document.ok ? checkYaml<unknown>(document.value, schema) : document;
    const found = read.ok ? [] : read.problems.map(({ message }) => inChinese(message) ?? message);
    expect(found.length).toBeGreaterThan(1);
    expect(found.filter((message) => english.test(message) || !/\p{Script=Han}/u.test(message))).toEqual([]);
  });

  it('exist in Chinese for lines of samples', () => {
    const { problems } = readSamples('samples/shop.jsonl', '{"question":""}\nno JSON');
    expect(problems.map(({ message }) => inChinese(message))).toEqual([
      expect.stringContaining('过短'),
      expect.stringContaining('缺少内容'),
      '这一行不是有效的 JSON。',
    ]);
  });

  it('exist in Chinese with the line when the text is not YAML', () => {
    const texts = [
      'a: 1\na: 2',
      'a: b: c',
      'a: "x',
      '\ta: 1',
      'a: 1\nb: *c',
      'a: {x: 1',
      'a: [1, 2\nb: 3',
      'a: %x',
      'a: "\\q"',
      'a: 1\n b: 2',
      'a: !x [1]',
      'a: &b &c 1',
      'a\nb: 1',
      'a: |x\n  y',
      '- a\nb: 1',
      'a: 1\n---\nb: 2',
    ];
    for (const text of texts) {
      const read = parseYaml('models/shop.yaml', text);
      const found = read.ok ? [] : read.problems.map(({ message, line }) => `${line} ${inChinese(message)}`);
      for (const message of found) {
        expect(message).toMatch(/^[12] 不是有效的 YAML：.*\p{Script=Han}/u);
        expect(message).not.toMatch(english);
      }
      if (read.ok) expect(text).toBe('a: !x [1]');
    }
  });

  it('separate an alias without an anchor from aliases that repeat too much', () => {
    const of = (text: string) => {
      const read = parseYaml('x.yaml', text);
      return read.ok ? [] : read.problems.map(({ message, line }) => [line, inChinese(message)]);
    };
    expect(of('a: &b [1]\nc: [*b, { d: *e }]\nf: &e 1')).toEqual([[2, '不是有效的 YAML：别名“e”没有在它之前定义']]);
    const levels = ['a: &a0 [1, 1]', ...Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`)];
    expect(of(levels.join('\n'))).toEqual([[undefined, '不是有效的 YAML：文件层级过多，或别名的重复过多']]);
  });

  it('name the kind of a syntax mistake whose message is unknown', () => {
    const message = syntaxMistake({ code: 'BAD_DIRECTIVE', message: 'a message of a later version' });
    expect(inBothLanguages(message)).toEqual({
      en: 'Not valid YAML: the directive (a line that begins with %) is not valid',
      zh: '不是有效的 YAML：指令（以 % 开头的行）无效',
    });
  });
});
