import { FigureFacts } from './facts/figures';

/**
 * What constructions ask of a model: types, joins, time columns. Never its words. Each concept is a layer that uses the
 * ones below it alone: joins, columns, names, times, rows, figures.
 */
export class Facts extends FigureFacts {}
