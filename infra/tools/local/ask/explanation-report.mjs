import { printable, textTable } from './text-table.mjs';

const outcomes = { planned: 'Answered', ambiguous: 'Asked back', unsupported: 'Declined', chitchat: 'Small talk' };
const verdicts = {
  best: 'the best',
  near: 'near enough to be asked about',
  dearer: 'dearer than the best',
  too_dear: 'too dear to be answered',
};
const text = (label) => ({ label, type: 'text' });
const number = (label) => ({ label, type: 'number' });

/**
 * What the planner saw in a question, as tables for a terminal: units, the derivation of the best reading, and the
 * readings that lost with the steps that made them dearer.
 * @param {import('@querent/planner').Explanation} explanation
 * @returns {string[]} lines
 */
export function explanationLines({ outcome, units, unknown, chart, readings, ceiling, margin }) {
  const bounds = `over ${ceiling.toFixed(2)} none is answered; others within ${margin.toFixed(2)} of the best are asked about`;
  return [
    `${outcomes[outcome.kind]}: ${printable(outcome.text)}`,
    '',
    ...textTable(
      [text('words'), text('may mean'), text('form'), number('cost')],
      units.map(({ words, means, form, cost }) => [words, means, form, cost.toFixed(2)]),
    ),
    ...(unknown.length > 0 ? ['', `Words that nothing explains: ${printable(unknown.join(', '))}`] : []),
    '',
    `Meanings of stretches: ${chart.items}${chart.cut ? ', cut at a bound on the work' : ''}`,
    readings.length === 0 ? 'No reading covers the question.' : `Readings (${bounds}):`,
    ...readings.flatMap(readingLines),
  ];
}

function readingLines({ cost, text: reading, verdict, dearerBy, steps }, at) {
  const head = `${at + 1}. ${cost.toFixed(2)}, ${verdicts[verdict]}: ${printable(reading)}`;
  if (at > 0) return ['', head, `   by ${printable(dearerBy.join('; '))}`];
  const rows = steps.map(({ depth, by, words, category, cost: whole, own }) => [
    `${'· '.repeat(depth)}${by}`,
    words,
    category,
    whole.toFixed(2),
    own.toFixed(2),
  ]);
  return [
    '',
    head,
    ...textTable([text('construction'), text('words'), text('makes'), number('cost'), number('own')], rows),
  ];
}
