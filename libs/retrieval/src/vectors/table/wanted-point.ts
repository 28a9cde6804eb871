import { hash } from 'node:crypto';
import type { VectorPoint } from '../vector-index';

/** A wanted point of a scope: the text instead of its vector. */
export interface WantedPoint extends Omit<VectorPoint, 'vector' | 'digest'> {
  text: string;
}

/**
 * Digest of a point's indexed content: if any of it changes, the point is computed again. Omit `version` if points
 * outlive versions.
 */
export function digestOf({ text, version, tags, payload }: WantedPoint, model: string): string {
  return hash('sha256', JSON.stringify([model, text, version ?? null, sorted(tags), sorted(payload)]), 'base64url');
}

const sorted = (fields: object | undefined): [string, unknown][] =>
  Object.entries(fields ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
