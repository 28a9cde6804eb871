import { FigureFacts } from './facts/figures';

/**
 * What constructions may know about a model: types, joins, time columns, kinds of things. Each layer in `facts` covers
 * one concept and extends the one below: joins, columns, names, times, rows, figures.
 */
export class Facts extends FigureFacts {}
