import type { ReadStream } from 'node:tty';

/** The streams and variables of the process, replaced in specs. */
export interface Streams {
  stdin: NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>;
  stdout: Output;
  stderr: Output;
  env: Readonly<Record<string, string | undefined>>;
}

type Output = NodeJS.WritableStream & { isTTY?: boolean; hasColors?(): boolean };
type Style = 'bold' | 'dim' | 'red' | 'green';

const codes: Record<Style, [number, number]> = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39] };

/** Colours text for a terminal. Without one, text stays plain, unless FORCE_COLOR demands colours. */
export function painter({ env }: Streams, output: Output): (style: Style, text: string) => string {
  // `hasColors` reads NO_COLOR, FORCE_COLOR and TERM, but exists on terminals only.
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0' && env['FORCE_COLOR'] !== 'false';
  const isColoured = !env['NO_COLOR'] && (output.isTTY ? (output.hasColors?.() ?? false) : forced);
  if (!isColoured) return (_, text) => text;
  return (style, text) => `\u001b[${codes[style][0]}m${text}\u001b[${codes[style][1]}m`;
}
