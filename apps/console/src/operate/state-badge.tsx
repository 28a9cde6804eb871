import type { ReactElement } from 'react';

export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'calm';

/** A state in one or two words; its colour repeats what they mean. */
export function StateBadge({ tone, text }: { tone: Tone; text: string }): ReactElement {
  return <span className={`state ${tone}`}>{text}</span>;
}
