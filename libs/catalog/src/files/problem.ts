import type { BilingualText } from '@querent/language';

/** A mistake in the configuration, for administrators: its location and a remedy. */
export interface Problem {
  /** Relative to the configuration folder, e.g. `connections/commerce.yaml`. */
  file: string;
  /** Dotted path inside the file, e.g. `limits.maxRows` or `[2].scopes[0]`; empty for the whole file. */
  path: string;
  message: BilingualText;
  /** 1-based; absent if no line is known. */
  line?: number;
  /** Should be fixed, but has no effect on operation. */
  severity?: 'warning';
  /** It disables one entry of a model; the connection answers other questions. */
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
