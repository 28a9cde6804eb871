/** A mistake in a model file, with its path, such as `metrics.network.children`. */
export interface ModelProblem {
  path: string;
  message: string;
  /** True if only one entry is unusable; otherwise the whole model is. */
  entry?: true;
}

/** Joins path segments with dots. Indexes and segments with a dot are in brackets: `joins[0]`, `metrics[a.b]`. */
export function pathOf(...segments: readonly PropertyKey[]): string {
  return segments.map(String).reduce((path, segment) => {
    if (/^\d+$/.test(segment) || /[.\s]/.test(segment)) return `${path}[${segment}]`;
    return path ? `${path}.${segment}` : segment;
  }, '');
}
