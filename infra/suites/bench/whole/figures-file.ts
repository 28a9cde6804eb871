import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { machine } from '../../load/suite/loaded-stack';
import { UsageError } from '../../suite-program';
import { parts, type Summary } from './figures';

const fileSchema = z.object({
  figures: z.array(
    z.object({
      part: z.enum(parts),
      row: z.string(),
      column: z.string(),
      value: z.number(),
      aim: z.string().optional(),
      rounds: z.array(z.number()),
    }),
  ),
});

/** Checks before the measurement that its file can be written. @throws UsageError */
export function checkWritable(file: string): void {
  try {
    accessSync(dirname(file), constants.W_OK);
  } catch (error) {
    throw new UsageError(`--json ${file}: cannot be written (${reasonOf(error)})`);
  }
}

/** Writes the figures with the time and the machine. */
export function writeFigures(file: string, figures: readonly Summary[]): void {
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), machine: machine(), figures }, null, 2)}\n`);
}

/** Reads the figures of `writeFigures`. @throws UsageError */
export function readFigures(file: string): Summary[] {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).figures;
  } catch (error) {
    throw new UsageError(`--compare ${file}: cannot be read as a file of --json (${reasonOf(error)})`);
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
