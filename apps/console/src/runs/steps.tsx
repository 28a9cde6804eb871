import type { Run } from '@querent/client';
import { useState, type ReactElement } from 'react';
import { useFormats, useMessages } from '../i18n/use-messages';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { isOver } from './run-after-event';

/** The progress of a run, step by step; folded once the run is over. */
export function Steps({ run }: { run: Run }): ReactElement {
  const { run: words } = useMessages();
  const { seconds } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const over = isOver(run);
  const shown = over && !isOpen ? [] : run.steps;
  return (
    <section className="steps" aria-label={words.steps}>
      {over && run.steps.length > 0 && (
        <Button tone="plain" className="fold" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          <Icon name="down" flipped={isOpen} />
          {words.how(run.steps.length, seconds(run.usage.totalMs))}
        </Button>
      )}
      {shown.length > 0 && (
        <ol>
          {shown.map(({ seq, message, durationMs }, at) => (
            <li
              key={seq}
              className={
                !over && at === shown.length - 1 && run.status !== 'awaiting_clarification' ? 'current' : 'done'
              }
            >
              {message}
              {durationMs !== null && over && <span className="quiet"> {seconds(durationMs)}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
