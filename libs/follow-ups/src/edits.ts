import { CONDITION_EDITS } from './condition-edits';
import type { Edit } from './edit';
import { FIGURE_EDITS } from './figure-edits';
import { LISTED_WITH_EDITS } from './listed-with';
import { ORDER_EDITS } from './order-edits';

/** All edits. Their order means nothing. */
export const EDITS: readonly Edit[] = [...CONDITION_EDITS, ...FIGURE_EDITS, ...LISTED_WITH_EDITS, ...ORDER_EDITS];
