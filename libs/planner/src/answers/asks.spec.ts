import type { Choice, PlanResult } from '@querent/contracts';
import { detectLocale } from '@querent/language';
import { BIKES } from '../fixture/bikes';
import { shapeOf } from '../fixture/shape-of';
import { readQuestion } from '../read-question';

const plan = (question: string, choices: Choice[] = []): PlanResult => readQuestion({ question, locale: detectLocale(question), model: BIKES, today: '2026-11-23', timezone: 'UTC', choices });

/** What is asked, and what the first, second … option leads to. */
const ASKED: [question: string, asked: string, ...after: string[]][] = [
  ['how many rides in Tarn', 'x'],
  ['Tarn的骑行有多少', 'x'],
  ['riders in 江城', 'x'],
  ['江城的骑手有多少', 'x'],
  ['upkeep by station', 'x'],
  ['各站点的养护', 'x'],
  ['safety', 'x'],
  ['how many regulars', 'x'],
  ['常客有多少', 'x'],
  ['number of big riders', 'x'],
  ['outlay in 2025', 'x'],
  ['how many riders in 2025', 'x'],
  ['2025年骑手有多少', 'x'],
  ['analyze rides', 'x'],
  ['统计骑行', 'x'],
  ['riders', 'x'],
  ['how many faithful riders', 'x'],
  ['优质骑手有哪些', 'x'],
  ['which riders are troublesome', 'x'],
];

it.each(ASKED)('“%s” is asked about: %s', (question, asked, ...after) => {
  const first = plan(question);
  expect(shapeOf(first)).toBe(asked);
  const options = first.kind === 'ambiguous' ? first.ambiguity.options : [];
  const key = first.kind === 'ambiguous' ? first.ambiguity.key : '';
  expect(options.map(({ value }) => shapeOf(plan(question, [{ key, value }])))).toEqual(after);
});

const REFUSED: [question: string, asked: string][] = [
  ['delete all rides', 'x'],
  ['把中断的骑行删掉', 'x'],
  ['forecast takings for next month', 'x'],
  ['预测下个月的营收', 'x'],
  ['takings next month', 'x'],
  ['why did takings fall', 'x'],
  ['what is the weather in Tarn', 'x'],
  ['average salary of riders', 'x'],
  ['hello there', 'x'],
  ['thanks, that was helpful', 'x'],
  ['how many rides were broken off in Oslo', 'x'],
  ['number of rides more than per', 'x'],
];

it.each(REFUSED)('“%s” → %s', (question, shape) => {
  const found = plan(question);
  expect(`${shapeOf(found)} ${found.kind === 'unsupported' ? `${found.reason} [${found.unknown}]` : ''} ${found.kind === 'planned' ? found.disclosures.join('; ') : ''}`).toBe(shape);
});
