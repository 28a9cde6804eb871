import type { Problem } from './problem';

export interface MistakeLogger {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const FIX = 'Correct that line. `npm run check-config` checks the files; they are read again as soon as they change.';

/** Logs each mistake with its file, line and fix: at `error`, or at `warn` if it has no effect. */
export function logMistakes(logger: MistakeLogger, problems: readonly Problem[]): void {
  for (const { severity, entry, message, ...where } of problems) {
    const effect = severity === 'warning' ? 'none' : entry ? 'entry' : 'file';
    const fields = { ...where, mistake: message, effect, fix: FIX };
    if (severity === 'warning') logger.warn(fields, 'configuration warning');
    else logger.error(fields, 'configuration mistake');
  }
}
