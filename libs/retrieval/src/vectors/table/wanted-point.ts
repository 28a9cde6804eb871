import { hash } from 'node:crypto';
import type { VectorPoint } from '../vector-index';

/** A point that a scope shall hold: the text instead of its vector. */
export interface WantedPoint extends Omit<VectorPoint, 'vector' | 'digest'> {
  text: string;
}

/**
 * Of all that stands in the index for it: where any of it changes, the point is made anew. Leave `version` out where
 * points outlive versions.
 */
export function digestOf({ text, version, tags, payload }: WantedPoint, model: string): string {
  return hash('sha256', JSON.stringify([model, text, version ?? null, sorted(tags), sorted(payload)]), 'base64url');
}

const sorted = (fields: object | undefined): [string, unknown][] =>
  Object.entries(fields ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
