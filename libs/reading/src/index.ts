/** Finds the readings of a question: weighted units, a chart of all combinations, normal form. */
export { type Chart, ConstructionTable, type Item, unitsOf } from './chart';
export { CONSTRUCTIONS } from './constructions';
export { UNKNOWN_COST } from './lattice';
export { empty } from './normal-form/empty-form';
export { normalForms } from './normal-form/normal-form';
export { addMonths } from './normal-form/periods-compared';
export { MOST_LEFT_OUT, type Reading, type Readings, chartOf, factsFor, readingsOf, wordsOf } from './readings';
export { isPart } from './units/weights/values';
