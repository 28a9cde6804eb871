import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fc from 'fast-check';
import { estimateTokens } from './estimate-tokens';

/** OpenAI's tokenisers, which come with LangChain; only this comparison needs them. */
const { getEncoding } = createRequire(createRequire(__filename).resolve('@langchain/core/messages'))('js-tiktoken') as {
  getEncoding(name: string): { encode(text: string, allowed: string[], forbidden: string[]): number[] };
};

const DEMO = join(__dirname, '../../../../infra/demo');
const encodings = [getEncoding('o200k_base'), getEncoding('cl100k_base')];
const counted = (text: string): number =>
  Math.max(...encodings.map((encoding) => encoding.encode(text, [], []).length));
const read = (path: string): string => readFileSync(join(DEMO, path), 'utf8');

interface GoldLine {
  question: string;
  sql?: string;
}
const gold = read('gold/questions.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as GoldLine);

const CORPUS: [string, string][] = [
  ...['commerce', 'education', 'tourism'].flatMap((name): [string, string][] => [
    [`model file of ${name}`, read(`config/models/${name}.yaml`)],
    [`tables of ${name}`, read(`data/schema/${name}.sql`)],
    [`samples of ${name}`, read(`config/samples/${name}.jsonl`)],
  ]),
  ...readdirSync(join(DEMO, 'data/places')).map((name): [string, string] => [name, read(`data/places/${name}`)]),
  ['questions in both languages', gold.map(({ question }) => question).join('\n')],
  ['statements', gold.map(({ sql }) => sql ?? '').join('\n')],
  [
    'prompt files',
    readdirSync(join(__dirname, 'texts'))
      .filter((name) => !name.includes('han'))
      .map((name) => readFileSync(join(__dirname, 'texts', name), 'utf8'))
      .join('\n'),
  ],
];

describe('the estimate of tokens', () => {
  it.each(CORPUS)('is between 1 and 1.6 times the larger count of the two tokenisers: %s', (_, text) => {
    const ratio = estimateTokens(text) / counted(text);
    expect(ratio).toBeGreaterThanOrEqual(1);
    expect(ratio).toBeLessThanOrEqual(1.6);
  });

  it('of a whole is at least that of each part and at most the sum of its parts', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        (a, b) => {
          const whole = estimateTokens(`${a}\n${b}`);
          expect(whole).toBeLessThanOrEqual(estimateTokens(a) + estimateTokens(`\n${b}`));
          expect(whole).toBeGreaterThanOrEqual(Math.max(estimateTokens(a), estimateTokens(b)) - 1);
        },
      ),
    );
  });

  it('is zero for an empty text', () => {
    expect(estimateTokens('')).toBe(0);
  });
});
