/** One mistake in a model file, named by its path such as `metrics.network.children`. */
export interface ModelProblem {
  path: string;
  message: string;
  /** It takes one entry out; without this, the whole model. */
  entry?: true;
}

/** Joins path segments as an author of YAML would write them; a segment with a dot is bracketed. */
export function pathOf(...segments: readonly PropertyKey[]): string {
  return segments.map(String).reduce((path, segment) => {
    if (/^\d+$/.test(segment) || /[.\s]/.test(segment)) return `${path}[${segment}]`;
    return path ? `${path}.${segment}` : segment;
  }, '');
}
