import { COMPOSITIONS } from './compositions';
import { CONDITIONS } from './conditions';
import { COUNTS_AND_FIGURES } from './counts-and-figures';
import type { Family } from './family';
import { RELATED_ROWS } from './related-rows';
import { THINGS_AND_FIGURES } from './things-and-figures';
import { TIMES } from './times';
import { TWO_COLUMNS } from './two-columns';

/** Every kind of question that the grammar writes. */
export const FAMILIES: readonly Family[] = [
  ...COUNTS_AND_FIGURES,
  ...CONDITIONS,
  ...RELATED_ROWS,
  ...THINGS_AND_FIGURES,
  ...TIMES,
  ...TWO_COLUMNS,
  ...COMPOSITIONS,
];
