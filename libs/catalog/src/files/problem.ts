/** One mistake in the configuration, as an administrator needs it: where it is and what to do about it. */
export interface Problem {
  /** Relative to the configuration folder, e.g. `connections/commerce.yaml`. */
  file: string;
  /** Dotted path inside the file, e.g. `limits.maxRows` or `[2].scopes[0]`; empty for the whole file. */
  path: string;
  message: string;
  /** 1-based; absent where no line can be blamed. */
  line?: number;
  /** Worth mending, but nothing is out of use for it. */
  severity?: 'warning';
  /** It takes one entry of a model out of use; the connection answers other questions. */
  entry?: true;
}

/** `['children', 0, 'weight']` → `children[0].weight`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );
}
