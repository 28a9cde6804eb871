import type { ReactElement } from 'react';
import type { querent } from '../../api';
import { useScope } from '../../session/session';
import { StateBadge } from '../state-badge';
import { useTexts } from '../texts';

export type Mistake = Awaited<ReturnType<typeof querent.problems>>[number];

/** Mistakes in files, with their lines. */
export function Mistakes({ mistakes }: { mistakes: readonly Mistake[] }): ReactElement {
  const { connection: words, withheld } = useTexts();
  const seesSql = useScope('sql:read');
  return (
    <ul className="entries">
      {mistakes.map(({ file, path, message, line, severity, entry }) => (
        <li key={`${file} ${line} ${path} ${message}`} className="entry mistake">
          <div className="what">
            <p className="row">
              <code>{line === undefined ? file : words.line(file, line)}</code>
              {severity === 'warning' && <StateBadge tone="warn" text={words.warning} />}
              {entry === true && <StateBadge tone="warn" text={words.ignored} />}
            </p>
            <p>
              {seesSql && path !== '' && <code>{path}</code>} {seesSql ? message : withheld}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
