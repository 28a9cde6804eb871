import type { Order } from '@querent/contracts';

/** The other direction of an order. */
export const opposite = (direction: Order['direction']): Order['direction'] => (direction === 'asc' ? 'desc' : 'asc');
