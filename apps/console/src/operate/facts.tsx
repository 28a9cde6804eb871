import type { ReactElement, ReactNode } from 'react';

/** Names with their values; a value that is absent is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }): ReactElement {
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
