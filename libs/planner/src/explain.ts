import type { Item } from './chart';
import { type Readings } from './readings';

/**
 * What the planner sees in a question, as lines of text: the units with their costs, the derivation of the best reading
 * as a tree, and the readings that lost with what they cost more. `describe` puts a query into words.
 */
export function explain(
  { units, readings, unknown, chart }: Readings,
  describe: (query: Readings['readings'][number]['query']) => string,
): string[] {
  const words = units
    .filter(({ meaning }) => meaning.type !== 'filler')
    .map(
      (unit) =>
        `  ${unit.text.padEnd(20)} ${unit.form.padEnd(10)} ${unit.cost.toFixed(2)}  ${JSON.stringify(unit.meaning)}`,
    );
  const [best, ...others] = readings;
  return [
    'Units',
    ...words,
    ...(unknown.length > 0 ? [`Words that nothing explains: ${unknown.map(({ text }) => text).join(', ')}`] : []),
    `Chart: ${chart.items} items${chart.cut ? ', cut at a bound' : ''}`,
    ...(best
      ? [`Reading ${best.cost.toFixed(2)}: ${describe(best.query)}`, ...tree(best.item, 1)]
      : ['No reading covers the question.']),
    ...others
      .slice(0, MOST_OTHERS)
      .flatMap((other) => [
        `Other ${other.cost.toFixed(2)}: ${describe(other.query)}`,
        `  by ${stepsBeside(other.item, best?.item).join('; ')}`,
      ]),
  ];
}

const MOST_OTHERS = 5;

function tree(item: Item, depth: number): string[] {
  const parts = 'parts' in item.made ? item.made.parts : [];
  return [
    `${'  '.repeat(depth)}${item.cost.toFixed(2)} ${item.category}: ${stepOf(item)}`,
    ...parts.flatMap((part) => tree(part, depth + 1)),
  ];
}

const stepOf = ({ made }: Item): string => ('unit' in made ? `“${made.unit.text}”` : made.by.name);

/** Steps of a derivation that another one does not take, with their own costs. */
function stepsBeside(item: Item, best: Item | undefined): string[] {
  const known = new Set(best ? steps(best) : []);
  const own = steps(item).filter((step) => !known.has(step));
  return own.length > 0 ? own : ['the form of its answer'];
}

function steps(item: Item): string[] {
  const parts = 'parts' in item.made ? item.made.parts : [];
  const own = item.cost - parts.reduce((sum, { cost }) => sum + cost, 0);
  return [`${own.toFixed(2)} ${item.category}: ${stepOf(item)}`, ...parts.flatMap(steps)];
}
