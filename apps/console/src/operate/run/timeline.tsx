import type { Run } from '@querent/client';
import type { ReactElement } from 'react';
import { useFormats } from '../../i18n/use-messages';
import { isOver } from '../../runs/run-after-event';
import { useAmounts } from '../amounts';
import { useTexts } from '../texts';
import { timelineOf, type TimelineEntry } from './timeline-entries';

/** The steps of a run with the time before each. The bar shows its share of the whole time. */
export function Timeline({ run }: { run: Run }): ReactElement {
  const { run: words } = useTexts();
  const { time } = useFormats();
  const entries = timelineOf(run);
  const total = entries.reduce((sum, { gapMs, isPause }) => sum + (isPause ? 0 : gapMs), 0);
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">{words.timeline}</h2>
      <ol className="timeline">
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} run={run} total={total} />
        ))}
        {!isOver(run) && run.clarification && (
          <li>
            <span className="message">{words.waiting(time(run.clarification.expiresAt))}</span>
          </li>
        )}
      </ol>
    </section>
  );
}

function Entry({ entry, run, total }: { entry: TimelineEntry; run: Run; total: number }): ReactElement {
  const { run: words } = useTexts();
  const { duration, clock } = useAmounts();
  const { kind, message, at, gapMs, isPause, stage } = entry;
  const share = total === 0 || isPause ? 0 : (100 * gapMs) / total;
  const text = kind === 'asked' ? words.asked : kind === 'ended' ? endOf(run, words.ended) : message;
  return (
    <li className={isPause ? 'pause' : ''}>
      <span className="gap number">
        {kind === 'asked' ? (
          <time dateTime={at} className="quiet">
            {clock(at)}
          </time>
        ) : isPause ? (
          words.waited(duration(gapMs))
        ) : (
          `+${duration(gapMs)}`
        )}
      </span>
      <svg className="bar-of-time" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width={share} height="6" />
      </svg>
      <span className="message">
        {text} {stage !== null && <span className="quiet">{words.inStage(stage)}</span>}
      </span>
    </li>
  );
}

const endOf = ({ status }: Run, ended: Record<'succeeded' | 'failed' | 'cancelled' | 'expired', string>): string =>
  status in ended ? ended[status as keyof typeof ended] : '';
