import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { embeddedText } from '../embedded-text';
import type { Glosses } from '../gloss';
import { sentenceEncoder } from './sentence-encoder';
import { openWeights } from './stored-weights';
import { WordPieces } from './word-pieces';

/** Some pieces have no likelihood. */
const piecesSchema = z.array(
  z.tuple([
    z.string(),
    z
      .number()
      .nullable()
      .transform((likelihood) => likelihood ?? 0),
  ]),
);

/** The vector of a text in either language; null if it contains no word. */
export type SentenceModel = (text: string) => Float32Array | null;

/**
 * The local model, from the files of its package. The build includes a digest of this code and its dependencies in the
 * model's name: changed code is another model.
 *
 * @param folder of model.json, its weights and vocab.json
 * @throws if they are missing
 */
export function openSentenceModel(folder: string, glosses: Glosses): SentenceModel {
  const encode = sentenceEncoder(openWeights(join(folder, 'model.json')));
  const pieces = new WordPieces(piecesSchema.parse(JSON.parse(readFileSync(join(folder, 'vocab.json'), 'utf8'))));
  return (text) => {
    const words = embeddedText(text, glosses);
    return words === '' ? null : encode(pieces.encode(words));
  };
}
