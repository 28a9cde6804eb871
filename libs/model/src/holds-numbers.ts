import type { ModelColumn } from './semantic-model';

/** Whether text is read as days or moments. */
export const isReadAsTime = ({ cast }: Pick<ModelColumn, 'cast'>): boolean =>
  cast?.to === 'date' || cast?.to === 'timestamp';

/** Whether a column holds numbers, or text that is read as such. Text that is read as dates holds none. */
export const holdsNumbers = ({ category, cast }: Pick<ModelColumn, 'category' | 'cast'>): boolean =>
  category === 'integer' || category === 'numeric' || (cast !== undefined && !isReadAsTime({ cast }));
