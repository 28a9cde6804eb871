import type { Run } from '@querent/client';
import type { ReactElement } from 'react';
import { isOver } from '../../runs/run-after-event';
import { useScope } from '../../session/session';
import { StateBadge } from '../state-badge';
import { useTexts } from '../texts';

/** The statements that a run tried, with their errors; a repaired statement is a later attempt. */
export function Attempts({ run }: { run: Run }): ReactElement {
  const { run: words } = useTexts();
  const seesSql = useScope('sql:read');
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">{words.attempts}</h2>
      {run.attempts.length === 0 && <p className="quiet">{words.noAttempts}</p>}
      {run.attempts.length > 0 && !seesSql && <p className="quiet">{words.hiddenStatements}</p>}
      <ol className="attempts">
        {run.attempts.map(({ n, sql, error }, index) => {
          const isLast = index === run.attempts.length - 1;
          const hasFailed = error !== undefined || (!isLast && seesSql) || (isLast && run.status === 'failed');
          return (
            <li key={n}>
              <p className="row">
                <strong>{words.attempt(n)}</strong>
                {seesSql && hasFailed && <StateBadge tone="bad" text={words.failedWith} />}
                {seesSql && !hasFailed && isOver(run) && <StateBadge tone="good" text={words.worked} />}
                {seesSql && !hasFailed && !isOver(run) && <StateBadge tone="busy" text={words.running} />}
              </p>
              {error !== undefined && (
                <pre className="technical" tabIndex={0}>
                  {error}
                </pre>
              )}
              {sql !== undefined && (
                <details>
                  <summary>{words.statement}</summary>
                  <pre className="technical" tabIndex={0}>
                    {sql}
                  </pre>
                </details>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
