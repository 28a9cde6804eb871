import { BIKES } from './fixture/bikes';
import { readQuestion } from './read-question';

const LONGEST_QUESTION = 2_000;
/** Of the processor's time: some ten times of what the dearest takes outside Jest. */
const MOST_MS = 1_500;

const repeated = (text: string): string =>
  text.repeat(Math.ceil(LONGEST_QUESTION / text.length)).slice(0, LONGEST_QUESTION);

const HOSTILE: readonly (readonly [string, string])[] = [
  ['one word', 'o'.repeat(LONGEST_QUESTION)],
  ['names', repeated('station rides ')],
  ['names within a hundred nodes', repeated('station rides ').slice(0, 700)],
  ['digits', '7'.repeat(LONGEST_QUESTION)],
  ['numbers', repeated('7 ')],
  ['operators', repeated('most of the average per ')],
  ['operators within a hundred nodes', repeated('most of the average per ').slice(0, 500)],
  ['values', repeated('gold and silver or ')],
  ['values within a hundred nodes', repeated('gold and silver or ').slice(0, 500)],
  ['periods', repeated('last year and this month ')],
  ['Han names', repeated('站点的骑行')],
  ['Han names within a hundred nodes', repeated('站点的骑行').slice(0, 100)],
  ['mixed scripts', repeated('站点 rides 每 gold 7 ')],
  ['emoji', repeated('🚲')],
  ['brackets', repeated('([{')],
  ['quoted marks', repeated('".“,”。\'-\', ‘.’。')],
  ['filler', repeated('please show me the ')],
];

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe('a hostile text', () => {
  it.each(HOSTILE)('of %s costs little', (_, question) => {
    const input = { question, locale: 'en' as const, model: BIKES, today: '2026-11-21', timezone: 'UTC', choices: [] };
    const context = readQuestion({ ...input, question: 'how many rides last year' });
    const last = context.kind === 'planned' ? context.query : null;
    expect(cpuMs(() => void readQuestion(input))).toBeLessThan(MOST_MS);
    expect(cpuMs(() => void readQuestion({ ...input, context: last }))).toBeLessThan(MOST_MS);
  });
});
