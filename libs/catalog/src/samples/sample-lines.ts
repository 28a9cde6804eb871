import { bilingual } from '@querent/language';
import { z } from 'zod';
import { pathText, type Problem } from '../files/problem';
import { messageOf } from '../files/yaml-document';
import { fileNamePart } from '../revisions/revision';

export const sampleSchema = z.strictObject({
  question: z.string().min(1).max(2000),
  sql: z.string().min(1),
  locale: z.enum(['zh', 'en']).optional(),
});
/** A question whose SQL is known to be correct. */
export type Sample = z.infer<typeof sampleSchema>;

/** The path of a tenant's own samples in the configuration folder. */
export const ownSamplesPath = (connection: string, tenant: string): string =>
  `samples/${connection}@${fileNamePart(tenant)}.jsonl`;

/** Samples as lines of a file. */
export const sampleLines = (samples: readonly Sample[]): string =>
  samples.map(({ question, sql, locale }) => `${JSON.stringify({ question, sql, locale })}\n`).join('');

/**
 * Parses `samples/<name>.jsonl` and `samples/<name>@<tenant>.jsonl`: an invalid line is reported by its
 * number and skipped.
 */
export function readSamples(file: string, text: string): { samples: Sample[]; problems: Problem[] } {
  const samples: Sample[] = [];
  const problems: Problem[] = [];
  text.split(/\r?\n/).forEach((content, index) => {
    if (content.trim() === '') return;
    const at = { file, line: index + 1 };
    const parsed = sampleSchema.safeParse(parseLine(content));
    if (parsed.success) samples.push(parsed.data);
    else
      problems.push(
        ...parsed.error.issues.map((issue) => ({
          ...at,
          path: pathText(issue.path),
          message: parseLine(content) === undefined ? bilingual('The line is not valid JSON.') : messageOf(issue),
        })),
      );
  });
  return { samples, problems };
}

function parseLine(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return undefined;
  }
}
