import type { SemanticQuery } from '@querent/contracts';
import { say } from '../../wording/words';
import type { Stop } from '../assembly/step';
import type { Draft, Reading } from '../reading/reading';
import type { Opening } from './read-opening';

/** One turn of a conversation while it is applied to the query before. */
export interface Turn {
  /** The turn alone; its draft holds what the turn names, near to what the query before was about. */
  reading: Reading;
  opening: Opening;
  context: SemanticQuery;
  /** The query before, on its way to the new one. */
  kept: Draft;
  /** What has changed so far, in business words. */
  said: string[];
}

/** Applies one kind of change. A stop that asks is asked; any other means that the turn is no follow-up. */
export type Change = (turn: Turn) => Stop | null;

/** The turn names something that has no place in the query before; it is then read alone. */
export const UNFIT: Stop = { kind: 'unsupported', reason: '' };

export function tell({ said, reading }: Turn, zh: string, en: string): void {
  const text = say(reading.locale, zh, en);
  if (!said.includes(text)) said.push(text);
}
