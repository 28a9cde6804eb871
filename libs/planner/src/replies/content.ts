import type { Unit } from '@querent/lexicon';

const NAMES: ReadonlySet<Unit['meaning']['type']> = new Set([
  'thing',
  'metric',
  'measure',
  'attribute',
  'value',
  'flag',
  'event',
  'term',
  'filter',
]);
const LITERALS: ReadonlySet<Unit['meaning']['type']> = new Set(['period', 'number', 'distance', 'quoted']);
const OPERATORS: ReadonlySet<string> = new Set([
  'compare',
  'between',
  'extreme',
  'order',
  'share',
  'compare_periods',
  'average_reference',
]);
/** A form of higher cost may be another word. */
const SURE_COST = 0.25;

/** Whether a unit is certainly a name of the model. */
export const isName = ({ meaning, cost, text }: Unit): boolean =>
  NAMES.has(meaning.type) && cost <= SURE_COST && text.length > 1;

/** Whether a unit is a time, a number, a distance or a quote. */
export const isLiteral = ({ meaning }: Unit): boolean => LITERALS.has(meaning.type);

/** Whether a unit refers to the data, and is no polite word. */
export const isContent = (unit: Unit): boolean =>
  isName(unit) || isLiteral(unit) || (unit.meaning.type === 'operator' && OPERATORS.has(unit.meaning.operator.op));
