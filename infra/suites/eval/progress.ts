/** The progress goes to stderr, so that stdout contains only the report. */
export interface ProgressOutput {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

export interface Progress {
  /** Counts one finished item. `note` is shown after the bar. */
  tick(note?: string): void;
  end(): void;
}

const lineEveryMs = 5_000;
const redrawEveryMs = 100;
const barWidth = 24;

/** Shows a bar on a terminal, otherwise a line every few seconds. Both contain the remaining time. */
export function startProgress(
  title: string,
  total: number,
  output: ProgressOutput = process.stderr,
  now: () => number = Date.now,
): Progress {
  const started = now();
  let done = 0;
  let shownAt = output.isTTY ? Number.NEGATIVE_INFINITY : started;
  let lastNote = '';
  const show = (): void => {
    shownAt = now();
    const line = progressLine({ title, done, total, elapsedMs: shownAt - started, note: lastNote });
    output.write(
      output.isTTY ? `\r${fitted(`${bar(done, total)} ${line}`, output.columns ?? 80)}\u001b[K` : `${line}\n`,
    );
  };
  return {
    tick(note = '') {
      done += 1;
      lastNote = note;
      if (now() - shownAt >= (output.isTTY ? redrawEveryMs : lineEveryMs)) show();
    },
    end() {
      show();
      if (output.isTTY) output.write('\n');
    },
  };
}

/** Pure: `title 120/690 17 %, 1:02 left, note`. */
export function progressLine({
  title,
  done,
  total,
  elapsedMs,
  note,
}: {
  title: string;
  done: number;
  total: number;
  elapsedMs: number;
  note: string;
}): string {
  const share = total === 0 ? 100 : Math.floor((100 * done) / total);
  const left = done === 0 || done >= total ? '' : `, ${clock((elapsedMs / done) * (total - done))} left`;
  const took = done >= total ? `, ${clock(elapsedMs)}` : '';
  return `${title} ${done}/${total} ${share} %${left}${took}${note === '' ? '' : `, ${note}`}`;
}

function bar(done: number, total: number): string {
  const filled = total === 0 ? barWidth : Math.round((barWidth * done) / total);
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`;
}

const fitted = (text: string, width: number): string =>
  text.length < width ? text : text.slice(0, Math.max(0, width - 1));

/** Minutes and seconds. */
function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
