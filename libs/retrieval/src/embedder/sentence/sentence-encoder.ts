import { IntegerMatrices, type IntegerMatrix, type Rows, type View } from './integer-matrix';
import type { StoredWeights } from './stored-weights';

/** The unit vector of a text, given the numbers of its word pieces; at least one. */
export type SentenceEncoder = (pieces: readonly number[]) => Float32Array;

/** Maximum pieces read of a text. */
const MOST_PIECES = 128;
const DIMENSION = 512;
const EMBEDDED = 256;
const HIDDEN = 1_536;
const HEADS = 4;
/** Lower bounds against division by zero, of a layer's norm and of the vector's. */
const LEAST_VARIANCE = 1e-6;
const LEAST_SQUARE = 1e-12;

/**
 * The Universal Sentence Encoder lite (Cer et al., 2018): a transformer of two layers whose output is averaged over the
 * pieces and put through one dense layer. The package's own runtime computes the same from the same file in three times
 * the time and a hundred megabytes more; its weights are kept here in whole numbers.
 */
export function sentenceEncoder(weights: StoredWeights): SentenceEncoder {
  const matrices = new IntegerMatrices(MOST_PIECES);
  const matrix: OpenMatrix = (name, bias, rows, width) =>
    matrices.matrix({ numbers: weights(name), rows, width }, weights(bias));
  const embeddings = weights('module/Embeddings_en').slice();
  const timescales = weights(
    `${APPLIED}Encode/TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`,
  ).slice();
  const layers = [EMBEDDED, DIMENSION].map((width, at) => layer(`Layer_${at}`, width, weights, matrix, matrices));
  const last = matrix(
    'module/Encoder_en/hidden_layers/tanh_layer_0/weights',
    'module/Encoder_en/hidden_layers/tanh_layer_0/bias',
    DIMENSION,
    DIMENSION,
  );

  return (pieces) => {
    const read = pieces.slice(0, MOST_PIECES);
    const encoded = layers.reduce((rows, apply) => apply(rows), withPositions(read, embeddings, timescales));
    return unit(
      last
        .times({ numbers: average(encoded), rows: 1, width: DIMENSION })
        .numbers.slice()
        .map(Math.tanh),
    );
  };
}

/** Name prefixes of applied and learnt weights. */
const APPLIED = 'module_apply_default/Encoder_en/KonaTransformer/';
const LEARNT = 'module/Encoder_en/KonaTransformer/';

/** Each piece's embedding, doubled, plus the sine and cosine waves of its position. */
function withPositions(pieces: readonly number[], embeddings: Float32Array, timescales: Float32Array): Rows {
  const numbers = new Float32Array(pieces.length * EMBEDDED);
  pieces.forEach((piece, position) => {
    for (let at = 0; at < EMBEDDED; at++) {
      const wave =
        at < timescales.length
          ? Math.sin(position * (timescales[at] ?? 0))
          : Math.cos(position * (timescales[at - timescales.length] ?? 0));
      numbers[position * EMBEDDED + at] = 2 * (embeddings[piece * EMBEDDED + at] ?? 0) + wave;
    }
  });
  return { numbers, rows: pieces.length, width: EMBEDDED };
}

type Layer = (rows: Rows) => Rows;
/** Opens a matrix by the names of its weights and its bias. */
type OpenMatrix = (name: string, bias: string, depth: number, width: number) => IntegerMatrix;

/** Attention and a dense part, each with a residual connection; the first layer widens its input. */
function layer(
  name: string,
  width: number,
  weights: StoredWeights,
  matrix: OpenMatrix,
  matrices: IntegerMatrices,
): Layer {
  const own = `${APPLIED}Encode/${name}/TransformerLayer/`;
  const part = (at: string): string => `${own}${at}/ConcatPartitions/concat`;
  const attention = 'MultiheadAttention';
  const kernel = (at: string): string => `${LEARNT}Encode/${name}/TransformerLayer/${attention}/${at}/kernel/part_0`;
  const dense = (at: string): string =>
    `${APPLIED}Encode/TransformerStack/${name}/TransformerLayer/FFN/${at}/Tensordot/Reshape_1`;
  const norm = (at: string): Layer =>
    normed(weights(part(`${at}layer_norm_scale`)).slice(), weights(part(`${at}layer_norm_bias`)).slice());
  const [before, beforeDense] = [
    norm('layer_prepostprocess/layer_norm/'),
    norm('FFN/layer_prepostprocess/layer_norm/'),
  ];
  const projection = matrix(
    kernel('qkv_transform_single'),
    part(`${attention}/qkv_transform_single/bias`),
    width,
    3 * width,
  );
  const output = matrix(
    kernel('output_transform_single'),
    part(`${attention}/output_transform_single/bias`),
    width,
    DIMENSION,
  );
  const widen = width === DIMENSION ? null : matrix(part('dense/kernel'), part('dense/bias'), width, DIMENSION);
  const [first, second] = [
    matrix(dense('conv1'), part('FFN/conv1/bias'), DIMENSION, HIDDEN),
    matrix(dense('conv2'), part('FFN/conv2/bias'), HIDDEN, DIMENSION),
  ];
  return (rows) => {
    const kept = widen === null ? rows : owned(widen.times(rows));
    const attended = sum(output.times(attend(owned(projection.times(before(rows))), matrices)), kept);
    return sum(second.times(positive(first.times(beforeDense(attended)))), attended);
  };
}

/** Copies a result, which the matrix's next product overwrites. */
const owned = ({ numbers, ...rest }: Rows): Rows => ({ ...rest, numbers: numbers.slice() });

function sum({ numbers, ...rest }: Rows, more: Rows): Rows {
  const result = new Float32Array(numbers.length);
  for (let at = 0; at < result.length; at++) result[at] = (numbers[at] ?? 0) + (more.numbers[at] ?? 0);
  return { ...rest, numbers: result };
}

/** In place. */
function positive(rows: Rows): Rows {
  const { numbers } = rows;
  for (let at = 0; at < numbers.length; at++) if ((numbers[at] ?? 0) < 0) numbers[at] = 0;
  return rows;
}

function normed(scale: Float32Array, bias: Float32Array): Layer {
  return ({ numbers, rows, width }) => {
    const result = new Float32Array(numbers.length);
    for (let from = 0; from < numbers.length; from += width) {
      let total = 0;
      for (let at = 0; at < width; at++) total += numbers[from + at] ?? 0;
      const mean = total / width;
      let squares = 0;
      for (let at = 0; at < width; at++) squares += ((numbers[from + at] ?? 0) - mean) ** 2;
      const by = 1 / Math.sqrt(squares / width + LEAST_VARIANCE);
      for (let at = 0; at < width; at++)
        result[from + at] = ((numbers[from + at] ?? 0) - mean) * by * (scale[at] ?? 0) + (bias[at] ?? 0);
    }
    return { numbers: result, rows, width };
  };
}

/** Multi-head attention over rows of queries, keys and values. */
function attend({ numbers, rows, width: three }: Rows, matrices: IntegerMatrices): Rows {
  const width = three / 3;
  const size = width / HEADS;
  const result = new Float32Array(rows * width);
  const part = (from: number): View => ({ numbers, rows, width: size, from, step: 1, rowStep: three });
  for (let head = 0; head < HEADS; head++) {
    const [query, key, value] = [0, 1, 2].map((which) => which * width + head * size) as [number, number, number];
    const likeness = matrices.products(part(query), part(key)).numbers.slice();
    asShares(likeness, rows, 1 / Math.sqrt(size));
    const attended = matrices.products(
      { numbers: likeness, rows, width: rows, from: 0, step: 1, rowStep: rows },
      { numbers, rows: size, width: rows, from: value, step: three, rowStep: 1 },
    );
    for (let row = 0; row < rows; row++)
      result.set(attended.numbers.subarray(row * size, (row + 1) * size), row * width + head * size);
  }
  return { numbers: result, rows, width };
}

/** Softmax of each row, in place. */
function asShares(numbers: Float32Array, width: number, scale: number): void {
  for (let from = 0; from < numbers.length; from += width) {
    let most = -Infinity;
    for (let at = from; at < from + width; at++) most = Math.max(most, numbers[at] ?? 0);
    let total = 0;
    for (let at = from; at < from + width; at++) total += numbers[at] = Math.exp(((numbers[at] ?? 0) - most) * scale);
    for (let at = from; at < from + width; at++) numbers[at] = (numbers[at] ?? 0) / total;
  }
}

function average({ numbers, rows, width }: Rows): Float32Array {
  const result = new Float32Array(width);
  for (let at = 0; at < numbers.length; at++)
    result[at % width] = (result[at % width] ?? 0) + (numbers[at] ?? 0) / rows;
  return result;
}

function unit(numbers: Float32Array): Float32Array {
  const by =
    1 /
    Math.sqrt(
      Math.max(
        LEAST_SQUARE,
        numbers.reduce((total, number) => total + number * number, 0),
      ),
    );
  return numbers.map((number) => number * by);
}
