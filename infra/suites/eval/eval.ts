import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { RequestFailure } from './asker';
import { compared, incomparable, readEarlier } from './report/compare';
import { evaluate } from './evaluate';
import { help, readFlags, UsageError } from './report/flags';
import type { Host } from './host';
import { SetMistakes } from './question-set';
import type { Report } from './report/report';
import { reportChart } from './report/report-chart';
import { reportMarkdown, summaryLines } from './report/report-markdown';

const interruptedCode = 130;

/**
 * `npm run eval`.
 * @returns the exit code: 0 passed, 1 (a threshold does not hold, or the evaluation could not run), 2 wrong arguments,
 * 130 stopped
 */
export async function main(argv: readonly string[], host: Host): Promise<number> {
  try {
    const flags = readFlags(argv, process.env);
    if (flags === null) {
      console.log(help);
      return 0;
    }
    const earlier = flags.compare === null ? null : readEarlier(flags.compare);
    const out = flags.out ?? `${host.stateFolder}/eval/${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`;
    mkdirSync(out, { recursive: true });
    const log = createWriteStream(`${out}/services.log`);
    const stop = stopOnSignal();
    const requireComparable = (sets: Report['sets'], complete: boolean): void => {
      const reasons = earlier === null ? [] : incomparable(earlier, { sets, complete, options: flags });
      if (reasons.length > 0)
        throw new UsageError(
          `--compare: ${flags.compare} cannot be compared with this run:\n${reasons.map((reason) => `  ${reason}`).join('\n')}`,
        );
    };
    const report = await evaluate({
      flags,
      host,
      signal: stop,
      onLine: (name, line) => log.write(`${name} | ${line}\n`),
      log: (line) => process.stderr.write(`${line}\n`),
      onSets: (sets) => requireComparable(sets, false),
    });
    if (report.complete) requireComparable(report.sets, true);
    if (earlier !== null) report.comparison = compared(earlier, report);
    writeFileSync(`${out}/report.json`, `${JSON.stringify(report, null, 1)}\n`);
    writeFileSync(`${out}/report.md`, reportMarkdown(report));
    writeFileSync(`${out}/chart.svg`, reportChart(report));
    console.log(summaryLines(report).join('\n'));
    console.log(`\nThe report: ${out}/report.md (report.json and chart.svg beside it)`);
    if (!report.complete) return interruptedCode;
    return report.failedThresholds.length === 0 ? 0 : 1;
  } catch (error) {
    return printFailure(error);
  }
}

function printFailure(error: unknown): number {
  if (error instanceof UsageError) console.error(`${error.message}\n\nnpm run eval -- --help shows the usage.`);
  else if (error instanceof SetMistakes) console.error(`Mistakes in the question sets:\n${error.message}`);
  // The deployment's message is sufficient.
  else if (error instanceof RequestFailure) console.error(error.message);
  else console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return error instanceof UsageError || error instanceof SetMistakes ? 2 : 1;
}

/** The first Ctrl-C stops gracefully, the second one immediately. */
function stopOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.stderr.write('\nStopping: the results so far are written ...\n');
      controller.abort();
    });
  }
  return controller.signal;
}
