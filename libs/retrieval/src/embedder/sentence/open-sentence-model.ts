import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { embeddedText } from '../embedded-text';
import type { Glosses } from '../gloss';
import { sentenceEncoder } from './sentence-encoder';
import { openWeights } from './stored-weights';
import { WordPieces } from './word-pieces';

/** Some pieces have no likelihood of their own. */
const piecesSchema = z.array(
  z.tuple([
    z.string(),
    z
      .number()
      .nullable()
      .transform((likelihood) => likelihood ?? 0),
  ]),
);

/** The vector of a text in either language; null where there is no word in it. */
export type SentenceModel = (text: string) => Float32Array | null;

/**
 * The local model, from the files of its package. The build takes a digest of this code and all that it uses into the
 * model's name: what is computed otherwise is another model's.
 *
 * @param folder of model.json, its weights and vocab.json
 * @throws where they are not there
 */
export function openSentenceModel(folder: string, glosses: Glosses): SentenceModel {
  const encode = sentenceEncoder(openWeights(join(folder, 'model.json')));
  const pieces = new WordPieces(piecesSchema.parse(JSON.parse(readFileSync(join(folder, 'vocab.json'), 'utf8'))));
  return (text) => {
    const words = embeddedText(text, glosses);
    return words === '' ? null : encode(pieces.encode(words));
  };
}
