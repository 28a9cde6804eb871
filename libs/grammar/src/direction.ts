import type { Order } from '@querent/contracts';

/** The reverse of a sort direction. */
export const opposite = (direction: Order['direction']): Order['direction'] => (direction === 'asc' ? 'desc' : 'asc');
