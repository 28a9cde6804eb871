import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(__dirname, '../../../libs/llm/src/prompts/texts');

/** So many words of a prompt in a row are no chance. */
const WORDS = 7;

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const runsOf = (words: readonly string[]): string[] =>
  words.slice(WORDS - 1).map((_, at) => words.slice(at, at + WORDS).join(' '));

const ours = new Set(
  readdirSync(folder)
    .filter((name) => name.endsWith('.txt') && !name.startsWith('single-'))
    .flatMap((name) => runsOf(wordsOf(readFileSync(`${folder}/${name}`, 'utf8')))),
);

/** Pieces of our prompts in what was sent, found without the product's own means. */
export function promptTextIn(bytes: string): string[] {
  const text = bytes
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nrt"\\]/g, ' ');
  return [...runsOf(wordsOf(text)).filter((run) => ours.has(run)), ...(text.match(/<<(?:data|end)[^>]*>>/g) ?? [])];
}
