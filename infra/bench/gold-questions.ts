import { readFileSync } from 'node:fs';
import type { Locale } from '@querent/contracts';

export interface GoldQuestion {
  question: string;
  connection: string;
  locale: Locale;
  expect: string;
  sql: string;
}

/** The demo's questions with their statements, those that are answered by rows. */
export function goldQuestions(): GoldQuestion[] {
  const lines = readFileSync('infra/demo/gold/questions.jsonl', 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as GoldQuestion).filter(({ expect }) => expect === 'rows');
}
