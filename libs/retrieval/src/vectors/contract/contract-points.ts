import type { VectorHit, VectorPoint, VectorScope } from '../vector-index';
import { unit } from './random-vectors';

export const small = { model: 'contract-small', dimension: 4 };
export const scope: VectorScope = { tenant: 'acme', connection: 'shop' };
export const east = unit([1, 0, 0, 0]);
export const northEast = unit([1, 1, 0, 0]);
export const north = unit([0, 1, 0, 0]);
export const west = unit([-1, 0, 0, 0]);
export const nothing = new Float32Array(4);
export const EVERY = { limit: 100 };

export const ids = (hits: readonly VectorHit[]): string[] => hits.map(({ id }) => id);
export const point = (id: string, vector: Float32Array, more: Partial<VectorPoint> = {}): VectorPoint => ({
  id,
  vector,
  ...more,
});
