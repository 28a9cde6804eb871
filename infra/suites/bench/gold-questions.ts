import type { Locale } from '@querent/contracts';
import { demoQuestions } from '../../demo/judge/demo-questions';

export interface GoldQuestion {
  question: string;
  connection: string;
  locale: Locale;
  expect: string;
  sql: string;
}

/** The demo's questions of this very day with their statements, those that are answered by rows. */
export function goldQuestions(): GoldQuestion[] {
  return demoQuestions<GoldQuestion>('gold', new Date().toISOString().slice(0, 10)).filter(
    ({ expect }) => expect === 'rows',
  );
}
