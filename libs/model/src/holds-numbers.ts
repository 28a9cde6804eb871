import type { ModelColumn } from './semantic-model';

/** Whether a text column is cast to dates or timestamps. */
export const isReadAsTime = ({ cast }: Pick<ModelColumn, 'cast'>): boolean =>
  cast?.to === 'date' || cast?.to === 'timestamp';

/** Whether a column has numbers, or text that is cast to numbers. */
export const holdsNumbers = ({ category, cast }: Pick<ModelColumn, 'category' | 'cast'>): boolean =>
  category === 'integer' || category === 'numeric' || (cast !== undefined && !isReadAsTime({ cast }));
