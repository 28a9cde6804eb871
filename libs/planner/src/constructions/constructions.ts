import type { Construction } from '../construction';
import { CONDITIONS } from './conditions';
import { FIGURES } from './figures';
import { GROUPS } from './groups';

/** All constructions. Their order means nothing. */
export const CONSTRUCTIONS: readonly Construction[] = [...CONDITIONS, ...FIGURES, ...GROUPS];
