import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The day of the demo's data and of every judged question. JUDGED_DAY=YYYY-MM-DD tests the gold on another day.
 */
export const TODAY = process.env['JUDGED_DAY'] ?? '2026-11-21';

/**
 * The demo's data move on with the day; so do the years that its questions name: `{year}` stands for the day's year,
 * `{year-1}` for the one before, `{year+1}` for the next, `{wide year-1}` for one in full-width digits.
 *
 * @param day YYYY-MM-DD
 */
export function withYears(text: string, day: string): string {
  return text.replace(/\{(wide )?year([+-]\d+)?\}/g, (_, wide: string | undefined, offset: string | undefined) => {
    const year = String(Number(day.slice(0, 4)) + Number(offset ?? 0));
    return wide === undefined ? year : year.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  });
}

/** The questions of `infra/demo/<set>` with the years of the day. */
export function demoQuestions<Q>(set: string, day: string = TODAY): Q[] {
  return withYears(readFileSync(join(process.cwd(), 'infra/demo', set, 'questions.jsonl'), 'utf8'), day)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Q);
}
