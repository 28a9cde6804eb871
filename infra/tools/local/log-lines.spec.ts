import { execFileSync } from 'node:child_process';
import { createLogger } from '@querent/platform';

/** Reads lines as `npm start` does on a terminal. */
const readable = (lines: string[]): string[] =>
  JSON.parse(
    execFileSync(process.execPath, [
      '--input-type=module',
      '-e',
      `import { readable } from ${JSON.stringify(`file://${__dirname}/log-lines.mjs`)};
       console.log(JSON.stringify(${JSON.stringify(lines)}.map(readable)));`,
    ]).toString(),
  ) as string[];

describe('log lines on a terminal', () => {
  it('show time, level, message and the other fields of a line of the product’s logger, and leave other lines', () => {
    const lines: string[] = [];
    const logger = createLogger('spec', 'trace', { write: (line) => void lines.push(line) });
    logger.info({ runId: 'r1', list: [1] }, 'stage ended');
    logger.warn('slow');
    logger.error({ ms: 5 }, 'failed');
    const shown = readable([...lines, 'no JSON', '{"level":"info"}']);
    expect(shown.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''))).toEqual([
      'info stage ended runId=r1 list=[1]',
      'WARN slow',
      'ERROR failed ms=5',
      'no JSON',
      '{"level":"info"}',
    ]);
  });
});
