import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(__dirname, '../../../libs/llm/src/prompts/texts');

/** A sequence of this many words of a prompt is not a coincidence. */
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

/** Returns pieces of the prompts that the responses contain. It shares no code with the product's check. */
export function promptTextIn(bytes: string): string[] {
  const text = bytes
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nrt"\\]/g, ' ');
  return [...runsOf(wordsOf(text)).filter((run) => ours.has(run)), ...(text.match(/<<(?:data|end)[^>]*>>/g) ?? [])];
}
