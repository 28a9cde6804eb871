import { printable, textTable } from './text-table.mjs';

const outcomes = {
  planned: 'Answered',
  ambiguous: 'Needs a clarification',
  unsupported: 'Declined',
  chitchat: 'Small talk',
};
const verdicts = {
  best: 'the best reading',
  near: 'close enough to the best to be offered as an option',
  dearer: 'costs more than the best',
  too_dear: 'costs too much to be answered',
};
const text = (label) => ({ label, type: 'text' });
const number = (label) => ({ label, type: 'number' });

/**
 * The planner's explanation of a question, as tables for a terminal: its units, the derivation of the best reading, and
 * the other readings with the steps that add to their costs.
 * @param {import('@querent/planner').Explanation} explanation
 * @returns {string[]} lines
 */
export function explanationLines({ outcome, units, unknown, chart, readings, ceiling, margin }) {
  const bounds = `a reading above ${ceiling.toFixed(2)} is not answered; one within ${margin.toFixed(2)} of the best becomes an option`;
  return [
    `${outcomes[outcome.kind]}: ${printable(outcome.text)}`,
    '',
    ...textTable(
      [text('words'), text('may mean'), text('form'), number('cost')],
      units.map(({ words, means, form, cost }) => [words, means, form, cost.toFixed(2)]),
    ),
    ...(unknown.length > 0 ? ['', `Words without a meaning: ${printable(unknown.join(', '))}`] : []),
    '',
    `Meanings of parts of the question: ${chart.items}${chart.cut ? ', stopped at the limit of the search' : ''}`,
    readings.length === 0 ? 'No reading covers the question.' : `Readings (${bounds}):`,
    ...readings.flatMap(readingLines),
  ];
}

function readingLines({ cost, text: reading, verdict, dearerBy, steps }, at) {
  const head = `${at + 1}. ${cost.toFixed(2)}, ${verdicts[verdict]}: ${printable(reading)}`;
  if (at > 0) return ['', head, `   because of ${printable(dearerBy.join('; '))}`];
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
    ...textTable([text('construction'), text('words'), text('result'), number('cost'), number('step cost')], rows),
  ];
}
