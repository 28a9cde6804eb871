/** A Kubernetes object as parsed from YAML. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  [member: string]: unknown;
}

export const titleOf = ({ kind, metadata: { name } }: Manifest): string => `${kind}/${name}`;

export type Tree = Record<string, unknown>;

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
