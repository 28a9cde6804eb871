import { tokenize, type Token } from '@querent/language';

/** An English word says about as much as two Chinese characters, so that one threshold serves both languages. */
const CHARACTERS_A_WORD = 2;

/**
 * The length of a question in Chinese characters; a word or a number in other letters counts as two of them, marks as
 * none.
 */
export const questionLength = (question: string): number =>
  tokenize(question).reduce((sum, token) => sum + lengthOf(token), 0);

function lengthOf({ kind, text, norm }: Token): number {
  if (kind === 'punct') return 0;
  if (kind === 'han') return [...text].length;
  return kind === 'quoted'
    ? Math.min([...norm].length, questionLength(norm.replace(/["'“”‘’「」『』]/gu, ' ')))
    : CHARACTERS_A_WORD;
}
