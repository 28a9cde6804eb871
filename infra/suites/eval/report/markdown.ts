import type { Proportion } from './proportion';

export type Cell = string | number;

export function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const line = (cells: readonly Cell[]): string =>
    `| ${cells.map((cell) => inline(String(cell)).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}

/** Returns the text as one line with markup escaped. */
export const inline = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('<', '&lt;').trim();
export const percent = (share: number | null): string => (share === null ? '–' : `${(100 * share).toFixed(1)} %`);
export const counts = ({ right, of }: Proportion): string => `${right}/${of}`;
export const interval = ({ low, high }: Proportion): string =>
  low === null || high === null ? '–' : `${(100 * low).toFixed(1)} – ${(100 * high).toFixed(1)} %`;
export const shareWithCounts = (value: Proportion): string =>
  value.of === 0 ? '' : `${percent(value.share)} (${counts(value)}; ${interval(value)})`;
/** A figure that may be a share, milliseconds or a count. */
export const plain = (value: number | null): string =>
  value === null ? '–' : Number.isInteger(value) ? String(value) : value.toFixed(4);
