import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** A model's weights by name: a view of all of them; copy what you keep. */
export type StoredWeights = (name: string) => Float32Array;

const manifestSchema = z.object({
  weightsManifest: z.array(
    z.object({
      paths: z.array(z.string()),
      weights: z.array(
        z.object({ name: z.string(), shape: z.array(z.number().int()), dtype: z.enum(['float32', 'int32']) }),
      ),
    }),
  ),
});

const BYTES_A_NUMBER = 4;

/**
 * The weights of a TensorFlow.js graph model, whose groups are split into files at any byte.
 * @throws if the model or the name does not exist
 */
export function openWeights(modelFile: string): StoredWeights {
  const { weightsManifest } = manifestSchema.parse(JSON.parse(readFileSync(modelFile, 'utf8')));
  const found = new Map<string, Float32Array>();
  for (const { paths, weights } of weightsManifest) {
    const bytes = joined(paths.map((path) => join(dirname(modelFile), path)));
    let at = 0;
    for (const { name, shape } of weights) {
      const length = shape.reduce((product, size) => product * size, 1);
      found.set(name, new Float32Array(bytes, at, length));
      at += length * BYTES_A_NUMBER;
    }
  }
  return (name) => {
    const numbers = found.get(name);
    if (numbers === undefined) throw new Error(`The model has no weights named ${name}`);
    return numbers;
  };
}

/** Reads the files into one buffer, without a second copy. */
function joined(files: readonly string[]): ArrayBuffer {
  const all = new Uint8Array(files.reduce((sum, file) => sum + statSync(file).size, 0));
  let at = 0;
  for (const path of files) {
    const file = openSync(path, 'r');
    try {
      at += readSync(file, all, at, all.length - at, null);
    } finally {
      closeSync(file);
    }
  }
  return all.buffer;
}
